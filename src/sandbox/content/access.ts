import {forbidden, notFound} from '../errors.ts';
import {readPathId} from '../query.ts';
import type {Call, SandboxCaller} from '../route.ts';
import type {ContentItem, ContentKind, DirectPermission} from '../world/content-types.ts';
import type {World} from '../world/world.ts';

const kindNames: Readonly<Record<ContentKind, string>> = {
  blogpost: 'blog post',
  page: 'page',
  whiteboard: 'whiteboard',
  database: 'database',
  embed: 'embed',
  folder: 'folder',
  custom: 'custom content',
};

/**
 * Whether the caller may view an item: a private one is its creator's alone (services C2), a draft its
 * author's, and one whose reading is restricted is for those with a direct permission. An admin key in
 * use lets its admin see all but drafts. Custom content is seen with its containers only (services
 * C4.3).
 */
export function canView(call: Call, item: ContentItem): boolean {
  const {caller} = call;
  if (caller.all) return true;
  const container = containerOf(call, item);
  if (container !== undefined && !canView(call, container)) return false;
  if (caller.accountId === item.authorId) return true;
  if (item.status === 'draft') return false;
  if (usesAdminKey(call)) return true;
  if (item.private) return false;
  if (call.content.restriction.of(item).read === 'open') return true;
  return directOperations(caller.accountId, call, item).length > 0;
}

/**
 * Whether the caller may edit an item. Its author may; others while updating is open, or with a direct
 * permission to update; nobody but the creator where the item is private. An admin key in use lifts
 * restrictions here too.
 */
export function canEdit(call: Call, item: ContentItem): boolean {
  const {caller} = call;
  if (caller.all || caller.accountId === item.authorId) return true;
  if (usesAdminKey(call)) return true;
  if (item.private) return false;
  if (call.content.restriction.of(item).update === 'open') return true;
  return directOperations(caller.accountId, call, item).includes('update');
}

/**
 * Whether the caller administers the space of an item. The documents do not say who does: here it is who
 * made the space.
 */
export function administersSpace(call: Call, item: ContentItem): boolean {
  if (call.caller.all) return true;
  const owner = call.content.spaces.get(item.spaceId)?.authorId;
  return call.caller.accountId !== undefined && call.caller.accountId === owner;
}

/** Whether a caller is an admin of the organization or the site (services C5.2). */
export function isSiteAdmin(caller: SandboxCaller): boolean {
  return caller.kinds.some(kind => kind === 'organization admin' || kind === 'site admin');
}

/** Whether the request makes use of a key that its caller, still an admin, holds (services W2). */
function usesAdminKey(call: Call): boolean {
  if (call.headers['atl-confluence-with-admin-key']?.toLowerCase() !== 'true') return false;
  const key = call.content.adminKeys.get(call.caller.accountId ?? '');
  return key !== undefined && key.expiresAt > call.now && isSiteAdmin(call.caller);
}

/** The item that custom content is in; undefined for what stands in a space or is of another kind. */
function containerOf({content}: World, {kind, parent}: ContentItem): ContentItem | undefined {
  return kind === 'custom' && parent ? content.items[parent.kind].get(parent.id) : undefined;
}

/** What the direct permissions of an item give an account, itself or by one of its groups. */
function directOperations(
  accountId: string | undefined,
  world: World,
  item: ContentItem,
): readonly DirectPermission['operation'][] {
  return world.content.permissions
    .of(item)
    .filter(entry => namesAccount(world, entry, accountId))
    .map(({operation}) => operation);
}

/** Whether a direct permission is an account's own or that of a group it is in. */
export function namesAccount(
  world: World,
  entry: DirectPermission,
  accountId: string | undefined,
): boolean {
  if (accountId === undefined) return false;
  if (entry.principalType === 'user') return entry.principalId === accountId;
  return world.tracker.groups.get(entry.principalId)?.memberIds.has(accountId) ?? false;
}

/** What the operations of a group are about. */
const kindsOfGroups: Readonly<Record<string, ContentKind>> = {
  blogposts: 'blogpost',
  'custom-content': 'custom',
  labels: 'page',
  whiteboards: 'whiteboard',
};

/** The kind of item that an operation is about. */
export function kindOf({operation}: Call): ContentKind {
  return kindsOfGroups[operation.group] ?? 'page';
}

/**
 * The item of the path's first placeholder, whatever its status.
 *
 * @throws SandboxError 404 when there is none of the kind or the caller may not view it
 */
export function readAnyItem(call: Call): ContentItem {
  const kind = kindOf(call);
  const id = readPathId(call, Object.keys(call.params)[0] ?? 'id');
  const item = call.content.items[kind].get(id);
  if (item === undefined || item.status === 'deleted' || !canView(call, item)) {
    throw notFound(`Could not find ${kindNames[kind]} with ID ${id}`);
  }
  return item;
}

/**
 * The item of the path, which is not in the trash.
 *
 * @throws SandboxError 404 as `readAnyItem` does, and for an item in the trash
 */
export function readItem(call: Call): ContentItem {
  const item = readAnyItem(call);
  if (item.status === 'trashed') {
    throw notFound(`The ${kindNames[item.kind]} with ID ${item.id} is in the trash`);
  }
  return item;
}

/** As `readItem` does, for who may edit it. @throws SandboxError 403 for who may not */
export function readEditableItem(call: Call): ContentItem {
  const item = readItem(call);
  checkEditable(call, item);
  return item;
}

/** Refuse a caller that may not edit an item. @throws SandboxError 403 */
export function checkEditable(call: Call, item: ContentItem): void {
  if (!canEdit(call, item)) {
    throw forbidden(`The caller may not edit the ${kindNames[item.kind]} with ID ${item.id}`);
  }
}

/** Items of a kind that the caller may view and whose status is one of these, in order of creation. */
export function viewableItems(
  call: Call,
  kind: ContentKind,
  statuses: readonly string[],
): readonly ContentItem[] {
  return [...call.content.items[kind].values()].filter(
    item => statuses.includes(item.status) && canView(call, item),
  );
}
