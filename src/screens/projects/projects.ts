import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import type {ColumnKind} from '../../base/column.ts';
import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {plainValue} from '../../output/column-kind.ts';
import {columnsWith, recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {
  describeTab,
  listTabs,
  type ObjectScreen,
  objectTab,
} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {describeProject, projectCard} from './project-card.ts';
import {projectVerbs, trashVerbs} from './project-verbs.ts';

/** Suffix for the name of a user with an inactive account. */
const left = ' (left)';

/** Project lead, marked when the account is inactive. */
const leadKind: ColumnKind = {
  read(item: JsonValue) {
    const name = plainValue(readPointer(item, '/lead/displayName'));
    if (name === '') return undefined;
    return readPointer(item, '/lead/active') === false ? name + left : name;
  },
  text: plainValue,
  tone: value => (plainValue(value).endsWith(left) ? 'bad' : undefined),
};

/** All projects the user can see; enter opens one. */
export const projects = list({
  id: 'projects',
  indexed: namesCall('tracker', 'project', {maxResults: '100'}),
  keyed: {pattern: /^[A-Z][A-Z0-9_]+$/, pointer: '/key', screen: 'project'},
  page: trackerPages.project,
  noun: 'project',
  aliases: ['project', 'proj', 'p'],
  sources: [
    trackerRef('project search', {expand: ['lead', 'insight']}),
    trackerRef('project get-all', {expand: ['lead']}),
  ],
  name: ['/key', '/name'],
  columns: columnsWith(recordColumns('project search'), {lead: {kind: leadKind}}),
  opens: {screen: 'project', params: {project: ['/key', '/id']}},
  describe: describeProject,
  verbs: projectVerbs,
  card: projectCard,
  sort: {column: 'key', reverse: false},
  empty: 'No project is visible to this user. a creates one.',
  about: 'Projects this user can browse or administer, in the server’s order unless sorted.',
});

const gone = (status: string) => [
  trackerRef('project search', {status, expand: ['lead', 'insight']}),
];

/** Archived projects. They are read-only and absent from the main list. */
export const archivedProjects: Resource = {
  ...projects,
  id: 'archived-projects',
  title: 'Archived projects',
  aliases: ['archived', 'archive'],
  sources: gone('archived'),
  empty: 'No archived projects.',
  about: 'Archived projects: their issues are read-only. Projects can be restored.',
};

export const trashedProjects: Resource = {
  ...projects,
  id: 'project-trash',
  title: 'Projects in the trash',
  aliases: ['bin', 'project-bin'],
  sources: gone('deleted'),
  verbs: trashVerbs,
  empty: 'The trash is empty.',
  about: 'Deleted projects can be restored for 60 days.',
};

const byKeyOrId = {projectKeyOrId: '{project}'};

const permissionScheme: OperationRef = trackerRef('project get-assigned-permission-scheme', {
  ...byKeyOrId,
  expand: ['permissions', 'user', 'group', 'projectRole', 'field'],
});

const notificationScheme: OperationRef = trackerRef('project get-notification-scheme-for', {
  ...byKeyOrId,
  expand: ['all'],
});

const classification: OperationRef = trackerRef(
  'project get-classification-config',
  {projectIdOrKey: '{project}'},
  {
    also: {
      projectDefault: trackerRef('project get-default-project-classification', {
        projectIdOrKey: '{project}',
      }),
    },
  },
);

const scheme = {scheme: ['/id'], crumb: ['/name']};
const toPermissions = {
  call: permissionScheme,
  opens: {screen: 'permission-scheme', params: scheme},
};
const toNotifications = {
  call: notificationScheme,
  opens: {screen: 'notification-scheme', params: scheme},
};

/** One project, with a tab for each of its lists. */
export const projectScreen: ObjectScreen = {
  id: 'project',
  title: 'Project',
  needs: ['project'],
  about:
    'One project: overview, versions, components, roles, statuses, schemes, avatars, classification, properties, features.',
  tabs: params => [
    objectTab('projects', 'Overview'),
    ...listTabs('versions', 'components', 'roles', 'project-statuses'),
    objectTab('permission-schemes', 'Permissions', toPermissions),
    objectTab('notification-schemes', 'Notifications', toNotifications),
    ...listTabs('avatars'),
    describeTab('Classification', classification, params),
    ...listTabs('project-properties', 'features'),
  ],
};
