import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Grant, PermissionScheme} from '../world/permission-schemes.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {type GivenGrant, readGrant, requireDistinctGrants} from './grants-write.ts';
import {readAdministeredProject, readProject} from './lookup.ts';
import {grantBean, permissionSchemeBean} from './permission-scheme-bean.ts';
import {deleteScheme, findRecord, nextRecord, readName} from './records.ts';

interface SchemeMembers {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly GivenGrant[];
}

/** Handlers by operation id. */
export const permissionSchemesHandlers: Handlers<World> = {
  /** All at once. */
  'tracker/permissionscheme/get-all-permission-schemes': (request, world) => {
    const expand = expandOf(request);
    const permissionSchemes = [...world.tracker.permissionSchemes.values()].map(scheme =>
      permissionSchemeBean(request, world, scheme, expand),
    );
    return {status: 200, json: {permissionSchemes}};
  },
  'tracker/permissionscheme/get-permission-scheme': (request, world) => {
    const scheme = readScheme(request, world);
    return {status: 200, json: permissionSchemeBean(request, world, scheme, expandOf(request))};
  },
  'tracker/permissionscheme/get-permission-scheme-grants': (request, world) => {
    const scheme = readScheme(request, world);
    const expand = expandOf(request);
    const permissions = scheme.grants.map(grant =>
      grantBean(request, world, scheme, grant, expand),
    );
    return {status: 200, json: {permissions, expand: 'user,group,projectRole,field,all'}};
  },
  'tracker/permissionscheme/get-permission-scheme-grant': (request, world) => {
    const scheme = readScheme(request, world);
    const id = request.params.permissionId ?? '';
    const grant = scheme.grants.find(one => String(one.id) === id);
    if (grant === undefined) throw trackerError(404, `The permission grant ${id} was not found.`);
    return {status: 200, json: grantBean(request, world, scheme, grant, expandOf(request))};
  },
  'tracker/project/get-assigned-permission-scheme': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectKeyOrId');
    const scheme = findScheme(world, String(project.permissionSchemeId));
    return {status: 200, json: permissionSchemeBean(request, world, scheme, expandOf(request))};
  },
  /** Company-managed projects only share schemes. */
  'tracker/project/assign-permission-scheme': (request, world) => {
    const project = readProject(request, world, 'projectKeyOrId');
    requireAdmin(world, request.caller);
    const scheme = findScheme(world, readBody<{id: string}>(request).id ?? '');
    world.tracker.projects.set(project.id, {...project, permissionSchemeId: scheme.id});
    return {status: 200, json: permissionSchemeBean(request, world, scheme, expandOf(request))};
  },
  /** With or without grants (services T4.3). */
  'tracker/permissionscheme/create-permission-scheme': (request, world) => {
    requireAdmin(world, request.caller);
    const {permissionSchemes} = world.tracker;
    const body = readBody<SchemeMembers>(request);
    const name = readName(body.name ?? '', permissionSchemes);
    const grants = readGrants(world, body.permissions ?? []);
    const scheme = {id: nextRecord(world), name, description: body.description ?? '', grants};
    permissionSchemes.set(scheme.id, scheme);
    return {status: 201, json: permissionSchemeBean(request, world, scheme, expandOf(request))};
  },
  /**
   * A list of permissions replaces all grants, an empty one
   * removes them; without a list only name and description change (services T4.3).
   */
  'tracker/permissionscheme/update-permission-scheme': (request, world) => {
    const before = readSchemeAsAdmin(request, world, 404);
    const {permissionSchemes} = world.tracker;
    const body = readBody<SchemeMembers>(request);
    const name = readName(body.name ?? '', permissionSchemes, before.id);
    const description = body.description ?? before.description;
    const grants = body.permissions ? readGrants(world, body.permissions) : before.grants;
    const after: PermissionScheme = {...before, name, description, grants};
    permissionSchemes.set(after.id, after);
    return {status: 200, json: permissionSchemeBean(request, world, after, expandOf(request))};
  },
  /** Its projects go to the default one, which stays. */
  'tracker/permissionscheme/delete-permission-scheme': (request, world) => {
    const {id} = readSchemeAsAdmin(request, world, 404);
    deleteScheme(world, world.tracker.permissionSchemes, 'permissionSchemeId', id);
    return {status: 204};
  },
  'tracker/permissionscheme/create-permission-grant': (request, world) => {
    const scheme = readSchemeAsAdmin(request, world, 400);
    const grant = readGrant(world, readBody(request));
    const grants = [...scheme.grants, grant];
    requireDistinctGrants(grants);
    world.tracker.permissionSchemes.set(scheme.id, {...scheme, grants});
    return {status: 201, json: grantBean(request, world, scheme, grant, expandOf(request))};
  },
  /** One grant. */
  'tracker/permissionscheme/delete-permission-scheme-entity': (request, world) => {
    const scheme = readSchemeAsAdmin(request, world, 400);
    const id = request.params.permissionId ?? '';
    const grants = scheme.grants.filter(grant => String(grant.id) !== id);
    if (grants.length === scheme.grants.length) {
      throw trackerError(400, `The permission grant ${id} was not found.`);
    }
    world.tracker.permissionSchemes.set(scheme.id, {...scheme, grants});
    return {status: 204};
  },
};

function readScheme(request: SandboxRequest, world: World): PermissionScheme {
  return findScheme(world, request.params.schemeId ?? '');
}

function findScheme(world: World, id: string): PermissionScheme {
  return findRecord('permission scheme', world.tracker.permissionSchemes, id);
}

function readGrants(world: World, given: readonly GivenGrant[]): readonly Grant[] {
  const grants = given.map(one => readGrant(world, one));
  requireDistinctGrants(grants);
  return grants;
}

/**
 * The scheme of the path, for administrators.
 *
 * @param missing status when there is none: the writes of grants document no 404 (services W4.25)
 */
function readSchemeAsAdmin(
  request: SandboxRequest,
  world: World,
  missing: 400 | 404,
): PermissionScheme {
  requireAdmin(world, request.caller);
  const {permissionSchemes} = world.tracker;
  return findRecord('permission scheme', permissionSchemes, request.params.schemeId ?? '', missing);
}
