import type {SandboxRequest} from '../route.ts';
import type {Grant, Holder, PermissionScheme} from '../world/permission-schemes.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {type NamedKind, namedBean} from './named-bean.ts';
import {projectSummary} from './project-bean.ts';

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
    scope: project && {type: 'PROJECT', project: projectSummary(request, project)},
    permissions: known.some(name => expand.has(name))
      ? scheme.grants.map(grant => grantBean(request, world, scheme, grant, expand))
      : undefined,
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
  if (value === undefined) return {type};
  const group = type === 'group' ? world.tracker.groups.get(value) : undefined;
  return {
    type,
    parameter: group?.name ?? value,
    value,
    ...namedBean(request, world, {kind: kinds[type], id: value}, expand),
  };
}

/** What the value of a holder names. */
const kinds: Readonly<Partial<Record<Holder['type'], NamedKind>>> = {
  group: 'group',
  user: 'user',
  projectRole: 'projectRole',
  userCustomField: 'field',
  groupCustomField: 'field',
};
