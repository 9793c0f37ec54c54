import type {Handlers} from '../route.ts';
import {getOperations, getRestrictionState, listPermissions} from './access-state.ts';
import {adminKeyHandlers} from './admin-key.ts';
import {blogpostsHandlers} from './blogposts.ts';
import {customListFormats, listFormats} from './body-format.ts';
import {classificationHandlers} from './classification.ts';
import {listComments} from './comments.ts';
import {customContentHandlers} from './custom-content.ts';
import {
  countLikes,
  getProperty,
  listAttachments,
  listLabels,
  listLikes,
  listProperties,
} from './item-lists.ts';
import {labelsHandlers} from './labels.ts';
import {spacesHandlers} from './spaces.ts';
import {treeHandlers} from './tree.ts';
import {getVersion, listVersions} from './versions.ts';
import {whiteboardsHandlers} from './whiteboards.ts';
import {contentWriteHandlers} from './write-handlers.ts';

const blogPostHandlers: Handlers = {
  'content/blogposts/get-blog-post-permissions': listPermissions('blogpost'),
  'content/blogposts/get-attachments': listAttachments('blogpost'),
  'content/blogposts/get-blog-post-footer-comments': listComments('blogpost', 'footer'),
  'content/blogposts/get-blog-post-inline-comments': listComments('blogpost', 'inline'),
  'content/blogposts/get-blog-post-labels': listLabels('blogpost'),
  'content/blogposts/get-blog-post-like-count': countLikes('blogpost'),
  'content/blogposts/get-blog-post-like-users': listLikes('blogpost'),
  'content/blogposts/get-blog-post-operations': getOperations('blogpost'),
  'content/blogposts/get-blog-post-restriction-state': getRestrictionState('blogpost'),
  'content/blogposts/get-blog-post-versions': listVersions('blogpost', 'id', listFormats),
  'content/blogposts/get-blog-post-version-details': getVersion('blogpost', 'blogpost-id'),
  'content/blogposts/get-content-properties': listProperties('blogpost', 'blogpost-id'),
  'content/blogposts/get-content-properties-by-id': getProperty('blogpost', 'blogpost-id'),
};

const whiteboardHandlers: Handlers = {
  'content/whiteboards/get-operations': getOperations('whiteboard'),
  'content/whiteboards/get-permissions': listPermissions('whiteboard'),
  'content/whiteboards/get-restriction-state': getRestrictionState('whiteboard'),
  'content/whiteboards/get-content-properties': listProperties('whiteboard'),
  'content/whiteboards/get-content-properties-by-id': getProperty('whiteboard', 'whiteboard-id'),
};

const customParts: Handlers = {
  'content/custom-content/get-custom-content-attachments': listAttachments('custom'),
  'content/custom-content/get-custom-content-comments': listComments('custom', 'footer'),
  'content/custom-content/get-custom-content-labels': listLabels('custom'),
  'content/custom-content/get-custom-content-operations': getOperations('custom'),
  'content/custom-content/get-custom-content-versions': listVersions(
    'custom',
    'custom-content-id',
    customListFormats,
  ),
  'content/custom-content/get-custom-content-version-details': getVersion(
    'custom',
    'custom-content-id',
  ),
  'content/custom-content/get-custom-content-content-properties': listProperties(
    'custom',
    'custom-content-id',
  ),
  'content/custom-content/get-custom-content-content-properties-by-id': getProperty(
    'custom',
    'custom-content-id',
  ),
};

const otherHandlers: Handlers = {
  'content/labels/list': listLabels('page', 'page-id'),
};

export const contentHandlers: Handlers = {
  ...adminKeyHandlers,
  ...blogpostsHandlers,
  ...classificationHandlers,
  ...customContentHandlers,
  ...labelsHandlers,
  ...spacesHandlers,
  ...treeHandlers,
  ...whiteboardsHandlers,
  ...blogPostHandlers,
  ...whiteboardHandlers,
  ...customParts,
  ...otherHandlers,
  ...contentWriteHandlers,
};
