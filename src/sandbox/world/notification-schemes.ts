import type {Draw} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {nameAt, records} from './table.ts';
import {words} from './words.ts';

/** Who is told (services W4.13); `EmailAddress` is dead and refused. */
export type NotificationType =
  | 'CurrentAssignee'
  | 'Reporter'
  | 'CurrentUser'
  | 'ProjectLead'
  | 'ComponentLead'
  | 'User'
  | 'Group'
  | 'ProjectRole'
  | 'EmailAddress'
  | 'AllWatchers'
  | 'UserCustomField'
  | 'GroupCustomField';

export interface Notification {
  readonly id: number;
  readonly type: NotificationType;
  /** Account, group, role or field id. */
  readonly parameter?: string;
}

export interface SchemeEvent {
  readonly eventId: number;
  /** May be none (services T6.4). */
  readonly notifications: readonly Notification[];
}

export interface NotificationScheme {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly events: readonly SchemeEvent[];
}

export interface NotificationEvent {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** A site's own event is worded like this one. */
  readonly templateId?: number;
}

export const notificationEvents: readonly NotificationEvent[] = [
  ...records<NotificationEvent>('events'),
  {id: 10_000, name: 'Incident declared', description: 'Our own event.', templateId: 1},
];

const schemeNames = words.notificationSchemeNames;

/** Notification schemes of a site; the first is the default. */
export function makeNotificationSchemes(workshop: SeedContext): readonly NotificationScheme[] {
  const draw = workshop.draw('notification schemes');
  let notificationId = 10_000;
  const makeNotification = (): Notification => {
    notificationId += 1;
    return {id: notificationId, ...drawRecipient(draw, workshop)};
  };
  return Array.from({length: workshop.counts.notificationSchemes}, (_, index) => {
    const kind = schemeNames[index % schemeNames.length] ?? '';
    const events =
      index === 0
        ? notificationEvents.slice(0, 10)
        : draw.some(notificationEvents, draw.int(3, 12));
    return {
      id: 10_000 + index,
      name: nameAt(schemeNames, index),
      description: draw.chance(60) ? `Who hears about what: ${kind.toLowerCase()}.` : '',
      events: events.map(event => ({
        eventId: event.id,
        notifications: draw.chance(12)
          ? []
          : Array.from({length: draw.int(1, 4)}, makeNotification),
      })),
    };
  });
}

function drawRecipient(draw: Draw, {groups, people}: SeedContext): Omit<Notification, 'id'> {
  const type = draw.weighted<NotificationType>([
    ['CurrentAssignee', 6],
    ['Reporter', 6],
    ['AllWatchers', 5],
    ['CurrentUser', 2],
    ['ProjectLead', 2],
    ['ComponentLead', 2],
    ['User', 3],
    ['Group', 3],
    ['ProjectRole', 3],
    ['UserCustomField', 1],
    ['GroupCustomField', 1],
  ]);
  switch (type) {
    case 'User':
      return {type, parameter: draw.pick(people)};
    case 'Group':
      return {type, parameter: draw.pick(groups).id};
    case 'ProjectRole':
      return {type, parameter: draw.pick(['10002', '10003', '10004'])};
    case 'UserCustomField':
      return {type, parameter: 'customfield_10300'};
    case 'GroupCustomField':
      return {type, parameter: 'customfield_10301'};
    default:
      return {type};
  }
}
