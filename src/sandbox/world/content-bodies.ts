import type {ContentWorld} from './content.ts';
import {type BodySource, generateBody} from './content-body.ts';
import {customTypes} from './content-posts.ts';
import {generateSpecialBody, type SpecialName, specialPosts} from './content-special.ts';
import {fillSlots} from './content-titles.ts';
import type {ContentItem, ItemBody} from './content-types.ts';
import {makeRandom} from './random.ts';
import {words} from './words.ts';

const kindsWithBody: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * Find the body of one version of an item: the written one, otherwise one generated from its seed;
 * undefined for kinds without a body.
 */
export function findBody(
  world: ContentWorld,
  item: ContentItem,
  number = item.version.number,
): ItemBody | undefined {
  if (!kindsWithBody.has(item.kind)) return undefined;
  const written = world.writtenBodies.get(bodyKey(item, number));
  if (written !== undefined || number > item.drawnVersions) return written;
  if (item.type === customTypes[1])
    return {representation: 'raw', value: generateAnswer(item, number)};
  const source = bodySource(world, item);
  const value = isSpecial(item.special)
    ? generateSpecialBody(item.special, source)
    : generateBody(source, number, item.drawnVersions);
  return {representation: 'storage', value};
}

function isSpecial(name: string | undefined): name is SpecialName {
  return Object.hasOwn(specialPosts, name ?? '');
}

export function bodyKey(item: ContentItem, number: number): string {
  return `${item.id}@${number}`;
}

function bodySource(world: ContentWorld, item: ContentItem): BodySource {
  const openComments = world.comments
    .of(item)
    .filter(comment => comment.status === 'current' && comment.resolution !== 'dangling');
  return {
    seed: item.seed,
    people: world.people,
    pages: world.linkTargets,
    images: world.attachments
      .of(item)
      .filter(({mediaType}) => mediaType.startsWith('image/'))
      .map(({title}) => title),
    markers: openComments.flatMap(({marker}) => (marker ? [marker] : [])),
    writtenAt: item.createdAt,
  };
}

function generateAnswer(item: ContentItem, number: number): string {
  const random = makeRandom(item.seed, `answer ${number}`);
  return JSON.stringify({
    question: 'What should we look at first?',
    answer: fillSlots(random.pick(words.remarks), random),
    score: random.int(1, 10),
    revision: number,
  });
}
