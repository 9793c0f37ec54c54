import {type AnsweringClient, answeringClient} from './answering-client.ts';
import {fakeTracker} from './app-world.ts';

const group = (name: string, id: string) => ({
  type: 'group',
  parameter: name,
  value: id,
  group: {name, groupId: id},
});
const role = (name: string, id: number) => ({
  type: 'projectRole',
  parameter: String(id),
  value: String(id),
  projectRole: {name, id},
});
const user = (displayName: string, id: string, active = true) => ({
  type: 'user',
  parameter: id,
  value: id,
  user: {displayName, accountId: id, active},
});

/** Grants with one of each finding among them. */
export const someGrants = [
  {permission: 'ADMINISTER_PROJECTS', holder: role('Administrators', 10002)},
  {permission: 'ADMINISTER_PROJECTS', holder: group('all-users', 'g-1')},
  {permission: 'BROWSE_PROJECTS', holder: {type: 'anyone'}},
  {permission: 'CREATE_ISSUES', holder: {type: 'anyone'}},
  {permission: 'CREATE_ISSUES', holder: {type: 'applicationRole'}},
  {permission: 'EDIT_ISSUES', holder: user('Jo Öst', 'u-1')},
  {permission: 'EDIT_ISSUES', holder: user('Gone Person', 'u-2', false)},
  {permission: 'EDIT_ALL_COMMENTS', holder: role('Administrators', 10002)},
  {permission: 'ADD_COMMENTS', holder: group('developers', 'g-2')},
  {permission: 'EDIT_ALL_COMMENTS', holder: group('developers', 'g-2')},
  {permission: 'EDIT_ALL_COMMENTS', holder: {type: 'group', parameter: 'leavers'}},
  {permission: 'DELETE_ISSUES', holder: {type: 'projectRole', value: '10099'}},
  {permission: 'com.example.app__sign-off', holder: {type: 'projectLead'}},
  {permission: 'com.example.app__sign-off', holder: {type: 'projectLead'}},
].map((grant, i) => ({id: 10_300 + i, ...grant}));

/** Events with and without recipients, one of them of a kind that is no longer sent. */
export const someEvents = [
  {event: {id: 1, name: 'Issue created'}, notifications: []},
  {
    event: {id: 2, name: 'Issue updated'},
    notifications: [
      {id: 501, notificationType: 'Reporter'},
      {id: 502, notificationType: 'AllWatchers'},
      {id: 503, notificationType: 'EmailAddress', parameter: 'all@example.com'},
    ],
  },
  {
    event: {id: 3, name: 'Issue assigned'},
    notifications: [
      {id: 504, notificationType: 'CurrentAssignee'},
      {
        id: 505,
        notificationType: 'Group',
        parameter: 'g-2',
        group: {name: 'developers', groupId: 'g-2'},
      },
    ],
  },
];

/** A tracker with one permission scheme and one notification scheme worth looking at. */
export function schemeTracker(because: string): AnsweringClient {
  const {answers} = fakeTracker(because);
  return answeringClient('tracker', because, {
    ...answers,
    'tracker/role/get-all-project': {object: [{id: 10002, name: 'Administrators'}]},
    'tracker/permissionscheme/get-permission-scheme-grants': {
      pages: [someGrants],
      object: {permissions: someGrants},
    },
    'tracker/notificationscheme/get-notification-scheme': {
      object: {id: 10_100, name: 'Default', notificationSchemeEvents: someEvents},
    },
    'tracker/project/get-assigned-permission-scheme': given => ({
      object: {
        id: given.inputs.projectKeyOrId?.[0] === '10001' ? 10_001 : 10_000,
        name: 'Default permission scheme',
        description: 'for all',
      },
    }),
    'tracker/notificationscheme/get-notification-scheme-to-project-mappings': {
      pages: [
        [
          {notificationSchemeId: '10100', projectId: '10000'},
          {notificationSchemeId: '10100', projectId: '10003'},
        ],
      ],
      total: 2,
    },
    'tracker/version/get-unresolved-issues': {
      object: {issuesCount: 20, issuesUnresolvedCount: 10},
    },
    'tracker/version/get-related-issues': {
      object: {
        issuesFixedCount: 20,
        issuesAffectedCount: 3,
        issueCountWithCustomFieldsShowingVersion: 2,
        customFieldUsage: [
          {
            fieldName: 'Target release',
            customFieldId: 10_200,
            issueCountWithVersionInCustomField: 2,
          },
        ],
      },
    },
    'tracker/version/get-related-work': {
      pages: [
        [
          {
            relatedWorkId: '5a3d57e5-e9c7-4eb7-b9b9-d09fd6d5e33f',
            category: 'Testing',
            title: 'Regression run',
            url: 'https://wiki.example.com/pro0/tests',
          },
        ],
      ],
    },
    'tracker/events/get': {
      object: [
        {id: 1, name: 'Issue created'},
        {id: 4, name: 'Issue resolved'},
      ],
    },
  });
}
