import type {Operation} from '../../operation.ts';
import {jsonBody} from '../inputs.ts';
import {reads} from '../outcomes.ts';

const permissions = {
  service: 'tracker',
  group: 'permissions',
  root: 'tracker',
  section: 'services T4.2',
  anonymous: true,
} as const;

/** The 3 operations on permissions; the two POSTs only read (services T4.2). */
export const permissionOperations = (): readonly Operation[] => [
  {
    ...permissions,
    ...reads,
    name: 'get-all',
    summary: 'List all permissions: global, project and added by plugins',
    path: '/rest/api/3/permissions',
    permission: 'None',
    inputs: [],
    notes: ['Returns an object keyed by permission key, not a list.'],
  },
  {
    ...permissions,
    ...reads,
    name: 'get-bulk',
    summary: 'Check which permissions a user has, globally and on projects and issues',
    method: 'POST',
    path: '/rest/api/3/permissions/check',
    permission: 'Administer global permission to check other users; none otherwise',
    inputs: [jsonBody()],
    notes: [
      'Without accountId the calling user is checked.',
      'Invalid project and issue ids, null values and empty permission keys are ignored.',
      'Returns globalPermissions in addition to the projectPermissions list.',
      'An add-on app that calls from its own server may check any user without Administer.',
    ],
    limits: {'projects checked': 1000, 'issues checked': 1000},
    items: '/projectPermissions',
  },
  {
    ...permissions,
    ...reads,
    name: 'get-permitted-projects',
    summary: 'List the projects where the user has all of these project permissions',
    method: 'POST',
    path: '/rest/api/3/permissions/project',
    permission: 'None',
    inputs: [jsonBody()],
    items: '/projects',
  },
];
