import {type Answers, having, integer, json, listOf, mapOf, oneOf, text, time} from '../shapes.ts';
import {blogPost} from './blogposts.ts';
import {
  alone,
  attachment,
  bodyBulk,
  bodyType,
  classificationLevel,
  contentProperty,
  contentStatus,
  contentVersion,
  label,
  listedStatus,
  pageLinks,
  pageOf,
  parentType,
  permittedOperations,
  webLink,
} from './shared.ts';

const whiteboardAlone = alone(
  {
    id: text,
    type: text,
    status: contentStatus,
    title: text,
    parentId: text,
    parentType,
    position: integer,
    authorId: text,
    ownerId: text,
    createdAt: time,
    spaceId: text,
    version: contentVersion,
  },
  {webui: text, editui: text},
);

const aboutBelow = {id: text, status: listedStatus, title: text, type: text};

const page = having({
  id: text,
  status: contentStatus,
  title: text,
  spaceId: text,
  parentId: text,
  parentType,
  position: integer,
  authorId: text,
  ownerId: text,
  lastOwnerId: text,
  subtype: text,
  createdAt: time,
  version: contentVersion,
  body: bodyBulk,
  _links: having(pageLinks),
});

const adminKey = having({accountId: text, expirationTime: time});

const space = having({
  id: text,
  key: text,
  name: text,
  type: oneOf(
    'global',
    'collaboration',
    'knowledge_base',
    'personal',
    'system',
    'onboarding',
    'xflow_sample_space',
  ),
  status: listedStatus,
  authorId: text,
  currentActiveAlias: text,
  createdAt: time,
  homepageId: text,
  description: having({plain: bodyType, view: bodyType}),
  icon: having({path: text, apiDownloadLink: text}),
  _links: having(webLink),
});

/** Responses about whiteboards, labels, spaces and the site. */
export const siteAnswers: Answers = {
  'whiteboards create': whiteboardAlone,
  'whiteboards get-by-id': whiteboardAlone,
  'whiteboards get-ancestors': having({results: listOf(having({id: text, type: parentType}))}),
  'whiteboards get-descendants': pageOf(
    having({...aboutBelow, parentId: text, depth: integer, childPosition: integer}),
  ),
  'whiteboards get-direct-children': pageOf(
    having({...aboutBelow, spaceId: text, childPosition: integer}),
  ),
  'whiteboards get-operations': permittedOperations,
  'whiteboards get-classification-level': classificationLevel,
  'whiteboards create-property': contentProperty,
  'whiteboards get-content-properties': pageOf(contentProperty),
  'whiteboards get-content-properties-by-id': contentProperty,
  'whiteboards update-property-by-id': contentProperty,
  'labels get': pageOf(label),
  'labels get-attachments': pageOf(attachment),
  'labels get-blog-posts': pageOf(blogPost),
  'labels get-pages': pageOf(page),
  'labels add': having({
    results: listOf(having({prefix: text, name: text, id: text, label: text})),
    start: integer,
    limit: integer,
    size: integer,
    _links: mapOf(json),
  }),
  'labels list': pageOf(label),
  'spaces get': pageOf(space),
  'spaces get-labels': pageOf(label),
  'classification-levels get-classification-levels': listOf(classificationLevel),
  'admin-key enable-admin-key': adminKey,
  'admin-key get-admin-key': adminKey,
};
