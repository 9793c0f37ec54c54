import type {ObjectShape, Shape} from '../../field.ts';
import {
  boolean,
  idOf,
  integer,
  integers,
  json,
  listOf,
  objectOf,
  oneOf,
  type ShapeMembers,
  text,
  texts,
  time,
  truths,
} from '../shapes.ts';

/** Build the shape of a list page with a cursor (services W5.5). */
export function pageOf(items: Shape): ObjectShape {
  return objectOf({results: listOf(items), _links: objectOf({next: text, base: text})});
}

/** Build the shape of a list within another response, present if it was requested. */
export function included(items: Shape): ObjectShape {
  return objectOf({
    results: listOf(items),
    meta: objectOf({hasMore: boolean, cursor: text}),
    _links: objectOf({self: text}),
  });
}

/** Build the shape of a single entity: its links include the base URL of the site. */
export function single(members: ShapeMembers, links: ShapeMembers): ObjectShape {
  return objectOf({...members, _links: objectOf({...links, base: text})});
}

const versionMembers = {
  createdAt: time,
  message: text,
  number: integer,
  minorEdit: boolean,
  authorId: idOf('user'),
};

export const contentVersion = objectOf(versionMembers);

/** Build the shape of a version, with the item at that version in a member with this name. */
export function versionWith(name: string): ObjectShape {
  return objectOf({
    ...versionMembers,
    [name]: objectOf({title: text, id: text, body: bodyOfListItem}),
  });
}

export const detailedVersion = objectOf({
  number: integer,
  authorId: idOf('user'),
  message: text,
  createdAt: time,
  ...truths('minorEdit contentTypeModified'),
  collaborators: listOf(text),
  ...integers('prevVersion nextVersion'),
});

export const bodyType = objectOf({representation: text, value: text});
export const bodyOfItem = objectOf({storage: bodyType, atlas_doc_format: bodyType, view: bodyType});
export const bodyOfListItem = objectOf({storage: bodyType, atlas_doc_format: bodyType});

export const label = objectOf({id: text, name: text, prefix: text});

export const contentProperty = objectOf({
  ...texts('id key'),
  value: json,
  version: contentVersion,
});

export const operation = objectOf({operation: text, targetType: text});

export const permittedOperations = objectOf({operations: listOf(operation)});

export const webLink = {webui: text};

export const pageLinks = {webui: text, editui: text, tinyui: text};

export const contentStatus = oneOf('current draft archived historical trashed deleted any');

export const spaceStatus = oneOf('current archived');

export const parentType = oneOf('page whiteboard database embed folder');

export const attachment = objectOf({
  id: text,
  status: contentStatus,
  title: text,
  createdAt: time,
  pageId: idOf('page'),
  blogPostId: idOf('blog post'),
  customContentId: idOf('custom content'),
  ...texts('mediaType mediaTypeDescription comment fileId'),
  fileSize: integer,
  ...texts('webuiLink downloadLink'),
  version: contentVersion,
  _links: objectOf({webui: text, download: text}),
});

export const classificationLevel = objectOf({
  id: text,
  status: oneOf('DRAFT PUBLISHED ARCHIVED'),
  order: json,
  ...texts('name description guideline'),
  color: oneOf('RED RED_BOLD ORANGE YELLOW GREEN BLUE NAVY TEAL PURPLE GREY LIME'),
});
