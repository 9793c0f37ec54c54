import type {Attachment, ContentItem} from './content-types.ts';
import {makeRandom} from './random.ts';
import {records} from './table.ts';

interface FileKind extends Readonly<Record<'name' | 'mediaType' | 'description', string>> {
  readonly least: number;
  readonly most: number;
}

const files = records<FileKind>('files');
const images = files.slice(0, 3);
const documents = files.slice(3);

const kindsWithAttachments: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * Generate the attachments of an item, at most four, images first. Their label is one of the
 * item's.
 */
export function generateAttachments(
  item: ContentItem,
  people: readonly string[],
  madeAt: number,
): readonly Attachment[] {
  const {kind} = item;
  if (!kindsWithAttachments.has(kind)) return [];
  const random = makeRandom(item.seed, 'attachments');
  const hasImage = item.special !== undefined || random.chance(45);
  const chosen = [
    ...(hasImage ? [random.pick(images)] : []),
    ...random.some(documents, random.chance(50) ? random.int(1, 3) : 0),
  ];
  return chosen.map((file, index) => {
    const createdAt = Math.min(madeAt, item.createdAt + random.int(0, 86_400_000));
    return {
      id: `att${item.idBase + 1 + index}`,
      containerId: item.id,
      containerKind: kind === 'page' || kind === 'custom' ? kind : 'blogpost',
      status: index > 0 && random.chance(18) ? random.pick(['archived', 'trashed']) : 'current',
      title: file.name,
      mediaType: file.mediaType,
      mediaTypeDescription: file.description,
      comment: random.chance(30) ? 'as of this week' : '',
      fileId: random.uuid(),
      fileSize: random.int(file.least, file.most),
      createdAt,
      version: {
        number: random.chance(20) ? 2 : 1,
        createdAt: Math.min(madeAt, createdAt + random.int(0, 3_600_000)),
        authorId: random.chance(70) ? item.authorId : random.pick(people),
        message: '',
        minorEdit: false,
      },
      labelIds: random.chance(60) ? item.labelIds.slice(0, 1) : [],
    };
  });
}
