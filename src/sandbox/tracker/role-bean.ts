import type {Call, JsonObject} from '../route.ts';
import type {RoleActor} from '../world/projects.ts';
import type {ProjectRole} from '../world/site-setup.ts';
import {userAvatars} from './user-bean.ts';

export function roleBean(role: ProjectRole, self: string): JsonObject {
  return {self, name: role.name, id: role.id, description: role.description};
}

/** Who holds a role; none when the user or the group is gone. */
export function roleActorBean(
  call: Call,
  actor: RoleActor,
): readonly Readonly<Record<string, unknown>>[] {
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
