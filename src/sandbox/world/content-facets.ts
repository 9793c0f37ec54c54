import {generateAttachments} from './content-attachments.ts';
import {generateComments} from './content-comments.ts';
import type {
  ClassificationLevel,
  ContentItem,
  ContentProperty,
  DirectPermission,
  Facet,
  ItemVersion,
  RestrictionState,
} from './content-types.ts';
import {makeRandom} from './random.ts';
import {words} from './words.ts';

/**
 * Create a facet. `generate` must return the same value for the same item. Items created in the
 * running sandbox start with `initialPrompt`.
 */
function makeFacet<Value>(
  generate: (item: ContentItem) => Value,
  initial: (item: ContentItem) => Value,
): Facet<Value> {
  const compute = (item: ContentItem) =>
    item.drawnVersions === 0 ? initial(item) : generate(item);
  const changed = new Map<string, Value>();
  return {
    changed,
    of: item => (changed.has(item.id) ? (changed.get(item.id) as Value) : compute(item)),
    set: (item, value) => {
      changed.set(item.id, value);
    },
  };
}

/** The data that facets are generated from, besides the item's seed. */
export interface FacetSource {
  /** Account ids; at least one. */
  readonly people: readonly string[];
  readonly groupIds: readonly string[];
  readonly levels: readonly ClassificationLevel[];
  /** Milliseconds; upper limit of generated times. */
  readonly madeAt: number;
}

/** Each item has 64 ids: attachments from 1, comments from 8, properties from 40. */
const firstPropertyId = 40;

/** The parts of an item that are generated on demand. */
type ContentFacets = ReturnType<typeof makeFacets>;

/** Create the facets of a world; values are generated on demand. */
export function makeFacets(source: FacetSource) {
  const {people, madeAt} = source;
  const empty = () => [];
  const open: RestrictionState = {read: 'open', update: 'open'};
  const restricted: RestrictionState = {read: 'restricted', update: 'restricted'};
  return {
    /** Versions before the newest, oldest first. */
    olderVersions: makeFacet(item => generateOlderVersions(item, people), empty),
    comments: makeFacet(item => generateComments(item, people, madeAt), empty),
    attachments: makeFacet(item => generateAttachments(item, people, madeAt), empty),
    properties: makeFacet(generateProperties, empty),
    /** Accounts that like it, in order. */
    likes: makeFacet(item => generateLikes(item, people), empty),
    collaborators: makeFacet(
      item => generateCollaborators(item, people),
      ({authorId}) => [authorId],
    ),
    permissions: makeFacet(
      item => generatePermissions(item, source),
      item => [authorEntry(item)],
    ),
    restriction: makeFacet(generateRestriction, item => (item.private ? restricted : open)),
    /** Its own classification level; undefined uses the space's. */
    levelId: makeFacet<string | undefined>(
      item => generateLevelId(item, source.levels),
      () => undefined,
    ),
  };
}

/** Delete the written facets of a deleted item. */
export function deleteFacets(facets: ContentFacets, {id}: ContentItem): void {
  const {olderVersions, comments, attachments, properties, likes, collaborators} = facets;
  const {permissions, restriction, levelId} = facets;
  const facetsOfParts = [olderVersions, comments, attachments, properties, likes, collaborators];
  for (const {changed} of [...facetsOfParts, permissions, restriction, levelId]) changed.delete(id);
}

function generateOlderVersions(
  item: ContentItem,
  people: readonly string[],
): readonly ItemVersion[] {
  const random = makeRandom(item.seed, 'versions');
  const count = item.version.number - 1;
  const step = (item.version.createdAt - item.createdAt) / Math.max(1, count);
  return Array.from({length: count}, (_, index) => ({
    number: index + 1,
    createdAt: Math.round(item.createdAt + index * step),
    authorId: index === 0 || random.chance(60) ? item.authorId : random.pick(people),
    message: index === 0 ? '' : random.pick(words.versionMessages),
    minorEdit: index > 0 && random.chance(30),
  }));
}

function generateProperties(item: ContentItem): readonly ContentProperty[] {
  const random = makeRandom(item.seed, 'properties');
  const values: readonly (readonly [string, unknown])[] = [
    ['content-appearance-published', random.pick(['full-width', 'default'])],
    ['editor', 'v2'],
    ['emoji-title-published', random.pick(['1f680', '1f4dd', '2705'])],
    ['Review-State', {state: random.pick(['open', 'done']), round: random.int(1, 4), due: null}],
    ['reading-time', random.int(1, 14)],
    ['related', ['search', 'import', {weight: 0.5}]],
  ];
  return random.some(values, random.int(1, 4)).map(([key, value], index) => ({
    id: String(item.idBase + firstPropertyId + index),
    key,
    value,
    version: {
      number: random.int(1, 3),
      createdAt: item.createdAt,
      authorId: item.authorId,
      message: '',
      minorEdit: false,
    },
  }));
}

function generateLikes(item: ContentItem, people: readonly string[]): readonly string[] {
  const random = makeRandom(item.seed, 'likes');
  return random.some(people, random.chance(15) ? random.int(10, 40) : random.int(0, 6));
}

function generateCollaborators(item: ContentItem, people: readonly string[]): readonly string[] {
  const others = makeRandom(item.seed, 'collaborators');
  const more = others.some(people, others.int(0, 3));
  return [...new Set([item.authorId, ...more])];
}

function generatePermissions(item: ContentItem, source: FacetSource): readonly DirectPermission[] {
  const random = makeRandom(item.seed, 'permissions');
  const operation = (): DirectPermission['operation'] => (random.chance(40) ? 'update' : 'read');
  const entries = (
    principalType: DirectPermission['principalType'],
    ids: readonly string[],
    most: number,
  ): readonly DirectPermission[] =>
    random
      .some(ids, random.int(0, most))
      .map(principalId => ({principalType, principalId, operation: operation()}));
  const others = source.people.filter(id => id !== item.authorId);
  return [
    authorEntry(item),
    ...entries('user', others, 4),
    ...entries('group', source.groupIds, 2),
  ];
}

function authorEntry(item: ContentItem): DirectPermission {
  return {principalType: 'user', principalId: item.authorId, operation: 'update'};
}

function generateRestriction(item: ContentItem): RestrictionState {
  const random = makeRandom(item.seed, 'restriction');
  if (item.private) return {read: 'restricted', update: 'restricted'};
  const state = (percent: number) => (random.chance(percent) ? 'restricted' : 'open');
  return {read: state(10), update: state(25)};
}

function generateLevelId(
  item: ContentItem,
  levels: readonly ClassificationLevel[],
): string | undefined {
  const random = makeRandom(item.seed, 'level');
  const published = levels.filter(level => level.status === 'PUBLISHED');
  return random.chance(40) ? random.pick(published).id : undefined;
}
