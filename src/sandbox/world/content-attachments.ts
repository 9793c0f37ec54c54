import type {Attachment, ContentItem} from './content-types.ts';
import {makeDraw} from './random.ts';

interface FileKind {
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly size: readonly [number, number];
}

const images: readonly FileKind[] = [
  {name: 'latency.png', mediaType: 'image/png', description: 'PNG Image', size: [8_000, 400_000]},
  {
    name: 'overview.svg',
    mediaType: 'image/svg+xml',
    description: 'SVG Image',
    size: [2_000, 60_000],
  },
  {
    name: 'rollout photo.jpg',
    mediaType: 'image/jpeg',
    description: 'JPEG Image',
    size: [90_000, 3_000_000],
  },
];
const documents: readonly FileKind[] = [
  {name: 'numbers.csv', mediaType: 'text/csv', description: 'CSV File', size: [400, 90_000]},
  {
    name: 'handout.pdf',
    mediaType: 'application/pdf',
    description: 'PDF Document',
    size: [40_000, 5_000_000],
  },
  {
    name: 'trace.log.gz',
    mediaType: 'application/gzip',
    description: 'GZIP Archive',
    size: [9_000, 80_000_000],
  },
  {
    name: 'Übersicht – Q2 (Entwurf).txt',
    mediaType: 'text/plain',
    description: 'Text File',
    size: [100, 9_000],
  },
  {name: '議事録.txt', mediaType: 'text/plain', description: 'Text File', size: [100, 9_000]},
];

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
  const files = [
    ...(pictured ? [draw.pick(images)] : []),
    ...draw.some(documents, draw.chance(50) ? draw.int(1, 3) : 0),
  ];
  return files.map((file, index) => {
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
      fileSize: draw.int(file.size[0], file.size[1]),
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
