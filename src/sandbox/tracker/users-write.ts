import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {findText, folded} from '../query.ts';
import {created, type Handlers, noContent} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import {type Group, groupNames} from '../world/site-setup.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {isAdmin, requireAdmin} from './access.ts';
import {nextRecord} from './records.ts';
import {userBean} from './user-bean.ts';
import {userExpansions} from './user-expansions.ts';

interface UserMembers {
  readonly emailAddress: string;
  readonly products: readonly string[];
}

export const usersWriteHandlers: Handlers = {
  /**
   * Somebody who exists is answered too, 201 with access and 400 without (services T7.1).
   * Of the body only the address and the products count.
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
    const existing = [...call.users.values()].find(one => folded(one.address) === address);
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
  /** Of the caller, or of anybody for administrators (services T4.4). */
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

function hasAccess(world: World, user: WorldUser): boolean {
  const everybody = findEverybody(world);
  return user.active && (everybody?.memberIds.has(user.accountId) ?? false);
}

function giveAccess(world: World, user: WorldUser): void {
  const everybody = findEverybody(world);
  if (everybody === undefined) return;
  const memberIds = new Set([...everybody.memberIds, user.accountId]);
  world.tracker.groups.set(everybody.id, {...everybody, memberIds});
}

function findEverybody(world: World): Group | undefined {
  return [...world.tracker.groups.values()].find(group => group.name === groupNames.users);
}

/** Somebody who has been told of by nothing but an address. */
function makeUser(world: World, address: string): WorldUser {
  const number = nextRecord(world);
  const [local = address] = address.split('@');
  return {
    accountId: `712020:${makeDraw(world.tracker.seed, `user ${number}`).uuid()}`,
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
