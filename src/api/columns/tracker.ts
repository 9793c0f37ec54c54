import {
  age,
  count,
  date,
  firstLine,
  instant,
  joinedList,
  nameText,
  number,
  state,
  text,
  time,
  url,
} from '../../base/column.ts';
import {
  defaultColumn,
  descriptionColumn,
  idColumn,
  nameColumn,
  type OperationColumns,
} from './column.ts';
import {constantWords} from './constant-words.ts';

const project = [
  nameText('KEY', '/key', {max: 12}),
  text('NAME', '/name', {min: 24, max: 44, grows: true, dropPriority: 0}),
  text('TYPE', '/projectTypeKey', {max: 18, dropPriority: 2, words: constantWords.projectType}),
  text('STYLE', '/style', {
    max: 15,
    dropPriority: 5,
    tone: 'dim',
    words: constantWords.projectStyle,
  }),
  text('LEAD', '/lead/displayName', {max: 22}),
  state(
    'STATE',
    [
      ['/deleted', 'in trash', 'bad'],
      ['/archived', 'archived', 'warn'],
      ['/isPrivate', 'private', 'dim'],
    ],
    {dropPriority: 3},
  ),
  number('ISSUES', '/insight/totalIssueCount', {dropPriority: 4}),
  age('LAST CHANGE', '/insight/lastIssueUpdateTime', {
    id: 'updated',
    max: 11,
    dropPriority: 6,
    tone: 'dim',
  }),
  text('CATEGORY', '/projectCategory/name', {max: 18, dropPriority: 7, tone: 'dim'}),
  idColumn(8),
];

const component = [
  nameColumn(16, 40),
  text('LEAD', '/lead/displayName', {max: 24}),
  number('ISSUES', '/issueCount', {dropPriority: 2}),
  text('ASSIGNEE', '/assigneeType', {
    max: 18,
    dropPriority: 4,
    tone: 'dim',
    words: constantWords.assigneeType,
  }),
  descriptionColumn(3),
  idColumn(5),
];

const version = [
  nameText('NAME', '/name', {min: 12, max: 30, grows: true}),
  state(
    'STATE',
    [
      ['/archived', 'archived', 'dim'],
      ['/released', 'released', 'good'],
      ['/overdue', 'overdue', 'bad'],
      [undefined, 'unreleased', 'plain'],
    ],
    {dropPriority: 2},
  ),
  date('RELEASE', '/releaseDate', {id: 'releaseDate', dropPriority: 4}),
  date('START', '/startDate', {id: 'startDate', dropPriority: 6, tone: 'dim'}),
  count('APPROVERS', '/approvers', {dropPriority: 8}),
  firstLine('DESCRIPTION', '/description', {min: 12, max: 40, dropPriority: 9, tone: 'dim'}),
  idColumn(6),
];

const role = [
  nameColumn(16, 40, 'ROLE'),
  state(
    'RIGHTS',
    [
      ['/admin', 'administers', 'warn'],
      ['/default', 'default', 'dim'],
    ],
    {id: 'admin'},
  ),
  descriptionColumn(2),
  idColumn(3),
];

const issueTypeStatuses = [
  nameColumn(12, 30, 'ISSUE TYPE'),
  state('KIND', [['/subtask', 'sub-task', 'dim']], {id: 'subtask', dropPriority: 2}),
  joinedList('STATUSES', '/statuses/-/name', {min: 20, max: 160, grows: true, dropPriority: 0}),
  idColumn(3),
];

const feature = [
  nameText('FEATURE', '/localisedName', {id: 'name', min: 14, max: 30}),
  text('STATE', '/state', {
    max: 12,
    dropPriority: 0,
    tones: {ENABLED: 'good', DISABLED: 'dim', COMING_SOON: 'warn'},
    words: constantWords.featureState,
  }),
  state('LOCKED', [['/toggleLocked', 'locked', 'dim']], {dropPriority: 2}),
  firstLine('DESCRIPTION', '/localisedDescription', {min: 14, max: 80, grows: true, tone: 'dim'}),
  text('KEY', '/feature', {max: 40, dropPriority: 3, tone: 'dim'}),
];

