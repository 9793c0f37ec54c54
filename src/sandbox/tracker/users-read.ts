import {trackerError} from '../errors.ts';
import {offsetPage, readRange} from '../paging.ts';
import {expandOf, findText, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {holdsGlobal} from './access.ts';
import {userBean} from './user-bean.ts';
import {groupName, groupsOf, userExpansions} from './user-expansions.ts';

/** Handlers by operation id. */
export const usersReadHandlers: Handlers<World> = {
  'tracker/user/get': (request, world) => {
    const user = readUser(request, world);
    const json = {
      ...userBean(request, user),
      ...userExpansions(request, world, user, expandOf(request)),
      expand: 'groups,applicationRoles',
    };
    return {status: 200, json};
  },
  'tracker/user/get-groups': (request, world) => {
    const user = readUser(request, world);
    return {status: 200, json: groupsOf(world, user).map(group => groupName(request, group))};
  },
  /** Active or not, apps and customers too. */
  'tracker/users/get-all': (request, world) => {
    if (!holdsGlobal(world, request.caller, 'USER_PICKER')) {
      throw trackerError(403, 'Browse users and groups is needed for this.');
    }
    const {start, size} = readRange(request, {sizeDefault: 50});
    const users = [...world.users.values()].slice(start, start + size);
    return {status: 200, json: users.map(user => userBean(request, user))};
  },
  /** The users of the accounts, in pages of ten; unknown ones are left out. */
  'tracker/user/bulk-get': (request, world) => {
    const ids = readTexts(request, 'accountId');
    if (ids.length === 0) throw trackerError(400, 'accountId must be given.');
    const users = [...new Set(ids)].flatMap(id => world.users.get(id) ?? []);
    return offsetPage(request, users, {
      sizeDefault: 10,
      sizeMax: 200,
      present: user => userBean(request, user),
    });
  },
  /** Account ids of legacy keys or usernames (services T4.4). */
  'tracker/user/bulk-get-users-migration': (request, world) => {
    const keys = readTexts(request, 'key');
    const usernames = readTexts(request, 'username');
    if (keys.length > 0 === usernames.length > 0) {
      throw trackerError(400, 'Either key or username must be given, and not both.');
    }
    const name = keys.length > 0 ? 'key' : 'username';
    const {start, size} = readRange(request, {sizeDefault: 10, sizeMax: 200});
    const wanted = (name === 'key' ? keys : usernames).slice(start, start + size);
    const users = [...world.users.values()];
    const json = wanted.flatMap(value => {
      const user = users.find(one => one[name] === value);
      return user === undefined ? [] : [{[name]: value, accountId: user.accountId}];
    });
    return {status: 200, json};
  },
};

function readUser(request: SandboxRequest, world: World): WorldUser {
  const id = findText(request, 'accountId');
  const user = world.users.get(id ?? '');
  if (user === undefined) {
    throw trackerError(404, `Specified user does not exist or you do not have permission: ${id}`);
  }
  return user;
}
