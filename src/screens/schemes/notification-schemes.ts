import {count, number, text} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {descriptionColumn, idColumn, nameColumn} from '../../state/views/list/columns.ts';
import {projectColumns, projectFill} from './project-columns.ts';
import {nobodyTold, recipients} from './recipients.ts';

/** Notification schemes; enter lists the events of one. */
export const notificationSchemes: Resource = {
  id: 'notification-schemes',
  page: {
    path: '/secure/admin/EditNotifications!default.jspa?schemeId={id}',
    readBy: 'notificationscheme get-notification-scheme',
  },
  title: 'Notification schemes',
  noun: 'notification scheme',
  service: 'tracker',
  aliases: ['notificationscheme', 'notif', 'notifications'],
  needs: [],
  sources: [
    {
      service: 'tracker',
      operation: 'notificationscheme get-notification-schemes',
      inputs: {expand: ['notificationSchemeEvents']},
    },
  ],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    idColumn(2),
    nameColumn(26, 40),
    count('EVENTS', '/notificationSchemeEvents'),
    count('PROJECTS', '/projects', {worth: 4}),
    text('SCOPE', '/scope/type', {max: 10, worth: 5, tone: 'dim'}),
    descriptionColumn(3, 70),
  ],
  opens: {screen: 'notification-scheme', params: {scheme: ['/id'], crumb: ['/name']}},
  describe: {
    call: {
      service: 'tracker',
      operation: 'notificationscheme get-notification-scheme',
      inputs: {id: '{scheme}', expand: ['all']},
    },
    params: {scheme: ['/id']},
  },
  empty:
    'No notification scheme is visible: it needs administer rights on at least one of its projects.',
  about: 'Each scheme says who is told of which event; ordered by name by the server.',
};

/** Events of one notification scheme with their recipients. */
export const notificationEvents: Resource = {
  id: 'notification-events',
  title: 'Events',
  noun: 'event',
  service: 'tracker',
  aliases: ['events'],
  needs: ['scheme'],
  sources: [
    {
      service: 'tracker',
      operation: 'notificationscheme get-notification-scheme',
      inputs: {id: '{scheme}', expand: ['all']},
      items: '/notificationSchemeEvents',
    },
  ],
  identity: ['/event/id'],
  name: ['/event/name'],
  columns: [
    text('EVENT', '/event/name', {min: 18, max: 36, worth: 0, tone: 'title'}),
    count('TOLD', '/notifications', {id: 'recipients'}),
    recipients('RECIPIENTS', '/notifications', {
      id: 'types',
      min: 16,
      max: 80,
      grows: true,
      worth: 0,
      tones: {[nobodyTold]: 'warn'},
    }),
    number('ID', '/event/id', {worth: 3, tone: 'dim'}),
  ],
  empty: 'This scheme has no events. Add some: jr notificationscheme add-notifications',
  about: 'An event with no recipients tells nobody.',
};

/** Projects that are mapped to one notification scheme, in the service's order. */
export const notificationProjects: Resource = {
  id: 'notification-projects',
  title: 'Projects',
  noun: 'project',
  service: 'tracker',
  aliases: [],
  needs: ['scheme'],
  sources: [
    {
      service: 'tracker',
      operation: 'notificationscheme get-notification-scheme-to-project-mappings',
      inputs: {notificationSchemeId: '{scheme}'},
    },
  ],
  identity: ['/projectId'],
  name: ['/projectId'],
  columns: [number('PROJECT', '/projectId', {id: 'id', worth: 0, tone: 'dim'}), ...projectColumns],
  opens: {screen: 'project', params: {project: ['/project/key', '/projectId']}},
  fills: [projectFill('/projectId')],
  empty: 'No company-managed project uses this scheme.',
  about:
    'Ordered by project id; only company-managed projects are mapped. Keys and names are read for the projects on the screen.',
};
