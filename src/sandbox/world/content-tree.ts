import {type ContentSource, generateTitle, type ItemMaker, type ItemPlan} from './content-items.ts';
import {spaceId} from './content-spaces.ts';
import type {ContentItem, ContentKind} from './content-types.ts';
import {words} from './words.ts';

const day = 86_400_000;

const boards: readonly ContentKind[] = [
  ...(['whiteboard', 'whiteboard', 'whiteboard', 'database', 'embed'] as const),
];

export interface TreeCounts {
  readonly spaces: number;
  readonly pages: number;
  readonly whiteboards: number;
}

/**
 * Create the content tree of every space: a home page, pages and folders under it, and whiteboards,
 * databases and embeds under those. The first space also has a whiteboard with five levels below
 * it.
 *
 * @returns the home page of each space
 */
export function makeTree(source: ContentSource, counts: TreeCounts): readonly ContentItem[] {
  const {maker, random, now} = source;
  const homes = Array.from({length: counts.spaces}, (_, index) =>
    maker.make({
      kind: 'page',
      title: 'Home',
      spaceId: spaceId(index),
      createdAt: now - (990 - index * 17) * day,
      position: 0,
    }),
  );
  makeShowcase(maker, homes[0], now);
  const parents = homes.map(home => [home]);
  for (let index = 0; index < counts.pages + counts.whiteboards; index += 1) {
    const siblings = random.pick(parents);
    const kind =
      index < counts.pages ? (random.chance(10) ? 'folder' : 'page') : random.pick(boards);
    const item = maker.make(generateNode(source, kind, random.pick(siblings), index));
    if (item.status === 'current' && kind !== 'database' && kind !== 'embed') siblings.push(item);
  }
  return homes;
}

function generateNode(
  {random, labels, now}: ContentSource,
  kind: ContentKind,
  parent: ContentItem,
  index: number,
): ItemPlan {
  const state = index % 23 === 11 ? 'archived' : index % 31 === 17 ? 'trashed' : 'current';
  const isPrivate = kind === 'whiteboard' && random.chance(12);
  return {
    kind,
    title: generateTitle(random, titles[kind] ?? words.pageTitles),
    spaceId: parent.spaceId,
    createdAt: now - random.int(20, 900) * day - random.int(0, day),
    parent: {kind: parent.kind, id: parent.id},
    position: random.chance(80) ? random.int(1, 900) : null,
    status: state,
    labelIds: kind === 'page' ? random.some(labels, random.int(0, 2)).map(({id}) => id) : [],
    ...(isPrivate ? {private: true} : {}),
  };
}

const titles: Readonly<Partial<Record<ContentKind, readonly string[]>>> = {
  folder: words.folderTitles,
  whiteboard: words.whiteboardTitles,
  database: words.databaseTitles,
  embed: words.embedTitles,
};

function makeShowcase(maker: ItemMaker, home: ContentItem | undefined, now: number): void {
  if (home === undefined) return;
  let position = 0;
  const under = (
    parent: ContentItem,
    kind: ContentKind,
    title: string,
    more: Partial<ItemPlan> = {},
  ): ContentItem => {
    position += 100;
    return maker.make({
      kind,
      title,
      spaceId: home.spaceId,
      createdAt: now - (120 - position / 100) * day,
      parent: {kind: parent.kind, id: parent.id},
      position,
      ...more,
    });
  };
  const planning = under(home, 'folder', 'Planning');
  const checklist = under(planning, 'page', 'Release checklist');
  const storyMap = under(checklist, 'whiteboard', 'Story map of the next release');
  const retrospective = under(storyMap, 'whiteboard', 'Retrospective board');
  const notes = under(retrospective, 'page', 'Notes from the wall');
  const dependencies = under(notes, 'whiteboard', 'Dependencies');
  const findings = under(dependencies, 'page', 'Findings');
  under(findings, 'embed', 'Live chart');
  under(storyMap, 'database', 'Open risks');
  under(storyMap, 'embed', 'Capacity chart', {position: null});
  const sketches = under(storyMap, 'folder', 'Sketches');
  under(sketches, 'whiteboard', 'Only mine', {private: true});
  under(sketches, 'whiteboard', '配色の案（非公開ではない）');
  under(storyMap, 'page', 'Zusammenfassung für alle');
  under(storyMap, 'whiteboard', 'Last year', {status: 'archived'});
  under(storyMap, 'whiteboard', 'Thrown away', {status: 'trashed'});
}