const relatedWork = [
  text('CATEGORY', '/category', {min: 10, max: 20}),
  nameText('TITLE', '/title', {min: 16, max: 50}),
  url('LINK', ['/url', '/issueId'], {id: 'url', min: 16, max: 80, grows: true, dropPriority: 0}),
  text('ID', '/relatedWorkId', {max: 36, dropPriority: 2, tone: 'dim'}),
];

const scope = (max: number, dropPriority: number) =>
  text('SCOPE', '/scope/type', {max, dropPriority, tone: 'dim', words: constantWords.scope});

const permissionScheme = [
  idColumn(2),
  nameColumn(26, 40),
  count('GRANTS', '/permissions'),
  scope(10, 4),
  descriptionColumn(3, 70),
];

const grant = [
  nameText('PERMISSION', '/permission', {min: 24, max: 34}),
  text('HOLDER', '/holder/type', {id: 'type', max: 16, dropPriority: 0, tones: {anyone: 'warn'}}),
  text(
    'WHO',
    [
      '/holder/user/displayName',
      '/holder/group/name',
      '/holder/projectRole/name',
      '/holder/field/name',
      '/holder/parameter',
      '/holder/value',
    ],
    {id: 'holder', min: 14, max: 40, grows: true},
  ),
  text('VALUE', ['/holder/value', '/holder/parameter'], {max: 38, dropPriority: 4, tone: 'dim'}),
  idColumn(3),
];

const notificationScheme = [
  idColumn(2),
  nameColumn(26, 40),
  count('EVENTS', '/notificationSchemeEvents'),
  count('PROJECTS', '/projects', {dropPriority: 4}),
  scope(10, 5),
  descriptionColumn(3, 70),
];

const status = [
  nameColumn(23, 40),
  text('CATEGORY', '/statusCategory', {
    max: 12,
    dropPriority: 0,
    tones: {TODO: 'plain', IN_PROGRESS: 'accent', DONE: 'good'},
    words: constantWords.statusCategory,
  }),
  scope(8, 1),
  number('PROJECT', '/scope/project/id', {dropPriority: 2, tone: 'dim'}),
  descriptionColumn(3),
  idColumn(4),
];

const resolution = [nameColumn(20, 40), defaultColumn, descriptionColumn(2), idColumn(3)];

const priority = [
  nameColumn(20, 30),
  defaultColumn,
  text('COLOUR', '/statusColor', {id: 'color', max: 8, tone: 'dim'}),
  count('SCHEMES', '/schemes/values', {dropPriority: 2}),
  descriptionColumn(3),
  idColumn(4),
];

const uiModification = [
  nameColumn(20, 50),
  count('CONTEXTS', '/contexts'),
  descriptionColumn(2, 70),
  text('ID', '/id', {min: 8, max: 36, dropPriority: 3, tone: 'dim'}),
];

const user = [
  nameText('NAME', '/displayName', {min: 18, max: 36}),
  state('STATE', [
    ['/active', 'active', 'good'],
    [undefined, 'inactive', 'warn'],
  ]),
  text('TYPE', '/accountType', {max: 10, dropPriority: 2, tone: 'dim'}),
  text('E-MAIL', '/emailAddress', {id: 'email', min: 14, max: 40, grows: true}),
  text('TIME ZONE', '/timeZone', {id: 'zone', max: 22, dropPriority: 4, tone: 'dim'}),
  text('ACCOUNT ID', '/accountId', {id: 'id', max: 44, dropPriority: 3, tone: 'dim'}),
];

const group = [
  nameText('GROUP', '/name', {id: 'name', min: 20, max: 60, grows: true}),
  text('ID', '/groupId', {min: 12, max: 40, tone: 'dim'}),
];

