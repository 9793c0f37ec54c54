import {type Answers, having, integer, listOf, oneOf, text, time, truth} from '../shapes.ts';
import {
  alone,
  attachment,
  bodyBulk,
  bodySingle,
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
  versionWith,
  webLink,
} from './shared.ts';

const about = {
  id: text,
  status: oneOf('current', 'draft', 'historical', 'trashed', 'deleted', 'any'),
  title: text,
  spaceId: text,
  authorId: text,
  createdAt: time,
  version: contentVersion,
};

const like = having({accountId: text});

const blogPostAlone = alone(
  {
    ...about,
    body: bodySingle,
    labels: included(label),
    properties: included(contentProperty),
    operations: included(operation),
    likes: included(like),
    versions: included(contentVersion),
    isFavoritedByCurrentUser: truth,
  },
  pageLinks,
);

export const blogPost = having({...about, body: bodyBulk, _links: having(pageLinks)});

const aboutComment = {
  id: text,
  status: contentStatus,
  title: text,
  blogPostId: text,
  version: contentVersion,
  body: bodyBulk,
};
const commentLinks = having(webLink);

const redactions = having({
  redactions: listOf(
    having({pointer: text, from: integer, to: integer, reason: text, redactionId: text}),
  ),
});

/** Answers about blog posts, but for the custom content in them. */
export const blogPostAnswers: Answers = {
  'blogposts create-blog-post': blogPostAlone,
  'blogposts get-blog-posts': pageOf(blogPost),
  'blogposts get-blog-post-by-id': blogPostAlone,
  'blogposts update-blog-post': blogPostAlone,
  'spaces get-blog-posts-in': pageOf(blogPost),
  'blogposts get-attachments': pageOf(attachment),
  'blogposts get-blog-post-classification-level': classificationLevel,
  'blogposts get-blog-post-footer-comments': pageOf(
    having({...aboutComment, _links: commentLinks}),
  ),
  'blogposts get-blog-post-inline-comments': pageOf(
    having({
      ...aboutComment,
      resolutionStatus: oneOf('open', 'reopened', 'resolved', 'dangling'),
      properties: having({inlineMarkerRef: text, inlineOriginalSelection: text}),
      _links: commentLinks,
    }),
  ),
  'blogposts get-blog-post-labels': pageOf(label),
  'blogposts get-blog-post-like-count': having({count: integer}),
  'blogposts get-blog-post-like-users': pageOf(like),
  'blogposts get-blog-post-operations': permittedOperations,
  'blogposts get-blog-post-versions': pageOf(versionWith('blogpost')),
  'blogposts get-blog-post-version-details': detailedVersion,
  'blogposts create-property': contentProperty,
  'blogposts get-content-properties': pageOf(contentProperty),
  'blogposts get-content-properties-by-id': contentProperty,
  'blogposts update-property-by-id': contentProperty,
  'blogposts post-redact-blog': having({body: redactions, title: redactions}),
};
