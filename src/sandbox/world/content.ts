import {makeFacets} from './content-facets.ts';
import {makeItemMaker} from './content-items.ts';
import {makeCustomContent, makePosts} from './content-posts.ts';
import {classificationLevels, makeLabels, makeSpaces} from './content-spaces.ts';
import {makeTree} from './content-tree.ts';
import type {AdminKey, ItemBody} from './content-types.ts';
import {makeRandom} from './random.ts';
import {type WorldSize, worldCounts} from './sizes.ts';
import type {WorldUser} from './users.ts';

export interface ContentWorldOptions {
  /** The same seed gives the same world. */
  readonly seed: number;
  readonly size: WorldSize;
  /** Milliseconds since the UNIX epoch; dates are before it. */
  readonly now: number;
  /** The people among them are authors; at least one. The first owns the personal space. */
  readonly users: readonly WorldUser[];
  readonly groupIds: readonly string[];
}

/** All data of the content service. Records are replaced, never mutated. */
export type ContentWorld = Readonly<ReturnType<typeof makeContentWorld>>;

const maxWriters = 200;

/**
 * Create a content world. Spaces, labels and items are created at once; comments, attachments,
 * bodies and other parts of an item on first access.
 */
export function makeContentWorld(options: ContentWorldOptions) {
  const {seed, size, now, groupIds} = options;
  const count = worldCounts[size];
  const people = options.users
    .filter(({accountType}) => accountType === 'atlassian')
    .slice(0, maxWriters)
    .map(({accountId}) => accountId);
  const random = makeRandom(seed, 'content');
  const maker = makeItemMaker(seed, people, now);
  const labels = makeLabels(random, count.labels, now);
  const source = {maker, random, people, labels, now};
  const homes = makeTree(source, {...count, spaces: count.spaces + 2});
  const homeIds = homes.map(({id}) => id);
  const spaces = makeSpaces(source, count.spaces, homeIds);
  makePosts(source, count.posts, spaces);
  makeCustomContent(source, count.custom, spaces);
  const keys = new Map(spaces.map(({id, key}) => [id, key]));
  return {
    ...makeFacets({people, groupIds, levels: classificationLevels, madeAt: now}),
    /** Milliseconds; creation time of the world and upper limit of generated times. */
    madeAt: now,
    spaces: new Map(spaces.map(space => [space.id, space])),
    labels: new Map(labels.map(label => [label.id, label])),
    /** Items of each kind by id, in the order of their creation. */
    items: maker.items,
    levels: classificationLevels,
    adminKeys: new Map<string, AdminKey>(),
    /** Written bodies: `id@version` → body; others are generated. */
    writtenBodies: new Map<string, ItemBody>(),
    /** Changed titles of older versions: `id@version` → title. */
    formerTitles: new Map<string, string>(),
    /** Accounts that write, comment and are mentioned. */
    people,
    /** Pages that generated texts link to. */
    linkTargets: [...maker.items.page.values()]
      .slice(0, 40)
      .map(({title, spaceId}) => ({title, spaceKey: keys.get(spaceId) ?? ''})),
    /** The next unused id. */
    next: {id: maker.nextId()},
  };
}
