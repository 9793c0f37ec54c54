import type {Given} from '../body.ts';
import {fieldError} from '../errors.ts';
import {
  type Notification,
  type NotificationType,
  notificationEvents,
  type SchemeEvent,
} from '../world/notification-schemes.ts';
import {holderFields} from '../world/permission-schemes.ts';
import {projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {nextRecord} from './records.ts';

/** Notifications in one request (services T8). */
const notificationsAtMost = 1_000;

type LivingType = Exclude<NotificationType, 'EmailAddress'>;

/** Whether a type goes with a parameter (services W4.13). */
const hasParameter: Readonly<Record<LivingType, boolean>> = {
  CurrentAssignee: false,
  Reporter: false,
  CurrentUser: false,
  ProjectLead: false,
  ComponentLead: false,
  User: true,
  Group: true,
  ProjectRole: true,
  AllWatchers: false,
  UserCustomField: true,
  GroupCustomField: true,
};

export interface GivenEvents {
  readonly notificationSchemeEvents: readonly {
    readonly event: {readonly id: string};
    readonly notifications: readonly Given<GivenNotification>[];
  }[];
}

interface GivenNotification {
  readonly notificationType: string;
  readonly parameter: string;
  readonly recipient: string;
}

/**
 * The events of a body with their new notifications.
 *
 * @throws SandboxError 400 about the member, or when there are more than 1000 notifications
 */
export function readSchemeEvents(world: World, body: Given<GivenEvents>): readonly SchemeEvent[] {
  const given = body.notificationSchemeEvents ?? [];
  const count = given.reduce((sum, {notifications}) => sum + notifications.length, 0);
  if (count > notificationsAtMost) {
    throw fieldError({
      notificationSchemeEvents: `At most ${notificationsAtMost} notifications can be given at once.`,
    });
  }
  return given.map(({event, notifications}) => {
    const eventId = Number(event.id);
    if (!notificationEvents.some(one => one.id === eventId)) {
      throw fieldError({event: `There is no event ${event.id}.`});
    }
    return {eventId, notifications: notifications.map(one => readNotification(world, one))};
  });
}

/** Events and further ones: those of the same kind become one. */
export function joinEvents(
  events: readonly SchemeEvent[],
  more: readonly SchemeEvent[],
): readonly SchemeEvent[] {
  const byEvent = new Map<number, readonly Notification[]>();
  for (const {eventId, notifications} of [...events, ...more]) {
    byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), ...notifications]);
  }
  return [...byEvent].map(([eventId, notifications]) => ({eventId, notifications}));
}

function readNotification(world: World, given: Given<GivenNotification>): Notification {
  const type = given.notificationType ?? '';
  if (type === 'EmailAddress') {
    throw fieldError({notificationType: 'EmailAddress is no longer supported.'});
  }
  if (!isLivingType(type)) {
    throw fieldError({notificationType: `“${type}” is not a type of notification.`});
  }
  if (!hasParameter[type]) return {id: nextRecord(world), type};
  const member = typeof given.recipient === 'string' ? 'recipient' : 'parameter';
  const text = given[member];
  if (!text) throw fieldError({parameter: `A ${type} needs a parameter.`});
  const parameter = type === 'Group' && member === 'parameter' ? groupNamed(world, text) : text;
  if (parameter === undefined || !isThere(world, type, parameter)) {
    throw fieldError({[member]: `There is no ${type} “${text}”.`});
  }
  return {id: nextRecord(world), type, parameter};
}

/** The id of a group by its name, which is what `parameter` says of it. */
function groupNamed(world: World, name: string): string | undefined {
  return [...world.tracker.groups.values()].find(group => group.name === name)?.id;
}

function isThere(world: World, type: LivingType, parameter: string): boolean {
  switch (type) {
    case 'User':
      return world.users.has(parameter);
    case 'Group':
      return world.tracker.groups.has(parameter);
    case 'ProjectRole':
      return projectRoles.some(role => String(role.id) === parameter);
    case 'UserCustomField':
      return holderFields[parameter]?.kind === 'user';
    case 'GroupCustomField':
      return holderFields[parameter]?.kind === 'group';
    default:
      return false;
  }
}

function isLivingType(type: string): type is LivingType {
  return Object.hasOwn(hasParameter, type);
}
