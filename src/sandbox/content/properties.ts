import {readBody} from '../body.ts';
import {conflict, forbidden, invalidParameter, notFound} from '../errors.ts';
import {readChoice, readPathId} from '../query.ts';
import {makeHandlers, partsOf, type SandboxResource} from '../resource.ts';
import {type Handlers, noContent, ok, type SandboxCall, type SandboxReply} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import type {
  AdminKey,
  ClassificationLevel,
  ContentItem,
  ContentProperty,
} from '../world/content-types.ts';
import {checkEditable, isSiteAdmin, readEditableItem, readItem} from './access.ts';
import {authorOf, makeVersion, takeId} from './changes.ts';
import {isoTime, presentProperty} from './present.ts';
import {type ItemMembers, requireText, requireVersion} from './write-body.ts';

const properties: SandboxResource<ContentProperty, ItemMembers> = {
  kind: 'content property',
  open: (call, access) => {
    const item = access === 'write' ? readEditableItem(call) : readItem(call);
    const {properties: facet} = call.content;
    return partsOf(facet.of(item), changed => facet.set(item, changed));
  },
  missing: call =>
    notFound(`Could not find content property with ID ${readPathId(call, 'property-id')}`),
  present: (_, property) => presentProperty(property),
  members: {
    key: ({body, before, records}) => {
      const key = requireText(body, 'key');
      if (before !== undefined && key !== before.key) {
        throw invalidParameter(`'key' must stay ${before.key}`);
      }
      if (before === undefined && records.all().some(one => one.key === key)) {
        throw conflict(`A content property with key ${key} exists already`);
      }
      return key;
    },
    id: ({call, before}) => before?.id ?? String(takeId(call.content)),
    version: ({call, body, before}) => {
      if (before === undefined) return makeVersion(call, 1);
      const {number, message} = requireVersion(body);
      if (number === before.version.number + 1) return makeVersion(call, number, message);
      throw conflict(`Version must be incremented: current version is ${before.version.number}`);
    },
    value: ({body: {value}}) => {
      if (value === undefined) throw invalidParameter("'value' is required");
      return value;
    },
  },
  operations: {
    get: 'GET /properties/{property-id}',
    create: 'POST /properties',
    update: 'PUT /properties/{property-id}',
    delete: 'DELETE /properties/{property-id}',
  },
};

/**
 * Handlers for the properties of an item, by method and the rest of the path after the item's id.
 */
export const propertyHandlers = makeHandlers(properties);

const states = ['current', 'draft', 'archived'] as const;

/** Find the classification level of an item: its own, otherwise its space's default. */
function findLevel(content: ContentWorld, item: ContentItem): ClassificationLevel | undefined {
  const id = content.levelId.of(item) ?? content.spaces.get(item.spaceId)?.levelId;
  return content.levels.find(level => level.id === id);
}

export const propertiesHandlers: Handlers = {
  /** Return the classification level of a blog post. `status` selects one of its states. */
  'content/blogposts/get-blog-post-classification-level': call => {
    const item = readItem(call);
    const status = readChoice(call, 'status', states) ?? 'current';
    if (item.status !== status) throw notFound(`The blog post with ID ${item.id} is not ${status}`);
    return ok(levelOf(call.content, item));
  },
  'content/whiteboards/get-classification-level': call => ok(levelOf(call.content, readItem(call))),
  'content/classification-levels/get-classification-levels': call => ok(call.content.levels),
  /** Return the calling user's admin key. */
  'content/admin-key/get-admin-key': call => ok(presentKey(readKey(call))),
  /**
   * Enable an admin key for the calling user, or renew it: returns 200 with its expiry. It is valid
   * for `durationInMinutes`, or for 10 minutes without a body or with 0 (services C3).
   */
  'content/admin-key/enable-admin-key': call => {
    checkAdmin(call);
    const body = call.body.byteLength === 0 ? {} : readBody<{durationInMinutes: number}>(call);
    const minutes = body.durationInMinutes || defaultMinutes;
    const key: AdminKey = {
      accountId: authorOf(call),
      expiresAt: call.now + minutes * minute,
    };
    call.content.adminKeys.set(key.accountId, key);
    return ok(presentKey(key));
  },
  /** Disable the calling user's admin key: returns 204. */
  'content/admin-key/disable-admin-key': call => {
    const key = readKey(call);
    call.content.adminKeys.delete(key.accountId);
    return noContent;
  },
};

function levelOf(content: ContentWorld, item: ContentItem): ClassificationLevel {
  const level = findLevel(content, item);
  if (level === undefined) throw notFound(`ID ${item.id} has no classification level`);
  return level;
}

type LevelMembers = Readonly<Record<'id' | 'status', string>>;

/** Set an item's own classification level, which must be a published one: returns 204. */
export function putLevel(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  const {id, status} = readBody<LevelMembers>(call);
  checkStatus(status, item);
  checkEditable(call, item);
  const level = call.content.levels.find(one => one.id === id && one.status === 'PUBLISHED');
  if (level === undefined) throw notFound(`Could not find classification level with ID ${id}`);
  call.content.levelId.set(item, level.id);
  return noContent;
}

/**
 * Remove an item's own classification level, so that its space's applies: returns 204. View access
 * to the item is enough (services C4.1).
 */
export function resetLevel(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  checkStatus(readBody<LevelMembers>(call).status, item);
  call.content.levelId.set(item, undefined);
  return noContent;
}

function checkStatus(status: string | null | undefined, item: ContentItem): void {
  if (status !== item.status) throw notFound(`ID ${item.id} is not ${status}`);
}

const minute = 60_000;
const defaultMinutes = 10;

function checkAdmin({caller}: SandboxCall): void {
  if (!caller.all && !isSiteAdmin(caller))
    throw forbidden('The caller is not an organization admin or site admin');
}

function readKey(call: SandboxCall): AdminKey {
  checkAdmin(call);
  const key = call.content.adminKeys.get(authorOf(call));
  if (key === undefined || key.expiresAt <= call.now) {
    throw notFound('No admin key is enabled for the calling user');
  }
  return key;
}
function presentKey(key: AdminKey): unknown {
  return {accountId: key.accountId, expirationTime: isoTime(key.expiresAt)};
}
