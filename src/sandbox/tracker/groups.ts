import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {findText, normalizeCase, readBoolean, readInteger, readTexts} from '../query.ts';
import {
  created,
  type Handlers,
  type JsonMembers,
  ok,
  type SandboxCall,
  type SandboxReply,
} from '../route.ts';
import {escapeXml} from '../world/content-storage.ts';
import {globalPermissions} from '../world/permissions.ts';
import {makeRandom} from '../world/random.ts';
import type {ApplicationRole, Group} from '../world/site-setup.ts';
import type {WorldUser} from '../world/users.ts';
import {hasGlobalPermission, isAdmin, requireAdmin} from './access.ts';
import {nextNumber} from './records.ts';
import {applicationRolesOf, groupName, userBean} from './user-bean.ts';

/** Groups found by a picker that does not set a number. */
const pickerSize = 20;

/**
 * The groups of an access, by the value of `accessType`: global permissions that one of them has.
 */
const accessTypes: Readonly<Record<string, readonly string[]>> = {
  'site-admin': ['SYSTEM_ADMIN'],
  admin: ['ADMINISTER'],
  user: ['USER_PICKER'],
};

export const groupsHandlers: Handlers = {
  'tracker/group/create': call => {
    requireAdmin(call);
    const {name: given} = readBody<{name: string}>(call);
    const name = (given ?? '').trim();
    const {groups, seed} = call.tracker;
    if (name === '') throw trackerError(400, 'The group name must be given.');
    const isTaken = [...groups.values()].some(
      group => normalizeCase(group.name) === normalizeCase(name),
    );
    if (isTaken) throw trackerError(400, `A group with the name '${name}' already exists.`);
    const id = makeRandom(seed, `group ${nextNumber(call)}`).uuid();
    const group = {id, name, memberIds: new Set<string>()};
    groups.set(id, group);
    return created(groupDetails(call, group));
  },
  /** Deletes a group; grants and roles that name it no longer match anyone. */
  'tracker/group/remove': call => {
    requireAdmin(call);
    const group = readGroup(call, 'groupname', 'groupId');
    if (call.query.has('swapGroup') && call.query.has('swapGroupId')) {
      throw trackerError(400, 'swapGroup and swapGroupId cannot be given together.');
    }
    if (call.query.has('swapGroup') || call.query.has('swapGroupId')) {
      const other = readGroup(call, 'swapGroup', 'swapGroupId');
      if (other.id === group.id) throw trackerError(400, 'A group cannot replace itself.');
    }
    call.tracker.groups.delete(group.id);
    return {status: 200};
  },
  'tracker/group/bulk-get': call => {
    requireBrowsing(call);
    const ids = new Set(readTexts(call, 'groupId'));
    const names = new Set(readTexts(call, 'groupName'));
    const access = groupsWithAccess(findText(call, 'accessType'));
    const applicationKey = findText(call, 'applicationKey');
    const application = call.tracker.applicationRoles.get(applicationKey ?? '')?.groupIds;
    const groups = [...call.tracker.groups.values()].filter(
      ({id, name}) =>
        (ids.size + names.size === 0 || ids.has(id) || names.has(name)) &&
        (access?.has(name) ?? true) &&
        (applicationKey === undefined || application?.includes(id)),
    );
    return offsetPage(call, groups, ({id, name}) => ({name, groupId: id}));
  },
  'tracker/group/get-users-from': call => {
    if (!isAdmin(call)) requireBrowsing(call);
    const group = readGroup(call, 'groupname', 'groupId');
    const withInactive = readBoolean(call, 'includeInactiveUsers');
    const members = [...group.memberIds]
      .flatMap(id => call.users.get(id) ?? [])
      .filter(user => withInactive || user.active);
    return offsetPage(call, members, user => memberBean(call, user));
  },
  'tracker/group/add-user-to': call => {
    requireAdmin(call);
    const group = readGroup(call, 'groupname', 'groupId');
    const {accountId} = readBody<{accountId: string}>(call);
    const user = findMember(call, accountId ?? '');
    if (group.memberIds.has(user.accountId)) {
      const name = user.displayName;
      throw trackerError(400, `The user ${name} is a member of '${group.name}' already.`);
    }
    const after = {...group, memberIds: new Set([...group.memberIds, user.accountId])};
    call.tracker.groups.set(group.id, after);
    return created(groupDetails(call, after));
  },
  'tracker/group/remove-user-from': call => {
    requireAdmin(call);
    const group = readGroup(call, 'groupname', 'groupId');
    const user = findMember(call, findText(call, 'accountId') ?? '');
    if (!group.memberIds.has(user.accountId)) {
      throw trackerError(400, `The user ${user.displayName} is not a member of '${group.name}'.`);
    }
    const memberIds = new Set(group.memberIds);
    memberIds.delete(user.accountId);
    call.tracker.groups.set(group.id, {...group, memberIds});
    return {status: 200};
  },
  /** Returns nothing to callers who may not browse users and groups. */
  'tracker/groups/find': findGroups,
  'tracker/applicationrole/get-all-application-roles': call => {
    requireAdmin(call);
    return ok([...call.tracker.applicationRoles.values()].map(role => roleDetails(call, role)));
  },
  'tracker/applicationrole/get-application-role': call => {
    requireAdmin(call);
    const {key = ''} = call.params;
    const role = call.tracker.applicationRoles.get(key);
    if (role === undefined) throw trackerError(404, `There is no application role '${key}'.`);
    return ok(roleDetails(call, role));
  },
};

