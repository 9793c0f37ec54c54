import type {EntityKind, InputRule} from '../../field.ts';
import {cursor, inBody, inPath, inQuery, limit, repeated} from '../inputs.ts';

/** Permission line of content lists. */
export const viewsContent = 'View the content and its space';

/** The `cursor` and `limit` of lists that come 25 at a time. */
export const paging25 = [cursor, limit({default: 25})] as const;

/** The `cursor` and `limit` of attachment lists, which come 50 at a time. */
export const paging50 = [cursor, limit({default: 50})] as const;

/** A content id in the path. */
export function idInPath(name: string, help: string, names: EntityKind) {
  return inPath(name, 'id', {help, names});
}

/** The id of a content property, in the path. */
export const propertyId = idInPath('property-id', 'id of the property', 'content property');

/** `sort` by any of the fields, each also turned round by a leading `-`. */
export function sort(...fields: readonly string[]) {
  return inQuery('sort', 'string', {
    values: fields.flatMap(field => [field, `-${field}`]),
    help: 'sort order; a leading - reverses it',
  });
}

/** The documents' name of a form that the public service knows by another. */
export const refusedFormat = {doc_format: 'Confluence Cloud calls it atlas_doc_format'};

/** `body-format` of lists; `raw` only where custom content is listed. */
export function bodyFormat(...more: readonly 'raw'[]) {
  return inQuery('body-format', 'string', {
    values: [...more, 'storage', 'atlas_doc_format', 'doc_format'],
    refused: refusedFormat,
    help: 'include the body in this format',
  });
}

/** `status` of comments. */
export const commentStatus = repeated('status', {
  values: ['current', 'deleted', 'trashed', 'historical', 'draft'],
  help: 'only comments in these states',
});

/** The filters of attachment lists after sort. */
export const attachmentFilters = [
  inQuery('filename', 'string', {help: 'only this file name'}),
  inQuery('mediaType', 'string', {help: 'only this media type'}),
  repeated('status', {
    values: ['current', 'archived', 'trashed'],
    default: 'current,archived',
    help: 'only attachments in these states',
  }),
] as const;

/** `prefix` of label lists. */
export const labelPrefix = inQuery('prefix', 'string', {
  values: ['my', 'team', 'global', 'system'],
  help: 'only labels with this prefix',
});

/** Filter on one key of content properties. */
export const propertyKeyFilter = inQuery('key', 'string', {
  help: 'only the property with this key, case sensitive',
});

/** Lets a permission change take the caller's own access (services C2, rule 5). */
export const allowSelfLockout = inQuery('allow-self-lockout', 'boolean', {
  default: 'false',
  help: 'allow a change that removes your own edit access',
});

/** `operation` of direct permissions. */
export const permissionOperation = inQuery('operation', 'string', {
  values: ['read', 'update'],
  enforced: true,
  help: 'only entries with this permission',
});

/** `principal-type` of direct permissions. */
export const principalType = inQuery('principal-type', 'string', {
  values: ['user', 'group'],
  enforced: true,
  help: 'only entries of users or of groups',
});

/** `principal-id` of direct permissions. */
export const principalId = inQuery('principal-id', 'string', {
  help: 'only entries of this user or group',
});

/** Which filters of a permission list go together (services C2, rule 6). */
export const listFilterRules: readonly InputRule[] = [
  {kind: 'needs', input: 'principal-id', inputs: ['principal-type']},
];

/** Which filters of a permission delete go together (services C2, rule 6). */
export const deleteFilterRules: readonly InputRule[] = [
  {kind: 'needs', input: 'operation', inputs: ['principal-type', 'principal-id']},
  {kind: 'needs', input: 'principal-id', inputs: ['principal-type']},
  {kind: 'needs', input: 'principal-type', inputs: ['principal-id']},
];

/** A literal body of direct permissions, of which no shape is public. */
export const permissionsExample =
  '{"permissions":[{"principalType":"user","principalId":"5f078b5c5d265d18afe2b0cc","operation":"update"}]}';

/** What every change of direct permissions says (services C2, rules 1, 2 and 5). */
export const permissionNotes = [
  'A user or group has either read or update, never both; within one request, update wins.',
  'Refused if it would remove your own edit access, unless allow-self-lockout is set.',
] as const;

/** The text of a post or an item: storage XML unless `--representation` says else (services W4.18). */
export function storageBody(options: {readonly required?: true} = {}) {
  return inBody('body', 'storage', '/body/value', {
    ...options,
    implies: {'/body/representation': 'storage'},
    help: 'the text, as storage XML',
  });
}
