import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText} from '../query.ts';
import {type Described, makeHandlers, type SandboxResource} from '../resource.ts';
import {type Handler, type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {GrantHolder} from '../world/permission-schemes.ts';
import type {ProjectRole, RoleActor} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {newActors, readRemovedActor, readRole} from './project-roles.ts';
import {adminWrites, description, nextNumber, uniqueName} from './records.ts';
import {roleActorBean, roleBean} from './user-bean.ts';

/** The project roles of the site: their default actors are those of a new project. */
const roles: SandboxResource<ProjectRole, Described> = {
  kind: 'project role',
  open: (call, access) => {
    requireAdmin(call);
    return adminWrites(({tracker}) => tracker.roles)(call, access);
  },
  present: siteRole,
  members: {
    id: ({call, before}) => before?.id ?? nextNumber(call),
    name: uniqueName,
    // Of both, the partial update changes the name alone (services W7).
    description: context => {
      const {call, before, body} = context;
      const isPartial = before !== undefined && call.operation.method === 'POST';
      return isPartial && body.name ? before.description : description(context);
    },
    admin: ({before}) => before?.admin ?? false,
    default: ({before}) => before?.default ?? false,
  },
  beforeDelete: (call, role) => {
    const swap = findText(call, 'swap');
    const other = swap === undefined ? undefined : readRole(call, swap);
    if (other?.id === role.id) throw trackerError(400, 'A role cannot replace itself.');
    if (other === undefined && isUsed(call, role)) {
      throw trackerError(409, `The project role '${role.name}' is in use: a swap role is needed.`);
    }
    replaceRole(call, role, other);
  },
  operations: {
    list: 'tracker/role/get-all-project',
    get: 'tracker/role/get-project-by-id',
    create: 'tracker/role/create-project',
    delete: 'tracker/role/delete-project',
  },
};

const updates = (id: string): Handlers =>
  makeHandlers({...roles, operations: {update: id}} as SandboxResource<ProjectRole, Described>);

export const siteRolesHandlers: Handlers = {
  ...makeHandlers(roles),
  ...updates('tracker/role/partial-update-project'),
  ...updates('tracker/role/fully-update-project'),
  'tracker/role/get-project-actors-for': changeDefaults(actors => actors),
  'tracker/role/add-project-actors-to': changeDefaults((before, call) => {
    const {user, group, groupId} = readBody<Readonly<Record<string, readonly string[]>>>(call);
    const added = newActors(call, {users: user, groupNames: group, groupIds: groupId});
    if (added.length === 0) throw trackerError(400, 'Users or groups to add must be given.');
    return [...before, ...added.filter(one => before.every(({holder}) => holder !== one.holder))];
  }),
  'tracker/role/delete-project-actors-from': changeDefaults((before, call) => {
    const holder = readRemovedActor(call);
    const others = before.filter(actor => actor.holder !== holder);
    if (others.length < before.length) return others;
    throw trackerError(404, 'The project role has no such default actor.');
  }),
};

/** Create a handler that changes the default actors of the path's role, and returns the role. */
function changeDefaults(
  change: (before: readonly RoleActor[], call: SandboxCall) => readonly RoleActor[],
): Handler {
  return call => {
    requireAdmin(call);
    const role = readRole(call);
    const after = {...role, actors: change(role.actors ?? [], call)};
    call.tracker.roles.set(role.id, after);
    return ok(siteRole(call, after));
  };
}

function siteRole(call: SandboxCall, role: ProjectRole): JsonMembers {
  return {
    ...roleBean(role, selfUrl(call, `role/${role.id}`)),
    actors: (role.actors ?? []).flatMap(actor => roleActorBean(call, actor)),
  };
}

const isRole = ({type, value}: GrantHolder, id: number): boolean =>
  type === 'projectRole' && value === String(id);

function isUsed({tracker}: World, {id}: ProjectRole): boolean {
  return (
    [...tracker.projects.values()].some(({actors}) => (actors[id] ?? []).length > 0) ||
    [...tracker.permissionSchemes.values()].some(({grants}) =>
      grants.some(({holder}) => isRole(holder, id)),
    ) ||
    [...tracker.notificationSchemes.values()].some(({events}) =>
      events.some(({notifications}) =>
        notifications.some(one => one.type === 'ProjectRole' && one.parameter === String(id)),
      ),
    )
  );
}

/** Put another role, or none, in the place of a role in projects and schemes. */
function replaceRole(world: World, {id}: ProjectRole, other: ProjectRole | undefined): void {
  const {projects, permissionSchemes, notificationSchemes} = world.tracker;
  for (const project of projects.values()) {
    const {[id]: removed = [], ...actors} = project.actors;
    const before = other === undefined ? [] : (actors[other.id] ?? []);
    const added = removed.filter(one => before.every(({holder}) => holder !== one.holder));
    const after = other === undefined ? actors : {...actors, [other.id]: [...before, ...added]};
    projects.set(project.id, {...project, actors: after});
  }
  if (other === undefined) return;
  const value = String(other.id);
  for (const scheme of permissionSchemes.values()) {
    const grants = scheme.grants.map(grant =>
      isRole(grant.holder, id) ? {...grant, holder: {...grant.holder, value}} : grant,
    );
    permissionSchemes.set(scheme.id, {...scheme, grants});
  }
  for (const scheme of notificationSchemes.values()) {
    const events = scheme.events.map(event => ({
      ...event,
      notifications: event.notifications.map(one =>
        one.type === 'ProjectRole' && one.parameter === String(id)
          ? {...one, parameter: value}
          : one,
      ),
    }));
    notificationSchemes.set(scheme.id, {...scheme, events});
  }
}
