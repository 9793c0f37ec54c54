import {isJsonObject, readBody, readJson} from '../body.ts';
import {invalidParameter} from '../errors.ts';
import {findText, readBoolean, readChoice} from '../query.ts';
import {type Call, type JsonObject, noContent, ok, type SandboxReply} from '../route.ts';
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
 * What the caller may do with an item: reading alone for who may not edit it; a draft can be neither
 * copied nor archived.
 */
export function operationsOn(call: Call, item: ContentItem): readonly PermittedOperation[] {
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

/** What tells a direct permission entry from the others: a principal holds at most one. */
function principalKey(entry: DirectPermission): string {
  return `${entry.principalType} ${entry.principalId}`;
}

/**
 * Answers the direct permissions of an item. Their shape is nowhere public; ours is one flat object per
 * entry, named as the filters are: `{principalType, principalId, operation}` under `results`.
 */
export function listPermissions(call: Call): SandboxReply {
  const item = readItem(call);
  const operation = readChoice(call, 'operation', operations);
  const type = readChoice(call, 'principal-type', principalTypes);
  const id = findText(call, 'principal-id');
  if (id !== undefined && type === undefined) {
    throw invalidParameter("'principal-id' must be given together with 'principal-type'");
  }
  const entries = call.content.permissions
    .of(item)
    .filter(
      entry =>
        (operation === undefined || entry.operation === operation) &&
        (type === undefined || entry.principalType === type) &&
        (id === undefined || entry.principalId === id),
    );
  return cursorPage(call, entries, {keyOf: principalKey, present: entry => entry});
}

const openness = ['open', 'restricted'] as const;

/** Who may read and update an item beside its author. */
interface AccessState {
  readonly permissions: readonly DirectPermission[];
  readonly restriction: RestrictionState;
}

/**
 * Add direct permissions: those of other principals stay, those of the listed ones are replaced, so that
 * read downgrades and update upgrades (services C2, rules 2 to 4). The body is an array of entries or
 * `{"permissions": [...]}`; the answer is 200 with all entries under `results`.
 */
export function addPermissions(call: Call): SandboxReply {
  const item = readEditable(call);
  const merged = mergeEntries([...call.content.permissions.of(item), ...readEntries(call)]);
  return writePermissions(call, item, merged);
}

/** Replace all direct permissions with the given ones; otherwise as adding does. */
export function setPermissions(call: Call): SandboxReply {
  const item = readEditable(call);
  return writePermissions(call, item, mergeEntries(readEntries(call)));
}

/** Delete the direct permissions that the query names, all without filters: 204. */
export function deletePermissions(call: Call): SandboxReply {
  const item = readEditable(call);
  const operation = readChoice(call, 'operation', operations);
  const type = readChoice(call, 'principal-type', principalTypes);
  const id = findText(call, 'principal-id');
  if ((type === undefined) !== (id === undefined) || (operation && id === undefined)) {
    throw invalidParameter(
      "'principal-type' and 'principal-id' must be given together, and 'operation' with both",
    );
  }
  const kept = call.content.permissions
    .of(item)
    .filter(
      entry =>
        (operation !== undefined && entry.operation !== operation) ||
        (type !== undefined && entry.principalType !== type) ||
        (id !== undefined && entry.principalId !== id),
    );
  writePermissions(call, item, kept);
  return noContent;
}

/**
 * Write the restriction state of an item as a whole: 200 with it. Its shape is nowhere public; ours says
 * for reading and for updating whether it is open to all of the space or restricted to the direct
 * permissions: `{"read": "open", "update": "restricted"}`.
 */
export function setRestrictionState(call: Call): SandboxReply {
  const item = readEditable(call);
  const json = readBody<JsonObject>(call);
  const restriction = {
    read: requireChoice(json.read, 'read', openness),
    update: requireChoice(json.update, 'update', openness),
  };
  refuseLockout(call, item, {restriction, permissions: call.content.permissions.of(item)});
  call.content.restriction.set(item, restriction);
  return ok(restriction);
}

/**
 * The item whose permissions are written: by who edits it, and by who administers its space (services
 * C4.1, C4.2), also when its restrictions hide it from them. Private items and drafts are their creator's.
 */
function readEditable(call: Call): ContentItem {
  const hidden = call.content.items[kindOf(call)].get(call.params.id ?? '');
  const open = hidden?.status === 'current' || hidden?.status === 'archived';
  if (hidden && open && !hidden.private && administersSpace(call, hidden)) return hidden;
  return readEditableItem(call);
}

/** Entries of a request; of two for one principal the one to update wins (rule 2). */
function readEntries(call: Call): readonly DirectPermission[] {
  const json = readJson(call);
  const given = isJsonObject(json) ? json.permissions : json;
  if (!Array.isArray(given)) throw invalidParameter("'permissions' must be an array");
  const entries = given.map((entry): DirectPermission => {
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

/** One entry per principal: the last one, in the place of the first. */
function mergeEntries(entries: readonly DirectPermission[]): readonly DirectPermission[] {
  return [...new Map(entries.map(entry => [principalKey(entry), entry])).values()];
}

function writePermissions(
  call: Call,
  item: ContentItem,
  permissions: readonly DirectPermission[],
): SandboxReply {
  refuseLockout(call, item, {permissions, restriction: call.content.restriction.of(item)});
  call.content.permissions.set(item, permissions);
  return ok({results: permissions});
}

/**
 * Refuse what takes the caller's own edit access away, unless `allow-self-lockout` (rule 5). Edit access
 * is what the item itself gives: being allowed to do everything in the sandbox does not count.
 */
function refuseLockout(call: Call, item: ContentItem, after: AccessState): void {
  if (readBoolean(call, 'allow-self-lockout')) return;
  const before = {
    permissions: call.content.permissions.of(item),
    restriction: call.content.restriction.of(item),
  };
  if (givesEdit(call, before) && !givesEdit(call, after)) {
    throw invalidParameter(
      'The change would remove your own edit access; allow-self-lockout=true allows it',
    );
  }
}

function givesEdit(call: Call, {permissions, restriction}: AccessState): boolean {
  if (restriction.update === 'open') return true;
  return permissions.some(
    entry => entry.operation === 'update' && namesAccount(call, entry, authorOf(call)),
  );
}
