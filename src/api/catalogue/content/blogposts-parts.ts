import type {Operation} from '../../operation.ts';
import {cursor, cursorPages, inPath, inQuery, jsonBody, limit, repeated} from '../inputs.ts';
import {lists, reads, updatesWithoutBody} from '../outcomes.ts';
import {blogPostIdInParts, blogposts, blogPostId as id} from './blogpost-inputs.ts';
import {
  attachmentFilters,
  bodyFormat,
  commentStatus,
  labelPrefix,
  paging25,
  paging50,
  sort,
  viewsContent,
} from './content-inputs.ts';

const views = 'View the blog post';
const usesSite = 'Can use global permission, and view the blog post';
const rootsOnly = 'Root comments only, without their replies.';

/**
 * Operations on parts of a blog post, without properties: 13 of the 24 operations (services C4.1).
 */
export const blogPostPartOperations = (): readonly Operation[] => [
  {
    ...blogposts,
    ...lists(cursorPages(50)),
    name: 'get-attachments',
    summary: 'List the attachments of a blog post',
    path: '/blogposts/{id}/attachments',
    permission: viewsContent,
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
    permission: viewsContent,
    inputs: [id, ...paging25, sort('created-date', 'modified-date'), bodyFormat(), commentStatus],
    notes: [rootsOnly],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-inline-comments',
    summary: 'List the inline comments of a blog post',
    path: '/blogposts/{id}/inline-comments',
    permission: viewsContent,
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
    permission: `${viewsContent}; only labels you can view`,
    inputs: [id, ...paging25, sort('created-date', 'id', 'name'), labelPrefix],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-blog-post-like-count',
    summary: 'Count the likes of a blog post',
    path: '/blogposts/{id}/likes/count',
    permission: viewsContent,
    inputs: [id],
  },
  {
    ...blogposts,
    ...lists(cursorPages(25)),
    name: 'get-blog-post-like-users',
    summary: 'List the account ids of the users who like a blog post',
    path: '/blogposts/{id}/likes/users',
    permission: viewsContent,
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
];
