import type {Operation} from '../../operation.ts';
import {
  commaList,
  inPath,
  inQuery,
  jsonBody,
  maxResults,
  offsetPages,
  repeated,
  startAt,
  userWindow,
} from '../inputs.ts';
import {creation, deletes, lists} from '../outcomes.ts';

const user = {
  service: 'tracker',
  group: 'user',
  root: 'tracker',
  section: 'services T4.4',
} as const;

/** The error for key and username (services T9.4). */
export const noLonger = 'no longer available; use accountId';

/** Maximum length of an account id. */
export const accountIdLength = 128;

/** Help text of account ids. */
export const accountIdHelp = 'account id of the user';

/** A user, by account id. */
export const accountId = inQuery('accountId', 'string', {
  maxLength: accountIdLength,
  names: 'user',
  help: accountIdHelp,
});

const browsesUsers = 'Browse users and groups global permission';
const exactAccountId = inQuery('accountId', 'string', {
  maxLength: accountIdLength,
  names: 'user',
  help: 'account id, matched exactly',
});
const query = inQuery('query', 'string', {
  help: 'start of the display name or e-mail address',
});
const structuredQuery = inQuery('query', 'string', {
  requiredByService: true,
  help: 'statements such as: is assignee of PROJ',
  example: 'is assignee of HPAY',
});
const noUsername = inQuery('username', 'string', {unavailable: noLonger});

/** Searches examine only the first thousand users, then filter them (services T4.4). */
const windowEnd = 1000;
/** A page may include all of them; the account id is matched exactly. */
const searchedUsers = userWindow(50, windowEnd, {sizeMax: windowEnd, single: ['accountId']});
const window =
  'Only the first 1000 users are searched, then filtered: a page can be short or empty before the last one.';

