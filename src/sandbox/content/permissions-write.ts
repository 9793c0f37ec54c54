import {isJsonObject, readBody, readJson} from '../body.ts';
import {findText, readBoolean, readChoice} from '../query.ts';
import type {Handler, SandboxReply, SandboxRequest} from '../route.ts';
import type {
  ContentItem,
  ContentKind,
  DirectPermission,
  RestrictionState,
} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {administersSpace, checkEditable, namesAccount, readItem} from './access.ts';
import {principalKey} from './access-state.ts';
import {authorOf} from './changes.ts';
import {invalidParameter} from './problems.ts';
import {requireChoice, requireText} from './write-body.ts';

const operations = ['read', 'update'] as const;
const principalTypes = ['user', 'group'] as const;
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
 *
 * @throws SandboxError 400 for entries that cannot be used and for a self-lockout, 403
 */
export function addPermissions(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const item = readEditable(request, world, kind);
    const merged = mergeEntries([...world.content.permissions.of(item), ...readEntries(request)]);
    return writePermissions(request, world, item, merged);
  };
}

/** Replace all direct permissions with the given ones; otherwise as adding does. */
export function setPermissions(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const item = readEditable(request, world, kind);
    return writePermissions(request, world, item, mergeEntries(readEntries(request)));
  };
}

/**
 * Delete the direct permissions that the query names, all without filters: 204.
 *
 * @throws SandboxError 400 when the filters come in other combinations than rule 6 of services C2
 *   allows, and for a self-lockout; 403
 */
export function deletePermissions(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const item = readEditable(request, world, kind);
    const operation = readChoice(request, 'operation', operations);
    const type = readChoice(request, 'principal-type', principalTypes);
    const id = findText(request, 'principal-id');
    if ((type === undefined) !== (id === undefined) || (operation && id === undefined)) {
      throw invalidParameter(
        "'principal-type' and 'principal-id' must be given together, and 'operation' with both",
      );
    }
    const kept = world.content.permissions
      .of(item)
      .filter(
        entry =>
          (operation !== undefined && entry.operation !== operation) ||
          (type !== undefined && entry.principalType !== type) ||
          (id !== undefined && entry.principalId !== id),
      );
    writePermissions(request, world, item, kept);
    return {status: 204};
  };
}

/**
 * Write the restriction state as a whole, `{"read": "open", "update": "restricted"}`: 200 with it.
 *
 * @throws SandboxError 400 when one of the two is missing and for a self-lockout, 403
 */
export function setRestrictionState(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const {content} = world;
    const item = readEditable(request, world, kind);
    const json = readBody<Readonly<Record<string, unknown>>>(request);
    const restriction = {
      read: requireChoice(json.read, 'read', openness),
      update: requireChoice(json.update, 'update', openness),
    };
    refuseLockout(request, world, item, {restriction, permissions: content.permissions.of(item)});
    content.restriction.set(item, restriction);
    return {status: 200, json: restriction};
  };
}

/**
 * The item whose permissions are written: by who edits it, and by who administers its space (services
 * C4.1, C4.2), also when its restrictions hide it from them. Private items and drafts are their creator's.
 */
function readEditable(request: SandboxRequest, world: World, kind: ContentKind): ContentItem {
  const hidden = world.content.items[kind].get(request.params.id ?? '');
  const open = hidden?.status === 'current' || hidden?.status === 'archived';
  if (hidden && open && !hidden.private && administersSpace(request, world, hidden)) return hidden;
  const item = readItem(request, world, kind);
  checkEditable(request, world, item);
  return item;
}

/** Entries of a request; of two for one principal the one to update wins (rule 2). */
function readEntries(request: SandboxRequest): readonly DirectPermission[] {
  const json = readJson(request);
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
  request: SandboxRequest,
  world: World,
  item: ContentItem,
  permissions: readonly DirectPermission[],
): SandboxReply {
  const {content} = world;
  refuseLockout(request, world, item, {permissions, restriction: content.restriction.of(item)});
  content.permissions.set(item, permissions);
  return {status: 200, json: {results: permissions}};
}

/**
 * Refuse what takes the caller's own edit access away, unless `allow-self-lockout` (rule 5). Edit access
 * is what the item itself gives: being allowed to do everything in the sandbox does not count.
 */
function refuseLockout(
  request: SandboxRequest,
  world: World,
  item: ContentItem,
  after: AccessState,
): void {
  if (readBoolean(request, 'allow-self-lockout')) return;
  const {content} = world;
  const before = {
    permissions: content.permissions.of(item),
    restriction: content.restriction.of(item),
  };
  if (givesEdit(request, world, before) && !givesEdit(request, world, after)) {
    throw invalidParameter(
      'The change would remove your own edit access; allow-self-lockout=true allows it',
    );
  }
}

function givesEdit(
  request: SandboxRequest,
  world: World,
  {permissions, restriction}: AccessState,
): boolean {
  if (restriction.update === 'open') return true;
  return permissions.some(
    entry => entry.operation === 'update' && namesAccount(world, entry, authorOf(request)),
  );
}
