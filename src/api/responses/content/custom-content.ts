import {type Answers, having, text, time} from '../shapes.ts';
import {
  alone,
  attachment,
  bodySingle,
  bodyType,
  contentProperty,
  contentStatus,
  contentVersion,
  detailedVersion,
  included,
  label,
  listedStatus,
  operation,
  pageOf,
  permittedOperations,
  versionWith,
  webLink,
} from './shared.ts';

const about = {
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
};

const bodies = {raw: bodyType, storage: bodyType, atlas_doc_format: bodyType};

const item = having({...about, body: having(bodies), _links: having(webLink)});

const itemAlone = alone(
  {
    ...about,
    labels: included(label),
    properties: included(contentProperty),
    operations: included(operation),
    versions: included(contentVersion),
    body: having({...bodies, view: bodyType}),
  },
  webLink,
);

const comment = having({
  id: text,
  status: contentStatus,
  title: text,
  customContentId: text,
  version: contentVersion,
  body: bodySingle,
  _links: having(webLink),
});

/** Answers about custom content, wherever it is listed. */
export const customContentAnswers: Answers = {
  'custom-content create-custom-content': itemAlone,
  'custom-content get-custom-content-by-type': pageOf(item),
  'blogposts get-custom-content-by-type-in-blog-post': pageOf(item),
  'spaces get-custom-content-by-type-in': pageOf(item),
  'custom-content get-custom-content-by-id': itemAlone,
  'custom-content update-custom-content': itemAlone,
  'custom-content get-child-custom-content': pageOf(
    having({id: text, status: listedStatus, title: text, type: text, spaceId: text}),
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
