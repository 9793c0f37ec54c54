import {drawAttachments} from './content-attachments.ts';
import {drawComments} from './content-comments.ts';
import type {
  ClassificationLevel,
  ContentItem,
  ContentProperty,
  DirectPermission,
  Facet,
  ItemVersion,
  RestrictionState,
} from './content-types.ts';
import {makeDraw} from './random.ts';
import {words} from './words.ts';

/**
 * A facet drawn by `draw`, which must give the same for the same item. What an item has that was
 * created in the running world is `atFirst`.
 */
function makeFacet<Value>(
  draw: (item: ContentItem) => Value,
  atFirst: (item: ContentItem) => Value,
): Facet<Value> {
  const make = (item: ContentItem) => (item.drawnVersions === 0 ? atFirst(item) : draw(item));
  const changed = new Map<string, Value>();
  return {
    changed,
    of: item => (changed.has(item.id) ? (changed.get(item.id) as Value) : make(item)),
    set: (item, value) => {
      changed.set(item.id, value);
    },
  };
}

/** What facets are drawn from beside the item's seed. */
export interface FacetSource {
  /** Account ids; at least one. */
  readonly people: readonly string[];
  readonly groupIds: readonly string[];
  readonly levels: readonly ClassificationLevel[];
  /** Milliseconds: nothing drawn is later. */
  readonly madeAt: number;
}

/** Each item has 64 ids: attachments from 1, comments from 8, properties from 40. */
const firstPropertyId = 40;

/** What belongs to an item and is drawn when it is asked for. */
type ContentFacets = ReturnType<typeof makeFacets>;

/** The facets of a world, every one undrawn. */
export function makeFacets(source: FacetSource) {
  const {people, madeAt} = source;
  const none = () => [];
  const open: RestrictionState = {read: 'open', update: 'open'};
  const restricted: RestrictionState = {read: 'restricted', update: 'restricted'};
  return {
    /** Versions before the newest, oldest first. */
    olderVersions: makeFacet(item => drawOlderVersions(item, people), none),
    comments: makeFacet(item => drawComments(item, people, madeAt), none),
    attachments: makeFacet(item => drawAttachments(item, people, madeAt), none),
    properties: makeFacet(drawProperties, none),
    /** Accounts that like it, earliest first. */
    likes: makeFacet(item => drawLikes(item, people), none),
    collaborators: makeFacet(
      item => drawCollaborators(item, people),
      ({authorId}) => [authorId],
    ),
    permissions: makeFacet(
      item => drawPermissions(item, source),
      item => [authorEntry(item)],
    ),
    restriction: makeFacet(drawRestriction, item => (item.private ? restricted : open)),
    /** Its own classification level; undefined takes the space's. */
    levelId: makeFacet<string | undefined>(
      item => drawLevelId(item, source.levels),
      () => undefined,
    ),
  };
}

/** Forget what was set of an item that is gone. */
export function forgetFacets(facets: ContentFacets, {id}: ContentItem): void {
  const {olderVersions, comments, attachments, properties, likes, collaborators} = facets;
  const {permissions, restriction, levelId} = facets;
  const written = [olderVersions, comments, attachments, properties, likes, collaborators];
  for (const {changed} of [...written, permissions, restriction, levelId]) changed.delete(id);
}

function drawOlderVersions(item: ContentItem, people: readonly string[]): readonly ItemVersion[] {
  const draw = makeDraw(item.seed, 'versions');
  const count = item.version.number - 1;
  const step = (item.version.createdAt - item.createdAt) / Math.max(1, count);
  return Array.from({length: count}, (_, index) => ({
    number: index + 1,
    createdAt: Math.round(item.createdAt + index * step),
    authorId: index === 0 || draw.chance(60) ? item.authorId : draw.pick(people),
    message: index === 0 ? '' : draw.pick(words.versionMessages),
    minorEdit: index > 0 && draw.chance(30),
  }));
}

function drawProperties(item: ContentItem): readonly ContentProperty[] {
  const draw = makeDraw(item.seed, 'properties');
  const values: readonly (readonly [string, unknown])[] = [
    ['content-appearance-published', draw.pick(['full-width', 'default'])],
    ['editor', 'v2'],
    ['emoji-title-published', draw.pick(['1f680', '1f4dd', '2705'])],
    ['Review-State', {state: draw.pick(['open', 'done']), round: draw.int(1, 4), due: null}],
    ['reading-time', draw.int(1, 14)],
    ['related', ['search', 'import', {weight: 0.5}]],
  ];
  return draw.some(values, draw.int(1, 4)).map(([key, value], index) => ({
    id: String(item.idBase + firstPropertyId + index),
    key,
    value,
    version: {
      number: draw.int(1, 3),
      createdAt: item.createdAt,
      authorId: item.authorId,
      message: '',
      minorEdit: false,
    },
  }));
}

function drawLikes(item: ContentItem, people: readonly string[]): readonly string[] {
  const draw = makeDraw(item.seed, 'likes');
  return draw.some(people, draw.chance(15) ? draw.int(10, 40) : draw.int(0, 6));
}

function drawCollaborators(item: ContentItem, people: readonly string[]): readonly string[] {
  const others = makeDraw(item.seed, 'collaborators');
  const more = others.some(people, others.int(0, 3));
  return [...new Set([item.authorId, ...more])];
}

function drawPermissions(item: ContentItem, source: FacetSource): readonly DirectPermission[] {
  const draw = makeDraw(item.seed, 'permissions');
  const operation = (): DirectPermission['operation'] => (draw.chance(40) ? 'update' : 'read');
  const entries = (
    principalType: DirectPermission['principalType'],
    ids: readonly string[],
    most: number,
  ): readonly DirectPermission[] =>
    draw
      .some(ids, draw.int(0, most))
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

function drawRestriction(item: ContentItem): RestrictionState {
  const draw = makeDraw(item.seed, 'restriction');
  if (item.private) return {read: 'restricted', update: 'restricted'};
  const state = (percent: number) => (draw.chance(percent) ? 'restricted' : 'open');
  return {read: state(10), update: state(25)};
}

function drawLevelId(
  item: ContentItem,
  levels: readonly ClassificationLevel[],
): string | undefined {
  const draw = makeDraw(item.seed, 'level');
  const published = levels.filter(level => level.status === 'PUBLISHED');
  return draw.chance(40) ? draw.pick(published).id : undefined;
}
