import type {BodyValues} from '../body.ts';
import {fieldError} from '../errors.ts';
import {
  type Notification,
  type NotificationType,
  notificationEvents,
  type SchemeEvent,
} from '../world/notification-schemes.ts';
import {
  type GrantHolder,
  type HolderType,
  holderFields,
  type PermissionGrant,
} from '../world/permission-schemes.ts';
import {projectPermissions} from '../world/permissions.ts';
import type {World} from '../world/world.ts';
import {nextNumber} from './records.ts';

/** Types of holders and of recipients that identify an entity (services T2.2, W4.13). */
const entityTypes = ['user', 'group', 'projectRole', 'userCustomField', 'groupCustomField'];

/**
 * Convert the type of a recipient to that of a holder; they differ only in case: `ProjectRole`,
 * `projectRole`.
 */
export function holderTypeOf(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** Types of holders without a value; that of `applicationRole`, an application, is optional. */
const valuelessTypes = ['anyone', 'assignee', 'projectLead', 'reporter', 'sd.customer.portal.only'];

type HolderInput = Readonly<Record<'type' | 'value' | 'parameter', string>>;

export type GrantInput = BodyValues<{
  readonly permission: string;
  readonly holder: BodyValues<HolderInput>;
}>;

/**
 * Create a grant, with a new id, from a body.
 *
 * @throws SandboxError 400 about `permission` or `holder`
 */
export function readGrant(
  world: World,
  {permission: key, holder: input}: GrantInput,
): PermissionGrant {
  const permission = key ?? '';
  if (!projectPermissions.some(one => one.key === permission)) {
    throw fieldError({permission: `“${permission}” is not a project permission.`});
  }
  return {id: nextNumber(world), permission, holder: readHolder(world, input ?? {})};
}

/** Refuse duplicate grants. @throws SandboxError 400 */
export function requireDistinctGrants(grants: readonly PermissionGrant[]): void {
  const seen = new Set<string>();
  for (const {permission, holder} of grants) {
    const identity = JSON.stringify([permission, holder.type, holder.value ?? null]);
    if (seen.has(identity)) {
      throw fieldError({holder: `The holder has the permission ${permission} already.`});
    }
    seen.add(identity);
  }
}

function readHolder(world: World, input: BodyValues<HolderInput>): GrantHolder {
  const type = input.type ?? '';
  if (!isHolderType(type)) throw fieldError({holder: `“${type}” is not a type of holder.`});
  if (valuelessTypes.includes(type)) return {type};
  const value = readValue(world, type, input);
  if (value === undefined) {
    if (type === 'applicationRole') return {type};
    throw fieldError({holder: `A holder of type ${type} needs a value.`});
  }
  const isValid = type === 'applicationRole' ? value !== '' : exists(world, type, value);
  if (!isValid) throw fieldError({holder: `There is no ${type} “${value}”.`});
  return {type, value};
}

/**
 * Read the value of a holder. `value` takes precedence over `parameter`; the parameter of a group
 * is its name (services T2.2).
 */
function readValue(
  world: World,
  type: HolderType,
  {value, parameter}: BodyValues<HolderInput>,
): string | undefined {
  const text = value ?? parameter ?? undefined;
  if (type !== 'group' || text === undefined || text === value) return text;
  return findGroupId(world, text) ?? text;
}

/** Check whether the entity of a type and id exists. */
function exists(world: World, type: string, id: string): boolean {
  switch (holderTypeOf(type)) {
    case 'user':
      return world.users.has(id);
    case 'group':
      return world.tracker.groups.has(id);
    case 'projectRole':
      return world.tracker.roles.has(Number(id));
    default:
      return type.toLowerCase() === `${holderFields[id]?.kind}customfield`;
  }
}

function isHolderType(type: string): type is HolderType {
  return [...entityTypes, ...valuelessTypes, 'applicationRole'].includes(type);
}

/** Maximum number of notifications in one request (services T8). */
const maxNotifications = 1_000;

type SupportedType = Exclude<NotificationType, 'EmailAddress'>;

/** Types of recipients without a parameter (services W4.13). */
const parameterlessTypes = [
  ...['CurrentAssignee', 'Reporter', 'CurrentUser', 'ProjectLead', 'ComponentLead', 'AllWatchers'],
];

export interface EventsInput {
  readonly notificationSchemeEvents: readonly {
    readonly event: {readonly id: string};
    readonly notifications: readonly BodyValues<NotificationInput>[];
  }[];
}

type NotificationInput = Readonly<Record<'notificationType' | 'parameter' | 'recipient', string>>;

/**
 * Read the events of a body, with new notifications.
 *
 * @throws SandboxError 400 about the member, or when there are more than 1000 notifications
 */
export function readSchemeEvents(
  world: World,
  body: BodyValues<EventsInput>,
): readonly SchemeEvent[] {
  const inputs = body.notificationSchemeEvents ?? [];
  const count = inputs.reduce((sum, {notifications}) => sum + notifications.length, 0);
  if (count > maxNotifications) {
    throw fieldError({
      notificationSchemeEvents: `At most ${maxNotifications} notifications can be given at once.`,
    });
  }
  return inputs.map(({event, notifications}) => {
    const eventId = Number(event.id);
    if (!notificationEvents.some(one => one.id === eventId)) {
      throw fieldError({event: `There is no event ${event.id}.`});
    }
    return {eventId, notifications: notifications.map(one => readNotification(world, one))};
  });
}

/** Add events to others; notifications of the same event are combined. */
export function mergeEvents(
  events: readonly SchemeEvent[],
  more: readonly SchemeEvent[],
): readonly SchemeEvent[] {
  const byEvent = new Map<number, readonly Notification[]>();
  for (const {eventId, notifications} of [...events, ...more]) {
    byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), ...notifications]);
  }
  return [...byEvent].map(([eventId, notifications]) => ({eventId, notifications}));
}

function readNotification(world: World, input: BodyValues<NotificationInput>): Notification {
  const type = input.notificationType ?? '';
  if (type === 'EmailAddress') {
    throw fieldError({notificationType: 'EmailAddress is no longer supported.'});
  }
  if (!isSupportedType(type)) {
    throw fieldError({notificationType: `“${type}” is not a type of notification.`});
  }
  if (parameterlessTypes.includes(type)) return {id: nextNumber(world), type};
  const member = typeof input.recipient === 'string' ? 'recipient' : 'parameter';
  const text = input[member];
  if (!text) throw fieldError({parameter: `A ${type} needs a parameter.`});
  const parameter = type === 'Group' && member === 'parameter' ? findGroupId(world, text) : text;
  if (parameter === undefined || !exists(world, type, parameter)) {
    throw fieldError({[member]: `There is no ${type} “${text}”.`});
  }
  return {id: nextNumber(world), type, parameter};
}

/** Find the id of a group by its name. */
export function findGroupId(world: World, name: string): string | undefined {
  return [...world.tracker.groups.values()].find(group => group.name === name)?.id;
}

function isSupportedType(type: string): type is SupportedType {
  return (
    parameterlessTypes.includes(type) ||
    (entityTypes.includes(holderTypeOf(type)) && !entityTypes.includes(type))
  );
}
