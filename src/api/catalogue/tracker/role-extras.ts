import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {inPath, inQuery, jsonBody} from '../inputs.ts';
import {creation, deletes, reads, related, siteAdmin, updates} from '../outcomes.ts';
import {roleId} from './project-inputs.ts';

const role = {
  service: 'tracker',
  root: 'tracker',
  group: 'role',
  ...related,
  permission: siteAdmin.permission,
} as const;
const changes = {...role, ...siteAdmin};
const path = '/rest/api/3/role/{id}';
const roleInPath = inPath('id', 'integer', {names: 'project role', help: roleId.help ?? ''});
const ofActor = {id: '{id}', user: '{user?}', group: '{group?}', groupId: '{groupId?}'};

/** Related operations on the project roles of the site and their default actors (services W7). */
export const roleExtraOperations = (): readonly Operation[] => [
  {
    ...changes,
    ...creation,
    name: 'create-project',
    summary: 'Create a project role',
    path: '/rest/api/3/role',
    inputs: [jsonBody()],
    success: [200],
  },
  {
    ...changes,
    ...deletes,
    name: 'delete-project',
    summary: 'Delete a project role',
    path,
    inputs: [
      roleInPath,
      inQuery('swap', 'integer', {
        names: 'project role',
        help: 'id of the role that replaces it; required if the role is in use',
        example: '10003',
      }),
    ],
    irreversible: true,
  },
  {
    ...role,
    ...reads,
    name: 'get-project-by-id',
    summary: 'Get a project role with its default actors',
    path,
    inputs: [roleInPath],
  },
  {
    ...changes,
    ...updates,
    name: 'partial-update-project',
    summary: 'Change the name or the description of a project role',
    method: 'POST',
    path,
    inputs: [roleInPath, jsonBody()],
    apiNotes: ['If the body has both, only the name is changed.'],
  },
  {
    ...changes,
    ...updates,
    name: 'fully-update-project',
    summary: 'Replace the name and the description of a project role',
    path,
    inputs: [roleInPath, jsonBody()],
  },
  {
    ...changes,
    ...deletes,
    name: 'delete-project-actors-from',
    summary: 'Remove a default actor from a project role',
    path: `${path}/actors`,
    inputs: [
      roleInPath,
      inQuery('user', 'string', {
        names: 'user',
        help: 'account id of the user to remove',
        example: '5f078b5c5d265d18afe2b0cc',
      }),
      inQuery('groupId', 'string', {
        names: 'group',
        help: 'id of the group to remove (recommended)',
      }),
      inQuery('group', 'string', {
        names: 'group',
        by: 'name',
        help: 'name of the group to remove; names can change',
      }),
    ],
    rules: [{kind: 'exactlyOne', inputs: ['user', 'groupId', 'group']}],
    notes: ['Existing projects keep their actors.'],
    removes: ['user', 'groupId', 'group'],
    answer: 'body',
    success: [200],
    undo: [trackerRef('role add-project-actors-to', ofActor)],
  },
  {
    ...role,
    ...reads,
    name: 'get-project-actors-for',
    summary: 'Get the default actors of a project role',
    path: `${path}/actors`,
    inputs: [roleInPath],
    items: '/actors',
  },
  {
    ...changes,
    ...updates,
    name: 'add-project-actors-to',
    summary: 'Add default actors to a project role',
    method: 'POST',
    path: `${path}/actors`,
    inputs: [roleInPath, jsonBody()],
    notes: ['New projects get these actors; existing projects keep theirs.'],
    undo: [trackerRef('role delete-project-actors-from', ofActor)],
  },
];
