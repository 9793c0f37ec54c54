import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {type Call, created, type Handlers, noContent, ok} from '../route.ts';
import type {Grant, PermissionScheme} from '../world/permission-schemes.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {readAdministeredProject, readProject} from './lookup.ts';
import {deleteScheme, findRecord, nextNumber, readName} from './records.ts';
import {grantBean, permissionSchemeBean} from './scheme-beans.ts';
import {type GivenGrant, readGrant, requireDistinctGrants} from './scheme-entries.ts';

interface SchemeMembers extends Readonly<Record<'name' | 'description', string>> {
  readonly permissions: readonly GivenGrant[];
}

export const permissionSchemesHandlers: Handlers = {
  'tracker/permissionscheme/get-all-permission-schemes': call => {
    const all = [...call.tracker.permissionSchemes.values()];
    return ok({permissionSchemes: all.map(scheme => permissionSchemeBean(call, scheme))});
  },
  'tracker/permissionscheme/get-permission-scheme': call =>
    ok(permissionSchemeBean(call, readScheme(call))),
  'tracker/permissionscheme/get-permission-scheme-grants': call => {
    const scheme = readScheme(call);
    const permissions = scheme.grants.map(grant => grantBean(call, scheme, grant));
    return ok({permissions, expand: 'user,group,projectRole,field,all'});
  },
  'tracker/permissionscheme/get-permission-scheme-grant': call => {
    const scheme = readScheme(call);
    const id = call.params.permissionId ?? '';
    const grant = scheme.grants.find(one => String(one.id) === id);
    if (grant === undefined) throw trackerError(404, `The permission grant ${id} was not found.`);
    return ok(grantBean(call, scheme, grant));
  },
  'tracker/project/get-assigned-permission-scheme': call => {
    const project = readAdministeredProject(call);
    return ok(permissionSchemeBean(call, findScheme(call, String(project.permissionSchemeId))));
  },
  /** Company-managed projects only share schemes. */
  'tracker/project/assign-permission-scheme': call => {
    const project = readProject(call);
    requireAdmin(call);
    const scheme = findScheme(call, readBody<{id: string}>(call).id ?? '');
    call.tracker.projects.set(project.id, {...project, permissionSchemeId: scheme.id});
    return ok(permissionSchemeBean(call, scheme));
  },
  /** With or without grants (services T4.3). */
  'tracker/permissionscheme/create-permission-scheme': call => {
    requireAdmin(call);
    const {permissionSchemes} = call.tracker;
    const body = readBody<SchemeMembers>(call);
    const name = readName(body.name ?? '', permissionSchemes);
    const grants = readGrants(call, body.permissions ?? []);
    const scheme = {id: nextNumber(call), name, description: body.description ?? '', grants};
    permissionSchemes.set(scheme.id, scheme);
    return created(permissionSchemeBean(call, scheme));
  },
  /**
   * A list of permissions replaces all grants, an empty one
   * removes them; without a list only name and description change (services T4.3).
   */
  'tracker/permissionscheme/update-permission-scheme': call => {
    const before = readSchemeAsAdmin(call, 404);
    const {permissionSchemes} = call.tracker;
    const body = readBody<SchemeMembers>(call);
    const name = readName(body.name ?? '', permissionSchemes, before.id);
    const description = body.description ?? before.description;
    const grants = body.permissions ? readGrants(call, body.permissions) : before.grants;
    const after: PermissionScheme = {...before, name, description, grants};
    permissionSchemes.set(after.id, after);
    return ok(permissionSchemeBean(call, after));
  },
  /** Its projects go to the default one, which stays. */
  'tracker/permissionscheme/delete-permission-scheme': call => {
    const {id} = readSchemeAsAdmin(call, 404);
    deleteScheme(call, call.tracker.permissionSchemes, 'permissionSchemeId', id);
    return noContent;
  },
  'tracker/permissionscheme/create-permission-grant': call => {
    const scheme = readSchemeAsAdmin(call, 400);
    const grant = readGrant(call, readBody(call));
    const grants = [...scheme.grants, grant];
    requireDistinctGrants(grants);
    call.tracker.permissionSchemes.set(scheme.id, {...scheme, grants});
    return created(grantBean(call, scheme, grant));
  },
  'tracker/permissionscheme/delete-permission-scheme-entity': call => {
    const scheme = readSchemeAsAdmin(call, 400);
    const id = call.params.permissionId ?? '';
    const grants = scheme.grants.filter(grant => String(grant.id) !== id);
    if (grants.length === scheme.grants.length) {
      throw trackerError(400, `The permission grant ${id} was not found.`);
    }
    call.tracker.permissionSchemes.set(scheme.id, {...scheme, grants});
    return noContent;
  },
};

function readScheme(call: Call): PermissionScheme {
  return findScheme(call, call.params.schemeId ?? '');
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
function readSchemeAsAdmin(call: Call, missing: 400 | 404): PermissionScheme {
  requireAdmin(call);
  const {permissionSchemes} = call.tracker;
  return findRecord('permission scheme', permissionSchemes, call.params.schemeId ?? '', missing);
}
