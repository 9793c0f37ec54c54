import {escapeXml, mention} from './content-storage.ts';
import {fill} from './content-titles.ts';
import type {Comment, ContentItem} from './content-types.ts';
import {makeRandom, type Random} from './random.ts';
import {words} from './words.ts';

const firstCommentId = 8;
const resolutions = ['open', 'open', 'resolved', 'reopened', 'dangling'] as const;
const rareStates = ['trashed', 'deleted', 'historical', 'draft'] as const;
const kindsWithComments: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * Generate the comments of an item and replies to them, oldest first; custom content has footer
 * comments only.
 */
export function generateComments(
  item: ContentItem,
  people: readonly string[],
  madeAt: number,
): readonly Comment[] {
  if (!kindsWithComments.has(item.kind)) return [];
  const random = makeRandom(item.seed, 'comments');
  const footers = random.chance(20) ? random.int(5, 11) : random.int(0, 4);
  const inlines = item.kind === 'custom' ? 0 : random.int(0, 4);
  const points = random.some(words.openPoints, inlines);
  const comments: Comment[] = [];
  const pause = Math.max(0, (madeAt - item.createdAt) / (footers + inlines + 1));
  let at = item.createdAt;
  for (let index = 0; index < footers + points.length; index += 1) {
    at += Math.floor(Math.min(pause, random.int(600_000, 40 * 3_600_000)));
    const point = points[index - footers];
    const base = generateComment(random, item, people, index, {createdAt: at, madeAt});
    comments.push(point === undefined ? base : {...base, ...inlinePart(random, point)});
  }
  return comments.map((comment, index) => maybeReply(random, comments, comment, index));
}

function generateComment(
  random: Random,
  item: ContentItem,
  people: readonly string[],
  index: number,
  {createdAt, madeAt}: {readonly createdAt: number; readonly madeAt: number},
): Comment {
  const authorId = random.pick(people);
  const edited = random.chance(20);
  const text = escapeXml(fill(random.pick(words.remarks), random));
  const greeting = random.chance(25) ? `${mention(random.pick(people))} ` : '';
  return {
    id: String(item.idBase + firstCommentId + index),
    place: 'footer',
    status: random.chance(8) ? random.pick(rareStates) : 'current',
    createdAt,
    version: {
      number: edited ? 2 : 1,
      createdAt: edited ? Math.min(madeAt, createdAt + random.int(0, 3_600_000)) : createdAt,
      authorId,
      message: '',
      minorEdit: false,
    },
    body: `<p>${greeting}${text}</p>`,
  };
}

function inlinePart(random: Random, selection: string): Partial<Comment> {
  return {
    place: 'inline',
    resolution: random.pick(resolutions),
    marker: {ref: random.uuid(), selection},
  };
}

/** Make one comment in five a reply to the previous one, if both are in the same place. */
function maybeReply(
  random: Random,
  comments: readonly Comment[],
  comment: Comment,
  index: number,
): Comment {
  const before = comments[index - 1];
  if (!random.chance(20) || before?.place !== comment.place) return comment;
  const {marker: _marker, ...reply} = comment;
  return {...reply, parentId: before.id};
}