const applicationRole = [
  nameText('APPLICATION', '/name', {id: 'name', min: 16, max: 40}),
  text('KEY', '/key', {min: 12, max: 30, dropPriority: 1, tone: 'dim'}),
  joinedList('GROUPS', '/groupDetails/-/name', {min: 16, max: 80, grows: true, dropPriority: 0}),
  joinedList('DEFAULT GROUPS', '/defaultGroupsDetails/-/name', {
    id: 'default',
    max: 40,
    dropPriority: 3,
  }),
  number('USERS', '/userCount', {dropPriority: 2}),
  number('SEATS', '/numberOfSeats', {dropPriority: 4}),
  number('SEATS LEFT', '/remainingSeats', {id: 'left', dropPriority: 5}),
];

const auditRecord = [
  time('WHEN', '/created', {dropPriority: 0}),
  nameText('SUMMARY', '/summary', {min: 20, max: 40}),
  text('OBJECT', '/objectItem/name', {
    id: 'object',
    min: 16,
    max: 44,
    grows: true,
    dropPriority: 0,
  }),
  text('KIND', '/objectItem/typeName', {
    id: 'type',
    max: 20,
    dropPriority: 4,
    tone: 'dim',
    words: constantWords.auditObject,
  }),
  text('BY', '/authorKey', {id: 'author', max: 30, dropPriority: 1}),
  joinedList('CHANGED', '/changedValues/-/fieldName', {id: 'changes', max: 40, dropPriority: 3}),
  joinedList('CONCERNS', '/associatedItems/-/name', {id: 'items', max: 40, dropPriority: 5}),
  text('CATEGORY', '/category', {max: 24, dropPriority: 6, tone: 'dim'}),
  idColumn(8),
];

const category = [nameColumn(16, 40), descriptionColumn(1), idColumn(2)];

const issueType = [
  nameColumn(12, 30, 'ISSUE TYPE'),
  state('KIND', [['/subtask', 'sub-task', 'dim']], {id: 'subtask', dropPriority: 2}),
  number('LEVEL', '/hierarchyLevel', {dropPriority: 3}),
  text('PROJECT', '/scope/project/key', {max: 12, dropPriority: 4, tone: 'dim'}),
  descriptionColumn(2),
  idColumn(3),
];

const securityScheme = [
  nameColumn(20, 40),
  count('PROJECTS', '/projectIds'),
  descriptionColumn(2),
  idColumn(3),
];

const schemeOf = (member: string) => [
  nameText('SCHEME', `/${member}/name`, {id: 'name', min: 20, max: 50}),
  joinedList('PROJECTS', '/projectIds', {min: 12, max: 80, grows: true, dropPriority: 0}),
  number('ID', `/${member}/id`, {dropPriority: 3, tone: 'dim'}),
];

const priorityScheme = [
  nameColumn(20, 40),
  defaultColumn,
  count('PRIORITIES', '/priorities/values', {dropPriority: 3}),
  count('PROJECTS', '/projects/values', {dropPriority: 4}),
  descriptionColumn(2),
  idColumn(3),
];

const roleActor = [
  nameText('ACTOR', '/displayName', {id: 'name', min: 16, max: 40, grows: true}),
  state(
    'KIND',
    [
      ['/actorGroup', 'group', 'plain'],
      ['/actorUser', 'user', 'plain'],
    ],
    {id: 'type'},
  ),
  text('VALUE', ['/actorGroup/groupId', '/actorUser/accountId'], {
    max: 44,
    dropPriority: 3,
    tone: 'dim',
  }),
  idColumn(4),
];

