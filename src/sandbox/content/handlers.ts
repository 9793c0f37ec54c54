import type {Handlers} from '../route.ts';
import type {World} from '../world/world.ts';
import {getRestrictionState, listPermissions} from './access-state.ts';
import {getAdminKey} from './admin-key.ts';
import {getBlogPost, listBlogPosts, listBlogPostsIn} from './blogposts.ts';
import {customListFormats, listFormats} from './body-format.ts';
import {getBlogPostLevel, getWhiteboardLevel, listLevels} from './classification.ts';
import {listComments} from './comments.ts';
import {
  getCustomContent,
  listChildCustomContent,
  listCustomContent,
  listCustomContentIn,
  listCustomContentInPost,
} from './custom-content.ts';
import {
  countLikes,
  getProperty,
  listAttachments,
  listLabels,
  listLikes,
  listProperties,
} from './item-lists.ts';
import {
  listLabelAttachments,
  listLabelBlogPosts,
  listLabelPages,
  listSiteLabels,
} from './labels.ts';
import {getOperations} from './operations.ts';
import {listSpaceLabels, listSpaces} from './spaces.ts';
import {listAncestors, listDescendants, listDirectChildren} from './tree.ts';
import {getVersion, listVersions} from './versions.ts';
import {getWhiteboard} from './whiteboards.ts';
import {contentWriteHandlers} from './write-handlers.ts';

const blogPostHandlers: Handlers<World> = {
  'content/blogposts/get-blog-posts': listBlogPosts,
  'content/blogposts/get-blog-post-by-id': getBlogPost,
  'content/blogposts/get-blog-post-permissions': listPermissions('blogpost'),
  'content/blogposts/get-attachments': listAttachments('blogpost'),
  'content/blogposts/get-blog-post-classification-level': getBlogPostLevel,
  'content/blogposts/get-blog-post-footer-comments': listComments('blogpost', 'footer'),
  'content/blogposts/get-blog-post-inline-comments': listComments('blogpost', 'inline'),
  'content/blogposts/get-blog-post-labels': listLabels('blogpost'),
  'content/blogposts/get-blog-post-like-count': countLikes('blogpost'),
  'content/blogposts/get-blog-post-like-users': listLikes('blogpost'),
  'content/blogposts/get-blog-post-operations': getOperations('blogpost'),
  'content/blogposts/get-blog-post-restriction-state': getRestrictionState('blogpost'),
  'content/blogposts/get-blog-post-versions': listVersions('blogpost', 'id', listFormats),
  'content/blogposts/get-blog-post-version-details': getVersion('blogpost', 'blogpost-id'),
  'content/blogposts/get-custom-content-by-type-in-blog-post': listCustomContentInPost,
  'content/blogposts/get-content-properties': listProperties('blogpost', 'blogpost-id'),
  'content/blogposts/get-content-properties-by-id': getProperty('blogpost', 'blogpost-id'),
};

const whiteboardHandlers: Handlers<World> = {
  'content/whiteboards/get-by-id': getWhiteboard,
  'content/whiteboards/get-ancestors': listAncestors,
  'content/whiteboards/get-descendants': listDescendants,
  'content/whiteboards/get-direct-children': listDirectChildren,
  'content/whiteboards/get-operations': getOperations('whiteboard'),
  'content/whiteboards/get-permissions': listPermissions('whiteboard'),
  'content/whiteboards/get-restriction-state': getRestrictionState('whiteboard'),
  'content/whiteboards/get-classification-level': getWhiteboardLevel,
  'content/whiteboards/get-content-properties': listProperties('whiteboard'),
  'content/whiteboards/get-content-properties-by-id': getProperty('whiteboard', 'whiteboard-id'),
};

const customContentHandlers: Handlers<World> = {
  'content/custom-content/get-custom-content-by-type': listCustomContent,
  'content/custom-content/get-custom-content-by-id': getCustomContent,
  'content/custom-content/get-child-custom-content': listChildCustomContent,
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

const otherHandlers: Handlers<World> = {
  'content/labels/get': listSiteLabels,
  'content/labels/get-attachments': listLabelAttachments,
  'content/labels/get-blog-posts': listLabelBlogPosts,
  'content/labels/get-pages': listLabelPages,
  'content/labels/list': listLabels('page', 'page-id'),
  'content/admin-key/get-admin-key': getAdminKey,
  'content/spaces/get': listSpaces,
  'content/spaces/get-blog-posts-in': listBlogPostsIn,
  'content/spaces/get-labels': listSpaceLabels,
  'content/spaces/get-custom-content-by-type-in': listCustomContentIn,
  'content/classification-levels/get-classification-levels': listLevels,
};

/** The content service: operation id → handler. */
export const contentHandlers: Handlers<World> = {
  ...blogPostHandlers,
  ...whiteboardHandlers,
  ...customContentHandlers,
  ...otherHandlers,
  ...contentWriteHandlers,
};
