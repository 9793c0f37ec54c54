import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {type Access, findRecord, makeHandlers, partsOf, type SandboxResource} from '../resource.ts';
import {type Handlers, ok, type SandboxCall} from '../route.ts';
import type {PermissionGrant, PermissionScheme} from '../world/permission-schemes.ts';
import {requireAdmin} from './access.ts';
import {readAdministeredProject, readProject} from './lookup.ts';
import {adminWrites, description, nextNumber, replaceInProjects, uniqueName} from './records.ts';
import {grantBean, permissionSchemeBean} from './scheme-beans.ts';
import {type GrantInput, readGrant, requireDistinctGrants} from './scheme-entries.ts';

interface SchemeMembers extends Readonly<Record<'name' | 'description', string>> {
  readonly permissions: readonly GrantInput[];
}

const schemes: SandboxResource<PermissionScheme, SchemeMembers> = {
  kind: 'permission scheme',
  open: adminWrites(world => world.tracker.permissionSchemes),
  present: permissionSchemeBean,
  members: {
    name: uniqueName,
    /** A list replaces all grants; an empty one removes them (services T4.3). */
    grants: ({call, body: {permissions}, before}) => {
      const grants = permissions?.map(one => readGrant(call, one)) ?? before?.grants ?? [];
      if (permissions) requireDistinctGrants(grants);
      return grants;
    },
    id: ({before, call}) => before?.id ?? nextNumber(call),
    description,
  },
  beforeDelete: replaceInProjects('permissionSchemeId'),
  wrap: permissionSchemes => ({permissionSchemes}),
  operations: {
    list: 'tracker/permissionscheme/get-all-permission-schemes',
    get: 'tracker/permissionscheme/get-permission-scheme',
    create: 'tracker/permissionscheme/create-permission-scheme',
    update: 'tracker/permissionscheme/update-permission-scheme',
    delete: 'tracker/permissionscheme/delete-permission-scheme',
  },
};

const grants: SandboxResource<PermissionGrant, GrantInput> = {
  kind: 'permission grant',
  open: (call, access) => {
    const scheme = schemeOf(call, access);
    return partsOf(scheme.grants, changed => {
      requireDistinctGrants(changed);
      call.tracker.permissionSchemes.set(scheme.id, {...scheme, grants: changed});
    });
  },
  missing: (_, id, access) =>
    trackerError(access === 'write' ? 400 : 404, `The permission grant ${id} was not found.`),
  present: (call, grant) => grantBean(call, schemeOf(call, 'read'), grant),
  members: ({call, body}) => readGrant(call, body),
  wrap: permissions => ({permissions, expand: 'user,group,projectRole,field,all'}),
  operations: {
    list: 'tracker/permissionscheme/get-permission-scheme-grants',
    get: 'tracker/permissionscheme/get-permission-scheme-grant',
    create: 'tracker/permissionscheme/create-permission-grant',
    delete: 'tracker/permissionscheme/delete-permission-scheme-entity',
  },
};

/**
 * Find the scheme of the path. Writes to its grants respond with 400 instead of an undocumented 404
 * (services W4.25).
 */
function schemeOf(call: SandboxCall, access: Access): PermissionScheme {
  const id = call.params.schemeId ?? '';
  const message = `The permission scheme with the ID '${id}' was not found.`;
  const missing = access === 'write' ? () => trackerError(400, message) : undefined;
  return findRecord({...schemes, missing}, call, id, access);
}

export const permissionSchemesHandlers: Handlers = {
  ...makeHandlers(schemes),
  ...makeHandlers(grants),
  'tracker/project/get-assigned-permission-scheme': call => {
    const project = readAdministeredProject(call);
    return ok(
      permissionSchemeBean(call, findRecord(schemes, call, String(project.permissionSchemeId))),
    );
  },
  /** Only company-managed projects share schemes. */
  'tracker/project/assign-permission-scheme': call => {
    const project = readProject(call);
    requireAdmin(call);
    const scheme = findRecord(schemes, call, readBody<{id: string}>(call).id ?? '');
    call.tracker.projects.set(project.id, {...project, permissionSchemeId: scheme.id});
    return ok(permissionSchemeBean(call, scheme));
  },
};
