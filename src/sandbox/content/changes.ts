import {conflict, invalidParameter, notFound} from '../errors.ts';
import {readBoolean} from '../query.ts';
import {noContent, type SandboxCall, type SandboxReply} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import {bodyKey} from '../world/content-bodies.ts';
import {deleteFacets} from '../world/content-facets.ts';
import {idsPerItem} from '../world/content-items.ts';
import type {ContentItem, ItemBody, ItemVersion} from '../world/content-types.ts';
import {checkEditable, readAnyItem} from './access.ts';

/** Allocate an id; the ids directly after it are reserved for the parts of the new item. */
export function takeId(content: ContentWorld): number {
  content.next.id += idsPerItem;
  return content.next.id - idsPerItem;
}

/** Return the account id of the caller, as the author of what the request creates. */
export function authorOf(call: SandboxCall): string {
  return call.caller.accountId ?? '';
}

export function makeVersion(call: SandboxCall, number: number, message = ''): ItemVersion {
  return {
    number,
    createdAt: call.now,
    authorId: authorOf(call),
    message,
    minorEdit: false,
  };
}

export type NewItem = Pick<ContentItem, 'kind' | 'title' | 'status' | 'spaceId'> &
  Partial<Pick<ContentItem, 'parent' | 'type' | 'private'>>;

export function addItem(call: SandboxCall, fields: NewItem, body?: ItemBody): ContentItem {
  const idBase = takeId(call.content);
  const author = authorOf(call);
  const item: ContentItem = {
    ...fields,
    id: String(idBase),
    seed: idBase,
    idBase,
    authorId: author,
    ownerId: author,
    createdAt: call.now,
    version: makeVersion(call, 1),
    drawnVersions: 0,
    labelIds: [],
    position: null,
  };
  call.content.items[item.kind].set(item.id, item);
  if (body !== undefined) call.content.writtenBodies.set(bodyKey(item, 1), body);
  return item;
}

export function replaceItem(content: ContentWorld, item: ContentItem): void {
  content.items[item.kind].set(item.id, item);
}

/** Delete an item permanently, with all data written about it. */
function removeItem(content: ContentWorld, item: ContentItem): void {
  content.items[item.kind].delete(item.id);
  deleteFacets(content, item);
  forgetVersions(content, item, item.version.number);
}

/**
 * Delete the bodies and titles of an item's first versions.
 *
 * @param last number of the last of them
 */
export function forgetVersions(content: ContentWorld, item: ContentItem, last: number): void {
  for (let number = 1; number <= last; number += 1) {
    content.writtenBodies.delete(bodyKey(item, number));
    content.formerTitles.delete(bodyKey(item, number));
  }
}

export interface ItemChange {
  readonly title: string;
  readonly status: ContentItem['status'];
  readonly spaceId?: string | undefined;
  readonly parent?: ContentItem['parent'];
  readonly body: ItemBody | undefined;
  readonly version: {readonly number: number; readonly message: string};
}

/**
 * Write a new version of an item. Its number must follow the newest; a draft stays at version 1,
 * also when it is published.
 *
 * @throws SandboxError 409 for any other number
 */
export function updateItem(call: SandboxCall, item: ContentItem, change: ItemChange): ContentItem {
  const wasDraft = item.status === 'draft';
  const number = item.version.number + (wasDraft ? 0 : 1);
  if (change.version.number !== number) {
    throw conflict(
      `Version must be incremented when updating: current version is ${item.version.number}, ` +
        `expected ${number}, got ${change.version.number}`,
    );
  }
  if (!wasDraft) archiveVersion(call.content, item);
  const updated: ContentItem = {
    ...item,
    title: change.title,
    status: change.status,
    spaceId: change.spaceId ?? item.spaceId,
    parent: change.parent ?? item.parent,
    version: makeVersion(call, number, change.version.message),
  };
  replaceItem(call.content, updated);
  if (change.body) call.content.writtenBodies.set(bodyKey(updated, number), change.body);
  return updated;
}

function archiveVersion(content: ContentWorld, item: ContentItem): void {
  const older = content.olderVersions.of(item);
  content.olderVersions.set(item, [...older, item.version]);
  for (const {number} of [...older, item.version]) {
    const key = bodyKey(item, number);
    if (!content.formerTitles.has(key)) content.formerTitles.set(key, item.title);
  }
}

/**
 * Move an item to the trash (services C3), or delete it permanently: with `purge` an item in the
 * trash, with `draft` a draft.
 */
export function deleteItem(call: SandboxCall): SandboxReply {
  const item = readAnyItem(call);
  checkEditable(call, item);
  if (readBoolean(call, 'purge')) {
    if (item.status !== 'trashed') {
      throw invalidParameter(`ID ${item.id} must be in the trash before it can be purged`);
    }
    removeItem(call.content, item);
  } else if (readBoolean(call, 'draft')) {
    if (item.status !== 'draft') throw invalidParameter(`ID ${item.id} is not a draft`);
    removeItem(call.content, item);
  } else {
    if (item.status === 'trashed' || item.status === 'draft') {
      throw notFound(`ID ${item.id} is ${item.status}`);
    }
    replaceItem(call.content, {...item, status: 'trashed'});
  }
  return noContent;
}
