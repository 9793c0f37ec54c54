import type {Handlers} from '../route.ts';
import {blogpostsWriteHandlers} from './blogposts-write.ts';
import {putLevel, resetLevel} from './classification.ts';
import {customContentWriteHandlers} from './custom-content-write.ts';
import {labelsV1Handlers} from './labels-v1.ts';
import {
  addPermissions,
  deletePermissions,
  setPermissions,
  setRestrictionState,
} from './permissions-write.ts';
import {createProperty, deleteProperty, updateProperty} from './properties-write.ts';
import {redactHandlers} from './redact.ts';
import {deleteItem} from './trash.ts';

const blogPosts: Handlers = {
  'content/blogposts/delete-blog-post': deleteItem('blogpost'),
  'content/blogposts/add-blog-post-permissions': addPermissions('blogpost'),
  'content/blogposts/delete-blog-post-permissions': deletePermissions('blogpost'),
  'content/blogposts/post-blog-post-classification-level': resetLevel('blogpost'),
  'content/blogposts/put-blog-post-classification-level': putLevel('blogpost'),
  'content/blogposts/create-property': createProperty('blogpost', 'blogpost-id'),
  'content/blogposts/update-property-by-id': updateProperty('blogpost', 'blogpost-id'),
  'content/blogposts/delete-property-by-id': deleteProperty('blogpost', 'blogpost-id'),
};

const whiteboards: Handlers = {
  'content/whiteboards/delete': deleteItem('whiteboard'),
  'content/whiteboards/add-permissions': addPermissions('whiteboard'),
  'content/whiteboards/set-permissions': setPermissions('whiteboard'),
  'content/whiteboards/delete-permissions': deletePermissions('whiteboard'),
  'content/whiteboards/set-restriction-state': setRestrictionState('whiteboard'),
  'content/whiteboards/put-classification-level': putLevel('whiteboard'),
  'content/whiteboards/post-classification-level': resetLevel('whiteboard'),
  'content/whiteboards/create-property': createProperty('whiteboard', 'id'),
  'content/whiteboards/update-property-by-id': updateProperty('whiteboard', 'whiteboard-id'),
  'content/whiteboards/delete-property-by-id': deleteProperty('whiteboard', 'whiteboard-id'),
};

const customContent: Handlers = {
  'content/custom-content/delete-custom-content': deleteItem('custom'),
  'content/custom-content/create-custom-content-property': createProperty(
    'custom',
    'custom-content-id',
  ),
  'content/custom-content/update-custom-content-property-by-id': updateProperty(
    'custom',
    'custom-content-id',
  ),
  'content/custom-content/delete-custom-content-property-by-id': deleteProperty(
    'custom',
    'custom-content-id',
  ),
};

export const contentWriteHandlers: Handlers = {
  ...blogpostsWriteHandlers,
  ...customContentWriteHandlers,
  ...labelsV1Handlers,
  ...redactHandlers,
  ...blogPosts,
  ...whiteboards,
  ...customContent,
};