function findGroups(call: SandboxCall): SandboxReply {
  const ignoresCase = readBoolean(call, 'caseInsensitive');
  const fold = (text: string): string => (ignoresCase ? normalizeCase(text) : text);
  const query = findText(call, 'query') ?? '';
  const excluded = new Set([...readTexts(call, 'exclude'), ...readTexts(call, 'excludeId')]);
  const size = readInteger(call, 'maxResults') ?? pickerSize;
  const isOpen = hasGlobalPermission(call, 'USER_PICKER');
  const matching = [...call.tracker.groups.values()].filter(
    ({id, name}) =>
      isOpen && fold(name).includes(fold(query)) && !excluded.has(id) && !excluded.has(name),
  );
  const shown = matching.slice(0, size);
  return ok({
    header: `Showing ${shown.length} of ${matching.length} matching groups`,
    total: matching.length,
    groups: shown.map(({id, name}) => ({
      name,
      html: highlight(name, fold(name).indexOf(fold(query)), query.length),
      labels: adminGroups.has(name)
        ? [
            {
              text: 'Admin',
              title: 'Users added to this group will be given administrative access',
              type: 'ADMIN',
            },
          ]
        : [],
      groupId: id,
    })),
  });
}

const adminGroups = groupsWithAccess('admin') ?? new Set<string>();

/** Mark the matched part of a name. */
function highlight(name: string, at: number, length: number): string {
  if (length === 0 || at < 0) return escapeXml(name);
  const [before, match, after] = [
    name.slice(0, at),
    name.slice(at, at + length),
    name.slice(at + length),
  ].map(escapeXml);
  return `${before}<b>${match}</b>${after}`;
}

/** List the names of the groups with an access; undefined for an unknown one, which is ignored. */
function groupsWithAccess(type = ''): ReadonlySet<string> | undefined {
  const keys = Object.hasOwn(accessTypes, type) ? accessTypes[type] : undefined;
  if (keys === undefined) return undefined;
  return new Set(
    globalPermissions.flatMap(({key, groups = []}) => (keys.includes(key) ? groups : [])),
  );
}

function requireBrowsing(call: SandboxCall): void {
  if (!hasGlobalPermission(call, 'USER_PICKER')) {
    throw trackerError(403, 'Browse users and groups is needed for this.');
  }
}

/**
 * Find the group that the query names by one of two inputs.
 *
 * @throws SandboxError 400 unless exactly one is given, 404 when there is no such group
 */
function readGroup(call: SandboxCall, byName: string, byId: string): Group {
  const name = findText(call, byName);
  const id = findText(call, byId);
  if ((name === undefined) === (id === undefined)) {
    throw trackerError(400, `Exactly one of ${byName} and ${byId} must be given.`);
  }
  const {groups} = call.tracker;
  const group =
    id === undefined ? [...groups.values()].find(one => one.name === name) : groups.get(id);
  if (group === undefined) throw trackerError(404, `The group '${id ?? name}' does not exist.`);
  return group;
}

function findMember(call: SandboxCall, accountId: string): WorldUser {
  if (accountId === '') throw trackerError(400, 'accountId must be given.');
  const user = call.users.get(accountId);
  if (user === undefined) throw trackerError(404, `The user '${accountId}' does not exist.`);
  return user;
}

function memberBean(call: SandboxCall, user: WorldUser): JsonMembers {
  return {...userBean(call, user), locale: undefined};
}

/** Build a group for a response, with a list of members as it is without `expand`. */
function groupDetails(call: SandboxCall, group: Group): JsonMembers {
  const users = {size: group.memberIds.size, items: [], 'max-results': 50};
  return {
    ...groupName(call, group),
    users: {...users, 'start-index': 0, 'end-index': 0},
    expand: 'users',
  };
}

function roleDetails(call: SandboxCall, role: ApplicationRole): JsonMembers {
  const existing = (ids: readonly string[]) => ids.flatMap(id => call.tracker.groups.get(id) ?? []);
  const groups = existing(role.groupIds);
  const defaults = existing(role.defaultGroupIds);
  const users = [...call.users.values()].filter(user =>
    applicationRolesOf(call, user).some(({id}) => id === role.id),
  );
  return {
    key: role.id,
    name: role.name,
    groups: groups.map(({name}) => name),
    groupDetails: groups.map(group => groupName(call, group)),
    defaultGroups: defaults.map(({name}) => name),
    defaultGroupsDetails: defaults.map(group => groupName(call, group)),
    selectedByDefault: role.id === 'tracker-software',
    defined: true,
    numberOfSeats: role.seats,
    remainingSeats: role.seats - users.length,
    hasUnlimitedSeats: false,
    userCount: users.length,
    userCountDescription: users.length === 1 ? 'user' : 'users',
    platform: false,
  };
}
