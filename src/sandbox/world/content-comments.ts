import {escapeXml, mention} from './content-storage.ts';
import {fill} from './content-titles.ts';
import type {Comment, ContentItem} from './content-types.ts';
import {type Draw, makeDraw} from './random.ts';
import {words} from './words.ts';

const firstCommentId = 8;
const resolutions = ['open', 'open', 'resolved', 'reopened', 'dangling'] as const;
const rareStates = ['trashed', 'deleted', 'historical', 'draft'] as const;
const commented: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/** Comments of an item with their answers, oldest first; custom content has footer comments only. */
export function drawComments(
  item: ContentItem,
  people: readonly string[],
  madeAt: number,
): readonly Comment[] {
  if (!commented.has(item.kind)) return [];
  const draw = makeDraw(item.seed, 'comments');
  const footers = draw.chance(20) ? draw.int(5, 11) : draw.int(0, 4);
  const inlines = item.kind === 'custom' ? 0 : draw.int(0, 4);
  const points = draw.some(words.openPoints, inlines);
  const comments: Comment[] = [];
  const pause = Math.max(0, (madeAt - item.createdAt) / (footers + inlines + 1));
  let at = item.createdAt;
  for (let index = 0; index < footers + points.length; index += 1) {
    at += Math.floor(Math.min(pause, draw.int(600_000, 40 * 3_600_000)));
    const point = points[index - footers];
    const base = drawComment(draw, item, people, index, {createdAt: at, madeAt});
    comments.push(point === undefined ? base : {...base, ...inlinePart(draw, point)});
  }
  return comments.map((comment, index) => answering(draw, comments, comment, index));
}

function drawComment(
  draw: Draw,
  item: ContentItem,
  people: readonly string[],
  index: number,
  {createdAt, madeAt}: {readonly createdAt: number; readonly madeAt: number},
): Comment {
  const authorId = draw.pick(people);
  const edited = draw.chance(20);
  const text = escapeXml(fill(draw.pick(words.remarks), draw));
  const greeting = draw.chance(25) ? `${mention(draw.pick(people))} ` : '';
  return {
    id: String(item.idBase + firstCommentId + index),
    place: 'footer',
    status: draw.chance(8) ? draw.pick(rareStates) : 'current',
    createdAt,
    version: {
      number: edited ? 2 : 1,
      createdAt: edited ? Math.min(madeAt, createdAt + draw.int(0, 3_600_000)) : createdAt,
      authorId,
      message: '',
      minorEdit: false,
    },
    body: `<p>${greeting}${text}</p>`,
  };
}

function inlinePart(draw: Draw, selection: string): Partial<Comment> {
  return {
    place: 'inline',
    resolution: draw.pick(resolutions),
    marker: {ref: draw.uuid(), selection},
  };
}

/** One comment in five answers the one before it, when that stands in the same place. */
function answering(
  draw: Draw,
  comments: readonly Comment[],
  comment: Comment,
  index: number,
): Comment {
  const before = comments[index - 1];
  if (!draw.chance(20) || before?.place !== comment.place) return comment;
  const {marker: _marker, ...answer} = comment;
  return {...answer, parentId: before.id};
}
