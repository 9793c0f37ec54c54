import {trackerError} from '../errors.ts';
import {offsetPage, readRange} from '../paging.ts';
import {expandOf, findText, readTexts} from '../query.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {WorldUser} from '../world/users.ts';
import {holdsGlobal} from './access.ts';
import {userBean} from './user-bean.ts';
import {groupName, groupsOf, userExpansions} from './user-expansions.ts';

export const usersReadHandlers: Handlers = {
  'tracker/user/get': call => {
    const user = readUser(call);
    return ok({
      ...userBean(call, user),
      ...userExpansions(call, user, expandOf(call)),
      expand: 'groups,applicationRoles',
    });
  },
  'tracker/user/get-groups': call => {
    const user = readUser(call);
    return ok(groupsOf(call, user).map(group => groupName(call, group)));
  },
  /** Active or not, apps and customers too. */
  'tracker/users/get-all': call => {
    if (!holdsGlobal(call, 'USER_PICKER')) {
      throw trackerError(403, 'Browse users and groups is needed for this.');
    }
    const {start, size} = readRange(call, {sizeDefault: 50});
    const users = [...call.users.values()].slice(start, start + size);
    return ok(users.map(user => userBean(call, user)));
  },
  /** The users of the accounts, in pages of ten; unknown ones are left out. */
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
  /** Account ids of legacy keys or usernames (services T4.4). */
  'tracker/user/bulk-get-users-migration': call => {
    const keys = readTexts(call, 'key');
    const usernames = readTexts(call, 'username');
    if (keys.length > 0 === usernames.length > 0) {
      throw trackerError(400, 'Either key or username must be given, and not both.');
    }
    const name = keys.length > 0 ? 'key' : 'username';
    const {start, size} = readRange(call, {sizeDefault: 10, sizeMax: 200});
    const wanted = (name === 'key' ? keys : usernames).slice(start, start + size);
    const users = [...call.users.values()];
    return ok(
      wanted.flatMap(value => {
        const user = users.find(one => one[name] === value);
        return user === undefined ? [] : [{[name]: value, accountId: user.accountId}];
      }),
    );
  },
};

function readUser(call: Call): WorldUser {
  const id = findText(call, 'accountId');
  const user = call.users.get(id ?? '');
  if (user === undefined) {
    throw trackerError(404, `Specified user does not exist or you do not have permission: ${id}`);
  }
  return user;
}
