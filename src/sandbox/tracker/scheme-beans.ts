import {expandOf} from '../query.ts';
import type {JsonMembers, SandboxCall} from '../route.ts';
import {
  type Notification,
  type NotificationScheme,
  type NotificationType,
  notificationEvents,
} from '../world/notification-schemes.ts';
import {
  type GrantHolder,
  type HolderType,
  holderFields,
  type PermissionGrant,
  type PermissionScheme,
} from '../world/permission-schemes.ts';
import {selfUrl} from './links.ts';
import {projectSummary} from './project-bean.ts';
import {holderTypeOf} from './scheme-entries.ts';
import {groupName, roleBean, userReference} from './user-bean.ts';

/** Values of `expand` for a holder of a permission or a recipient of notifications. */
const entityExpansions = ['user', 'group', 'projectRole', 'field', 'all'];

/**
 * Build the members about the entity of a holder or a recipient: its expand value, and its details
 * if the request expands it. Empty for types without an entity.
 */
function entityMembers(
  call: SandboxCall,
  type: HolderType | NotificationType,
  id: string,
): JsonMembers {
  const name = holderTypeOf(type);
  const kind = name.endsWith('CustomField') ? 'field' : name;
  if (!entityExpansions.includes(kind)) return {};
  const expand = expandOf(call);
  const isExpanded = expand.has(kind) || expand.has('all');
  return {expand: kind, [kind]: isExpanded ? entityDetails(call, kind, id) : undefined};
}

function entityDetails(call: SandboxCall, kind: string, id: string): unknown {
  const group = call.tracker.groups.get(id);
  const role = call.tracker.roles.get(Number(id));
  switch (kind) {
    case 'user':
      return userReference(call, id);
    case 'group':
      return group && groupName(call, group);
    case 'projectRole':
      return role && roleBean(role, selfUrl(call, `role/${id}`));
    default:
      return fieldBean(id);
  }
}

/** Build a custom field that contains a user or a group. */
function fieldBean(id: string): JsonMembers {
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

/**
 * Check whether to include the entries of a scheme: any value of expand includes them, even one for
 * their entities only.
 */
function expandsEntries(call: SandboxCall, own: string): boolean {
  return [own, ...entityExpansions].some(name => expandOf(call).has(name));
}

/** Build a notification scheme; any value of expand includes its events and their recipients. */
export function notificationSchemeBean(call: SandboxCall, scheme: NotificationScheme): JsonMembers {
  const projects = [...call.tracker.projects.values()].filter(
    project => project.notificationSchemeId === scheme.id && project.style === 'classic',
  );
  return {
    expand: ['notificationSchemeEvents', ...entityExpansions].join(','),
    id: scheme.id,
    self: selfUrl(call, `notificationscheme/${scheme.id}`),
    name: scheme.name,
    description: scheme.description,
    notificationSchemeEvents: expandsEntries(call, 'notificationSchemeEvents')
      ? scheme.events.map(({eventId, notifications}) => ({
          event: eventBean(eventId),
          notifications: notifications.map(one => notificationBean(call, one)),
        }))
      : undefined,
    projects: projects.map(project => Number(project.id)),
  };
}

function eventBean(id: number): JsonMembers | undefined {
  const event = notificationEvents.find(one => one.id === id);
  if (event === undefined) return undefined;
  const {name, description, templateId} = event;
  return {id, name, description, templateEvent: templateId && eventBean(templateId)};
}

/**
 * Build a notification. A group is identified by its name in `parameter` and by its id in
 * `recipient`; other recipients by their id in both.
 */
function notificationBean(call: SandboxCall, {id, type, parameter}: Notification): JsonMembers {
  if (parameter === undefined) return {id, notificationType: type};
  const group = type === 'Group' ? call.tracker.groups.get(parameter) : undefined;
  return {
    id,
    notificationType: type,
    parameter: group?.name || parameter,
    recipient: parameter,
    ...entityMembers(call, type, parameter),
  };
}

/** Build a permission scheme; any value of expand includes its grants (services T4.3). */
export function permissionSchemeBean(call: SandboxCall, scheme: PermissionScheme): JsonMembers {
  const project = call.tracker.projects.get(scheme.scopeProjectId ?? '');
  return {
    expand: ['permissions', ...entityExpansions].join(','),
    self: selfUrl(call, `permissionscheme/${scheme.id}`),
    id: scheme.id,
    name: scheme.name,
    description: scheme.description,
    scope: project && {type: 'PROJECT', project: projectSummary(call, project)},
    permissions: expandsEntries(call, 'permissions')
      ? scheme.grants.map(grant => grantBean(call, scheme, grant))
      : undefined,
  };
}

export function grantBean(
  call: SandboxCall,
  scheme: PermissionScheme,
  grant: PermissionGrant,
): JsonMembers {
  return {
    id: grant.id,
    self: selfUrl(call, `permissionscheme/${scheme.id}/permission/${grant.id}`),
    holder: holderBean(call, grant.holder),
    permission: grant.permission,
  };
}

/**
 * Build a holder. The parameter of a group is its name and its value the id; otherwise both are
 * equal (2.2).
 */
function holderBean(call: SandboxCall, {type, value}: GrantHolder): JsonMembers {
  if (value === undefined) return {type};
  const group = type === 'group' ? call.tracker.groups.get(value) : undefined;
  return {type, parameter: group?.name ?? value, value, ...entityMembers(call, type, value)};
}
