import type {Call, JsonObject} from '../route.ts';
import {
  type Notification,
  type NotificationScheme,
  notificationEvents,
} from '../world/notification-schemes.ts';
import {selfUrl} from './links.ts';
import {type NamedKind, namedBean} from './named-bean.ts';

const known = ['notificationSchemeEvents', 'user', 'group', 'projectRole', 'field', 'all'];

/** A notification scheme; any value of expand adds its events and their recipients. */
export function notificationSchemeBean(
  call: Call,
  scheme: NotificationScheme,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const projects = [...call.tracker.projects.values()].filter(
    project => project.notificationSchemeId === scheme.id && project.style === 'classic',
  );
  return {
    expand: known.join(','),
    id: scheme.id,
    self: selfUrl(call, `notificationscheme/${scheme.id}`),
    name: scheme.name,
    description: scheme.description,
    notificationSchemeEvents: known.some(name => expand.has(name))
      ? scheme.events.map(({eventId, notifications}) => ({
          event: eventBean(eventId),
          notifications: notifications.map(one => notificationBean(call, one, expand)),
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
function notificationBean(
  call: Call,
  {id, type, parameter}: Notification,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  if (parameter === undefined) return {id, notificationType: type};
  const group = type === 'Group' ? call.tracker.groups.get(parameter) : undefined;
  return {
    id,
    notificationType: type,
    parameter: group?.name || parameter,
    recipient: parameter,
    ...namedBean(call, {kind: kinds[type], id: parameter}, expand),
  };
}

const kinds: Readonly<Partial<Record<Notification['type'], NamedKind>>> = {
  User: 'user',
  Group: 'group',
  ProjectRole: 'projectRole',
  UserCustomField: 'field',
  GroupCustomField: 'field',
};
