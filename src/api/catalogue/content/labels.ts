import type {Operation} from '../../operation.ts';
import {contentRef} from '../../operation-ref.ts';
import {commaList, cursor, cursorPages, inBody, inPath, inQuery, limit} from '../inputs.ts';
import {deletes, lists, notGiven, updates} from '../outcomes.ts';
import {
  bodyFormat,
  idInPath,
  labelPrefix,
  paging25,
  sort,
  viewPermission,
} from './content-inputs.ts';

const labels = {
  service: 'content',
  group: 'labels',
  root: 'content',
  section: 'services C4.4',
} as const;
/** Adding and removing labels use the older API (services L). */
const older = {...labels, root: 'content-v1', section: 'services L'} as const;
const id = idInPath('id', 'label id', 'label');
const spaceIds = commaList('space-id', {
  items: 'id',
  maxItems: 100,
  names: 'space',
  help: 'only in these spaces',
});
// Free text, because ids of attachments, which can have labels too, are not numeric.
const pageId = inPath('page-id', 'string', {
  names: 'page',
  help: 'id of the page or other content',
});

const mostLabels = {limit: '250'} as const;
/** Each kind of content has a path of its own; the id does not tell the kind. */
const labelsOfContent = contentRef(
  'blogposts get-blog-post-labels',
  {id: '{page-id}', ...mostLabels},
  {
    orElse: contentRef(
      'labels list',
      {'page-id': '{page-id}', ...mostLabels},
      {
        orElse: contentRef('custom-content get-custom-content-labels', {
          id: '{page-id}',
          ...mostLabels,
        }),
      },
    ),
  },
);

/** The 7 label operations (services C4.4). */
export const labelOperations = (): readonly Operation[] => [
  {
    ...labels,
    ...lists(cursorPages(25)),
    name: 'get',
    summary: 'List labels',
    path: '/labels',
    permission: 'Can use global permission; only labels you can view',
    inputs: [
      cursor,
      limit({default: 25}),
      commaList('label-id', {items: 'id', names: 'label', help: 'only these labels'}),
      commaList('prefix', {help: 'only labels with these prefixes'}),
      sort('created-date', 'id', 'name'),
    ],
  },
  {
    ...labels,
    ...lists(cursorPages(25)),
    name: 'get-attachments',
    summary: 'List the attachments with a label',
    path: '/labels/{id}/attachments',
    permission: 'View the attachment and its space',
    inputs: [id, ...paging25, sort('created-date', 'modified-date')],
  },
  {
    ...labels,
    ...lists(cursorPages(25)),
    name: 'get-blog-posts',
    summary: 'List the blog posts with a label',
    path: '/labels/{id}/blogposts',
    permission: viewPermission,
    inputs: [id, ...paging25, sort('id', 'created-date', 'modified-date'), bodyFormat(), spaceIds],
  },
  {
    ...labels,
    ...lists(cursorPages(25)),
    name: 'get-pages',
    summary: 'List the pages with a label',
    path: '/labels/{id}/pages',
    permission: viewPermission,
    inputs: [
      id,
      ...paging25,
      sort('id', 'created-date', 'modified-date', 'title'),
      bodyFormat(),
      spaceIds,
    ],
  },
  {
    ...older,
    ...updates,
    name: 'add',
    summary: 'Add labels to a page',
    method: 'POST',
    path: '/content/{page-id}/label',
    permission: notGiven,
    inputs: [
      pageId,
      inBody('label', 'list', '/-/name', {
        required: true,
        implies: {'/-/prefix': 'global'},
        help: 'name of the label',
      }),
    ],
    notes: ['Existing labels are unchanged. Labels of archived content cannot be removed again.'],
    items: '/results',
    undo: [
      contentRef(
        'labels remove',
        {'page-id': '{page-id}', label: '{each}'},
        {
          reads: labelsOfContent,
          each: '{label}',
          except: '{before/results/-/name}',
        },
      ),
    ],
  },
  {
    ...older,
    ...deletes,
    name: 'remove',
    summary: 'Remove a label from a page',
    path: '/content/{page-id}/label',
    permission: notGiven,
    inputs: [
      pageId,
      inQuery('label', 'string', {
        required: true,
        wireName: 'name',
        names: 'label',
        by: 'name',
        help: 'name of the label, without prefix',
        never: {character: ',', why: 'one label per request'},
      }),
    ],
    notes: ['Removes one label per request; labels of archived content cannot be removed.'],
    removes: ['label'],
    undo: [contentRef('labels add', {'page-id': '{page-id}', label: '{label}'})],
  },
  {
    ...labels,
    ...lists(cursorPages(25)),
    name: 'list',
    summary: 'List the labels of a page',
    path: '/pages/{page-id}/labels',
    permission: notGiven,
    otherKinds: ['blogposts get-blog-post-labels', 'custom-content get-custom-content-labels'],
    inputs: [
      inPath('page-id', 'string', {names: 'page', help: 'id of the page'}),
      {...labelPrefix, added: true},
      {...sort('created-date', 'id', 'name'), added: true},
      {...cursor, added: true},
      {...limit({default: 25}), added: true},
    ],
  },
];
