import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {
  expand,
  inPath,
  inQuery,
  jsonBody,
  maxResults,
  offsetPages,
  repeated,
  startAt,
} from '../inputs.ts';
import {creation, deletes, lists, reads, siteAdmin, updatesWithoutBody} from '../outcomes.ts';
import {restoreDefault, restoreOrder} from '../undos.ts';

const priority = {
  service: 'tracker',
  group: 'priority',
  root: 'tracker',
  section: 'services T4.12',
} as const;
const id = inPath('id', 'string', {names: 'priority', help: 'priority id'});
const accesses = 'Access to the product';
const limits = {'characters of name': 60, 'characters of description': 255};
const iconUrl = 'iconUrl is deprecated and is removed on 16 March 2025.';
const stillUsable = {note: 'by Jira Cloud, which names no replacement'};

/** The 8 operations on priorities (services T4.12). */
export const priorityOperations = (): readonly Operation[] => [
  {
    ...priority,
    ...creation,
    name: 'create',
    summary: 'Create a priority',
    path: '/rest/api/3/priority',
    ...siteAdmin,
    inputs: [jsonBody()],
    notes: [iconUrl],
    deprecated: stillUsable,
    limits,
  },
  {
    ...priority,
    ...reads,
    name: 'get-priorities',
    summary: 'List all priorities',
    path: '/rest/api/3/priority',
    permission: accesses,
    inputs: [],
    deprecated: {note: 'replaced by the paginated search', successor: 'priority search'},
    items: '',
  },
  {
    ...priority,
    ...reads,
    name: 'get-priority',
    summary: 'Get one priority',
    path: '/rest/api/3/priority/{id}',
    permission: accesses,
    inputs: [id],
  },
  {
    ...priority,
    ...updatesWithoutBody,
    name: 'update',
    summary: 'Update a priority',
    path: '/rest/api/3/priority/{id}',
    ...siteAdmin,
    inputs: [id, jsonBody()],
    notes: [iconUrl],
    apiNotes: ['At least one member must be defined.'],
    deprecated: stillUsable,
    limits,
  },
  {
    ...priority,
    ...deletes,
    name: 'delete',
    summary: 'Delete a priority, as a background task',
    path: '/rest/api/3/priority/{id}',
    ...siteAdmin,
    inputs: [id],
    apiNotes: [
      'Responds 303 with the URL of the background task.',
      'Responds 409 while another delete is running.',
    ],
    irreversible: true,
    answer: 'task',
    success: [303],
  },
  {
    ...priority,
    ...updatesWithoutBody,
    name: 'move',
    summary: 'Change the order of priorities',
    path: '/rest/api/3/priority/move',
    ...siteAdmin,
    inputs: [jsonBody()],
    undo: restoreOrder('priority move', 'ids', trackerRef('priority search'), '/values', '/id'),
  },
  {
    ...priority,
    ...updatesWithoutBody,
    name: 'set-default',
    summary: 'Set the default priority',
    path: '/rest/api/3/priority/default',
    ...siteAdmin,
    inputs: [jsonBody()],
    notes: ['The default applies to company-managed projects only.'],
    undo: restoreDefault('priority'),
  },
  {
    ...priority,
    ...lists(offsetPages(50)),
    name: 'search',
    summary: 'Search priorities by name, id and project',
    path: '/rest/api/3/priority/search',
    permission: accesses,
    inputs: [
      expand('schemes'),
      repeated('id', {names: 'priority', help: 'only these ids'}),
      maxResults(50),
      inQuery('onlyDefault', 'boolean', {default: 'false', help: 'only the default'}),
      inQuery('priorityName', 'string', {
        names: 'priority',
        by: 'name',
        help: 'name of the priority',
      }),
      repeated('projectId', {names: 'project', help: 'only priorities of these projects'}),
      startAt,
    ],
    notes: [
      'Invalid priority and project ids are ignored.',
      'schemes returns at most the first 15 priority schemes of each priority.',
      'The default applies to company-managed projects only.',
    ],
    deprecated: stillUsable,
  },
];
