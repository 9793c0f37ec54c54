import type {Operation} from '../../operation.ts';
import {contentRef} from '../../operation-ref.ts';
import {
  commaList,
  cursor,
  cursorPages,
  inBody,
  inPath,
  inQuery,
  jsonBody,
  limit,
  repeated,
} from '../inputs.ts';
import {creation, deletes, lists, notGiven, reads, updatesWithoutBody} from '../outcomes.ts';
import {
  attachmentFilters,
  bodyFormat,
  commentStatus,
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
import {permissionOperations, propertyOperations} from './part-operations.ts';

/** The members of all documented blog post operations. */
export const blogposts = {
  service: 'content',
  group: 'blogposts',
  root: 'content',
  section: 'services C4.1',
} as const;

export const blogPostId = idInPath('id', 'blog post id', 'blog post');
const id = blogPostId;

/** The same id, as named in paths of versions and properties. */
export const blogPostIdInParts = idInPath('blogpost-id', 'blog post id', 'blog post');

/** Inputs of get-blog-post-by-id that the documentation omits (services W3.3). */
const included = [
  inQuery('get-draft', 'boolean', {default: 'false', added: true, help: 'get the draft'}),
  repeated('status', {
    values: ['current', 'trashed', 'deleted', 'historical', 'draft'],
    added: true,
    statesOfWrites: ['current', 'draft', 'trashed'],
    help: 'only in one of these states',
  }),
  inQuery('version', 'integer', {added: true, help: 'an earlier version'}),
  include('labels', 'its labels'),
  include('properties', 'its properties'),
  include('operations', 'the operations you may perform'),
  include('likes', 'its likes'),
  include('versions', 'its versions'),
  include('version', 'the version', 'true'),
  include('favorited-by-current-user-status', 'whether it is one of your favourites'),
  include('webresources', 'the web resources needed to render it'),
  include('collaborators', 'its collaborators'),
] as const;

const views = 'View the blog post';
const usesSite = 'Can use global permission, and view the blog post';
const rootsOnly = 'Root comments only, without their replies.';

function permissions(): readonly Operation[] {
  const {add, list, remove} = permissionOperations({
    ...{base: blogposts, noun: 'a blog post', infix: 'blog-post-'},
    id: inPath('id', 'string', {names: 'blog post', help: 'blog post id'}),
    views,
    changes: 'Edit the blog post or administer the space',
  });
  return [add, list, remove];
}

function properties(): readonly Operation[] {
  const {create, list, get, remove} = propertyOperations({
    ...{base: blogposts, noun: 'a blog post', infix: ''},
    ...{id: blogPostIdInParts, partId: blogPostIdInParts},
    permissions: {
      ...{create: 'Update the blog post', list: views},
      ...{get: views, edit: 'Edit the blog post'},
    },
  });
  return [create, list, get, remove];
}

/** The 24 operations on blog posts (services C4.1). */
export const blogPostOperations = (): readonly Operation[] => [
  {
    ...blogposts,
    ...creation,
    name: 'create-blog-post',
    summary: 'Create a blog post',
    path: '/blogposts',
    permission: notGiven,
    inputs: [
      storageBody({required: true}),
      inBody('space-id', 'string', '/spaceId', {required: true, help: 'space to create it in'}),
      inBody('title', 'string', '/title', {required: true, help: 'title of the blog post'}),
      inQuery('private', 'boolean', {
        default: 'false',
        added: true,
        help: 'only you can view and edit it',
      }),
    ],
    success: [200],
    undo: [
      // Only a published post can be moved to the trash.
      contentRef(
        'blogposts delete-blog-post',
        {id: '{answer/id}', draft: 'true'},
        {when: {'{status}': 'draft'}},
      ),
      contentRef('blogposts delete-blog-post', {id: '{answer/id}'}),
    ],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-posts',
    summary: 'List blog posts',
    path: '/blogposts',
    permission: notGiven,
    inputs: [
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
        names: 'blog post',
        help: 'only these blog posts',
      }),
      {...sort('id', 'created-date', 'modified-date'), added: true},
      repeated('status', {
        values: ['current', 'deleted', 'trashed'],
        added: true,
        help: 'only blog posts in these states',
      }),
      inQuery('title', 'string', {added: true, help: 'only with exactly this title'}),
      {...bodyFormat(), added: true},
      {...cursor, added: true},
      {...limit({default: 25}), added: true},
    ],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-by-id',
    summary: 'Get one blog post with its body',
    path: '/blogposts/{id}',
    permission: notGiven,
    inputs: [
      id,
      inQuery('body-format', 'string', {
        values: [
          ...['storage', 'atlas_doc_format', 'view', 'export_view', 'anonymous_export_view'],
          ...['styled_view', 'editor', 'doc_format'],
        ],
        refused: renamedFormat,
        sends: 'storage',
        help: 'format of the body',
      }),
      ...included,
    ],
  },
  {
    ...blogposts,
    ...deletes,
    name: 'delete-blog-post',
    summary: 'Move a blog post to the trash',
    path: '/blogposts/{id}',
    permission: 'Delete the blog post',
    inputs: [
      id,
      inQuery('purge', 'boolean', {
        default: 'false',
        added: true,
        help: 'permanently delete a blog post that is in the trash',
      }),
      inQuery('draft', 'boolean', {
        default: 'false',
        added: true,
        help: 'permanently delete a draft',
      }),
    ],
    notes: ['A blog post must be in the trash before it can be purged.'],
    effect: 'trash',
    permanentWhen: [
      {input: 'purge', value: 'true'},
      {input: 'draft', value: 'true'},
    ],
  },
  ...permissions(),
  {
    ...blogposts,
    ...lists(cursorPages(50)),
    name: 'get-attachments',
    summary: 'List the attachments of a blog post',
    path: '/blogposts/{id}/attachments',
    permission: viewPermission,
    inputs: [id, ...paging50, sort('created-date', 'modified-date'), ...attachmentFilters],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-classification-level',
    summary: 'Get the classification level of a blog post',
    path: '/blogposts/{id}/classification-level',
    permission: `${usesSite}; for a draft, permission to edit it`,
    inputs: [
      id,
      inQuery('status', 'string', {
        values: ['current', 'draft', 'archived'],
        default: 'current',
        help: 'status of the blog post',
      }),
    ],
  },
  {
    ...blogposts,
    ...updatesWithoutBody,
    name: 'post-blog-post-classification-level',
    summary: 'Reset the classification level of a blog post to the default of its space',
    method: 'POST',
    path: '/blogposts/{id}/classification-level/reset',
    permission: usesSite,
    inputs: [id, jsonBody()],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-footer-comments',
    summary: 'List the footer comments of a blog post',
    path: '/blogposts/{id}/footer-comments',
    permission: viewPermission,
    inputs: [id, ...paging25, sort('created-date', 'modified-date'), bodyFormat(), commentStatus],
    notes: [rootsOnly],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-inline-comments',
    summary: 'List the inline comments of a blog post',
    path: '/blogposts/{id}/inline-comments',
    permission: viewPermission,
    inputs: [
      id,
      ...paging25,
      sort('created-date', 'modified-date'),
      bodyFormat(),
      commentStatus,
      repeated('resolution-status', {
        values: ['resolved', 'open', 'dangling', 'reopened'],
        help: 'only comments with these resolution states',
      }),
    ],
    notes: [rootsOnly],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-labels',
    summary: 'List the labels of a blog post',
    path: '/blogposts/{id}/labels',
    permission: `${viewPermission}; only labels you can view`,
    inputs: [id, ...paging25, sort('created-date', 'id', 'name'), labelPrefix],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-like-count',
    summary: 'Count the likes of a blog post',
    path: '/blogposts/{id}/likes/count',
    permission: viewPermission,
    inputs: [id],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-like-users',
    summary: 'List the account ids of the users who like a blog post',
    path: '/blogposts/{id}/likes/users',
    permission: viewPermission,
    inputs: [id, cursor, limit({default: 25, min: 0})],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-operations',
    summary: 'List the operations you may perform on a blog post',
    path: '/blogposts/{id}/operations',
    permission: 'View the parent content and its space',
    inputs: [id],
    items: '/operations',
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-restriction-state',
    summary: 'Get the restriction state of a blog post',
    path: '/blogposts/{id}/restriction-state',
    permission: views,
    // Without a public shape: the id is free text and the status is assumed (services W6).
    inputs: [inPath('id', 'string', {names: 'blog post', help: 'blog post id'})],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-versions',
    summary: 'List the versions of a blog post',
    path: '/blogposts/{id}/versions',
    permission: 'View the blog post and its space',
    inputs: [id, ...paging25, sort('modified-date'), bodyFormat()],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-version-details',
    summary: 'Get one version of a blog post',
    path: '/blogposts/{blogpost-id}/versions/{version-number}',
    permission: views,
    inputs: [
      blogPostIdInParts,
      inPath('version-number', 'integer', {help: 'number of the version', example: '1'}),
    ],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-custom-content-by-type-in-blog-post',
    summary: 'List the custom content of a type in a blog post',
    path: '/blogposts/{id}/custom-content',
    permission: 'View the custom content, the blog post and the space',
    inputs: [
      id,
      ...paging25,
      sort('id', 'created-date', 'modified-date', 'title'),
      bodyFormat('raw'),
      inQuery('type', 'string', {requiredByService: true, help: '<prefix>:<app>:<type>'}),
    ],
  },
  ...properties(),
];
