import {toFailure} from '../../base/failure.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {inParallel} from '../../base/in-parallel.ts';
import {type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {
  type AccessFacts,
  type AccessProject,
  type AccessScheme,
  type AccessUser,
  groupNames,
  readGrant,
} from './access-facts.ts';
import type {SiteFacts} from './access-findings.ts';
import {holderOfGrant, withRoles} from './holders.ts';
import {isUnread, type Unknown} from './unknown.ts';

/** Reads a whole response of an operation of the tracker. @throws Failure of any kind */
export type ReadResponse = (
  operation: string,
  inputs: Readonly<Record<string, readonly string[]>>,
  body?: string,
) => Promise<JsonValue>;

/** What to read. */
export interface AccessScope {
  /** Keys of projects; absent for all, empty for none. */
  readonly projects?: readonly string[] | undefined;
  /** Only the roles and groups that grants of these permissions refer to; absent for all. */
  readonly permissions?: ReadonlySet<string> | undefined;
  /** Global permissions to check for each user. @default none */
  readonly globals?: readonly string[] | undefined;
  /** Read these users and their own groups instead of all members of the groups. */
  readonly users?: readonly string[] | undefined;
  /** Requests at a time. */
  readonly concurrency: number;
  /** Called with what is being read. */
  readonly onProgress?: (text: string) => void;
}

/**
 * Read the facts that determine who may do what. Schemes and the members of groups are read once,
 * however many projects use them; a project costs its scheme's id and the roles in its grants.
 *
 * @throws Failure if the projects cannot be read, or the command is interrupted
 */
export async function readAccess(read: ReadResponse, scope: AccessScope): Promise<AccessFacts> {
  const {concurrency, onProgress, permissions} = scope;
  const readEach = <Item, Value>(
    what: string,
    items: readonly Item[],
    readOne: (item: Item) => Promise<Value>,
  ) => {
    let done = 0;
    return inParallel(items, concurrency, async item => {
      const value = await readOne(item);
      done += 1;
      onProgress?.(`${what}: ${groupedNumber(done)} of ${groupedNumber(items.length)} read`);
      return value;
    });
  };
  const users = await readUsers(read, scope);
  const keys = scope.projects;
  const search = {expand: ['lead'], maxResults: ['100'], ...(keys !== undefined && {keys})};
  const found = keys?.length === 0 ? [] : listAt(await read('project search', search), '/values');
  const ofProjects = await readEach('permission schemes of projects', found, async project => {
    const id = textAt(project, '/id');
    const inputs = {projectKeyOrId: [id]};
    const scheme = await orUnknown(async () =>
      textAt(await read('project get-assigned-permission-scheme', inputs), '/id'),
    );
    return {project, id, scheme};
  });
  const schemeIds = [
    ...new Set(ofProjects.flatMap(({scheme}) => (isUnread(scheme) ? [] : [scheme]))),
  ];
  let allRoles: Promise<JsonValue | undefined> | undefined;
  const roles = () => {
    allRoles ??= read('role get-all-project', {}).catch(() => undefined);
    return allRoles;
  };
  const schemes = new Map(
    await readEach('permission schemes', schemeIds, async id => {
      const scheme = await orUnknown(() => readScheme(read, id, permissions, roles));
      return [id, scheme] as const;
    }),
  );
  const rolesIn = (id: string | Unknown): readonly string[] => {
    const scheme = isUnread(id) ? id : schemes.get(id);
    if (scheme === undefined || isUnread(scheme)) return [];
    const ids = scheme.grants.flatMap(({holder: {type, value, gone}}) =>
      type.toLowerCase() === 'projectrole' && gone === undefined ? [value] : [],
    );
    return [...new Set(ids)];
  };
  const needed = ofProjects.flatMap(one => rolesIn(one.scheme).map(role => ({...one, role})));
  const actors = await readEach('project roles', needed, async ({id, role}) => {
    const inputs = {projectIdOrKey: [id], id: [role]};
    return orUnknown(async () => listAt(await read('project get-role', inputs), '/actors'));
  });
  const rolesOf = new Map<string, Map<string, readonly JsonValue[] | Unknown>>();
  for (const [i, {id, role}] of needed.entries()) {
    const roles = rolesOf.get(id) ?? new Map<string, readonly JsonValue[] | Unknown>();
    rolesOf.set(id, roles.set(role, actors[i] ?? {unknown: 'not read'}));
  }
  const projects = ofProjects.map(
    ({project, id, scheme}): AccessProject => ({
      id,
      key: textAt(project, '/key'),
      name: textAt(project, '/name'),
      lead: textAt(project, '/lead/accountId'),
      scheme,
      roles: rolesOf.get(id) ?? new Map(),
    }),
  );
  const hasApplication = [...schemes.values()].some(
    scheme =>
      !isUnread(scheme) &&
      scheme.grants.some(({holder}) => holder.type === 'applicationRole' && holder.value !== ''),
  );
  const applications = hasApplication
    ? await orUnknown(() => readApplications(read))
    : new Map<string, never>();
  const {globals = []} = scope;
  const adminGroups = globals.includes('ADMINISTER')
    ? await orUnknown(() => readAdminGroups(read))
    : new Map<string, string>();
  const known = {projects, schemes, applications, users};
  const groupIds = new Set(groupNames({...known, groups: new Map()}).keys());
  for (const id of isUnread(adminGroups) ? [] : adminGroups.keys()) groupIds.add(id);
  const ofUsers = scope.users && (await readGroupsOfUsers(read, scope.users));
  const groups =
    ofUsers === undefined
      ? new Map(
          await readEach('members of groups', [...groupIds], async key => {
            return [key, await orUnknown(() => readMembers(read, key))] as const;
          }),
        )
      : membersAmong(ofUsers, [...groupIds]);
  const people = globals.length === 0 || isUnread(users) ? [] : [...users.keys()];
  const held = await readEach('global permissions of users', people, async id => {
    return [id, await orUnknown(() => readGlobals(read, id, globals))] as const;
  });
  return {
    ...known,
    groups,
    ...(permissions !== undefined && {permissions}),
    ...(globals.length > 0 && {
      globals: {
        ...{keys: globals, held: isUnread(users) ? users : new Map(held), adminGroups},
        ...(ofUsers && {groupsOfUsers: namesOfGroups(ofUsers)}),
      },
    }),
  };
}

/** Read which of some global permissions a user has. */
async function readGlobals(
  read: ReadResponse,
  accountId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const body = JSON.stringify({accountId, globalPermissions: keys});
  return listAt(await read('permissions get-bulk', {}, body), '/globalPermissions').map(String);
}

/** Read the groups with administrative access: id → name. */
async function readAdminGroups(read: ReadResponse): Promise<ReadonlyMap<string, string>> {
  const found = [];
  for (const type of ['admin', 'site-admin']) {
    found.push(...listAt(await read('group bulk-get', {accessType: [type]}), '/values'));
  }
  return new Map(found.map(group => [textAt(group, '/groupId'), textAt(group, '/name')]));
}

/**
 * Read the facts about the whole site: global administrators (the members of the groups with
 * administrative access), all groups and all permission schemes.
 */
export async function readSite(read: ReadResponse): Promise<SiteFacts> {
  const named = (found: readonly JsonValue[], id: string) =>
    found.map(one => ({id: textAt(one, id), name: textAt(one, '/name')}));
  const admins = await orUnknown(async () => {
    const ids = [...(await readAdminGroups(read)).keys()];
    const members = await Promise.all(ids.map(id => readMembers(read, id)));
    return new Map(ids.map((id, at) => [id, members[at] ?? []]));
  });
  const groups = await orUnknown(async () =>
    named(listAt(await read('group bulk-get', {}), '/values'), '/groupId'),
  );
  const schemes = await orUnknown(async () => {
    const answer = await read('permissionscheme get-all-permission-schemes', {});
    return named(listAt(answer, '/permissionSchemes'), '/id');
  });
  return {admins, groups, schemes};
}

async function readScheme(
  read: ReadResponse,
  id: string,
  permissions: ReadonlySet<string> | undefined,
  roles: () => Promise<JsonValue | undefined>,
): Promise<AccessScheme> {
  const found = await read('permissionscheme get-permission-scheme', {
    schemeId: [id],
    expand: ['permissions', 'user', 'group', 'projectRole', 'field'],
  });
  // A role may exist although the service did not expand it.
  const isUnknown = listAt(found, '/permissions').some(grant => {
    const holder = holderOfGrant(grant);
    return holder.isUnknown && holder.type.toLowerCase() === 'projectrole';
  });
  const answer = isUnknown ? withRoles(found, await roles()) : found;
  const all = listAt(answer, '/permissions').map(readGrant);
  const keys = new Map<string, Set<string>>();
  for (const {holder, permission} of all) {
    keys.set(holder.id, (keys.get(holder.id) ?? new Set()).add(permission));
  }
  const gives = new Map([...keys].map(([holder, own]) => [holder, own.size]));
  const grants = all.filter(({permission}) => permissions?.has(permission) !== false);
  return {id, name: textAt(answer, '/name'), grants, gives};
}

function readUsers(read: ReadResponse, {users}: AccessScope) {
  return orUnknown(async () => {
    const found =
      users === undefined
        ? listAt(await read('users get-all', {maxResults: ['1000']}), '')
        : await Promise.all(users.map(id => read('user get', {accountId: [id]})));
    return new Map(
      found.map(user => {
        const id = textAt(user, '/accountId');
        const one: AccessUser = {
          id,
          name: textAt(user, '/displayName'),
          isActive: readPointer(user, '/active') === true,
          type: textAt(user, '/accountType'),
        };
        return [id, one] as const;
      }),
    );
  });
}

async function readApplications(read: ReadResponse) {
  const roles = listAt(await read('applicationrole get-all-application-roles', {}), '');
  return new Map(
    roles.map(role => {
      const groups = listAt(role, '/groupDetails').map(group => ({
        id: textAt(group, '/groupId'),
        name: textAt(group, '/name'),
      }));
      return [textAt(role, '/key'), groups] as const;
    }),
  );
}

async function readMembers(read: ReadResponse, key: string): Promise<readonly string[]> {
  const name = /^name (.*)$/s.exec(key)?.[1];
  const answer = await read('group get-users-from', {
    ...(name === undefined ? {groupId: [key]} : {groupname: [name]}),
    includeInactiveUsers: ['true'],
    maxResults: ['1000'],
  });
  return listAt(answer, '/values').map(user => textAt(user, '/accountId'));
}

/** The groups of users, by account id. */
type GroupsOfUsers = ReadonlyMap<string, readonly JsonValue[] | Unknown>;

async function readGroupsOfUsers(
  read: ReadResponse,
  users: readonly string[],
): Promise<GroupsOfUsers> {
  const readOne = async (id: string) =>
    orUnknown(async () => listAt(await read('user get-groups', {accountId: [id]}), ''));
  return new Map(await Promise.all(users.map(async id => [id, await readOne(id)] as const)));
}

/** Find the members of groups among users; if the groups of one are unread, all are unknown. */
function membersAmong(ofUsers: GroupsOfUsers, keys: readonly string[]) {
  const failed = [...ofUsers.values()].find(isUnread);
  return new Map<string, readonly string[] | Unknown>(
    keys.map(key => {
      if (failed !== undefined) return [key, failed] as const;
      const isIn = (group: JsonValue) =>
        textAt(group, '/groupId') === key || `name ${textAt(group, '/name')}` === key;
      const members = [...ofUsers].filter(([, own]) => !isUnread(own) && own.some(isIn));
      return [key, members.map(([id]) => id)] as const;
    }),
  );
}

function namesOfGroups(ofUsers: GroupsOfUsers): ReadonlyMap<string, readonly string[]> {
  const names = (groups: readonly JsonValue[] | Unknown) =>
    isUnread(groups) ? [] : groups.map(group => textAt(group, '/name'));
  return new Map([...ofUsers].map(([id, groups]) => [id, names(groups)]));
}

/** Read a part; a failure makes it unknown, except an interruption. */
export async function orUnknown<Value>(read: () => Promise<Value>): Promise<Value | Unknown> {
  try {
    return await read();
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === 'interrupted' || failure.kind === 'bug') throw failure;
    return {unknown: failure.message};
  }
}
