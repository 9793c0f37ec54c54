import {having, integer, json, listOf, oneOf, text, time, truth} from './shapes.ts';

const blogPostContentStatus = oneOf('current', 'draft', 'historical', 'trashed', 'deleted', 'any');

export const contentVersion = having({
  createdAt: time,
  message: text,
  number: integer,
  minorEdit: truth,
  authorId: text,
});

export const bodyType = having({representation: text, value: text});

export const bodySingle = having({storage: bodyType, atlas_doc_format: bodyType, view: bodyType});

export const label = having({id: text, name: text, prefix: text});

export const optionalFieldMeta = having({hasMore: truth, cursor: text});

export const optionalFieldLinks = having({self: text});

export const contentProperty = having({id: text, key: text, value: json, version: contentVersion});

export const operation = having({operation: text, targetType: text});

export const like = having({accountId: text});

export const abstractPageLinks = having({webui: text, editui: text, tinyui: text});

export const blogPostSingle = having({
  id: text,
  status: blogPostContentStatus,
  title: text,
  spaceId: text,
  authorId: text,
  createdAt: time,
  version: contentVersion,
  body: bodySingle,
  labels: having({results: listOf(label), meta: optionalFieldMeta, _links: optionalFieldLinks}),
  properties: having({
    results: listOf(contentProperty),
    meta: optionalFieldMeta,
    _links: optionalFieldLinks,
  }),
  operations: having({
    results: listOf(operation),
    meta: optionalFieldMeta,
    _links: optionalFieldLinks,
  }),
  likes: having({results: listOf(like), meta: optionalFieldMeta, _links: optionalFieldLinks}),
  versions: having({
    results: listOf(contentVersion),
    meta: optionalFieldMeta,
    _links: optionalFieldLinks,
  }),
  isFavoritedByCurrentUser: truth,
  _links: abstractPageLinks,
});

export const bodyBulk = having({storage: bodyType, atlas_doc_format: bodyType});

export const blogPostBulk = having({
  id: text,
  status: blogPostContentStatus,
  title: text,
  spaceId: text,
  authorId: text,
  createdAt: time,
  version: contentVersion,
  body: bodyBulk,
  _links: abstractPageLinks,
});

export const multiEntityLinks = having({next: text, base: text});

export const contentStatus = oneOf(
  'current',
  'draft',
  'archived',
  'historical',
  'trashed',
  'deleted',
  'any',
);

const attachmentLinks = having({webui: text, download: text});

export const attachmentBulk = having({
  id: text,
  status: contentStatus,
  title: text,
  createdAt: time,
  pageId: text,
  blogPostId: text,
  customContentId: text,
  mediaType: text,
  mediaTypeDescription: text,
  comment: text,
  fileId: text,
  fileSize: integer,
  webuiLink: text,
  downloadLink: text,
  version: contentVersion,
  _links: attachmentLinks,
});

const classificationLevelStatus = oneOf('DRAFT', 'PUBLISHED', 'ARCHIVED');

const classificationLevelColor = oneOf(
  'RED',
  'RED_BOLD',
  'ORANGE',
  'YELLOW',
  'GREEN',
  'BLUE',
  'NAVY',
  'TEAL',
  'PURPLE',
  'GREY',
  'LIME',
);

export const classificationLevel = having({
  id: text,
  status: classificationLevelStatus,
  order: json,
  name: text,
  description: text,
  guideline: text,
  color: classificationLevelColor,
});

export const commentLinks = having({webui: text});

export const blogPostCommentModel = having({
  id: text,
  status: contentStatus,
  title: text,
  blogPostId: text,
  version: contentVersion,
  body: bodyBulk,
  _links: commentLinks,
});

const inlineCommentResolutionStatus = oneOf('open', 'reopened', 'resolved', 'dangling');

const inlineCommentProperties = having({
  inlineMarkerRef: text,
  inlineOriginalSelection: text,
});

export const blogPostInlineCommentModel = having({
  id: text,
  status: contentStatus,
  title: text,
  blogPostId: text,
  version: contentVersion,
  body: bodyBulk,
  resolutionStatus: inlineCommentResolutionStatus,
  properties: inlineCommentProperties,
  _links: commentLinks,
});

export const permittedOperationsResponse = having({operations: listOf(operation)});

export const versionedEntity = having({title: text, id: text, body: bodyBulk});

export const blogPostVersion = having({
  createdAt: time,
  message: text,
  number: integer,
  minorEdit: truth,
  authorId: text,
  blogpost: versionedEntity,
});

export const detailedVersion = having({
  number: integer,
  authorId: text,
  message: text,
  createdAt: time,
  minorEdit: truth,
  contentTypeModified: truth,
  collaborators: listOf(text),
  prevVersion: integer,
  nextVersion: integer,
});

const customContentBodyBulk = having({
  raw: bodyType,
  storage: bodyType,
  atlas_doc_format: bodyType,
});

export const customContentLinks = having({webui: text});

export const customContentBulk = having({
  id: text,
  type: text,
  status: contentStatus,
  title: text,
  spaceId: text,
  pageId: text,
  blogPostId: text,
  customContentId: text,
  authorId: text,
  createdAt: time,
  version: contentVersion,
  body: customContentBodyBulk,
  _links: customContentLinks,
});

export const parentContentType = oneOf('page', 'whiteboard', 'database', 'embed', 'folder');

const whiteboardLinks = having({webui: text, editui: text});

export const whiteboardSingle = having({
  id: text,
  type: text,
  status: contentStatus,
  title: text,
  parentId: text,
  parentType: parentContentType,
  position: integer,
  authorId: text,
  ownerId: text,
  createdAt: time,
  spaceId: text,
  version: contentVersion,
  _links: whiteboardLinks,
});

const ancestorType = oneOf('page', 'whiteboard', 'database', 'embed', 'folder');

export const ancestor = having({id: text, type: ancestorType});

export const onlyArchivedAndCurrentContentStatus = oneOf('current', 'archived');

export const descendantsResponse = having({
  id: text,
  status: onlyArchivedAndCurrentContentStatus,
  title: text,
  type: text,
  parentId: text,
  depth: integer,
  childPosition: integer,
});

export const childrenResponse = having({
  id: text,
  status: onlyArchivedAndCurrentContentStatus,
  title: text,
  type: text,
  spaceId: text,
  childPosition: integer,
});

export const customContentBodySingle = having({
  raw: bodyType,
  storage: bodyType,
  atlas_doc_format: bodyType,
  view: bodyType,
});
