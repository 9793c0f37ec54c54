import {isJsonObject, readBody, readJson} from '../body.ts';
import {invalidParameter} from '../errors.ts';
import {findText, readBoolean, readChoice} from '../query.ts';
import {type JsonMembers, noContent, ok, type SandboxCall, type SandboxReply} from '../route.ts';
import type {ContentItem, DirectPermission, RestrictionState} from '../world/content-types.ts';
import {
  administersSpace,
  canEdit,
  kindOf,
  namesAccount,
  readEditableItem,
  readItem,
} from './access.ts';
import {authorOf} from './changes.ts';
import {cursorPage} from './cursor-page.ts';
import {requireChoice, requireText} from './write-body.ts';

export interface PermittedOperation {
  readonly operation: string;
  readonly targetType: string;
}

const ownOperations = [
  ...['read', 'update', 'delete', 'copy', 'move', 'export', 'archive'],
  ...['restrict_content', 'purge', 'purge_version'],
];
const readingOperations: ReadonlySet<string> = new Set(['read', 'copy', 'export']);
const attachable: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * List the operations the caller may do on an item: only reading ones without edit access; a draft
 * can be neither copied nor archived.
 */
export function operationsOn(call: SandboxCall, item: ContentItem): readonly PermittedOperation[] {
  const targetType = item.type ?? item.kind;
  const editable = canEdit(call, item);
  const own = ownOperations
    .filter(name => editable || readingOperations.has(name))
    .filter(name => item.status !== 'draft' || (name !== 'copy' && name !== 'archive'))
    .map(operation => ({operation, targetType}));
  if (!attachable.has(item.kind)) return own;
  const comment = {operation: 'create', targetType: 'comment'};
  return [...own, comment, ...(editable ? [{operation: 'create', targetType: 'attachment'}] : [])];
}

const operations = ['read', 'update'] as const;
const principalTypes = ['user', 'group'] as const;

/** Return the key of a direct permission; a principal has at most one. */
function principalKey(entry: DirectPermission): string {
  return `${entry.principalType} ${entry.principalId}`;
}

function readFilter(call: SandboxCall) {
  const operation = readChoice(call, 'operation', operations);
  const type = readChoice(call, 'principal-type', principalTypes);
  const id = findText(call, 'principal-id');
  const isSelected = (entry: DirectPermission): boolean =>
    (operation === undefined || entry.operation === operation) &&
    (type === undefined || entry.principalType === type) &&
    (id === undefined || entry.principalId === id);
  return {operation, type, id, isSelected};
}

/**
 * List the direct permissions of an item. Their format is not documented; here each entry is a flat
 * object named like the filters: `{principalType, principalId, operation}` under `results`.
 */
export function listPermissions(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  const {type, id, isSelected} = readFilter(call);
  if (id !== undefined && type === undefined) {
    throw invalidParameter("'principal-id' must be given together with 'principal-type'");
  }
  const entries = call.content.permissions.of(item).filter(isSelected);
  return cursorPage(call, entries, {keyOf: principalKey, present: entry => entry});
}

const openness = ['open', 'restricted'] as const;

/** The read and update access to an item for accounts other than its author. */
interface AccessState {
  readonly permissions: readonly DirectPermission[];
  readonly restriction: RestrictionState;
}

/**
 * Add direct permissions: entries of the listed principals are replaced, so that read downgrades
 * and update upgrades; others are unchanged (services C2, rules 2 to 4). The body is an array of
 * entries or `{"permissions": [...]}`; returns 200 with all entries under `results`.
 */
export function addPermissions(call: SandboxCall): SandboxReply {
  const item = readEditable(call);
  const merged = mergeEntries([...call.content.permissions.of(item), ...readEntries(call)]);
  return writePermissions(call, item, merged);
}

/** Replace all direct permissions with the ones in the body; otherwise as `addPermissions`. */
export function setPermissions(call: SandboxCall): SandboxReply {
  const item = readEditable(call);
  return writePermissions(call, item, mergeEntries(readEntries(call)));
}

