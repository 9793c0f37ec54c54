import {forbidden, notFound} from '../errors.ts';
import {readPathId} from '../query.ts';
import type {SandboxCall, SandboxCaller} from '../route.ts';
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
 * Check whether the caller may view an item. A private item is visible to its creator only
 * (services C2), a draft to its author, and an item with read restrictions to accounts with a
 * direct permission. An active admin key lets its admin view everything but drafts. Custom content
 * is visible with its containers only (services C4.3).
 */
export function canView(call: SandboxCall, item: ContentItem): boolean {
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
 * Check whether the caller may edit an item: its author always, others if updates are open or they
 * have a direct permission to update. A private item is editable by its creator only. An active
 * admin key overrides restrictions here too.
 */
export function canEdit(call: SandboxCall, item: ContentItem): boolean {
  const {caller} = call;
  if (caller.all || caller.accountId === item.authorId) return true;
  if (usesAdminKey(call)) return true;
  if (item.private) return false;
  if (call.content.restriction.of(item).update === 'open') return true;
  return directOperations(caller.accountId, call, item).includes('update');
}

/**
 * Check whether the caller administers the space of an item. The documentation does not define
 * space administrators; here it is the creator of the space.
 */
export function administersSpace(call: SandboxCall, item: ContentItem): boolean {
  if (call.caller.all) return true;
  const owner = call.content.spaces.get(item.spaceId)?.authorId;
  return call.caller.accountId !== undefined && call.caller.accountId === owner;
}

/** Check whether a caller is an admin of the organization or the site (services C5.2). */
export function isSiteAdmin(caller: SandboxCaller): boolean {
  return caller.kinds.some(kind => kind === 'organization admin' || kind === 'site admin');
}

/**
 * Check whether the request uses an admin key of its caller, who must still be an admin (services
 * W2).
 */
function usesAdminKey(call: SandboxCall): boolean {
  if (call.headers['atl-confluence-with-admin-key']?.toLowerCase() !== 'true') return false;
  const key = call.content.adminKeys.get(call.caller.accountId ?? '');
  return key !== undefined && key.expiresAt > call.now && isSiteAdmin(call.caller);
}

/**
 * Find the item that contains custom content; undefined for other kinds and for content directly in
 * a space.
 */
function containerOf({content}: World, {kind, parent}: ContentItem): ContentItem | undefined {
  return kind === 'custom' && parent ? content.items[parent.kind].get(parent.id) : undefined;
}

/**
 * List the operations that an item's direct permissions grant to an account, directly or through a
 * group.
 */
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

/** Check whether a direct permission belongs to an account or to one of its groups. */
export function namesAccount(
  world: World,
  entry: DirectPermission,
  accountId: string | undefined,
): boolean {
  if (accountId === undefined) return false;
  if (entry.principalType === 'user') return entry.principalId === accountId;
  return world.tracker.groups.get(entry.principalId)?.memberIds.has(accountId) ?? false;
}

/** Operation group → the kind of item its operations use. */
const kindsOfGroups: Readonly<Record<string, ContentKind>> = {
  blogposts: 'blogpost',
  'custom-content': 'custom',
  labels: 'page',
  whiteboards: 'whiteboard',
};

/** Return the kind of item that an operation uses. */
export function kindOf({operation}: SandboxCall): ContentKind {
  return kindsOfGroups[operation.group] ?? 'page';
}

/**
 * Find the item of the path's first placeholder, whatever its status.
 *
 * @throws SandboxError 404 when it does not exist or the caller may not view it
 */
export function readAnyItem(call: SandboxCall): ContentItem {
  const kind = kindOf(call);
  const id = readPathId(call, Object.keys(call.params)[0] ?? 'id');
  const item = call.content.items[kind].get(id);
  if (item === undefined || item.status === 'deleted' || !canView(call, item)) {
    throw notFound(`Could not find ${kindNames[kind]} with ID ${id}`);
  }
  return item;
}

/**
 * Find the item of the path, unless it is in the trash.
 *
 * @throws SandboxError 404 as `readAnyItem` does, and for an item in the trash
 */
export function readItem(call: SandboxCall): ContentItem {
  const item = readAnyItem(call);
  if (item.status === 'trashed') {
    throw notFound(`The ${kindNames[item.kind]} with ID ${item.id} is in the trash`);
  }
  return item;
}

/**
 * Find the item of the path as `readItem` does.
 *
 * @throws SandboxError 403 if the caller may not edit it
 */
export function readEditableItem(call: SandboxCall): ContentItem {
  const item = readItem(call);
  checkEditable(call, item);
  return item;
}

/** Refuse a caller who may not edit an item. @throws SandboxError 403 */
export function checkEditable(call: SandboxCall, item: ContentItem): void {
  if (!canEdit(call, item)) {
    throw forbidden(`The caller may not edit the ${kindNames[item.kind]} with ID ${item.id}`);
  }
}

/**
 * List the items of a kind that the caller may view and that have one of the statuses, in order of
 * creation.
 */
export function viewableItems(
  call: SandboxCall,
  kind: ContentKind,
  statuses: readonly string[],
): readonly ContentItem[] {
  return [...call.content.items[kind].values()].filter(
    item => statuses.includes(item.status) && canView(call, item),
  );
}
