import type {Call} from '../route.ts';
import type {Grant, Holder, PermissionScheme} from '../world/permission-schemes.ts';
import {selfUrl} from './links.ts';
import {type NamedKind, namedBean} from './named-bean.ts';
import {projectSummary} from './project-bean.ts';

const known = ['permissions', 'user', 'group', 'projectRole', 'field', 'all'];

/** A permission scheme; any value of expand adds its grants (services T4.3). */
export function permissionSchemeBean(
  call: Call,
  scheme: PermissionScheme,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const project = call.tracker.projects.get(scheme.scopeProjectId ?? '');
  return {
    expand: known.join(','),
    self: selfUrl(call, `permissionscheme/${scheme.id}`),
    id: scheme.id,
    name: scheme.name,
    description: scheme.description,
    scope: project && {type: 'PROJECT', project: projectSummary(call, project)},
    permissions: known.some(name => expand.has(name))
      ? scheme.grants.map(grant => grantBean(call, scheme, grant, expand))
      : undefined,
  };
}

export function grantBean(
  call: Call,
  scheme: PermissionScheme,
  grant: Grant,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return {
    id: grant.id,
    self: selfUrl(call, `permissionscheme/${scheme.id}/permission/${grant.id}`),
    holder: holderBean(call, grant.holder, expand),
    permission: grant.permission,
  };
}

/** The parameter of a group is its name, its value the id; of all others they are the same (2.2). */
function holderBean(
  call: Call,
  {type, value}: Holder,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  if (value === undefined) return {type};
  const group = type === 'group' ? call.tracker.groups.get(value) : undefined;
  return {
    type,
    parameter: group?.name ?? value,
    value,
    ...namedBean(call, {kind: kinds[type], id: value}, expand),
  };
}

const kinds: Readonly<Partial<Record<Holder['type'], NamedKind>>> = {
  group: 'group',
  user: 'user',
  projectRole: 'projectRole',
  userCustomField: 'field',
  groupCustomField: 'field',
};
