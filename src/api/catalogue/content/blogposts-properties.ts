import type {Operation} from '../../operation.ts';
import {cursorPages, jsonBody} from '../inputs.ts';
import {deletes, reads} from '../outcomes.ts';
import {blogPostIdInParts as blogPostId, blogposts} from './blogpost-inputs.ts';
import {paging25, propertyId, propertyKeyFilter, sort} from './content-inputs.ts';

const views = 'View the blog post';

/** Operations on the properties of a blog post: 4 of the 24 operations (services C4.1). */
export const blogPostPropertyOperations = (): readonly Operation[] => [
  {
    ...blogposts,
    name: 'create-property',
    summary: 'Create a property of a blog post',
    method: 'POST',
    path: '/blogposts/{blogpost-id}/properties',
    permission: 'Update the blog post',
    inputs: [blogPostId, jsonBody()],
    effect: 'create',
    answer: 'body',
    success: [200],
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-content-properties',
    summary: 'List the properties of a blog post',
    path: '/blogposts/{blogpost-id}/properties',
    permission: views,
    inputs: [blogPostId, ...paging25, sort('key'), propertyKeyFilter],
    paging: cursorPages(25),
    items: '/results',
  },
  {
    ...blogposts,
    ...reads,
    name: 'get-content-properties-by-id',
    summary: 'Get one property of a blog post',
    path: '/blogposts/{blogpost-id}/properties/{property-id}',
    permission: views,
    inputs: [blogPostId, propertyId],
  },
  {
    ...blogposts,
    ...deletes,
    name: 'delete-property-by-id',
    summary: 'Delete a property of a blog post',
    path: '/blogposts/{blogpost-id}/properties/{property-id}',
    permission: 'Edit the blog post',
    inputs: [blogPostId, propertyId],
  },
];
