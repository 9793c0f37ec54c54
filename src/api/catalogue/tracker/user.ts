import type {Operation} from '../../operation.ts';
import {
  inPath,
  inQuery,
  jsonBody,
  maxResults,
  offsetPages,
  repeated,
  startAt,
  userWindow,
} from '../inputs.ts';
import {creates, deletes, lists} from '../outcomes.ts';
import {accountId, accountIdHelp, accountIdLength, noLonger} from './user-inputs.ts';

const user = {
  service: 'tracker',
  group: 'user',
  root: 'tracker',
  section: 'services T4.4',
} as const;

/** The user operations other than searches: 4 of the 11 (services T4.4). */
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
        help: `${accountIdHelp}; repeatable`,
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
      repeated('key', {help: 'legacy user key; repeatable'}),
      repeated('username', {help: 'legacy user name; repeatable'}),
      maxResults(10),
      startAt,
    ],
    rules: [{kind: 'exactlyOne', inputs: ['key', 'username']}],
    experimental: true,
  },
  {
    ...user,
    ...creates,
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
    notes: ['User properties created in the product itself are not touched.'],
    irreversible: true,
  },
];
