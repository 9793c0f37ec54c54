import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {
  expand,
  inPath,
  inQuery,
  jsonBody,
  maxResults,
  offsetPages,
  repeated,
  startAt,
} from '../inputs.ts';
import {creation, deletes, lists, reads, siteAdmin, updatesWithoutBody} from '../outcomes.ts';

const notificationscheme = {
  service: 'tracker',
  group: 'notificationscheme',
  root: 'tracker',
  section: 'services T4.9',
} as const;
const readsSchemes =
  'Access to the product, and administer rights on at least one project of the scheme';
const id = inPath('id', 'string', {names: 'notification scheme', help: 'notification scheme id'});
const notificationSchemeId = inPath('notificationSchemeId', 'string', {
  names: 'notification scheme',
  help: 'notification scheme id',
});
const textLimits = {'characters of name': 255, 'characters of description': 4000};
const deadType = 'The notification type EmailAddress is no longer supported.';

/** Reads a scheme with its notifications, for undo. */
const readScheme = (id: string) =>
  trackerRef('notificationscheme get-notification-scheme', {id, expand: 'all'});
const notifications = '/notificationSchemeEvents/-/notifications';

/** Expansions of notification schemes; shared with the project extras. */
export const notificationSchemeExpand = expand(
  'all',
  'field',
  'group',
  'notificationSchemeEvents',
  'projectRole',
  'user',
);

/** The 8 operations on notification schemes (services T4.9). */
export const notificationSchemeOperations = (): readonly Operation[] => [
  {
    ...notificationscheme,
    ...creation,
    name: 'create-notification-scheme',
    summary: 'Create a notification scheme',
    path: '/rest/api/3/notificationscheme',
    ...siteAdmin,
    inputs: [jsonBody()],
    notes: [deadType],
    apiNotes: ['One request can carry up to 1000 notifications.'],
    experimental: true,
    limits: {'notifications per request': 1000, ...textLimits},
  },
  {
    ...notificationscheme,
    ...lists(offsetPages(50)),
    name: 'get-notification-schemes',
    summary: 'List notification schemes, ordered by name',
    path: '/rest/api/3/notificationscheme',
    permission: readsSchemes,
    inputs: [
      notificationSchemeExpand,
      repeated('id', {names: 'notification scheme', help: 'only schemes with these ids'}),
      maxResults(50),
      inQuery('onlyDefault', 'boolean', {default: 'false', help: 'only the default scheme'}),
      repeated('projectId', {names: 'project', help: 'only schemes of these projects'}),
      startAt,
    ],
    notes: [
      'onlyDefault with projects that do not use the default scheme returns an empty page.',
      'The response can contain events without recipients.',
    ],
  },
  {
    ...notificationscheme,
    ...reads,
    name: 'get-notification-scheme',
    summary: 'Get a notification scheme with its events and their recipients',
    path: '/rest/api/3/notificationscheme/{id}',
    permission: readsSchemes,
    inputs: [
      inPath('id', 'integer', {names: 'notification scheme', help: 'notification scheme id'}),
      notificationSchemeExpand,
    ],
  },
  {
    ...notificationscheme,
    ...updatesWithoutBody,
    name: 'update-notification-scheme',
    summary: 'Update the name and description of a notification scheme',
    path: '/rest/api/3/notificationscheme/{id}',
    ...siteAdmin,
    inputs: [id, jsonBody()],
    experimental: true,
    limits: textLimits,
  },
  {
    ...notificationscheme,
    ...deletes,
    name: 'delete-notification-scheme',
    summary: 'Delete a notification scheme',
    path: '/rest/api/3/notificationscheme/{notificationSchemeId}',
    ...siteAdmin,
    inputs: [notificationSchemeId],
    experimental: true,
    irreversible: true,
  },
  {
    ...notificationscheme,
    ...updatesWithoutBody,
    name: 'add-notifications',
    summary: 'Add notifications to a notification scheme',
    path: '/rest/api/3/notificationscheme/{id}/notification',
    ...siteAdmin,
    inputs: [id, jsonBody()],
    notes: [deadType],
    apiNotes: ['One request can carry up to 1000 notifications.'],
    limits: {'notifications per request': 1000},
    undo: [
      trackerRef(
        'notificationscheme remove-notification-from-notification-scheme',
        {notificationSchemeId: '{id}', notificationId: '{each}'},
        {
          reads: readScheme('{id}'),
          each: `{after${notifications}/-/id}`,
          except: `{before${notifications}/-/id}`,
        },
      ),
    ],
  },
  {
    ...notificationscheme,
    ...deletes,
    name: 'remove-notification-from-notification-scheme',
    summary: 'Remove a notification from a notification scheme',
    path: '/rest/api/3/notificationscheme/{notificationSchemeId}/notification/{notificationId}',
    ...siteAdmin,
    inputs: [
      notificationSchemeId,
      inPath('notificationId', 'string', {names: 'notification', help: 'id of the notification'}),
    ],
    undo: [
      trackerRef(
        'notificationscheme add-notifications',
        {
          id: '{notificationSchemeId}',
          'body.notificationSchemeEvents.0.event.id': '{owner/event/id}',
          'body.notificationSchemeEvents.0.notifications.0.notificationType':
            '{item/notificationType}',
          'body.notificationSchemeEvents.0.notifications.0.parameter': '{item/parameter?}',
        },
        {
          reads: readScheme('{notificationSchemeId}'),
          finds: {in: notifications, id: '{notificationId}'},
        },
      ),
    ],
  },
  {
    ...notificationscheme,
    ...lists(offsetPages(50)),
    name: 'get-notification-scheme-to-project-mappings',
    summary: 'List the notification scheme of each project, ordered by project id',
    path: '/rest/api/3/notificationscheme/project',
    permission: 'Access to the product',
    inputs: [
      maxResults(50),
      repeated('notificationSchemeId', {names: 'notification scheme', help: 'only these schemes'}),
      repeated('projectId', {names: 'project', help: 'only these projects'}),
      startAt,
    ],
    notes: ['Company-managed projects only.'],
  },
];
