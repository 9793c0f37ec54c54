import type {JsonMembers, SandboxCall} from '../route.ts';
import {hashText} from '../world/random.ts';
import type {ApplicationRole, Group, ProjectRole, RoleActor} from '../world/site-setup.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {avatarUrls, selfUrl} from './links.ts';

/** Build a user for a response; includes the address only if the profile shows it. */
export function userBean(call: SandboxCall, user: WorldUser): JsonMembers {
  return {
    self: selfUrl(call, `user?accountId=${encodeURIComponent(user.accountId)}`),
    accountId: user.accountId,
    accountType: user.accountType,
    emailAddress: user.emailAddress,
    avatarUrls: userAvatars(call, user),
    displayName: user.displayName,
    active: user.active,
    timeZone: user.timeZone,
    locale: user.locale,
  };
}

/** Build a user inside another record: without address, locale and time zone. */
export function userReference(call: SandboxCall, accountId: string): JsonMembers | undefined {
  const user = call.users.get(accountId);
  const omitted = {emailAddress: undefined, timeZone: undefined, locale: undefined};
  return user && {...userBean(call, user), ...omitted};
}

export function userAvatars(call: SandboxCall, user: WorldUser): Readonly<Record<string, string>> {
  return avatarUrls(call, 'user', String(10_330 + (hashText(7, user.accountId) % 20)));
}

/** Build the members that `expand` adds to one user: groups and application roles. */
export function userExpansions(
  call: SandboxCall,
  user: WorldUser,
  expand: ReadonlySet<string>,
): JsonMembers {
  const groups = groupsOf(call, user).map(group => groupName(call, group));
  const roles = applicationRolesOf(call, user).map(({id, name}) => ({key: id, name}));
  return {
    groups: {size: groups.length, items: expand.has('groups') ? groups : []},
    applicationRoles: {size: roles.length, items: expand.has('applicationRoles') ? roles : []},
  };
}

/** List the application roles of a user; inactive users and apps have none. */
export function applicationRolesOf(world: World, user: WorldUser): readonly ApplicationRole[] {
  if (!user.active || user.accountType !== 'atlassian') return [];
  const groupIds = new Set(groupsOf(world, user).map(({id}) => id));
  return [...world.tracker.applicationRoles.values()].filter(role =>
    role.groupIds.some(id => groupIds.has(id)),
  );
}

export function groupsOf(world: World, user: WorldUser): readonly Group[] {
  return [...world.tracker.groups.values()].filter(group => group.memberIds.has(user.accountId));
}

export function groupName(call: SandboxCall, group: Group): JsonMembers {
  return {name: group.name, groupId: group.id, self: selfUrl(call, `group?groupId=${group.id}`)};
}

export function roleBean(role: ProjectRole, self: string): JsonMembers {
  return {self, name: role.name, id: role.id, description: role.description};
}

/** Build the actor of a role; empty when the user or the group no longer exists. */
export function roleActorBean(call: SandboxCall, actor: RoleActor): readonly JsonMembers[] {
  if (actor.kind === 'user') {
    const user = call.users.get(actor.holder);
    if (user === undefined) return [];
    return [
      {
        id: actor.id,
        displayName: user.displayName,
        type: 'atlassian-user-role-actor',
        avatarUrl: userAvatars(call, user)['16x16'],
        actorUser: {accountId: user.accountId},
      },
    ];
  }
  const group = call.tracker.groups.get(actor.holder);
  if (group === undefined) return [];
  return [
    {
      id: actor.id,
      displayName: group.name,
      type: 'atlassian-group-role-actor',
      name: group.name,
      actorGroup: {name: group.name, displayName: group.name, groupId: group.id},
    },
  ];
}