const webhook = [
  number('ID', '/id', {dropPriority: 0, tone: 'title'}),
  url('URL', '/url', {min: 13, max: 48, grows: true}),
  joinedList('EVENTS', '/events', {min: 14, max: 44, dropPriority: 2}),
  text('JQL FILTER', '/jqlFilter', {id: 'jql', min: 24, max: 40, dropPriority: 3, tone: 'dim'}),
  joinedList('FIELDS', '/fieldIdsFilter', {max: 24, dropPriority: 5, tone: 'dim'}),
  time('EXPIRES', '/expirationDate', {dropPriority: 4, tone: 'dim'}),
];

const failedDelivery = [
  instant('FAILED AT', '/failureTime', {id: 'time', dropPriority: 0, down: true, tone: 'title'}),
  age('AGO', '/failureTime', {dropPriority: 2, tone: 'warn'}),
  url('URL', '/url', {min: 18, max: 60, grows: true, dropPriority: 0}),
  firstLine('BODY', '/body', {min: 12, max: 60, dropPriority: 8, tone: 'dim'}),
  text('ID', '/id', {min: 36, max: 36, dropPriority: 9, tone: 'dim'}),
];

/** Columns for the lists and single objects of the tracker’s operations. */
export const trackerColumns: OperationColumns = {
  'project search': project,
  'project get-all': project,
  'project get-recent': project,
  'project get': project,
  'project get-components-paginated': component,
  'project get-components': component,
  'project get-versions-paginated': version,
  'project get-versions': version,
  'version get': version,
  'project get-role-details': role,
  'role get-all-project': role,
  'project get-all-statuses': issueTypeStatuses,
  'project get-features-for': feature,
  'project toggle-feature-for': feature,
  'version get-related-work': relatedWork,
  'permissionscheme get-all-permission-schemes': permissionScheme,
  'permissionscheme get-permission-scheme': permissionScheme,
  'permissionscheme get-permission-scheme-grants': grant,
  'permissionscheme get-permission-scheme-grant': grant,
  'notificationscheme get-notification-schemes': notificationScheme,
  'notificationscheme get-notification-scheme': notificationScheme,
  'statuses search': status,
  'statuses get-by-id': status,
  'statuses get-by-name': status,
  'statuses create': status,
  'resolution search': resolution,
  'resolution get-resolutions': resolution,
  'resolution get-resolution': resolution,
  'priority search': priority,
  'priority get-priorities': priority,
  'priority get-priority': priority,
  'uiModifications get-ui-modifications': uiModification,
  'users get-all': user,
  'user get': user,
  'user bulk-get': user,
  'user find': user,
  'user find-assignable': user,
  'user find-bulk-assignable': user,
  'user find-by-query': user,
  'user find-with-all-permissions': user,
  'user get-groups': group,
  'group bulk-get': group,
  'group get-users-from': user,
  'groups find': group,
  'applicationrole get-all-application-roles': applicationRole,
  'applicationrole get-application-role': applicationRole,
  'role get-project-by-id': role,
  'auditing get-audit-records': auditRecord,
  'projectCategory get-all-project-categories': category,
  'projectCategory get-project-category-by-id': category,
  'component get': component,
  'issuetype get-issue-all-types': issueType,
  'issuesecurityschemes search-projects-using-security-schemes': [
    number('PROJECT', '/projectId', {dropPriority: 0, tone: 'title'}),
    number('SCHEME', '/issueSecuritySchemeId', {dropPriority: 0}),
  ],
  'issuesecurityschemes search-security-schemes': securityScheme,
  'issuetypescheme get-issue-type-scheme-for-projects': schemeOf('issueTypeScheme'),
  'issuetypescreenscheme get-issue-type-screen-scheme-project-associations':
    schemeOf('issueTypeScreenScheme'),
  'workflowscheme get-workflow-scheme-project-associations': schemeOf('workflowScheme'),
  'priorityscheme get-priority-schemes': priorityScheme,
  'priorityscheme get-projects-by-priority-scheme': project,
  'role get-project-actors-for': roleActor,
  'webhook get-dynamic-webhooks-for-app': webhook,
  'webhook get-failed': failedDelivery,
};
