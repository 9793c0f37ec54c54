import {type ContentSource, generateTitle} from './content-items.ts';
import {type SpecialName, specialPosts} from './content-special.ts';
import {generatePostTitle, genres, type PostGenre} from './content-titles.ts';
import type {ContentItem, Space} from './content-types.ts';
import {words} from './words.ts';

const day = 86_400_000;

/**
 * Types of the custom content: the first has a storage body and children, the second a raw body.
 */
export const customTypes = ['ac:risk-register:risk', 'ac:field-survey:answer'] as const;

/** An id that a number cannot represent exactly; one post of every world has it. */
const hugeId = '9007199254740993';

/** Positions of the special posts: index from the end → name. */
const specialPositions: Readonly<Record<number, SpecialName>> = {
  2: 'showcase',
  5: 'wide',
  9: 'rightToLeft',
  12: 'accents',
  16: 'hostile',
};

const labelsByGenre: Readonly<Record<PostGenre, string>> = {
  release: 'release-notes',
  incident: 'incident',
  howto: 'how-to',
  update: 'planning',
  decision: 'decision',
  retrospective: 'retrospective',
};

/**
 * Create blog posts, oldest first, over the year and a half before now. Each two dozen include one
 * draft and two in the trash; each special post occurs once.
 */
export function makePosts(
  {maker, random, labels, now}: ContentSource,
  count: number,
  spaces: readonly Space[],
): void {
  const open = spaces.filter(({status}) => status === 'current');
  const global = labels.filter(({prefix}) => prefix === 'global');
  for (let index = 0; index < count; index += 1) {
    const fromEnd = count - 1 - index;
    const special = specialPositions[fromEnd];
    const genre = random.pick(genres);
    const genreLabel = global.find(({name}) => name === labelsByGenre[genre]);
    const others = random.some(random.chance(15) ? labels : global, random.int(0, 3));
    const labelIds = [...(genreLabel ? [genreLabel] : []), ...others].map(({id}) => id);
    maker.make({
      kind: 'blogpost',
      title: special ? specialPosts[special].title : generatePostTitle(random, genre),
      spaceId: random.pick(open).id,
      createdAt: now - ageOf(fromEnd, count) - random.int(0, 600_000),
      status: special ? 'current' : stateAt(index),
      labelIds: [...new Set(labelIds)],
      ...(special ? {special} : {}),
      ...(special === 'accents' ? {id: hugeId} : {}),
    });
  }
}

/** Compute the age of a post in milliseconds; newer posts are closer together. */
function ageOf(fromEnd: number, count: number): number {
  return Math.round(((fromEnd + 0.15) / count) ** 1.8 * 540 * day);
}

function stateAt(index: number): ContentItem['status'] {
  if (index % 24 === 1) return 'draft';
  if (index % 12 === 5) return 'trashed';
  return index % 48 === 31 ? 'deleted' : 'current';
}

/**
 * Create custom content in pages, blog posts and spaces: risks with measures as children, and
 * answers of a survey.
 */
export function makeCustomContent(
  {maker, random, labels, now}: ContentSource,
  count: number,
  spaces: readonly Space[],
): void {
  const {page, blogpost} = maker.items;
  const containers = [...page.values(), ...blogpost.values()].filter(
    item => item.status === 'current',
  );
  const risks: ContentItem[] = [];
  for (let index = 0; index < count; index += 1) {
    const isRisk = index % 3 !== 2;
    const inSpace = index % 5 === 3;
    const parent = isRisk && risks.length > 0 && index % 4 === 1 ? random.pick(risks) : undefined;
    const container = parent ?? (inSpace ? undefined : random.pick(containers));
    const item = maker.make({
      kind: 'custom',
      type: isRisk ? customTypes[0] : customTypes[1],
      title: isRisk ? generateTitle(random, words.riskTitles) : `Answer ${index + 1}`,
      spaceId: container?.spaceId ?? random.pick(spaces).id,
      createdAt: now - random.int(1, 400) * day,
      status: index % 11 === 7 ? 'archived' : index % 13 === 9 ? 'trashed' : 'current',
      labelIds: random.some(labels, random.int(0, 2)).map(({id}) => id),
      ...(container ? {parent: {kind: container.kind, id: container.id}} : {}),
    });
    if (isRisk && item.status === 'current') risks.push(item);
  }
}
