import type {Operation} from '../../operation.ts';
import {contentRef} from '../../operation-ref.ts';
import {commaList, cursor, cursorPages, inBody, inPath, inQuery, limit} from '../inputs.ts';
import {creation, deletes, lists, notGiven, reads, updates} from '../outcomes.ts';
import {
  attachmentFilters,
  bodyFormat,
  idInPath,
  include,
  labelPrefix,
  paging25,
  paging50,
  renamedFormat,
  sort,
  storageBody,
  viewPermission,
} from './content-inputs.ts';
import {propertyOperations} from './part-operations.ts';

const typeForm = '<prefix>:<app>:<type>';

/** The members of all custom content operations. */
const customContent = {
  service: 'content',
  group: 'custom-content',
  root: 'content',
  section: 'services C4.3',
} as const;

const id = idInPath('id', 'custom content id', 'custom content');

/** The same id, as named in paths of versions and properties. */
const idInParts = idInPath('custom-content-id', 'custom content id', 'custom content');

const viewsPage = 'View the page';

/** The 17 operations on custom content (services C4.3). */
export const customContentOperations = (): readonly Operation[] => [
  {
    ...customContent,
    ...creation,
    name: 'create-custom-content',
    summary: 'Create custom content in a space',
    path: '/custom-content',
    permission: notGiven,
    inputs: [
      storageBody({required: true}),
      inBody('space-id', 'string', '/spaceId', {help: 'space to create it in'}),
      inBody('title', 'string', '/title', {required: true, help: 'title of the item'}),
      inBody('type', 'string', '/type', {required: true, help: typeForm}),
    ],
  },
  {
    ...customContent,
    ...lists(cursorPages(25)),
    name: 'get-custom-content-by-type',
    summary: 'List custom content of a type',
    path: '/custom-content',
    permission: notGiven,
    inputs: [
      inQuery('type', 'string', {required: true, help: typeForm}),
      commaList('space-id', {
        items: 'id',
        maxItems: 100,
        names: 'space',
        help: 'only in these spaces',
      }),
      commaList('id', {
        items: 'id',
        maxItems: 250,
        added: true,
        names: 'custom content',
        help: 'only these items',
      }),
      {...sort('id', 'created-date', 'modified-date', 'title'), added: true},
      {...cursor, added: true},
      {...limit({default: 25}), added: true},
      {...bodyFormat('raw'), added: true},
    ],
  },
  {
    ...customContent,
    ...reads,
    name: 'get-custom-content-by-id',
    summary: 'Get custom content with its body',
    path: '/custom-content/{id}',
    permission: notGiven,
    inputs: [
      id,
      inQuery('body-format', 'string', {
        values: [
          ...['raw', 'storage', 'atlas_doc_format', 'view', 'export_view'],
          ...['anonymous_export_view', 'doc_format'],
        ],
        refused: renamedFormat,
        sends: 'storage',
        help: 'format of the body',
      }),
      inQuery('version', 'integer', {added: true, help: 'an earlier version'}),
      include('labels', 'its labels'),
      include('properties', 'its properties'),
      include('operations', 'the operations you may perform'),
      include('versions', 'its versions'),
      include('version', 'the version', 'true'),
      include('collaborators', 'its collaborators'),
    ],
    notes: ['The only format of an item with a raw body is raw.'],
  },
  {
    ...customContent,
    ...updates,
    name: 'update-custom-content',
    summary: 'Update custom content; omitted fields stay unchanged',
    path: '/custom-content/{id}',
    permission: notGiven,
    inputs: [
      id,
      storageBody(),
      inBody('title', 'string', '/title', {help: 'title of the item'}),
      inBody('type', 'string', '/type', {help: `${typeForm}; default: the type of the item`}),
    ],
    apiNotes: [
      'Reads the item first: omitted fields keep their values, and the version is incremented.',
      'body is required if the item has a raw body.',
    ],
    readFirst: {
      reads: contentRef('custom-content get-custom-content-by-id', {
        id: '{id}',
        'body-format': 'storage',
      }),
      fills: {
        '/id': ['/id'],
        '/type': ['/type'],
        '/title': ['/title'],
        '/body/value': ['/body/storage/value'],
        // The container; only one of them is present.
        '/spaceId': ['/spaceId'],
        '/pageId': ['/pageId'],
        '/blogPostId': ['/blogPostId'],
        '/customContentId': ['/customContentId'],
      },
      sets: {'/status': 'current', '/body/representation': 'storage'},
      increments: '/version/number',
      conflictRetries: 1,
    },
  },
  {
    ...customContent,
    ...deletes,
    name: 'delete-custom-content',
    summary: 'Move custom content to the trash',
    path: '/custom-content/{id}',
    permission: 'Delete the item',
    inputs: [
      id,
      inQuery('purge', 'boolean', {
        default: 'false',
        added: true,
        help: 'permanently delete an item that is in the trash',
      }),
    ],
    notes: ['An item must be in the trash before it can be purged.'],
    effect: 'trash',
    permanentWhen: [{input: 'purge', value: 'true'}],
  },
  {
    ...customContent,
    ...lists(cursorPages(25)),
    name: 'get-child-custom-content',
    summary: 'List the children of custom content',
    path: '/custom-content/{id}/children',
    permission: 'Can use global permission; only items you can view',
    inputs: [id, ...paging25, sort('created-date', 'id', 'modified-date')],
  },
  {
    ...customContent,
    ...lists(cursorPages(50)),
    name: 'get-custom-content-attachments',
    summary: 'List the attachments of custom content',
    path: '/custom-content/{id}/attachments',
    permission: viewPermission,
    inputs: [id, ...paging50, sort('created-date', 'modified-date'), ...attachmentFilters],
  },
  {
    ...customContent,
    ...lists(cursorPages(25)),
    name: 'get-custom-content-comments',
    summary: 'List the comments of custom content',
    path: '/custom-content/{id}/footer-comments',
    permission: 'View the item and its containers',
    inputs: [id, ...paging25, sort('created-date', 'modified-date'), bodyFormat()],
  },
  {
    ...customContent,
    ...lists(cursorPages(25)),
    name: 'get-custom-content-labels',
    summary: 'List the labels of custom content',
    path: '/custom-content/{id}/labels',
    permission: 'View the item and its space',
    inputs: [id, ...paging25, sort('created-date', 'id', 'name'), labelPrefix],
  },
  {
    ...customContent,
    ...reads,
    name: 'get-custom-content-operations',
    summary: 'List the operations you may perform on custom content',
    path: '/custom-content/{id}/operations',
    permission: 'View the parent content and its space',
    inputs: [id],
    items: '/operations',
  },
  {
    ...customContent,
    ...lists(cursorPages(25)),
    name: 'get-custom-content-versions',
    summary: 'List the versions of custom content',
    path: '/custom-content/{custom-content-id}/versions',
    permission: 'View the item, its page and its space',
    inputs: [idInParts, ...paging25, sort('modified-date'), bodyFormat('raw')],
  },
  {
    ...customContent,
    ...reads,
    name: 'get-custom-content-version-details',
    summary: 'Get one version of custom content',
    path: '/custom-content/{custom-content-id}/versions/{version-number}',
    permission: viewsPage,
    inputs: [
      idInParts,
      inPath('version-number', 'integer', {help: 'number of the version', example: '1'}),
    ],
  },
  ...Object.values(
    propertyOperations({
      ...{base: customContent, noun: 'custom content', infix: 'custom-content-'},
      ...{id: idInParts, partId: idInParts, example: '1053096'},
      permissions: {
        ...{create: 'Update the item', list: 'View the item'},
        ...{get: viewsPage, edit: 'Edit the item'},
      },
    }),
  ),
];
