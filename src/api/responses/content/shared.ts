import type {ObjectShape, Shape} from '../../field.ts';
import {having, integer, json, listOf, type Members, oneOf, text, time, truth} from '../shapes.ts';

/** A page of a list that goes on by a cursor (services W5.5). */
export function pageOf(items: Shape): ObjectShape {
  return having({results: listOf(items), _links: having({next: text, base: text})});
}

/** A list that stands in another answer, where it was asked for. */
export function included(items: Shape): ObjectShape {
  return having({
    results: listOf(items),
    meta: having({hasMore: truth, cursor: text}),
    _links: having({self: text}),
  });
}

/** One thing as an answer of its own: its links say where the site is. */
export function alone(members: Members, links: Members): ObjectShape {
  return having({...members, _links: having({...links, base: text})});
}

const aboutVersion = {
  createdAt: time,
  message: text,
  number: integer,
  minorEdit: truth,
  authorId: text,
};

export const contentVersion = having(aboutVersion);

/** A version of a thing, with the thing as it was under this name. */
export function versionWith(name: string): ObjectShape {
  return having({...aboutVersion, [name]: having({title: text, id: text, body: bodyBulk})});
}

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

export const bodyType = having({representation: text, value: text});
export const bodySingle = having({storage: bodyType, atlas_doc_format: bodyType, view: bodyType});
export const bodyBulk = having({storage: bodyType, atlas_doc_format: bodyType});

export const label = having({id: text, name: text, prefix: text});

export const contentProperty = having({id: text, key: text, value: json, version: contentVersion});

export const operation = having({operation: text, targetType: text});

export const permittedOperations = having({operations: listOf(operation)});

export const webLink = {webui: text};

export const pageLinks = {webui: text, editui: text, tinyui: text};

export const contentStatus = oneOf(
  'current',
  'draft',
  'archived',
  'historical',
  'trashed',
  'deleted',
  'any',
);

export const listedStatus = oneOf('current', 'archived');

export const parentType = oneOf('page', 'whiteboard', 'database', 'embed', 'folder');

export const attachment = having({
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
  _links: having({webui: text, download: text}),
});

export const classificationLevel = having({
  id: text,
  status: oneOf('DRAFT', 'PUBLISHED', 'ARCHIVED'),
  order: json,
  name: text,
  description: text,
  guideline: text,
  color: oneOf(
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
  ),
});
