import {expandOf} from '../query.ts';
import type {Call, JsonObject} from '../route.ts';
import {
  type Notification,
  type NotificationScheme,
  type NotificationType,
  notificationEvents,
} from '../world/notification-schemes.ts';
import {
  type Grant,
  type Holder,
  type HolderType,
  holderFields,
  type PermissionScheme,
} from '../world/permission-schemes.ts';
import {projectRoles} from '../world/site-setup.ts';
import {selfUrl} from './links.ts';
import {projectSummary} from './project-bean.ts';
import {nameOfType} from './scheme-entries.ts';
import {groupName, roleBean, userReference} from './user-bean.ts';

/** What expand can ask for of whoever holds a permission or is told of an event. */
const known = ['user', 'group', 'projectRole', 'field', 'all'];

/**
 * What goes with an id that a holder or a recipient of that type names: which value of expand tells
 * more, and, when it is asked for, that. Nothing for a type that names nothing.
 */
function namedBean(call: Call, type: HolderType | NotificationType, id: string): JsonObject {
  const name = nameOfType(type);
  const kind = name.endsWith('CustomField') ? 'field' : name;
  if (!known.includes(kind)) return {};
  const expand = expandOf(call);
  const wanted = expand.has(kind) || expand.has('all');
  return {expand: kind, [kind]: wanted ? wholeBean(call, kind, id) : undefined};
}

function wholeBean(call: Call, kind: string, id: string): unknown {
  const group = call.tracker.groups.get(id);
  const role = projectRoles.find(one => String(one.id) === id);
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

/** A custom field that holds a user or a group. */
function fieldBean(id: string): JsonObject {
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

/** Any value of expand adds what a scheme has, be it only asked to tell more of that. */
function expandsAny(call: Call, own: string): boolean {
  return [own, ...known].some(name => expandOf(call).has(name));
}

/** A notification scheme; any value of expand adds its events and their recipients. */
export function notificationSchemeBean(call: Call, scheme: NotificationScheme): JsonObject {
  const projects = [...call.tracker.projects.values()].filter(
    project => project.notificationSchemeId === scheme.id && project.style === 'classic',
  );
  return {
    expand: ['notificationSchemeEvents', ...known].join(','),
    id: scheme.id,
    self: selfUrl(call, `notificationscheme/${scheme.id}`),
    name: scheme.name,
    description: scheme.description,
    notificationSchemeEvents: expandsAny(call, 'notificationSchemeEvents')
      ? scheme.events.map(({eventId, notifications}) => ({
          event: eventBean(eventId),
          notifications: notifications.map(one => notificationBean(call, one)),
        }))
      : undefined,
    projects: projects.map(project => Number(project.id)),
  };
}

function eventBean(id: number): JsonObject | undefined {
  const event = notificationEvents.find(one => one.id === id);
  if (event === undefined) return undefined;
  const {name, description, templateId} = event;
  return {id, name, description, templateEvent: templateId && eventBean(templateId)};
}

/** A group goes by its name in `parameter` and by its id in `recipient`; all others by their id. */
function notificationBean(call: Call, {id, type, parameter}: Notification): JsonObject {
  if (parameter === undefined) return {id, notificationType: type};
  const group = type === 'Group' ? call.tracker.groups.get(parameter) : undefined;
  return {
    id,
    notificationType: type,
    parameter: group?.name || parameter,
    recipient: parameter,
    ...namedBean(call, type, parameter),
  };
}

/** A permission scheme; any value of expand adds its grants (services T4.3). */
export function permissionSchemeBean(call: Call, scheme: PermissionScheme): JsonObject {
  const project = call.tracker.projects.get(scheme.scopeProjectId ?? '');
  return {
    expand: ['permissions', ...known].join(','),
    self: selfUrl(call, `permissionscheme/${scheme.id}`),
    id: scheme.id,
    name: scheme.name,
    description: scheme.description,
    scope: project && {type: 'PROJECT', project: projectSummary(call, project)},
    permissions: expandsAny(call, 'permissions')
      ? scheme.grants.map(grant => grantBean(call, scheme, grant))
      : undefined,
  };
}

export function grantBean(call: Call, scheme: PermissionScheme, grant: Grant): JsonObject {
  return {
    id: grant.id,
    self: selfUrl(call, `permissionscheme/${scheme.id}/permission/${grant.id}`),
    holder: holderBean(call, grant.holder),
    permission: grant.permission,
  };
}

/** The parameter of a group is its name, its value the id; of all others they are the same (2.2). */
function holderBean(call: Call, {type, value}: Holder): JsonObject {
  if (value === undefined) return {type};
  const group = type === 'group' ? call.tracker.groups.get(value) : undefined;
  return {type, parameter: group?.name ?? value, value, ...namedBean(call, type, value)};
}
