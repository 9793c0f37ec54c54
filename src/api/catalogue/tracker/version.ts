import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {expand, inPath, inQuery, jsonBody} from '../inputs.ts';
import {creation, deletes, projectAdminKeys, reads, updates} from '../outcomes.ts';
import {restoreOrder} from '../undos.ts';

const version = {
  service: 'tracker',
  group: 'version',
  root: 'tracker',
  section: 'services T4.7',
  anonymous: true,
} as const;
const id = inPath('id', 'string', {names: 'version', help: 'version id'});
const writes = 'Administer global permission, or Administer projects for the version’s project';
const browses = 'Browse projects';
const relates = 'Resolve issues and Edit issues';
const limits = {'characters of name': 255, 'bytes of description': 16_384};
const sameProject = 'The replacement must be another version of the same project.';

/** Reads a version with those of its project, in order. */
const siblings = trackerRef(
  'version get',
  {id: '{id}'},
  {
    after: {
      versions: trackerRef('project get-versions', {projectIdOrKey: '{answer/projectId}'}),
    },
  },
);

/** The 13 version operations (services T4.7). */
export const versionOperations = (): readonly Operation[] => [
  {
    ...version,
    ...creation,
    name: 'create',
    summary: 'Create a version of a project',
    path: '/rest/api/3/version',
    permission: writes,
    permissionKeys: projectAdminKeys,
    inputs: [jsonBody()],
    limits,
  },
  {
    ...version,
    ...reads,
    name: 'get',
    summary: 'Get one version',
    path: '/rest/api/3/version/{id}',
    permission: browses,
    inputs: [id, expand('operations', 'issuesstatus', 'driver', 'approvers')],
    notes: ['issuesstatus counts issues as toDo, inProgress, done and unmapped.'],
  },
  {
    ...version,
    ...updates,
    name: 'update',
    summary: 'Update a version',
    path: '/rest/api/3/version/{id}',
    permission: writes,
    permissionKeys: projectAdminKeys,
    inputs: [id, jsonBody()],
    limits,
  },
  {
    ...version,
    ...deletes,
    name: 'delete',
    summary: 'Delete a version, optionally replacing it in issues',
    path: '/rest/api/3/version/{id}',
    permission: writes,
    permissionKeys: projectAdminKeys,
    inputs: [
      id,
      inQuery('moveFixIssuesTo', 'string', {
        names: 'version',
        help: 'id of the replacement version in fixVersion',
      }),
      inQuery('moveAffectedIssuesTo', 'string', {
        names: 'version',
        help: 'id of the replacement version in affectedVersion',
      }),
    ],
    notes: ['Without a replacement, fixVersion and affectedVersion are cleared.', sameProject],
    deprecated: {note: 'replaced by delete-and-replace', successor: 'version delete-and-replace'},
    irreversible: true,
  },
  {
    ...version,
    ...deletes,
    name: 'delete-and-replace',
    summary: 'Delete a version and replace it in issues',
    method: 'POST',
    path: '/rest/api/3/version/{id}/removeAndSwap',
    permission: writes,
    permissionKeys: projectAdminKeys,
    inputs: [id, jsonBody()],
    notes: [
      'Replaces the version in fixVersion, affectedVersion and version picker fields; fields without a replacement are cleared.',
      sameProject,
    ],
    irreversible: true,
  },
  {
    ...version,
    ...deletes,
    name: 'merge',
    summary: 'Merge a version into another and delete it',
    method: 'PUT',
    path: '/rest/api/3/version/{id}/mergeto/{moveIssuesTo}',
    permission: writes,
    permissionKeys: projectAdminKeys,
    inputs: [
      inPath('id', 'string', {names: 'version', help: 'id of the version to delete'}),
      inPath('moveIssuesTo', 'string', {
        names: 'version',
        help: 'id of the version to merge into',
        example: '10005',
      }),
    ],
    notes: ['Replaces only the fix versions of issues.'],
    deprecated: {note: 'replaced by delete-and-replace', successor: 'version delete-and-replace'},
    irreversible: true,
  },
  {
    ...version,
    ...updates,
    name: 'move',
    summary: 'Move a version in the display order of its project',
    method: 'POST',
    path: '/rest/api/3/version/{id}/move',
    permission: browses,
    inputs: [id, jsonBody()],
    undo: restoreOrder('version move', 'id', siblings, '/versions', '/self'),
  },
  {
    ...version,
    ...reads,
    name: 'get-related-issues',
    summary: 'Count the issues related to a version',
    path: '/rest/api/3/version/{id}/relatedIssueCounts',
    permission: browses,
    inputs: [id],
    notes: ['Counts fixVersion, affectedVersion and version custom fields.'],
  },
  {
    ...version,
    ...reads,
    name: 'get-unresolved-issues',
    summary: 'Count the unresolved issues of a version',
    path: '/rest/api/3/version/{id}/unresolvedIssueCount',
    permission: browses,
    inputs: [id],
  },
  {
    ...version,
    ...reads,
    name: 'get-related-work',
    summary: 'List the related work of a version',
    path: '/rest/api/3/version/{id}/relatedwork',
    permission: browses,
    inputs: [id],
    items: '',
  },
  {
    ...version,
    ...creation,
    name: 'create-related-work',
    summary: 'Attach a link as related work to a version',
    path: '/rest/api/3/version/{id}/relatedwork',
    permission: relates,
    inputs: [id, jsonBody()],
    apiNotes: ['Only generic links can be created; the service sets relatedWorkId.'],
  },
  {
    ...version,
    ...updates,
    name: 'update-related-work',
    summary: 'Update related work of a version',
    path: '/rest/api/3/version/{id}/relatedwork',
    permission: relates,
    inputs: [id, jsonBody()],
    notes: [
      'Only generic links can be updated.',
      'Related work of an archived version cannot be edited.',
    ],
  },
  {
    ...version,
    ...deletes,
    name: 'delete-related-work',
    summary: 'Remove related work from a version',
    path: '/rest/api/3/version/{versionId}/relatedwork/{relatedWorkId}',
    permission: relates,
    inputs: [
      inPath('versionId', 'string', {names: 'version', help: 'version id'}),
      inPath('relatedWorkId', 'string', {names: 'related work', help: 'UUID of the related work'}),
    ],
  },
];