/** The operations on users (services T4.4). */
export const userOperations = (): readonly Operation[] => [
  {
    ...user,
    ...lists(offsetPages(10)),
    name: 'bulk-get',
    summary: 'Get the users with the given account ids',
    path: '/rest/api/3/user/bulk',
    permission: 'Access to the product',
    inputs: [
      repeated('accountId', {
        requiredByService: true,
        names: 'user',
        maxLength: accountIdLength,
        help: accountIdHelp,
      }),
      maxResults(10),
      startAt,
      repeated('key', {unavailable: noLonger}),
      repeated('username', {unavailable: noLonger}),
    ],
    experimental: true,
  },
  {
    ...user,
    ...lists(userWindow(10, ['key', 'username'])),
    name: 'bulk-get-users-migration',
    summary: 'Get the account ids for legacy user keys or user names',
    path: '/rest/api/3/user/bulk/migration',
    permission: 'Access to the product',
    inputs: [
      repeated('key', {help: 'legacy user key'}),
      repeated('username', {help: 'legacy user name'}),
      maxResults(10),
      startAt,
    ],
    rules: [{kind: 'exactlyOne', inputs: ['key', 'username']}],
    experimental: true,
  },
  {
    ...user,
    ...creation,
    name: 'create',
    summary: 'Create a user, or get the existing one',
    path: '/rest/api/3/user',
    permission: 'Administer global permission, as an organization admin',
    permissionKeys: ['ADMINISTER'],
    callers: ['organization admin'],
    notFor: ['platform app'],
    inputs: [jsonBody()],
    notes: ['key, name, password, displayName and applicationKeys have no effect any more.'],
    apiNotes: [
      'Responds 201 if the user exists and has access, 400 if the user exists without access.',
    ],
    deprecated: {note: 'legacy resource'},
  },
  {
    ...user,
    ...deletes,
    name: 'delete-property',
    summary: 'Delete a property of a user',
    path: '/rest/api/3/user/properties/{propertyKey}',
    permission:
      'Administer global permission for any user; access to the product for the calling user',
    inputs: [
      inPath('propertyKey', 'string', {
        names: 'user property',
        by: 'key',
        help: 'key of the property',
      }),
      {...accountId, example: '712020:e3c66b3a-c26a-472e-a850-dc0e56fe65aa'},
      inQuery('userKey', 'string', {unavailable: noLonger}),
      inQuery('username', 'string', {unavailable: noLonger}),
    ],
    notes: ['User properties created in the product itself do not change.'],
    irreversible: true,
  },
  {
    ...user,
    ...lists(searchedUsers),
    name: 'find',
    summary: 'Find active users by account id, name, e-mail address or property',
    path: '/rest/api/3/user/search',
    permission: `${browsesUsers}; without it the result is empty`,
    anonymous: true,
    inputs: [
      exactAccountId,
      query,
      inQuery('property', 'string', {help: 'propertykey.path.to.value=expected'}),
      maxResults(50),
      startAt,
      noUsername,
    ],
    rules: [{kind: 'atLeastOne', inputs: ['accountId', 'query', 'property']}],
    notes: [window, 'A property key with a dot or an equals sign cannot be searched.'],
  },
  {
    ...user,
    ...lists(searchedUsers),
    name: 'find-assignable',
    summary: 'Find users who can be assigned to an issue',
    path: '/rest/api/3/user/assignable/search',
    permission: `${browsesUsers}, or Assign issues`,
    inputs: [
      accountId,
      repeated('accountType', {help: 'kind of account'}),
      inQuery('actionDescriptorId', 'integer', {help: 'transition id'}),
      repeated('appType', {help: 'kind of app'}),
      inQuery('issueId', 'string', {names: 'issue', help: 'issue to assign, by id'}),
      inQuery('issueKey', 'string', {names: 'issue', by: 'key', help: 'issue to assign, by key'}),
      maxResults(50),
      inQuery('project', 'string', {
        names: 'project',
        by: 'idOrKey',
        help: 'project of a new issue: id or case-sensitive key',
      }),
      query,
      inQuery('recommend', 'boolean', {default: 'false', help: 'sort by recommendation'}),
      inQuery('sessionId', 'string', {help: 'the same until the assignee is set'}),
      startAt,
      noUsername,
    ],
    rules: [
      {kind: 'atLeastOne', inputs: ['issueId', 'issueKey', 'project']},
      {kind: 'atLeastOne', inputs: ['accountId', 'query']},
      {kind: 'needsOne', input: 'actionDescriptorId', inputs: ['issueKey', 'issueId']},
    ],
    notes: [
      'Use project for a new issue, issueKey or issueId for an update, and also actionDescriptorId for a transition.',
      window,
    ],
  },
  {
    ...user,
    ...lists(searchedUsers),
    name: 'find-bulk-assignable',
    summary: 'Find users who can be assigned to issues in all of the projects',
    path: '/rest/api/3/user/assignable/multiProjectSearch',
    permission: 'Browse projects for each project key',
    anonymous: true,
    inputs: [
      commaList('projectKeys', {
        requiredByService: true,
        names: 'project',
        by: 'key',
        help: 'project keys, case sensitive',
      }),
      accountId,
      query,
      maxResults(50),
      startAt,
      noUsername,
    ],
    rules: [{kind: 'atLeastOne', inputs: ['accountId', 'query']}],
    notes: [window],
  },
  {
    ...user,
    ...lists(offsetPages(100)),
    name: 'find-by-query',
    summary: 'Find users by a structured query',
    path: '/rest/api/3/user/search/query',
    permission: browsesUsers,
    inputs: [structuredQuery, maxResults(100), startAt],
    notes: [window],
  },
  {
    ...user,
    ...lists(offsetPages(100, 'maxResult')),
    name: 'find-keys-by-query',
    summary: 'Find the keys of users by a structured query',
    path: '/rest/api/3/user/search/query/key',
    permission: browsesUsers,
    inputs: [
      structuredQuery,
      inQuery('maxResult', 'integer', {default: '100', counts: true, help: 'items per page'}),
      startAt,
    ],
    notes: ['The page size is named maxResult here, in the singular.', window],
  },
  {
    ...user,
    ...lists({kind: 'cut', items: '/users', size: 'maxResults', sizeDefault: 50}),
    name: 'find-for-picker',
    summary: 'Find users for a picker, with the match highlighted',
    path: '/rest/api/3/user/picker',
    permission: `${browsesUsers}; without it only exact name matches`,
    anonymous: true,
    inputs: [
      inQuery('query', 'string', {
        requiredByService: true,
        help: 'part of the display name or e-mail address',
      }),
      maxResults(50),
      inQuery('showAvatar', 'boolean', {default: 'false', help: 'include the avatar URL'}),
      inQuery('avatarSize', 'string', {help: 'size of the avatar'}),
      repeated('excludeAccountIds', {names: 'user', help: 'account ids to exclude'}),
      inQuery('excludeConnectUsers', 'boolean', {
        default: 'false',
        help: 'exclude users of add-on apps',
      }),
      repeated('exclude', {unavailable: 'no longer available; use excludeAccountIds'}),
    ],
    rules: [{kind: 'notTogether', inputs: ['exclude', 'excludeAccountIds']}],
    notes: ['total is the number of matched users; there are no further pages.', window],
  },
  {
    ...user,
    ...lists(searchedUsers),
    name: 'find-with-all-permissions',
    summary: 'Find users who have all of these permissions on a project or issue',
    path: '/rest/api/3/user/permission/search',
    permission:
      'Administer global permission for any project, or Administer projects for that project',
    anonymous: true,
    inputs: [
      accountId,
      inQuery('issueKey', 'string', {names: 'issue', by: 'key', help: 'issue to check'}),
      maxResults(50),
      commaList('permissions', {
        requiredByService: true,
        names: 'permission',
        by: 'key',
        help: 'permission keys, built in or defined by apps',
      }),
      inQuery('projectKey', 'string', {
        names: 'project',
        by: 'key',
        help: 'project to check, case sensitive',
      }),
      query,
      {...noUsername, added: true},
      {...startAt, added: true},
    ],
    rules: [{kind: 'atLeastOne', inputs: ['accountId', 'query'], soft: true}],
    notes: ['Without accountId and query all users who hold the permissions are returned.', window],
  },
];
