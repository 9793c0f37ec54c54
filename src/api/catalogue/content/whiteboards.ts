import type {Operation} from '../../operation.ts';
import {contentRef} from '../../operation-ref.ts';
import {cursor, cursorPages, inPath, inQuery, jsonBody, limit} from '../inputs.ts';
import {creation, deletes, lists, reads, updates, updatesWithoutBody} from '../outcomes.ts';
import {allowSelfLockout, idInPath, paging25, sort} from './content-inputs.ts';
import {permissionOperations, propertyOperations} from './part-operations.ts';

// The permission and restriction operations have no public shape: their ids are free text and their
// statuses are assumed (services W6).
const anyId = inPath('id', 'string', {names: 'whiteboard', help: 'whiteboard id'});
const changesAccess = 'Edit the whiteboard or administer the space';
const views = 'View the whiteboard';
const viewsInSpace = 'View the whiteboard and its space';
const inTree = 'Can use global permission, and view the whiteboard and its space';

function include(name: string, what: string) {
  return inQuery(`include-${name}`, 'boolean', {default: 'false', help: `include ${what}`});
}

/** The members of all whiteboard operations. */
const whiteboards = {
  service: 'content',
  group: 'whiteboards',
  root: 'content',
  section: 'services C4.2',
} as const;

const id = idInPath('id', 'whiteboard id', 'whiteboard');

const classifies = 'Can use global permission, and view the whiteboard';

/** The 21 operations on whiteboards (services C4.2). */
export const whiteboardOperations = (): readonly Operation[] => [
  {
    ...whiteboards,
    ...creation,
    name: 'create',
    summary: 'Create a whiteboard',
    path: '/whiteboards',
    permission: 'View the space and create whiteboards in it',
    inputs: [
      jsonBody(),
      inQuery('private', 'boolean', {default: 'false', help: 'only you can view and edit it'}),
    ],
    success: [200],
  },
  {
    ...whiteboards,
    ...reads,
    name: 'get-by-id',
    summary: 'Get one whiteboard',
    path: '/whiteboards/{id}',
    permission: viewsInSpace,
    inputs: [
      id,
      include('collaborators', 'its collaborators'),
      include('direct-children', 'its direct children'),
      include('operations', 'the operations you may perform'),
      include('properties', 'its properties'),
    ],
    notes: [
      'Includes at most 50 operations and 50 properties, with links to fetch more.',
      'No operation lists whiteboards: find them through a parent or by id.',
    ],
  },
  {
    ...whiteboards,
    ...deletes,
    name: 'delete',
    summary: 'Move a whiteboard to the trash',
    path: '/whiteboards/{id}',
    permission: 'View the whiteboard and its space, and delete whiteboards in the space',
    inputs: [id],
    notes: ['It can be restored from the trash later.'],
    effect: 'trash',
  },
  {
    ...whiteboards,
    ...lists({kind: 'cut', items: '/results', size: 'limit', sizeDefault: 25, sizeMax: 250}),
    name: 'get-ancestors',
    summary: 'List the ancestors of a whiteboard, top level first',
    path: '/whiteboards/{id}/ancestors',
    permission: inTree,
    inputs: [id, limit({default: 25})],
    notes: ['For more ancestors, repeat the request for the first ancestor in the response.'],
  },
  {
    ...whiteboards,
    ...lists(cursorPages(25)),
    name: 'get-descendants',
    summary: 'List the descendants of a whiteboard, top to bottom',
    path: '/whiteboards/{id}/descendants',
    permission: inTree,
    inputs: [
      id,
      cursor,
      inQuery('depth', 'integer', {min: 1, max: 10, default: '2', help: 'number of levels'}),
      limit({default: 25}),
    ],
  },
  {
    ...whiteboards,
    ...lists(cursorPages(25)),
    name: 'get-direct-children',
    summary: 'List the direct children of a whiteboard',
    path: '/whiteboards/{id}/direct-children',
    permission: 'Can use global permission; only content you can view',
    inputs: [
      id,
      ...paging25,
      sort('created-date', 'id', 'modified-date', 'child-position', 'title'),
    ],
  },
  {
    ...whiteboards,
    ...reads,
    name: 'get-operations',
    summary: 'List the operations you may perform on a whiteboard',
    path: '/whiteboards/{id}/operations',
    permission: viewsInSpace,
    inputs: [id],
    items: '/operations',
  },
  ...Object.values(
    permissionOperations({
      ...{base: whiteboards, noun: 'a whiteboard', infix: '', id: anyId},
      ...{views, changes: changesAccess},
    }),
  ),
  {
    ...whiteboards,
    ...reads,
    name: 'get-restriction-state',
    summary: 'Get the restriction state of a whiteboard',
    path: '/whiteboards/{id}/restriction-state',
    permission: views,
    inputs: [anyId],
  },
  {
    ...whiteboards,
    ...updates,
    name: 'set-restriction-state',
    summary: 'Replace the restriction state of a whiteboard',
    path: '/whiteboards/{id}/restriction-state',
    permission: changesAccess,
    inputs: [
      anyId,
      jsonBody({
        help: 'the complete restriction state, as JSON',
        example: '{"read":"open","update":"open"}',
      }),
      allowSelfLockout,
    ],
    notes: ['Refused if it would remove your own edit access, unless allow-self-lockout is set.'],
    apiNotes: ['The state is written as a whole: read it, change it, send it.'],
    effect: 'replaceAll',
    undo: [contentRef('whiteboards set-restriction-state', {id: '{id}'}, {body: '{before/}'})],
  },
  {
    ...whiteboards,
    ...reads,
    name: 'get-classification-level',
    summary: 'Get the classification level of a whiteboard',
    path: '/whiteboards/{id}/classification-level',
    permission: classifies,
    inputs: [id],
  },
  {
    ...whiteboards,
    ...updatesWithoutBody,
    name: 'put-classification-level',
    summary: 'Set the classification level of a whiteboard',
    path: '/whiteboards/{id}/classification-level',
    permission: 'Can use global permission, and edit the whiteboard',
    inputs: [id, jsonBody()],
  },
  {
    ...whiteboards,
    ...updatesWithoutBody,
    name: 'post-classification-level',
    summary: 'Reset the classification level of a whiteboard to the default of its space',
    method: 'POST',
    path: '/whiteboards/{id}/classification-level/reset',
    permission: classifies,
    inputs: [id, jsonBody()],
  },
  ...Object.values(
    propertyOperations({
      ...{base: whiteboards, noun: 'a whiteboard', infix: '', id, example: '1049128'},
      partId: idInPath('whiteboard-id', 'whiteboard id', 'whiteboard'),
      permissions: {
        ...{create: 'Update the whiteboard', list: 'View the whiteboard'},
        ...{get: 'View the whiteboard', edit: 'Edit the whiteboard'},
      },
    }),
  ),
];
