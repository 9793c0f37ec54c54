import {type BodyValues, readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText, readBoolean} from '../query.ts';
import {
  type Handler,
  type Handlers,
  type JsonMembers,
  noContent,
  ok,
  type SandboxCall,
  type SandboxReply,
} from '../route.ts';
import type {Project} from '../world/projects.ts';
import type {ProjectRole, RoleActor} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {hasRole} from './access.ts';
import {selfUrl} from './links.ts';
import {changeProject, showProject} from './lookup.ts';
import {roleLinks} from './project-bean.ts';
import {nextNumber} from './records.ts';
import {findGroupId} from './scheme-entries.ts';
import {roleActorBean, roleBean} from './user-bean.ts';

export const projectRolesHandlers: Handlers = {
  'tracker/project/get-roles': showProject(roleLinks),
  'tracker/project/get-role': showProject((call, project) => {
    const role = readRole(call);
    const activeOnly = readBoolean(call, 'excludeInactiveUsers');
    const isIncluded = (actor: RoleActor): boolean =>
      !activeOnly || actor.kind === 'group' || (call.users.get(actor.holder)?.active ?? false);
    return projectRole(call, project, role, isIncluded);
  }),
  'tracker/project/get-role-details': showProject((call, project) => {
    const {accountId} = call.caller;
    const mine = readBoolean(call, 'currentMember');
    const roles = [...call.tracker.roles.values()].filter(
      role =>
        !mine || (accountId !== undefined && hasRole(call, accountId, project, String(role.id))),
    );
    return roles.map(role => ({
      ...roleBean(role, selfUrl(call, `project/${project.id}/role/${role.id}`)),
      admin: role.admin,
      default: role.default,
      roleConfigurable: true,
      type: 'DEFAULT',
    }));
  }),
  'tracker/project/add-actor-users': changeActors((call, before) => {
    const {user, group, groupId} = readBody<Readonly<Record<string, readonly string[]>>>(call);
    const added = newActors(call, {users: user, groupNames: group, groupIds: groupId});
    if (added.length === 0) throw trackerError(400, 'Users or groups to add must be given.');
    const duplicate = added.find(actor => before.some(one => one.holder === actor.holder));
    if (duplicate === undefined) return [...before, ...added];
    throw trackerError(400, `'${duplicate.holder}' is a member of the project role already.`);
  }),
  'tracker/project/set-actors': changeActors(call => {
    const {categorisedActors: actors} = readBody<{
      categorisedActors: Readonly<Record<string, readonly string[]>>;
    }>(call);
    return newActors(call, {
      users: actors?.['atlassian-user-role-actor'],
      groupNames: actors?.['atlassian-group-role-actor'],
      groupIds: actors?.['atlassian-group-role-actor-id'],
    });
  }),
  'tracker/project/delete-actor': changeActors(
    (call, before) => {
      const holder = readRemovedActor(call);
      const others = before.filter(actor => actor.holder !== holder);
      if (others.length < before.length) return others;
      throw trackerError(404, 'The project role has no such actor.');
    },
    () => noContent,
  ),
};

/**
 * Create a handler that changes the actors of the path's role.
 *
 * @param reply by default 200 with the role
 */
function changeActors(
  change: (call: SandboxCall, before: readonly RoleActor[]) => readonly RoleActor[],
  reply = (call: SandboxCall, after: Project): SandboxReply =>
    ok(projectRole(call, after, readRole(call))),
): Handler {
  return changeProject(
    (call, {actors}) => {
      const {id} = readRole(call);
      return {actors: {...actors, [id]: change(call, actors[id] ?? [])}};
    },
    {refusal: 404, reply},
  );
}

function projectRole(
  call: SandboxCall,
  project: Project,
  role: ProjectRole,
  isIncluded: (actor: RoleActor) => boolean = () => true,
): JsonMembers {
  const actors = (project.actors[role.id] ?? []).filter(isIncluded);
  return {
    ...roleBean(role, selfUrl(call, `project/${project.id}/role/${role.id}`)),
    actors: actors.flatMap(actor => roleActorBean(call, actor)),
  };
}

/** Find a role, by default that of the path. @throws SandboxError 404 */
export function readRole(call: SandboxCall, id = call.params.id ?? ''): ProjectRole {
  const role = call.tracker.roles.get(Number(id));
  if (role === undefined) throw trackerError(404, `Can not retrieve a role actor for role ${id}.`);
  return role;
}

/**
 * Read the user or the group to remove from a role.
 *
 * @throws SandboxError 400 unless exactly one is given
 */
export function readRemovedActor(call: SandboxCall): string | undefined {
  const user = findText(call, 'user');
  const name = findText(call, 'group');
  const groupId = findText(call, 'groupId');
  if ([user, name ?? groupId].filter(given => given !== undefined).length !== 1) {
    throw trackerError(400, 'Either a user or a group must be given.');
  }
  if (name !== undefined && groupId !== undefined) {
    throw trackerError(400, 'group and groupId cannot be given together.');
  }
  return user ?? groupId ?? findGroupId(call, name ?? '');
}

/** Create actors, with new ids, of users and groups. @throws SandboxError 400 for an unknown one */
export function newActors(
  world: World,
  input: BodyValues<Readonly<Record<'users' | 'groupNames' | 'groupIds', readonly string[]>>>,
): readonly RoleActor[] {
  const {groups} = world.tracker;
  const actor = (kind: RoleActor['kind'], holder: string): RoleActor => {
    return {id: nextNumber(world, 'actor'), kind, holder};
  };
  const groupIds = [
    ...(input.groupIds ?? []).map(id => groups.get(id)?.id ?? missing(id)),
    ...(input.groupNames ?? []).map(name => findGroupId(world, name) ?? missing(name)),
  ];
  const users = (input.users ?? []).map(id => world.users.get(id)?.accountId ?? missing(id));
  return [
    ...[...new Set(users)].map(id => actor('user', id)),
    ...[...new Set(groupIds)].map(id => actor('group', id)),
  ];
}

function missing(name: string): never {
  throw trackerError(400, `We can’t find '${name}' in any accessible user directory.`);
}
