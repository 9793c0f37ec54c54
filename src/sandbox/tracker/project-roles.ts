import {type Given, readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText, readBoolean} from '../query.ts';
import {type Call, type Handlers, type JsonObject, noContent, ok} from '../route.ts';
import type {Project, RoleActor} from '../world/projects.ts';
import {type ProjectRole, projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {hasRole} from './access.ts';
import {selfUrl} from './links.ts';
import {readProject, readWritableProject} from './lookup.ts';
import {roleLinks} from './project-bean.ts';
import {nextNumber} from './records.ts';
import {groupNamed} from './scheme-entries.ts';
import {roleActorBean, roleBean} from './user-bean.ts';

export const projectRolesHandlers: Handlers = {
  'tracker/project/get-roles': call => ok(roleLinks(call, readProject(call))),
  'tracker/project/get-role': call => {
    const project = readProject(call);
    const role = readRole(call);
    const activeOnly = readBoolean(call, 'excludeInactiveUsers');
    const keep = (actor: RoleActor): boolean =>
      !activeOnly || actor.kind === 'group' || (call.users.get(actor.holder)?.active ?? false);
    return ok(projectRole(call, project, role, keep));
  },
  'tracker/project/get-role-details': call => {
    const project = readProject(call);
    const {accountId} = call.caller;
    const mine = readBoolean(call, 'currentMember');
    const roles = projectRoles.filter(
      role =>
        !mine || (accountId !== undefined && hasRole(call, accountId, project, String(role.id))),
    );
    const path = `project/${project.id}/role`;
    return ok(
      roles.map(role => ({
        ...roleBean(role, selfUrl(call, `${path}/${role.id}`)),
        admin: role.admin,
        default: role.default,
        roleConfigurable: true,
        type: 'DEFAULT',
      })),
    );
  },
  'tracker/project/add-actor-users': call => {
    const project = readWritableProject(call, 404);
    const role = readRole(call);
    const {user, group, groupId} = readBody<Readonly<Record<string, readonly string[]>>>(call);
    const added = newActors(call, {users: user, groupNames: group, groupIds: groupId});
    if (added.length === 0) throw trackerError(400, 'Users or groups to add must be given.');
    const before = project.actors[role.id] ?? [];
    const twice = added.find(actor => before.some(one => one.holder === actor.holder));
    if (twice !== undefined) {
      throw trackerError(400, `'${twice.holder}' is a member of the project role already.`);
    }
    return ok(projectRole(call, storeActors(call, project, role, [...before, ...added]), role));
  },
  'tracker/project/set-actors': call => {
    const project = readWritableProject(call, 404);
    const role = readRole(call);
    const {categorisedActors: given} = readBody<{
      categorisedActors: Readonly<Record<string, readonly string[]>>;
    }>(call);
    const actors = newActors(call, {
      users: given?.['atlassian-user-role-actor'],
      groupNames: given?.['atlassian-group-role-actor'],
      groupIds: given?.['atlassian-group-role-actor-id'],
    });
    return ok(projectRole(call, storeActors(call, project, role, actors), role));
  },
  'tracker/project/delete-actor': call => {
    const project = readWritableProject(call, 404);
    const role = readRole(call);
    const user = findText(call, 'user');
    const name = findText(call, 'group');
    const groupId = findText(call, 'groupId');
    if ([user, name ?? groupId].filter(given => given !== undefined).length !== 1) {
      throw trackerError(400, 'Either a user or a group must be given.');
    }
    if (name !== undefined && groupId !== undefined) {
      throw trackerError(400, 'group and groupId cannot be given together.');
    }
    const holder = user ?? groupId ?? groupNamed(call, name ?? '');
    const before = project.actors[role.id] ?? [];
    if (!before.some(actor => actor.holder === holder)) {
      throw trackerError(404, 'The project role has no such actor.');
    }
    const actors = before.filter(actor => actor.holder !== holder);
    storeActors(call, project, role, actors);
    return noContent;
  },
};

function projectRole(
  call: Call,
  project: Project,
  role: ProjectRole,
  keep: (actor: RoleActor) => boolean = () => true,
): JsonObject {
  const actors = (project.actors[role.id] ?? []).filter(keep);
  return {
    ...roleBean(role, selfUrl(call, `project/${project.id}/role/${role.id}`)),
    actors: actors.flatMap(actor => roleActorBean(call, actor)),
  };
}

function readRole(call: Call): ProjectRole {
  const id = call.params.id ?? '';
  const role = projectRoles.find(one => String(one.id) === id);
  if (role === undefined) throw trackerError(404, `Can not retrieve a role actor for role ${id}.`);
  return role;
}

function newActors(
  world: World,
  given: Given<Readonly<Record<'users' | 'groupNames' | 'groupIds', readonly string[]>>>,
): readonly RoleActor[] {
  const {groups} = world.tracker;
  const actor = (kind: RoleActor['kind'], holder: string): RoleActor => {
    return {id: nextNumber(world, 'actor'), kind, holder};
  };
  const groupIds = [
    ...(given.groupIds ?? []).map(id => groups.get(id)?.id ?? missing(id)),
    ...(given.groupNames ?? []).map(name => groupNamed(world, name) ?? missing(name)),
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
