import type {SandboxRequest} from '../route.ts';
import {
  type Grant,
  type Holder,
  holderFields,
  type PermissionScheme,
} from '../world/permission-schemes.ts';
import {projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {projectSummary} from './project-bean.ts';
import {roleBean} from './role-bean.ts';
import {userReference} from './user-bean.ts';

const known = ['permissions', 'user', 'group', 'projectRole', 'field', 'all'];

/** A permission scheme; any value of expand adds its grants (services T4.3). */
export function permissionSchemeBean(
  request: SandboxRequest,
  world: World,
  scheme: PermissionScheme,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const project = world.tracker.projects.get(scheme.scopeProjectId ?? '');
  return {
    expand: known.join(','),
    self: selfUrl(request, `permissionscheme/${scheme.id}`),
    id: scheme.id,
    name: scheme.name,
    description: scheme.description,
    ...(project === undefined
      ? {}
      : {scope: {type: 'PROJECT', project: projectSummary(request, project)}}),
    ...(known.some(name => expand.has(name))
      ? {permissions: scheme.grants.map(grant => grantBean(request, world, scheme, grant, expand))}
      : {}),
  };
}

/** One grant: who holds which permission. */
export function grantBean(
  request: SandboxRequest,
  world: World,
  scheme: PermissionScheme,
  grant: Grant,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return {
    id: grant.id,
    self: selfUrl(request, `permissionscheme/${scheme.id}/permission/${grant.id}`),
    holder: holderBean(request, world, grant.holder, expand),
    permission: grant.permission,
  };
}

/** The parameter of a group is its name, its value the id; of all others they are the same (2.2). */
function holderBean(
  request: SandboxRequest,
  world: World,
  {type, value}: Holder,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const wants = (name: string): boolean => expand.has(name) || expand.has('all');
  if (value === undefined) return {type};
  const group = world.tracker.groups.get(value);
  const base = {type, parameter: type === 'group' ? (group?.name ?? value) : value, value};
  switch (type) {
    case 'group':
      return {
        ...base,
        expand: 'group',
        ...(wants('group') && group
          ? {group: {name: group.name, groupId: group.id, self: groupUrl(request, group.id)}}
          : {}),
      };
    case 'user':
      return {
        ...base,
        expand: 'user',
        ...(wants('user') ? {user: userReference(request, world, value)} : {}),
      };
    case 'projectRole': {
      const role = projectRoles.find(one => String(one.id) === value);
      return {
        ...base,
        expand: 'projectRole',
        ...(wants('projectRole') && role
          ? {projectRole: roleBean(role, selfUrl(request, `role/${role.id}`))}
          : {}),
      };
    }
    case 'userCustomField':
    case 'groupCustomField':
      return {...base, expand: 'field', ...(wants('field') ? {field: fieldBean(value)} : {})};
    default:
      return base;
  }
}

/** URL of a group. */
export function groupUrl(request: SandboxRequest, id: string): string {
  return selfUrl(request, `group?groupId=${id}`);
}

/** A custom field that holds a user or a group. */
export function fieldBean(id: string): Readonly<Record<string, unknown>> {
  const field = holderFields[id];
  const customId = Number(id.replace('customfield_', ''));
  return {
    id,
    key: id,
    name: field?.name ?? id,
    custom: true,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: [`cf[${customId}]`, field?.name ?? id],
    schema: {type: field?.kind ?? 'string', customId},
  };
}
