import {makeFacets} from './content-facets.ts';
import {makeItemMaker} from './content-items.ts';
import {makeCustomContent, makePosts} from './content-posts.ts';
import {classificationLevels, makeLabels, makeSpaces} from './content-spaces.ts';
import {makeTree} from './content-tree.ts';
import type {AdminKey, ItemBody} from './content-types.ts';
import {makeDraw} from './random.ts';
import {type WorldSize, worldCounts} from './sizes.ts';
import type {WorldUser} from './users.ts';

export interface ContentWorldOptions {
  /** The same seed gives the same world. */
  readonly seed: number;
  readonly size: WorldSize;
  /** Milliseconds since the UNIX epoch; dates lie before it. */
  readonly now: number;
  /** People among them write; at least one. The first owns the personal space. */
  readonly users: readonly WorldUser[];
  readonly groupIds: readonly string[];
}

/** Everything the content service keeps. Records are replaced, never changed. */
export type ContentWorld = Readonly<ReturnType<typeof makeContentWorld>>;

const writersAtMost = 200;

/**
 * A content world: spaces, labels and items at once; comments, attachments, bodies and all else that
 * belongs to an item when it is first asked for.
 */
export function makeContentWorld(options: ContentWorldOptions) {
  const {seed, size, now, groupIds} = options;
  const count = worldCounts[size];
  const people = options.users
    .filter(({accountType}) => accountType === 'atlassian')
    .slice(0, writersAtMost)
    .map(({accountId}) => accountId);
  const draw = makeDraw(seed, 'content');
  const maker = makeItemMaker(seed, people, now);
  const labels = makeLabels(draw, count.labels, now);
  const source = {maker, draw, people, labels, now};
  const homes = makeTree(source, {...count, spaces: count.spaces + 2});
  const homeIds = homes.map(({id}) => id);
  const spaces = makeSpaces(source, count.spaces, homeIds);
  makePosts(source, count.posts, spaces);
  makeCustomContent(source, count.custom, spaces);
  const keys = new Map(spaces.map(({id, key}) => [id, key]));
  return {
    ...makeFacets({people, groupIds, levels: classificationLevels, madeAt: now}),
    /** Milliseconds: when the world was made; nothing drawn is later. */
    madeAt: now,
    spaces: new Map(spaces.map(space => [space.id, space])),
    labels: new Map(labels.map(label => [label.id, label])),
    /** Items of each kind by id, in the order of their creation. */
    items: maker.items,
    levels: classificationLevels,
    adminKeys: new Map<string, AdminKey>(),
    /** Bodies somebody wrote: `id@version` → body; all others are drawn. */
    writtenBodies: new Map<string, ItemBody>(),
    /** Titles of older versions somebody changed: `id@version` → title. */
    formerTitles: new Map<string, string>(),
    /** Accounts that write, comment and are mentioned. */
    people,
    /** Pages that drawn texts link to. */
    linkTargets: [...maker.items.page.values()]
      .slice(0, 40)
      .map(({title, spaceId}) => ({title, spaceKey: keys.get(spaceId) ?? ''})),
    /** The next id nobody has. */
    next: {id: maker.nextId()},
  };
}
