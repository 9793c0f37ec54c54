import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {inPath, inQuery, jsonBody, maxResults, offsetPages, repeated, startAt} from '../inputs.ts';
import {creation, deletes, lists, reads, related, siteAdmin, updates} from '../outcomes.ts';
import {accountIdHelp, noLonger} from './user.ts';

const tracker = {service: 'tracker', root: 'tracker', ...related} as const;
const group = {...tracker, group: 'group'};
/** Site administrators administer Jira too; no operation tells whether the caller is one. */
const administersSite = {
  ...siteAdmin,
  permission: 'Site administration (member of the site-admin group)',
} as const;
const browses = 'Browse users and groups global permission';
const administers = 'Administer global permission';

const groupName = inQuery('groupname', 'string', {
  names: 'group',
  by: 'name',
  help: 'name of the group; names can change',
});
const groupId = inQuery('groupId', 'string', {
  names: 'group',
  help: 'id of the group (recommended)',
});
const oneGroup = {kind: 'exactlyOne', inputs: ['groupname', 'groupId']} as const;
/** The group and the user of a membership, as inputs of its undo. */
const ofMember = {groupname: '{groupname?}', groupId: '{groupId?}', accountId: '{accountId}'};

/**
 * Related operations on groups, their members and the groups with application access (services W7).
 */
export const groupExtraOperations = (): readonly Operation[] => [
  {
    ...group,
    ...deletes,
    name: 'remove',
    summary: 'Delete a group',
    path: '/rest/api/3/group',
    ...administersSite,
    inputs: [
      groupName,
      groupId,
      inQuery('swapGroup', 'string', {
        names: 'group',
        by: 'name',
        help: 'name of the group that takes over its restrictions',
      }),
      inQuery('swapGroupId', 'string', {
        names: 'group',
        help: 'id of the group that takes over its restrictions',
      }),
    ],
    rules: [oneGroup, {kind: 'notTogether', inputs: ['swapGroup', 'swapGroupId']}],
    notes: [
      'Without a replacement group, comments and worklogs restricted to the group become hidden.',
    ],
    removes: ['groupname', 'groupId'],
    irreversible: true,
    success: [200],
  },
  {
    ...group,
    ...creation,
    name: 'create',
    summary: 'Create a group',
    path: '/rest/api/3/group',
    ...administersSite,
    inputs: [jsonBody()],
    undo: [trackerRef('group remove', {groupId: '{answer/groupId}'})],
  },
  {
    ...group,
    ...lists(offsetPages(50)),
    name: 'bulk-get',
    summary: 'List groups, paginated',
    path: '/rest/api/3/group/bulk',
    permission: browses,
    inputs: [
      startAt,
      maxResults(50),
      repeated('groupId', {names: 'group', help: 'only groups with these ids'}),
      repeated('groupName', {names: 'group', by: 'name', help: 'only groups with these names'}),
      inQuery('accessType', 'string', {
        help: 'only groups with this access: site-admin, admin or user',
        example: 'user',
      }),
      inQuery('applicationKey', 'string', {
        names: 'application role',
        by: 'key',
        help: 'only groups with access to this application',
      }),
    ],
    experimental: true,
  },
  {
    ...group,
    ...lists(offsetPages(50)),
    name: 'get-users-from',
    summary: 'List the members of a group, paginated',
    path: '/rest/api/3/group/member',
    permission: `${browses}, or ${administers}`,
    inputs: [
      groupName,
      groupId,
      inQuery('includeInactiveUsers', 'boolean', {
        default: 'false',
        help: 'include inactive users',
      }),
      startAt,
      maxResults(50),
    ],
    rules: [oneGroup],
  },
  {
    ...group,
    ...deletes,
    name: 'remove-user-from',
    summary: 'Remove a user from a group',
    path: '/rest/api/3/group/user',
    ...administersSite,
    inputs: [
      groupName,
      groupId,
      inQuery('username', 'string', {unavailable: noLonger}),
      inQuery('accountId', 'string', {
        required: true,
        names: 'user',
        help: accountIdHelp,
      }),
    ],
    rules: [oneGroup],
    removes: ['accountId'],
    success: [200],
    undo: [trackerRef('group add-user-to', ofMember)],
  },
  {
    ...group,
    ...updates,
    name: 'add-user-to',
    summary: 'Add a user to a group',
    method: 'POST',
    path: '/rest/api/3/group/user',
    ...administersSite,
    inputs: [groupName, groupId, jsonBody()],
    rules: [oneGroup],
    success: [201],
    undo: [trackerRef('group remove-user-from', ofMember)],
  },
  {
    ...tracker,
    ...lists({kind: 'cut', items: '/groups', size: 'maxResults', sizeDefault: 20}),
    group: 'groups',
    name: 'find',
    summary: 'Find groups for a picker, with the match highlighted',
    path: '/rest/api/3/groups/picker',
    permission: 'Browse projects; without it the result is empty',
    anonymous: true,
    inputs: [
      inQuery('accountId', 'string', {names: 'user', help: 'no longer has any effect'}),
      inQuery('query', 'string', {help: 'text in the name of the group'}),
      repeated('exclude', {names: 'group', by: 'name', help: 'names of groups to exclude'}),
      repeated('excludeId', {names: 'group', help: 'ids of groups to exclude'}),
      maxResults(),
      inQuery('caseInsensitive', 'boolean', {default: 'false', help: 'ignore case'}),
      inQuery('userName', 'string', {help: 'no longer has any effect'}),
    ],
    notes: ['total is the number of matched groups; there are no further pages.'],
  },
  {
    ...tracker,
    ...reads,
    group: 'applicationrole',
    name: 'get-all-application-roles',
    summary: 'List all application roles: who has access to which application',
    path: '/rest/api/3/applicationrole',
    permission: administers,
    inputs: [],
    items: '',
  },
  {
    ...tracker,
    ...reads,
    group: 'applicationrole',
    name: 'get-application-role',
    summary: 'Get one application role',
    path: '/rest/api/3/applicationrole/{key}',
    permission: administers,
    inputs: [
      inPath('key', 'string', {
        names: 'application role',
        by: 'key',
        help: 'key of the application role',
        example: 'tracker-software',
      }),
    ],
  },
];
