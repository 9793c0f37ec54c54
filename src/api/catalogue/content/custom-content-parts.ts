import type {Operation} from '../../operation.ts';
import {cursorPages, inPath} from '../inputs.ts';
import {lists, reads} from '../outcomes.ts';
import {
  attachmentFilters,
  bodyFormat,
  labelPrefix,
  paging25,
  paging50,
  sort,
  viewsContent,
} from './content-inputs.ts';
import {
  customContent,
  customContentIdInParts,
  customContentId as id,
} from './custom-content-inputs.ts';
import {propertyOperations} from './part-operations.ts';

const viewsPage = 'View the page';

/** Operations on parts of custom content: 12 of the 17 operations (services C4.3). */
export const customContentPartOperations = (): readonly Operation[] => [
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
    permission: viewsContent,
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
    inputs: [customContentIdInParts, ...paging25, sort('modified-date'), bodyFormat('raw')],
  },
  {
    ...customContent,
    ...reads,
    name: 'get-custom-content-version-details',
    summary: 'Get one version of custom content',
    path: '/custom-content/{custom-content-id}/versions/{version-number}',
    permission: viewsPage,
    inputs: [
      customContentIdInParts,
      inPath('version-number', 'integer', {help: 'number of the version', example: '1'}),
    ],
  },
  ...Object.values(
    propertyOperations({
      ...{base: customContent, noun: 'custom content', infix: 'custom-content-'},
      ...{id: customContentIdInParts, partId: customContentIdInParts, example: '1053096'},
      permissions: {
        ...{create: 'Update the item', list: 'View the item'},
        ...{get: viewsPage, edit: 'Edit the item'},
      },
    }),
  ),
];
