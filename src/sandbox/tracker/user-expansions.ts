import type {Call} from '../route.ts';
import type {Group} from '../world/site-setup.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';

/** What `expand` adds to one user: its groups and the applications it may use. */
export function userExpansions(
  call: Call,
  user: WorldUser,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const groups = groupsOf(call, user).map(group => groupName(call, group));
  const roles =
    user.active && user.accountType === 'atlassian'
      ? [{key: 'tracker-software', name: 'Tracker'}]
      : [];
  return {
    groups: {size: groups.length, items: expand.has('groups') ? groups : []},
    applicationRoles: {size: roles.length, items: expand.has('applicationRoles') ? roles : []},
  };
}

export function groupsOf(world: World, user: WorldUser): readonly Group[] {
  return [...world.tracker.groups.values()].filter(group => group.memberIds.has(user.accountId));
}

export function groupName(call: Call, group: Group): Readonly<Record<string, unknown>> {
  return {name: group.name, groupId: group.id, self: selfUrl(call, `group?groupId=${group.id}`)};
}
