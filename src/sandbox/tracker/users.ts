import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage, readRange} from '../paging.ts';
import {expandOf, findText, normalizeCase, readTexts} from '../query.ts';
import {created, type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import {makeRandom} from '../world/random.ts';
import {type Group, groupNames} from '../world/site-setup.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {hasGlobalPermission, isAdmin, requireAdmin} from './access.ts';
import {nextNumber} from './records.ts';
import {groupName, groupsOf, userBean, userExpansions} from './user-bean.ts';

export const usersHandlers: Handlers = {
  'tracker/user/get': call => {
    const user = readUser(call);
    return ok({
      ...userBean(call, user),
      ...userExpansions(call, user, expandOf(call)),
      expand: 'groups,applicationRoles',
    });
  },
  'tracker/user/get-groups': call =>
    ok(groupsOf(call, readUser(call)).map(group => groupName(call, group))),
  /** Returns all users: active and inactive, apps and customers. */
  'tracker/users/get-all': call => {
    if (!hasGlobalPermission(call, 'USER_PICKER')) {
      throw trackerError(403, 'Browse users and groups is needed for this.');
    }
    const {start, size} = readRange(call, {sizeDefault: 50});
    const users = [...call.users.values()].slice(start, start + size);
    return ok(users.map(user => userBean(call, user)));
  },
  /** Returns the users of the accounts, in pages of ten; ignores unknown ones. */
  'tracker/user/bulk-get': call => {
    const ids = readTexts(call, 'accountId');
    if (ids.length === 0) throw trackerError(400, 'accountId must be given.');
    const users = [...new Set(ids)].flatMap(id => call.users.get(id) ?? []);
    return offsetPage(call, users, {
      sizeDefault: 10,
      sizeMax: 200,
      present: user => userBean(call, user),
    });
  },
  /** Returns account ids of legacy keys or usernames (services T4.4). */
  'tracker/user/bulk-get-users-migration': call => {
    const keys = readTexts(call, 'key');
    const usernames = readTexts(call, 'username');
    if (keys.length > 0 === usernames.length > 0) {
      throw trackerError(400, 'Either key or username must be given, and not both.');
    }
    const name = keys.length > 0 ? 'key' : 'username';
    const {start, size} = readRange(call, {sizeDefault: 10, sizeMax: 200});
    const requested = (name === 'key' ? keys : usernames).slice(start, start + size);
    const users = [...call.users.values()];
    return ok(
      requested.flatMap(value => {
        const user = users.find(one => one[name] === value);
        return user === undefined ? [] : [{[name]: value, accountId: user.accountId}];
      }),
    );
  },
  /**
   * Returns an existing user too: 201 with access, 400 without (services T7.1). Only the address
   * and the products of the body are used.
   */
  'tracker/user/create': call => {
    requireAdmin(call);
    const {emailAddress = '', products} = readBody<UserMembers>(call);
    const address = emailAddress?.trim().toLowerCase() ?? '';
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
      throw fieldError({emailAddress: 'A valid email address must be given.'});
    }
    const unknown = products?.find(product => !/^[a-z]+(?:-[a-z]+)+$/.test(product));
    if (unknown !== undefined) throw fieldError({products: `There is no product “${unknown}”.`});
    const existing = [...call.users.values()].find(one => normalizeCase(one.address) === address);
    if (existing !== undefined && !hasAccess(call, existing)) {
      throw fieldError({emailAddress: 'The user exists and has no access to the product.'});
    }
    const user = existing ?? makeUser(call, address);
    if (existing === undefined) {
      call.users.set(user.accountId, user);
      if (products && products.length > 0) giveAccess(call, user);
    }
    return created({...userBean(call, user), ...userExpansions(call, user, new Set())});
  },
  /** Deletes a property of the caller, or of any user for administrators (services T4.4). */
  'tracker/user/delete-property': call => {
    const {caller, params} = call;
    const accountId = findText(call, 'accountId') ?? caller.accountId ?? '';
    if (accountId !== caller.accountId && !isAdmin(call)) {
      throw trackerError(403, 'Only administrators may delete properties of other users.');
    }
    if (!call.users.has(accountId)) throw trackerError(404, `No user has the ID ${accountId}.`);
    const key = params.propertyKey ?? '';
    const properties = call.tracker.userProperties.get(accountId);
    if (!properties?.delete(key)) throw trackerError(404, `The user has no property “${key}”.`);
    return noContent;
  },
};

function readUser(call: SandboxCall): WorldUser {
  const id = findText(call, 'accountId');
  const user = call.users.get(id ?? '');
  if (user === undefined) {
    throw trackerError(404, `Specified user does not exist or you do not have permission: ${id}`);
  }
  return user;
}

interface UserMembers {
  readonly emailAddress: string;
  readonly products: readonly string[];
}

function hasAccess(world: World, user: WorldUser): boolean {
  return user.active && findUsersGroup(world)?.memberIds.has(user.accountId) === true;
}

function giveAccess(world: World, user: WorldUser): void {
  const usersGroup = findUsersGroup(world);
  if (usersGroup === undefined) return;
  const memberIds = new Set([...usersGroup.memberIds, user.accountId]);
  world.tracker.groups.set(usersGroup.id, {...usersGroup, memberIds});
}

function findUsersGroup(world: World): Group | undefined {
  return [...world.tracker.groups.values()].find(group => group.name === groupNames.users);
}

/** Create a user invited by e-mail only. */
function makeUser(world: World, address: string): WorldUser {
  const number = nextNumber(world);
  const [local = address] = address.split('@');
  return {
    accountId: `712020:${makeRandom(world.tracker.seed, `user ${number}`).uuid()}`,
    displayName: local,
    emailAddress: address,
    active: true,
    accountType: 'atlassian',
    timeZone: 'Etc/GMT',
    address,
    locale: 'en_US',
    key: `JIRAUSER${number}`,
    username: local,
  };
}
