import {idOf, objectOf, type ResponseShapes, text, texts, time} from '../shapes.ts';
import {
  attachment,
  bodyOfItem,
  bodyType,
  contentProperty,
  contentStatus,
  contentVersion,
  detailedVersion,
  included,
  label,
  operation,
  pageOf,
  permittedOperations,
  single,
  spaceStatus,
  versionWith,
  webLink,
} from './shared.ts';

const customContentMembers = {
  ...texts('id type'),
  status: contentStatus,
  title: text,
  spaceId: idOf('space'),
  pageId: idOf('page'),
  blogPostId: idOf('blog post'),
  customContentId: idOf('custom content'),
  authorId: idOf('user'),
  createdAt: time,
  version: contentVersion,
};

const bodies = {raw: bodyType, storage: bodyType, atlas_doc_format: bodyType};

const item = objectOf({...customContentMembers, body: objectOf(bodies), _links: objectOf(webLink)});

const singleItem = single(
  {
    ...customContentMembers,
    labels: included(label),
    properties: included(contentProperty),
    operations: included(operation),
    versions: included(contentVersion),
    body: objectOf({...bodies, view: bodyType}),
  },
  webLink,
);

const comment = objectOf({
  id: text,
  status: contentStatus,
  title: text,
  customContentId: idOf('custom content'),
  version: contentVersion,
  body: bodyOfItem,
  _links: objectOf(webLink),
});

/** Responses about custom content. */
export const customContentResponses: ResponseShapes = {
  'custom-content create-custom-content': singleItem,
  'custom-content get-custom-content-by-type': pageOf(item),
  'blogposts get-custom-content-by-type-in-blog-post': pageOf(item),
  'spaces get-custom-content-by-type-in': pageOf(item),
  'custom-content get-custom-content-by-id': singleItem,
  'custom-content update-custom-content': singleItem,
  'custom-content get-child-custom-content': pageOf(
    objectOf({id: text, status: spaceStatus, title: text, type: text, spaceId: idOf('space')}),
  ),
  'custom-content get-custom-content-attachments': pageOf(attachment),
  'custom-content get-custom-content-comments': pageOf(comment),
  'custom-content get-custom-content-labels': pageOf(label),
  'custom-content get-custom-content-operations': permittedOperations,
  'custom-content get-custom-content-versions': pageOf(versionWith('custom')),
  'custom-content get-custom-content-version-details': detailedVersion,
  'custom-content create-custom-content-property': contentProperty,
  'custom-content get-custom-content-content-properties': pageOf(contentProperty),
  'custom-content get-custom-content-content-properties-by-id': contentProperty,
  'custom-content update-custom-content-property-by-id': contentProperty,
};
