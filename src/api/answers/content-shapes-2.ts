import {
  abstractPageLinks,
  bodyBulk,
  bodySingle,
  bodyType,
  commentLinks,
  contentProperty,
  contentStatus,
  contentVersion,
  customContentBodySingle,
  customContentLinks,
  label,
  onlyArchivedAndCurrentContentStatus,
  operation,
  optionalFieldLinks,
  optionalFieldMeta,
  parentContentType,
  versionedEntity,
} from './content-shapes-1.ts';
import {having, integer, listOf, oneOf, text, time, truth} from './shapes.ts';

export const customContentSingle = having({
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
  versions: having({
    results: listOf(contentVersion),
    meta: optionalFieldMeta,
    _links: optionalFieldLinks,
  }),
  body: customContentBodySingle,
  _links: customContentLinks,
});

export const childCustomContent = having({
  id: text,
  status: onlyArchivedAndCurrentContentStatus,
  title: text,
  type: text,
  spaceId: text,
});

export const customContentCommentModel = having({
  id: text,
  status: contentStatus,
  title: text,
  customContentId: text,
  version: contentVersion,
  body: bodySingle,
  _links: commentLinks,
});

export const customContentVersion = having({
  createdAt: time,
  message: text,
  number: integer,
  minorEdit: truth,
  authorId: text,
  custom: versionedEntity,
});

export const pageBulk = having({
  id: text,
  status: contentStatus,
  title: text,
  spaceId: text,
  parentId: text,
  parentType: parentContentType,
  position: integer,
  authorId: text,
  ownerId: text,
  lastOwnerId: text,
  subtype: text,
  createdAt: time,
  version: contentVersion,
  body: bodyBulk,
  _links: abstractPageLinks,
});

export const adminKeyResponse = having({accountId: text, expirationTime: time});

const redactionPointerResponse = having({
  pointer: text,
  from: integer,
  to: integer,
  reason: text,
  redactionId: text,
});

const redactionSectionResponse = having({redactions: listOf(redactionPointerResponse)});

export const redactionResponse = having({
  body: redactionSectionResponse,
  title: redactionSectionResponse,
});

const spaceType = oneOf(
  'global',
  'collaboration',
  'knowledge_base',
  'personal',
  'system',
  'onboarding',
  'xflow_sample_space',
);

const spaceStatus = oneOf('current', 'archived');

const spaceDescription = having({plain: bodyType, view: bodyType});

const spaceIcon = having({path: text, apiDownloadLink: text});

const spaceLinks = having({webui: text});

export const spaceBulk = having({
  id: text,
  key: text,
  name: text,
  type: spaceType,
  status: spaceStatus,
  authorId: text,
  currentActiveAlias: text,
  createdAt: time,
  homepageId: text,
  description: spaceDescription,
  icon: spaceIcon,
  _links: spaceLinks,
});
