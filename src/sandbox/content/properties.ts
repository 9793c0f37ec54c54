import {type Given, readBody} from '../body.ts';
import {conflict, forbidden, invalidParameter, notFound} from '../errors.ts';
import {readChoice} from '../query.ts';
import {type Call, type Handlers, noContent, ok, type SandboxReply} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import type {
  AdminKey,
  ClassificationLevel,
  ContentItem,
  ContentProperty,
} from '../world/content-types.ts';
import {checkEditable, isSiteAdmin, readEditableItem, readItem} from './access.ts';
import {authorOf, makeVersion, takeId} from './changes.ts';
import {readProperty} from './item-lists.ts';
import {isoTime, presentProperty} from './present.ts';
import {type ItemMembers, requireText, requireVersion} from './write-body.ts';

/** Create a content property: 200 with it. */
export function createProperty(call: Call): SandboxReply {
  const item = readEditableItem(call);
  const json = readBody<ItemMembers>(call);
  const key = requireText(json, 'key');
  const properties = call.content.properties.of(item);
  if (properties.some(property => property.key === key)) {
    throw conflict(`A content property with key ${key} exists already`);
  }
  const property: ContentProperty = {
    id: String(takeId(call.content)),
    key,
    value: readValue(json),
    version: makeVersion(call, 1),
  };
  call.content.properties.set(item, [...properties, property]);
  return ok(presentProperty(property));
}

/** Update a content property: 200 with its new version. */
export function updateProperty(call: Call): SandboxReply {
  const item = readEditableItem(call);
  const old = readProperty(call, item);
  const json = readBody<ItemMembers>(call);
  if (requireText(json, 'key') !== old.key) {
    throw invalidParameter(`'key' must stay ${old.key}`);
  }
  const {number, message} = requireVersion(json);
  if (number !== old.version.number + 1) {
    throw conflict(`Version must be incremented: current version is ${old.version.number}`);
  }
  const property: ContentProperty = {
    ...old,
    value: readValue(json),
    version: makeVersion(call, number, message),
  };
  const properties = call.content.properties.of(item);
  call.content.properties.set(
    item,
    properties.map(one => (one.id === old.id ? property : one)),
  );
  return ok(presentProperty(property));
}

export function deleteProperty(call: Call): SandboxReply {
  const item = readEditableItem(call);
  const {id} = readProperty(call, item);
  const rest = call.content.properties.of(item).filter(property => property.id !== id);
  call.content.properties.set(item, rest);
  return noContent;
}

function readValue(json: Given<ItemMembers>): unknown {
  if (json.value === undefined) throw invalidParameter("'value' is required");
  return json.value;
}

const states = ['current', 'draft', 'archived'] as const;

/** The level of an item: its own, else its space's default. */
function findLevel(content: ContentWorld, item: ContentItem): ClassificationLevel | undefined {
  const id = content.levelId.of(item) ?? content.spaces.get(item.spaceId)?.levelId;
  return content.levels.find(level => level.id === id);
}

export const propertiesHandlers: Handlers = {
  /**
   * Answers the classification level of a blog post. `status` says which of its states is meant.
   */
  'content/blogposts/get-blog-post-classification-level': call => {
    const item = readItem(call);
    const status = readChoice(call, 'status', states) ?? 'current';
    if (item.status !== status) throw notFound(`The blog post with ID ${item.id} is not ${status}`);
    return ok(levelOf(call.content, item));
  },
  'content/whiteboards/get-classification-level': call => ok(levelOf(call.content, readItem(call))),
  'content/classification-levels/get-classification-levels': call => ok(call.content.levels),
  /** Answers the calling user's admin key. */
  'content/admin-key/get-admin-key': call => ok(presentKey(readKey(call))),
  /**
   * Enable an admin key for the calling user, or issue it anew: 200 with its expiry. It is valid for
   * `durationInMinutes`; for 10 minutes without a body or with 0 (services C3).
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
  /** Disable the calling user's admin key: 204. */
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

/** Give an item a classification level of its own: 204. The level must be a published one. */
export function putLevel(call: Call): SandboxReply {
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
 * Take an item's own classification level away, so that its space's holds: 204. Viewing the item is
 * enough (services C4.1).
 */
export function resetLevel(call: Call): SandboxReply {
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

function checkAdmin({caller}: Call): void {
  if (!caller.all && !isSiteAdmin(caller))
    throw forbidden('The caller is no organization or site admin');
}

function readKey(call: Call): AdminKey {
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