/** Delete the direct permissions that match the query, all of them without filters: returns 204. */
export function deletePermissions(call: SandboxCall): SandboxReply {
  const item = readEditable(call);
  const {operation, type, id, isSelected} = readFilter(call);
  if ((type === undefined) !== (id === undefined) || (operation && id === undefined)) {
    throw invalidParameter(
      "'principal-type' and 'principal-id' must be given together, and 'operation' with both",
    );
  }
  const remaining = call.content.permissions.of(item).filter(entry => !isSelected(entry));
  writePermissions(call, item, remaining);
  return noContent;
}

/**
 * Replace the restriction state of an item: returns 200 with it. Its format is not documented; here
 * it states for read and update whether it is open to the whole space or restricted to the direct
 * permissions: `{"read": "open", "update": "restricted"}`.
 */
export function setRestrictionState(call: SandboxCall): SandboxReply {
  const item = readEditable(call);
  const json = readBody<JsonMembers>(call);
  const restriction = {
    read: requireChoice(json.read, 'read', openness),
    update: requireChoice(json.update, 'update', openness),
  };
  refuseLockout(call, item, {restriction, permissions: call.content.permissions.of(item)});
  call.content.restriction.set(item, restriction);
  return ok(restriction);
}

/**
 * Find the item whose permissions are written, for callers who may edit it or administer its space
 * (services C4.1, C4.2), even if its restrictions hide it from the latter. Private items and drafts
 * are writable by their creator only.
 */
function readEditable(call: SandboxCall): ContentItem {
  const hidden = call.content.items[kindOf(call)].get(call.params.id ?? '');
  const open = hidden?.status === 'current' || hidden?.status === 'archived';
  if (hidden && open && !hidden.private && administersSpace(call, hidden)) return hidden;
  return readEditableItem(call);
}

/** Parse the entries of a request; of two for one principal, update takes precedence (rule 2). */
function readEntries(call: SandboxCall): readonly DirectPermission[] {
  const json = readJson(call);
  const permissions = isJsonObject(json) ? json.permissions : json;
  if (!Array.isArray(permissions)) throw invalidParameter("'permissions' must be an array");
  const entries = permissions.map((entry): DirectPermission => {
    if (!isJsonObject(entry)) throw invalidParameter('A permission must be an object');
    return {
      principalType: requireChoice(entry.principalType, 'principalType', principalTypes),
      principalId: requireText({principalId: entry.principalId}, 'principalId'),
      operation: requireChoice(entry.operation, 'operation', operations),
    };
  });
  const updating = entries.filter(({operation}) => operation === 'update');
  const updaters = new Set(updating.map(principalKey));
  return entries.filter(
    entry => entry.operation === 'update' || !updaters.has(principalKey(entry)),
  );
}

/** Merge entries to one per principal: the last one, at the position of the first. */
function mergeEntries(entries: readonly DirectPermission[]): readonly DirectPermission[] {
  return [...new Map(entries.map(entry => [principalKey(entry), entry])).values()];
}

function writePermissions(
  call: SandboxCall,
  item: ContentItem,
  permissions: readonly DirectPermission[],
): SandboxReply {
  refuseLockout(call, item, {permissions, restriction: call.content.restriction.of(item)});
  call.content.permissions.set(item, permissions);
  return ok({results: permissions});
}

/**
 * Refuse a change that removes the caller's own edit access, unless `allow-self-lockout` is set
 * (rule 5). Edit access means that given by the item: the right to do everything in the sandbox
 * does not count.
 */
function refuseLockout(call: SandboxCall, item: ContentItem, after: AccessState): void {
  if (readBoolean(call, 'allow-self-lockout')) return;
  const before = {
    permissions: call.content.permissions.of(item),
    restriction: call.content.restriction.of(item),
  };
  if (grantsEdit(call, before) && !grantsEdit(call, after)) {
    throw invalidParameter(
      'The change would remove your own edit access; allow-self-lockout=true allows it',
    );
  }
}

function grantsEdit(call: SandboxCall, {permissions, restriction}: AccessState): boolean {
  if (restriction.update === 'open') return true;
  return permissions.some(
    entry => entry.operation === 'update' && namesAccount(call, entry, authorOf(call)),
  );
}
