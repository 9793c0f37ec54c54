import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {PermissionScheme} from '../world/permission-schemes.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {readAdministeredProject, readProject} from './lookup.ts';
import {grantBean, permissionSchemeBean} from './permission-scheme-bean.ts';
import {findRecord} from './records.ts';

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
};

function readScheme(request: SandboxRequest, world: World): PermissionScheme {
  return findScheme(world, request.params.schemeId ?? '');
}

function findScheme(world: World, id: string): PermissionScheme {
  return findRecord('permission scheme', world.tracker.permissionSchemes, id);
}
