import type {Random} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {nameAt, records} from './table.ts';
import {words} from './words.ts';

/**
 * The type of a recipient (services W4.13); `EmailAddress` is no longer supported and is refused.
 */
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
  /** May be empty (services T6.4). */
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
  /** The event whose wording a site's own event uses. */
  readonly templateId?: number;
}

export const notificationEvents: readonly NotificationEvent[] = [
  ...records<NotificationEvent>('events'),
  {id: 10_000, name: 'Incident declared', description: 'Our own event.', templateId: 1},
];

const schemeNames = words.notificationSchemeNames;

/** Create the notification schemes of a site; the first is the default. */
export function makeNotificationSchemes(seedContext: SeedContext): readonly NotificationScheme[] {
  const random = seedContext.random('notification schemes');
  let notificationId = 10_000;
  const makeNotification = (): Notification => {
    notificationId += 1;
    return {id: notificationId, ...generateRecipient(random, seedContext)};
  };
  return Array.from({length: seedContext.counts.notificationSchemes}, (_, index) => {
    const kind = schemeNames[index % schemeNames.length] ?? '';
    const events =
      index === 0
        ? notificationEvents.slice(0, 10)
        : random.some(notificationEvents, random.int(3, 12));
    return {
      id: 10_000 + index,
      name: nameAt(schemeNames, index),
      description: random.chance(60) ? `Who hears about what: ${kind.toLowerCase()}.` : '',
      events: events.map(event => ({
        eventId: event.id,
        notifications: random.chance(12)
          ? []
          : Array.from({length: random.int(1, 4)}, makeNotification),
      })),
    };
  });
}

function generateRecipient(
  random: Random,
  {groups, people}: SeedContext,
): Omit<Notification, 'id'> {
  const type = random.weighted<NotificationType>([
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
      return {type, parameter: random.pick(people)};
    case 'Group':
      return {type, parameter: random.pick(groups).id};
    case 'ProjectRole':
      return {type, parameter: random.pick(['10002', '10003', '10004'])};
    case 'UserCustomField':
      return {type, parameter: 'customfield_10300'};
    case 'GroupCustomField':
      return {type, parameter: 'customfield_10301'};
    default:
      return {type};
  }
}
