import {
  boolean,
  idOf,
  integer,
  listOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  text,
  time,
} from '../shapes.ts';
import {
  attachment,
  bodyOfItem,
  bodyOfListItem,
  classificationLevel,
  contentProperty,
  contentStatus,
  contentVersion,
  detailedVersion,
  included,
  label,
  operation,
  pageLinks,
  pageOf,
  permittedOperations,
  single,
  versionWith,
  webLink,
} from './shared.ts';

const blogPostMembers = {
  id: text,
  status: oneOf('current draft historical trashed deleted any'),
  title: text,
  spaceId: idOf('space'),
  authorId: idOf('user'),
  createdAt: time,
  version: contentVersion,
};

const like = objectOf({accountId: text});

const singleBlogPost = single(
  {
    ...blogPostMembers,
    body: bodyOfItem,
    labels: included(label),
    properties: included(contentProperty),
    operations: included(operation),
    likes: included(like),
    versions: included(contentVersion),
    isFavoritedByCurrentUser: boolean,
  },
  pageLinks,
);

export const blogPost = objectOf({
  ...blogPostMembers,
  body: bodyOfListItem,
  _links: objectOf(pageLinks),
});

const commentMembers = {
  id: text,
  status: contentStatus,
  title: text,
  blogPostId: idOf('blog post'),
  version: contentVersion,
  body: bodyOfListItem,
};
const commentLinks = objectOf(webLink);

const redactions = objectOf({
  redactions: listOf(
    objectOf({pointer: text, from: integer, to: integer, reason: text, redactionId: text}),
  ),
});

/** Responses about blog posts, without the custom content in them. */
export const blogPostResponses: ResponseShapes = {
  'blogposts create-blog-post': singleBlogPost,
  'blogposts get-blog-posts': pageOf(blogPost),
  'blogposts get-blog-post-by-id': singleBlogPost,
  'blogposts update-blog-post': singleBlogPost,
  'spaces get-blog-posts-in': pageOf(blogPost),
  'blogposts get-attachments': pageOf(attachment),
  'blogposts get-blog-post-classification-level': classificationLevel,
  'blogposts get-blog-post-footer-comments': pageOf(
    objectOf({...commentMembers, _links: commentLinks}),
  ),
  'blogposts get-blog-post-inline-comments': pageOf(
    objectOf({
      ...commentMembers,
      resolutionStatus: oneOf('open reopened resolved dangling'),
      properties: objectOf({inlineMarkerRef: text, inlineOriginalSelection: text}),
      _links: commentLinks,
    }),
  ),
  'blogposts get-blog-post-labels': pageOf(label),
  'blogposts get-blog-post-like-count': objectOf({count: integer}),
  'blogposts get-blog-post-like-users': pageOf(like),
  'blogposts get-blog-post-operations': permittedOperations,
  'blogposts get-blog-post-versions': pageOf(versionWith('blogpost')),
  'blogposts get-blog-post-version-details': detailedVersion,
  'blogposts create-property': contentProperty,
  'blogposts get-content-properties': pageOf(contentProperty),
  'blogposts get-content-properties-by-id': contentProperty,
  'blogposts update-property-by-id': contentProperty,
  'blogposts post-redact-blog': objectOf({body: redactions, title: redactions}),
};
