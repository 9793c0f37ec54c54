import type {Operation} from '../../operation.ts';
import {expand, inPath, inQuery, jsonBody} from '../inputs.ts';

const version = {
  service: 'tracker',
  group: 'version',
  root: 'tracker',
  section: 'tracker-api 4.7',
} as const;
const id = inPath('id', 'string', {help: 'version id'});
const writes = 'Administer global permission, or Administer Projects for the version’s project';
const browses = 'Browse projects';

/** The 13 version operations (tracker-api 4.7). */
export const versionOperations: readonly Operation[] = [
  {
    ...version,
    name: 'create',
    summary: 'Create a version of a project',
    method: 'POST',
    path: '/rest/api/3/version',
    permission: writes,
    anonymous: true,
    inputs: [jsonBody({help: 'needs name (at most 255 characters) and projectId'})],
    limits: {'characters of name': 255, 'bytes of description': 16_384},
    effect: 'create',
    answer: 'body',
    success: [201],
  },
  {
    ...version,
    name: 'get',
    summary: 'Get one version',
    method: 'GET',
    path: '/rest/api/3/version/{id}',
    permission: browses,
    anonymous: true,
    inputs: [id, expand('operations', 'issuesstatus', 'driver', 'approvers')],
    notes: ['issuesstatus counts issues as toDo, inProgress, done and unmapped.'],
    effect: 'read',
    answer: 'body',
    success: [200],
  },
  {
    ...version,
    name: 'delete',
    summary: 'Delete a version, optionally replacing it in issues',
    method: 'DELETE',
    path: '/rest/api/3/version/{id}',
    permission: writes,
    anonymous: true,
    inputs: [
      id,
      inQuery('moveFixIssuesTo', 'string', {help: 'version id that takes its place in fixVersion'}),
      inQuery('moveAffectedIssuesTo', 'string', {
        help: 'version id that takes its place in affectedVersion',
      }),
    ],
    notes: ['Without a replacement, fixVersion and affectedVersion are cleared.'],
    deprecated: {note: 'use delete-and-replace', successor: 'version delete-and-replace'},
    effect: 'delete',
    irreversible: true,
    answer: 'none',
    success: [204],
  },
];
