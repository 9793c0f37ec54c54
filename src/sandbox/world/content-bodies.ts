import type {ContentWorld} from './content.ts';
import {type BodySource, drawBody} from './content-body.ts';
import {customTypes} from './content-posts.ts';
import {drawSpecialBody, type SpecialName, specialPosts} from './content-special.ts';
import {fill} from './content-titles.ts';
import type {ContentItem, ItemBody} from './content-types.ts';
import {makeDraw} from './random.ts';
import {words} from './words.ts';

const withBody: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * The body of one version of an item: what was written, else what its seed gives; undefined for
 * kinds that have none.
 */
export function findBody(
  world: ContentWorld,
  item: ContentItem,
  number = item.version.number,
): ItemBody | undefined {
  if (!withBody.has(item.kind)) return undefined;
  const written = world.writtenBodies.get(bodyKey(item, number));
  if (written !== undefined || number > item.drawnVersions) return written;
  if (item.type === customTypes[1]) return {representation: 'raw', value: drawAnswer(item, number)};
  const source = bodySource(world, item);
  const value = isSpecial(item.special)
    ? drawSpecialBody(item.special, source)
    : drawBody(source, number, item.drawnVersions);
  return {representation: 'storage', value};
}

function isSpecial(name: string | undefined): name is SpecialName {
  return Object.hasOwn(specialPosts, name ?? '');
}

export function bodyKey(item: ContentItem, number: number): string {
  return `${item.id}@${number}`;
}

function bodySource(world: ContentWorld, item: ContentItem): BodySource {
  const marked = world.comments
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
    markers: marked.flatMap(({marker}) => (marker ? [marker] : [])),
    writtenAt: item.createdAt,
  };
}

function drawAnswer(item: ContentItem, number: number): string {
  const draw = makeDraw(item.seed, `answer ${number}`);
  return JSON.stringify({
    question: 'What should we look at first?',
    answer: fill(draw.pick(words.remarks), draw),
    score: draw.int(1, 10),
    revision: number,
  });
}
