import type {SandboxRequest} from '../route.ts';
import {
  type Notification,
  type NotificationScheme,
  notificationEvents,
} from '../world/notification-schemes.ts';
import {projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {fieldBean, groupUrl} from './permission-scheme-bean.ts';
import {roleBean} from './role-bean.ts';
import {userReference} from './user-bean.ts';

const known = ['notificationSchemeEvents', 'user', 'group', 'projectRole', 'field', 'all'];

/** A notification scheme; any value of expand adds its events and their recipients. */
export function notificationSchemeBean(
  request: SandboxRequest,
  world: World,
  scheme: NotificationScheme,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const projects = [...world.tracker.projects.values()].filter(
    project => project.notificationSchemeId === scheme.id && project.style === 'classic',
  );
  return {
    expand: known.join(','),
    id: scheme.id,
    self: selfUrl(request, `notificationscheme/${scheme.id}`),
    name: scheme.name,
    description: scheme.description,
    ...(known.some(name => expand.has(name))
      ? {
          notificationSchemeEvents: scheme.events.map(({eventId, notifications}) => ({
            event: eventBean(eventId),
            notifications: notifications.map(one => notificationBean(request, world, one, expand)),
          })),
        }
      : {}),
    projects: projects.map(project => Number(project.id)),
  };
}

function eventBean(id: number): Readonly<Record<string, unknown>> | undefined {
  const event = notificationEvents.find(one => one.id === id);
  if (event === undefined) return undefined;
  const {name, description, templateId} = event;
  return {
    id,
    name,
    description,
    ...(templateId === undefined ? {} : {templateEvent: eventBean(templateId)}),
  };
}

/** A group goes by its name in `parameter` and by its id in `recipient`; all others by their id. */
function named(world: World, type: Notification['type'], parameter: string): string {
  return (type === 'Group' && world.tracker.groups.get(parameter)?.name) || parameter;
}

function notificationBean(
  request: SandboxRequest,
  world: World,
  {id, type, parameter}: Notification,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const base = {
    id,
    notificationType: type,
    ...(parameter === undefined
      ? {}
      : {parameter: named(world, type, parameter), recipient: parameter}),
  };
  if (parameter === undefined) return base;
  const wants = (name: string): boolean => expand.has(name) || expand.has('all');
  switch (type) {
    case 'User': {
      const user = wants('user') ? userReference(request, world, parameter) : undefined;
      return {...base, expand: 'user', ...(user ? {user} : {})};
    }
    case 'Group': {
      const group = world.tracker.groups.get(parameter);
      return {
        ...base,
        expand: 'group',
        ...(wants('group') && group
          ? {group: {name: group.name, groupId: group.id, self: groupUrl(request, group.id)}}
          : {}),
      };
    }
    case 'ProjectRole': {
      const role = projectRoles.find(one => String(one.id) === parameter);
      return {
        ...base,
        expand: 'projectRole',
        ...(wants('projectRole') && role
          ? {projectRole: roleBean(role, selfUrl(request, `role/${role.id}`))}
          : {}),
      };
    }
    case 'UserCustomField':
    case 'GroupCustomField':
      return {...base, expand: 'field', ...(wants('field') ? {field: fieldBean(parameter)} : {})};
    default:
      return base;
  }
}
