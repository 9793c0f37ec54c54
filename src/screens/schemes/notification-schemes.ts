import {recipientOf} from '../../api/access/holders.ts';
import {constantWords} from '../../api/columns/constant-words.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {type Column, columnOf, count, nameText, number, text} from '../../base/column.ts';
import {isArray, type JsonValue} from '../../base/json-value.ts';
import {arrayKind} from '../../output/column-kind.ts';
import {namesCall} from '../../state/model/names.ts';
import {type Fill, list, type Resource} from '../../state/model/resource.ts';
import {describeProject, projectCard} from '../projects/project-card.ts';
import {comparisonOptions} from './comparison.ts';
import {readNotificationScheme} from './scheme-calls.ts';
import {notificationSchemeCard} from './scheme-cards.ts';
import {notificationVerbs} from './scheme-verbs.ts';

/** Shown for an event without recipients. */
const noRecipient = 'no recipient';

/**
 * The recipients by type and name, without duplicates: `reporter, G:devs`. A plain address is
 * marked, since it no longer receives anything.
 *
 * @param notifications the notifications of one event
 */
function recipientsText(notifications: JsonValue | undefined): string {
  if (!isArray(notifications) || notifications.length === 0) return noRecipient;
  const labels = notifications
    .map(recipientOf)
    .map(({type, label}) => (type === 'EmailAddress' ? `!${label} (no longer sent)` : label));
  return [...new Set(labels)].join(', ');
}

/** A column kind for an event's notifications: its recipients. */
const recipients = columnOf(arrayKind(recipientsText));

/** Facts about a project listed by id only; `projectFill` reads them. */
const projectColumns: readonly Column[] = [
  nameText('KEY', '/project/key', {fixed: 10, max: 12}),
  text('NAME', '/project/name', {fixed: 30, max: 44, grows: true, dropPriority: 0}),
  text('TYPE', '/project/projectTypeKey', {
    fixed: 18,
    max: 18,
    dropPriority: 3,
    words: constantWords.projectType,
  }),
  text('LEAD', '/project/lead/displayName', {fixed: 18, max: 22, dropPriority: 2}),
];

/** Read the project of a row whose id is at a pointer. */
function projectFill(id: string): Fill {
  return {
    pointer: '/project',
    read: '',
    call: trackerRef('project get', {projectIdOrKey: '{filled}'}),
    params: {filled: [id]},
  };
}

/** Notification schemes; enter lists the events of one. */
export const notificationSchemes = list({
  id: 'notification-schemes',
  indexed: namesCall('tracker', 'notification scheme', {maxResults: '100'}),
  page: trackerPages.notificationscheme,
  noun: 'notification scheme',
  aliases: ['notificationscheme', 'notif', 'notifications'],
  sources: [
    trackerRef('notificationscheme get-notification-schemes', {
      expand: ['notificationSchemeEvents'],
    }),
  ],
  opens: {screen: 'notification-scheme', params: {scheme: ['/id'], crumb: ['/name']}},
  ...comparisonOptions('notification', readNotificationScheme),
  verbs: notificationVerbs,
  describe: {call: readNotificationScheme()},
  card: notificationSchemeCard,
  empty:
    'No notification schemes are visible; you need to administer at least one project that uses a scheme. a creates one.',
  about: 'A scheme defines who is notified of which event. Ordered by name by the server.',
});

/** Lists of one notification scheme. */
export const notificationSchemeParts: readonly Resource[] = [
  list({
    id: 'notification-events',
    noun: 'event',
    aliases: ['events'],
    sources: [{...readNotificationScheme(), items: '/notificationSchemeEvents'}],
    identity: ['/event/id'],
    name: ['/event/name'],
    columns: [
      nameText('EVENT', '/event/name', {min: 18, max: 36}),
      count('COUNT', '/notifications', {id: 'recipients'}),
      recipients('RECIPIENTS', '/notifications', {
        id: 'types',
        min: 16,
        max: 80,
        grows: true,
        dropPriority: 0,
        tones: {[noRecipient]: 'warn'},
      }),
      number('ID', '/event/id', {dropPriority: 3, tone: 'dim'}),
    ],
    scope: 'told',
    empty: 'This scheme has no events. a adds a notification in the matrix (tab 2).',
    about: 'Events without recipients send no notifications.',
  }),
  list({
    id: 'notification-projects',
    noun: 'project',
    sources: [
      trackerRef('notificationscheme get-notification-scheme-to-project-mappings', {
        notificationSchemeId: '{scheme}',
      }),
    ],
    identity: ['/projectId'],
    name: ['/project/name', '/projectId'],
    columns: [
      number('PROJECT ID', '/projectId', {id: 'id', dropPriority: 0, tone: 'dim'}),
      ...projectColumns,
    ],
    opens: {screen: 'project', params: {project: ['/project/key', '/projectId']}},
    describe: {...describeProject, params: {project: ['/projectId']}},
    card: projectCard,
    fills: [projectFill('/projectId')],
    empty: 'No company-managed project uses this scheme.',
    about:
      'Ordered by project id; only company-managed projects are mapped. Keys and names are fetched for the projects on the screen.',
  }),
];
