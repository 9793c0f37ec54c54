import type {Operation} from '../../operation.ts';
import {contentRef} from '../../operation-ref.ts';
import {inBody, jsonBody} from '../inputs.ts';
import {related, updates, updatesWithoutBody} from '../outcomes.ts';
import {blogPostIdInParts, blogposts as documented, blogPostId as id} from './blogposts.ts';
import {propertyId, storageBody} from './content-inputs.ts';

const blogposts = {...documented, ...related};

/** Related blog post operations (services W7). */
export const blogPostExtraOperations = (): readonly Operation[] => [
  {
    ...blogposts,
    ...updates,
    name: 'update-blog-post',
    summary: 'Update a blog post; omitted fields stay unchanged',
    path: '/blogposts/{id}',
    inputs: [
      id,
      storageBody(),
      inBody('space-id', 'string', '/spaceId', {help: 'space of the blog post'}),
      inBody('title', 'string', '/title', {help: 'title of the blog post'}),
    ],
    apiNotes: [
      'Reads the blog post first: omitted fields keep their values, and the version is incremented, except that of a draft.',
    ],
    readFirst: {
      reads: contentRef('blogposts get-blog-post-by-id', {
        id: '{id}',
        'body-format': 'storage',
        status: ['current', 'draft'],
      }),
      fills: {
        '/id': ['/id'],
        '/status': ['/status'],
        '/title': ['/title'],
        '/spaceId': ['/spaceId'],
        '/body/value': ['/body/storage/value'],
      },
      sets: {'/body/representation': 'storage'},
      increments: '/version/number',
      // A draft keeps version 1 until it is published.
      keepsNumberOf: {'/status': 'draft'},
      conflictRetries: 1,
    },
  },
  {
    ...blogposts,
    ...updates,
    name: 'update-property-by-id',
    summary: 'Update a property of a blog post',
    path: '/blogposts/{blogpost-id}/properties/{property-id}',
    inputs: [blogPostIdInParts, propertyId, jsonBody()],
  },
  {
    ...blogposts,
    ...updates,
    name: 'post-redact-blog',
    summary: 'Replace parts of a blog post with redaction markers',
    method: 'POST',
    path: '/blogposts/{id}/redact',
    inputs: [id, jsonBody()],
    notes: [
      'Each redaction gets a UUID for restoring it, except in code blocks.',
      'Fully overlapping redactions are merged.',
    ],
    irreversible: true,
    success: [202],
  },
  {
    ...blogposts,
    ...updatesWithoutBody,
    name: 'put-blog-post-classification-level',
    summary: 'Set the classification level of a blog post',
    path: '/blogposts/{id}/classification-level',
    inputs: [id, jsonBody()],
  },
];
