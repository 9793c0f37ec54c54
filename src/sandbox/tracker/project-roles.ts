import {type Given, readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText, readBoolean} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Project, RoleActor} from '../world/projects.ts';
import {type Group, type ProjectRole, projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {hasRole} from './access.ts';
import {selfUrl} from './links.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';
import {roleLinks} from './project-bean.ts';
import {roleActorBean, roleBean} from './role-bean.ts';

/** Handlers by operation id. */
export const projectRolesHandlers: Handlers<World> = {
  /** Role name → URL. */
  'tracker/project/get-roles': (request, world) => {
    return {status: 200, json: roleLinks(request, readProject(request, world, 'projectIdOrKey'))};
  },
  /** Who holds it. */
  'tracker/project/get-role': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const role = readRole(request);
    const activeOnly = readBoolean(request, 'excludeInactiveUsers');
    const keep = (actor: RoleActor): boolean =>
      !activeOnly || actor.kind === 'group' || (world.users.get(actor.holder)?.active ?? false);
    return {status: 200, json: projectRole(request, world, project, role, keep)};
  },
  /** The roles without who holds them. */
  'tracker/project/get-role-details': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const {accountId} = request.caller;
    const mine = readBoolean(request, 'currentMember');
    const roles = projectRoles.filter(
      role =>
        !mine || (accountId !== undefined && hasRole(world, accountId, project, String(role.id))),
    );
    const path = `project/${project.id}/role`;
    const json = roles.map(role => ({
      ...roleBean(role, selfUrl(request, `${path}/${role.id}`)),
      admin: role.admin,
      default: role.default,
      roleConfigurable: true,
      type: 'DEFAULT',
    }));
    return {status: 200, json};
  },
  /** Adds users and groups to a role. */
  'tracker/project/add-actor-users': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const role = readRole(request);
    const {user, group, groupId} = readBody<Readonly<Record<string, readonly string[]>>>(request);
    const added = newActors(world, {users: user, groupNames: group, groupIds: groupId});
    if (added.length === 0) throw trackerError(400, 'Users or groups to add must be given.');
    const before = project.actors[role.id] ?? [];
    const twice = added.find(actor => before.some(one => one.holder === actor.holder));
    if (twice !== undefined) {
      throw trackerError(400, `'${twice.holder}' is a member of the project role already.`);
    }
    const after = storeActors(world, project, role, [...before, ...added]);
    return {status: 200, json: projectRole(request, world, after, role)};
  },
  /** Replaces all actors of a role. */
  'tracker/project/set-actors': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const role = readRole(request);
    const {categorisedActors: given} = readBody<{
      categorisedActors: Readonly<Record<string, readonly string[]>>;
    }>(request);
    const actors = newActors(world, {
      users: given?.['atlassian-user-role-actor'],
      groupNames: given?.['atlassian-group-role-actor'],
      groupIds: given?.['atlassian-group-role-actor-id'],
    });
    const after = storeActors(world, project, role, actors);
    return {status: 200, json: projectRole(request, world, after, role)};
  },
  /** A user, or a group by name or by id. */
  'tracker/project/delete-actor': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey', 404);
    requireNotArchived(project);
    const role = readRole(request);
    const user = findText(request, 'user');
    const name = findText(request, 'group');
    const groupId = findText(request, 'groupId');
    if ([user, name ?? groupId].filter(given => given !== undefined).length !== 1) {
      throw trackerError(400, 'Either a user or a group must be given.');
    }
    if (name !== undefined && groupId !== undefined) {
      throw trackerError(400, 'group and groupId cannot be given together.');
    }
    const holder = user ?? groupId ?? findGroup(world, name ?? '')?.id;
    const before = project.actors[role.id] ?? [];
    if (!before.some(actor => actor.holder === holder)) {
      throw trackerError(404, 'The project role has no such actor.');
    }
    storeActors(
      world,
      project,
      role,
      before.filter(actor => actor.holder !== holder),
    );
    return {status: 204};
  },
};

function projectRole(
  request: SandboxRequest,
  world: World,
  project: Project,
  role: ProjectRole,
  keep: (actor: RoleActor) => boolean = () => true,
): Readonly<Record<string, unknown>> {
  const actors = (project.actors[role.id] ?? []).filter(keep);
  return {
    ...roleBean(role, selfUrl(request, `project/${project.id}/role/${role.id}`)),
    actors: actors.flatMap(actor => roleActorBean(request, world, actor)),
  };
}

function readRole(request: SandboxRequest): ProjectRole {
  const id = request.params.id ?? '';
  const role = projectRoles.find(one => String(one.id) === id);
  if (role === undefined) throw trackerError(404, `Can not retrieve a role actor for role ${id}.`);
  return role;
}

function findGroup(world: World, name: string): Group | undefined {
  for (const group of world.tracker.groups.values()) if (group.name === name) return group;
  return undefined;
}

function newActors(
  world: World,
  given: Given<Readonly<Record<'users' | 'groupNames' | 'groupIds', readonly string[]>>>,
): readonly RoleActor[] {
  const {next, groups} = world.tracker;
  const actor = (kind: RoleActor['kind'], holder: string): RoleActor => {
    next.actor += 1;
    return {id: next.actor, kind, holder};
  };
  const groupIds = [
    ...(given.groupIds ?? []).map(id => groups.get(id)?.id ?? missing(id)),
    ...(given.groupNames ?? []).map(name => findGroup(world, name)?.id ?? missing(name)),
  ];
  const users = (given.users ?? []).map(id => world.users.get(id)?.accountId ?? missing(id));
  return [
    ...[...new Set(users)].map(id => actor('user', id)),
    ...[...new Set(groupIds)].map(id => actor('group', id)),
  ];
}

function missing(name: string): never {
  throw trackerError(400, `We can’t find '${name}' in any accessible user directory.`);
}

function storeActors(
  world: World,
  project: Project,
  role: ProjectRole,
  actors: readonly RoleActor[],
): Project {
  const after = {...project, actors: {...project.actors, [role.id]: actors}};
  world.tracker.projects.set(project.id, after);
  return after;
}
