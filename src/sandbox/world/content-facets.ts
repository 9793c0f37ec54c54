import {escapeXml, mention} from './content-storage.ts';
import {fillSlots} from './content-titles.ts';
import type {
  Attachment,
  ClassificationLevel,
  Comment,
  ContentItem,
  ContentProperty,
  DirectPermission,
  Facet,
  ItemVersion,
  RestrictionState,
} from './content-types.ts';
import {makeRandom, type Random} from './random.ts';
import {records} from './table.ts';
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
interface FacetSource {
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

interface FileKind extends Readonly<Record<'name' | 'mediaType' | 'description', string>> {
  readonly least: number;
  readonly most: number;
}

const files = records<FileKind>('files');
const images = files.slice(0, 3);
const documents = files.slice(3);

const kindsWithAttachments: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * Generate the attachments of an item, at most four, images first. Their label is one of the
 * item's.
 */
function generateAttachments(
  item: ContentItem,
  people: readonly string[],
  madeAt: number,
): readonly Attachment[] {
  const {kind} = item;
  if (!kindsWithAttachments.has(kind)) return [];
  const random = makeRandom(item.seed, 'attachments');
  const hasImage = item.special !== undefined || random.chance(45);
  const chosen = [
    ...(hasImage ? [random.pick(images)] : []),
    ...random.some(documents, random.chance(50) ? random.int(1, 3) : 0),
  ];
  return chosen.map((file, index) => {
    const createdAt = Math.min(madeAt, item.createdAt + random.int(0, 86_400_000));
    return {
      id: `att${item.idBase + 1 + index}`,
      containerId: item.id,
      containerKind: kind === 'page' || kind === 'custom' ? kind : 'blogpost',
      status: index > 0 && random.chance(18) ? random.pick(['archived', 'trashed']) : 'current',
      title: file.name,
      mediaType: file.mediaType,
      mediaTypeDescription: file.description,
      comment: random.chance(30) ? 'as of this week' : '',
      fileId: random.uuid(),
      fileSize: random.int(file.least, file.most),
      createdAt,
      version: {
        number: random.chance(20) ? 2 : 1,
        createdAt: Math.min(madeAt, createdAt + random.int(0, 3_600_000)),
        authorId: random.chance(70) ? item.authorId : random.pick(people),
        message: '',
        minorEdit: false,
      },
      labelIds: random.chance(60) ? item.labelIds.slice(0, 1) : [],
    };
  });
}

const firstCommentId = 8;
const resolutions = ['open', 'open', 'resolved', 'reopened', 'dangling'] as const;
const rareStates = ['trashed', 'deleted', 'historical', 'draft'] as const;
const kindsWithComments: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * Generate the comments of an item and replies to them, oldest first; custom content has footer
 * comments only.
 */
function generateComments(
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
  const text = escapeXml(fillSlots(random.pick(words.remarks), random));
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
