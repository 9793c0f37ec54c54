import type {Given} from '../body.ts';
import {fieldError} from '../errors.ts';
import {
  type Notification,
  type NotificationType,
  notificationEvents,
  type SchemeEvent,
} from '../world/notification-schemes.ts';
import {
  type Grant,
  type Holder,
  type HolderType,
  holderFields,
} from '../world/permission-schemes.ts';
import {projectPermissions} from '../world/permissions.ts';
import {projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {nextNumber} from './records.ts';

/** Types of holders and of recipients that go with what they name (services T2.2, W4.13). */
const naming = ['user', 'group', 'projectRole', 'userCustomField', 'groupCustomField'];

/** Holders and recipients are of the same types, written in two ways: `projectRole`, `ProjectRole`. */
export function nameOfType(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** Types of holders that go with nothing; `applicationRole` may go with an application. */
const alone = ['anyone', 'assignee', 'projectLead', 'reporter', 'sd.customer.portal.only'];

type GivenHolder = Readonly<Record<'type' | 'value' | 'parameter', string>>;

export type GivenGrant = Given<{readonly permission: string; readonly holder: Given<GivenHolder>}>;

/**
 * A new grant from a body; its id is made here.
 *
 * @throws SandboxError 400 about `permission` or `holder`
 */
export function readGrant(world: World, {permission: key, holder: given}: GivenGrant): Grant {
  const permission = key ?? '';
  if (!projectPermissions.some(one => one.key === permission)) {
    throw fieldError({permission: `“${permission}” is not a project permission.`});
  }
  return {id: nextNumber(world), permission, holder: readHolder(world, given ?? {})};
}

/** Refuse grants that say the same. @throws SandboxError 400 */
export function requireDistinctGrants(grants: readonly Grant[]): void {
  const said = new Set<string>();
  for (const {permission, holder} of grants) {
    const sentence = JSON.stringify([permission, holder.type, holder.value ?? null]);
    if (said.has(sentence)) {
      throw fieldError({holder: `The holder has the permission ${permission} already.`});
    }
    said.add(sentence);
  }
}

function readHolder(world: World, given: Given<GivenHolder>): Holder {
  const type = given.type ?? '';
  if (!isHolderType(type)) throw fieldError({holder: `“${type}” is not a type of holder.`});
  if (alone.includes(type)) return {type};
  const value = readValue(world, type, given);
  if (value === undefined) {
    if (type === 'applicationRole') return {type};
    throw fieldError({holder: `A holder of type ${type} needs a value.`});
  }
  const fits = type === 'applicationRole' ? value !== '' : isThere(world, type, value);
  if (!fits) throw fieldError({holder: `There is no ${type} “${value}”.`});
  return {type, value};
}

/** `value` goes before `parameter`; the parameter of a group is its name (services T2.2). */
function readValue(
  world: World,
  type: HolderType,
  {value, parameter}: Given<GivenHolder>,
): string | undefined {
  const given = value ?? parameter ?? undefined;
  if (type !== 'group' || given === undefined || given === value) return given;
  return groupNamed(world, given) ?? given;
}

/** Whether there is what a type names. */
function isThere(world: World, type: string, id: string): boolean {
  switch (nameOfType(type)) {
    case 'user':
      return world.users.has(id);
    case 'group':
      return world.tracker.groups.has(id);
    case 'projectRole':
      return projectRoles.some(role => String(role.id) === id);
    default:
      return type.toLowerCase() === `${holderFields[id]?.kind}customfield`;
  }
}

function isHolderType(type: string): type is HolderType {
  return [...naming, ...alone, 'applicationRole'].includes(type);
}

/** Notifications in one request (services T8). */
const notificationsAtMost = 1_000;

type LivingType = Exclude<NotificationType, 'EmailAddress'>;

/** Types of recipients that go with nothing (services W4.13). */
const recipients = [
  ...['CurrentAssignee', 'Reporter', 'CurrentUser', 'ProjectLead', 'ComponentLead', 'AllWatchers'],
];

export interface GivenEvents {
  readonly notificationSchemeEvents: readonly {
    readonly event: {readonly id: string};
    readonly notifications: readonly Given<GivenNotification>[];
  }[];
}

type GivenNotification = Readonly<Record<'notificationType' | 'parameter' | 'recipient', string>>;

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
  if (recipients.includes(type)) return {id: nextNumber(world), type};
  const member = typeof given.recipient === 'string' ? 'recipient' : 'parameter';
  const text = given[member];
  if (!text) throw fieldError({parameter: `A ${type} needs a parameter.`});
  const parameter = type === 'Group' && member === 'parameter' ? groupNamed(world, text) : text;
  if (parameter === undefined || !isThere(world, type, parameter)) {
    throw fieldError({[member]: `There is no ${type} “${text}”.`});
  }
  return {id: nextNumber(world), type, parameter};
}

/** The id of a group by its name. */
export function groupNamed(world: World, name: string): string | undefined {
  return [...world.tracker.groups.values()].find(group => group.name === name)?.id;
}

function isLivingType(type: string): type is LivingType {
  return recipients.includes(type) || (naming.includes(nameOfType(type)) && !naming.includes(type));
}
