import type {Attachment, ContentItem} from './content-types.ts';
import {makeDraw} from './random.ts';
import {records} from './table.ts';

interface FileKind extends Readonly<Record<'name' | 'mediaType' | 'description', string>> {
  /** Bytes. */
  readonly least: number;
  readonly most: number;
}

const files = records<FileKind>('files');
const images = files.slice(0, 3);
const documents = files.slice(3);

const holders: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/** Attachments of an item, images first; at most four. A label of theirs is one of the item's too. */
export function drawAttachments(
  item: ContentItem,
  people: readonly string[],
  madeAt: number,
): readonly Attachment[] {
  const {kind} = item;
  if (!holders.has(kind)) return [];
  const draw = makeDraw(item.seed, 'attachments');
  const pictured = item.special !== undefined || draw.chance(45);
  const drawn = [
    ...(pictured ? [draw.pick(images)] : []),
    ...draw.some(documents, draw.chance(50) ? draw.int(1, 3) : 0),
  ];
  return drawn.map((file, index) => {
    const createdAt = Math.min(madeAt, item.createdAt + draw.int(0, 86_400_000));
    return {
      id: `att${item.idBase + 1 + index}`,
      containerId: item.id,
      containerKind: kind === 'page' || kind === 'custom' ? kind : 'blogpost',
      status: index > 0 && draw.chance(18) ? draw.pick(['archived', 'trashed']) : 'current',
      title: file.name,
      mediaType: file.mediaType,
      mediaTypeDescription: file.description,
      comment: draw.chance(30) ? 'as of this week' : '',
      fileId: draw.uuid(),
      fileSize: draw.int(file.least, file.most),
      createdAt,
      version: {
        number: draw.chance(20) ? 2 : 1,
        createdAt: Math.min(madeAt, createdAt + draw.int(0, 3_600_000)),
        authorId: draw.chance(70) ? item.authorId : draw.pick(people),
        message: '',
        minorEdit: false,
      },
      labelIds: draw.chance(60) ? item.labelIds.slice(0, 1) : [],
    };
  });
}
