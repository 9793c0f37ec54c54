import type {Operation} from '../../operation.ts';
import {
  commaList,
  cursor,
  cursorPages,
  inBody,
  inPath,
  inQuery,
  limit,
  repeated,
} from '../inputs.ts';
import {creates, deletes, lists, notGiven, reads} from '../outcomes.ts';
import {blogPostInclude, blogposts, blogPostId as id} from './blogpost-inputs.ts';
import {bodyFormat, refusedFormat, sort, storageBody} from './content-inputs.ts';
import {permissionOperations} from './part-operations.ts';

function permissions(): readonly Operation[] {
  const {add, list, remove} = permissionOperations({
    ...{base: blogposts, noun: 'a blog post', infix: 'blog-post-'},
    id: inPath('id', 'string', {names: 'blog post', help: 'blog post id'}),
    views: 'View the blog post',
    changes: 'Edit the blog post or administer the space',
  });
  return [add, list, remove];
}

/**
 * Operations on blog posts and their direct permissions: 7 of the 24 operations (services C4.1).
 */
export const blogPostOperations = (): readonly Operation[] => [
  {
    ...blogposts,
    ...creates,
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
        refused: refusedFormat,
        sends: 'storage',
        help: 'format of the body',
      }),
      ...blogPostInclude,
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
];
