import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {inPath, inQuery, jsonBody, maxResults, offsetPages, repeated, startAt} from '../inputs.ts';
import {creation, deletes, lists, reads, siteAdmin, updatesWithoutBody} from '../outcomes.ts';
import {restoreDefault, restoreOrder} from '../undos.ts';

const resolution = {
  service: 'tracker',
  group: 'resolution',
  root: 'tracker',
  section: 'services T4.11',
} as const;
const id = inPath('id', 'string', {names: 'resolution', help: 'resolution id'});
const accesses = 'Access to the product';
const limits = {'characters of name': 60, 'characters of description': 255};

/** The 8 operations on resolutions (services T4.11). */
export const resolutionOperations = (): readonly Operation[] => [
  {
    ...resolution,
    ...creation,
    name: 'create',
    summary: 'Create a resolution',
    path: '/rest/api/3/resolution',
    ...siteAdmin,
    inputs: [jsonBody()],
    experimental: true,
    limits,
  },
  {
    ...resolution,
    ...reads,
    name: 'get-resolutions',
    summary: 'List all resolutions',
    path: '/rest/api/3/resolution',
    permission: accesses,
    inputs: [],
    notes: ['The response does not show which resolution is the default; resolution search does.'],
    deprecated: {note: 'replaced by the paginated search', successor: 'resolution search'},
    items: '',
  },
  {
    ...resolution,
    ...reads,
    name: 'get-resolution',
    summary: 'Get one resolution',
    path: '/rest/api/3/resolution/{id}',
    permission: accesses,
    inputs: [id],
  },
  {
    ...resolution,
    ...updatesWithoutBody,
    name: 'update',
    summary: 'Update a resolution',
    path: '/rest/api/3/resolution/{id}',
    ...siteAdmin,
    inputs: [id, jsonBody()],
    experimental: true,
    limits,
  },
  {
    ...resolution,
    ...deletes,
    name: 'delete',
    summary: 'Delete a resolution and replace it in issues, as a background task',
    path: '/rest/api/3/resolution/{id}',
    ...siteAdmin,
    inputs: [
      id,
      inQuery('replaceWith', 'string', {
        requiredByService: true,
        names: 'resolution',
        help: 'id of the replacement resolution',
        example: '10001',
      }),
    ],
    apiNotes: [
      'Responds 303 with the URL of the background task.',
      'Responds 409 while another delete is running.',
    ],
    experimental: true,
    irreversible: true,
    answer: 'task',
    success: [303],
  },
  {
    ...resolution,
    ...updatesWithoutBody,
    name: 'move',
    summary: 'Change the order of resolutions',
    path: '/rest/api/3/resolution/move',
    ...siteAdmin,
    inputs: [jsonBody()],
    experimental: true,
    undo: restoreOrder('resolution move', 'ids', trackerRef('resolution search'), '/values', '/id'),
  },
  {
    ...resolution,
    ...updatesWithoutBody,
    name: 'set-default',
    summary: 'Set the default resolution',
    path: '/rest/api/3/resolution/default',
    ...siteAdmin,
    inputs: [jsonBody()],
    notes: ['The default applies to company-managed projects only.'],
    experimental: true,
    undo: restoreDefault('resolution'),
  },
  {
    ...resolution,
    ...lists(offsetPages(50)),
    name: 'search',
    summary: 'Search resolutions',
    path: '/rest/api/3/resolution/search',
    permission: accesses,
    inputs: [
      repeated('id', {names: 'resolution', help: 'only these ids'}),
      maxResults(50),
      inQuery('onlyDefault', 'boolean', {default: 'false', help: 'only the default'}),
      startAt,
    ],
    notes: [
      'The default applies to company-managed projects only.',
      'onlyDefault with ids that do not include the default returns an empty page.',
    ],
    experimental: true,
  },
];
