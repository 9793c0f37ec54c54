import type {EntityKind, InputRule} from '../../field.ts';
import {cursor, inBody, inPath, inQuery, limit, repeated} from '../inputs.ts';

/** The permission required by content lists. */
export const viewPermission = 'View the content and its space';

/** `cursor` and `limit` of lists with 25 items per page. */
export const paging25 = [cursor, limit({default: 25})] as const;

/** `cursor` and `limit` of attachment lists, with 50 items per page. */
export const paging50 = [cursor, limit({default: 50})] as const;

/** Build a content id in the path. */
export function idInPath(name: string, help: string, names: EntityKind) {
  return inPath(name, 'id', {help, names});
}

/** The id of a content property, in the path. */
export const propertyId = idInPath('property-id', 'id of the property', 'content property');

/** Build `sort` with some fields; a leading `-` means descending. */
export function sort(...fields: readonly string[]) {
  return inQuery('sort', 'string', {
    values: fields.flatMap(field => [field, `-${field}`]),
    help: 'sort order; a leading - reverses it',
  });
}

/** A format that the documentation and the public service name differently. */
export const renamedFormat = {doc_format: 'use atlas_doc_format'};

/** Build `body-format` of lists; `raw` only for custom content. */
export function bodyFormat(...more: readonly 'raw'[]) {
  return inQuery('body-format', 'string', {
    values: [...more, 'storage', 'atlas_doc_format', 'doc_format'],
    refused: renamedFormat,
    help: 'include the body in this format',
  });
}

export const commentStatus = repeated('status', {
  values: ['current', 'deleted', 'trashed', 'historical', 'draft'],
  help: 'only comments in these states',
});

/** Filters of attachment lists. */
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

/** Filter of content properties by key. */
export const propertyKeyFilter = inQuery('key', 'string', {
  help: 'only the property with this key, case sensitive',
});

/** Allows a permission change to remove the caller's own access (services C2, rule 5). */
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
  names: 'user',
  help: 'only entries of this user or group',
});

/** Rules between the filters of a permission list (services C2, rule 6). */
export const listFilterRules: readonly InputRule[] = [
  {kind: 'needs', input: 'principal-id', inputs: ['principal-type']},
];

/** Rules between the filters of a permission deletion (services C2, rule 6). */
export const deleteFilterRules: readonly InputRule[] = [
  {kind: 'needs', input: 'operation', inputs: ['principal-type', 'principal-id']},
  {kind: 'needs', input: 'principal-id', inputs: ['principal-type']},
  {kind: 'needs', input: 'principal-type', inputs: ['principal-id']},
];

/** An example body of direct permissions, whose shape is not public. */
export const permissionsExample =
  '{"permissions":[{"principalType":"user","principalId":"5f078b5c5d265d18afe2b0cc","operation":"update"}]}';

/** Notes of every change of direct permissions (services C2, rules 1, 2 and 5). */
export const permissionNotes = [
  'A user or group has either read or update, never both; within one request, update wins.',
  'Refused if it would remove your own edit access, unless allow-self-lockout is set.',
] as const;

/**
 * Build the body of a post or an item: storage XML unless `--representation` is set (services
 * W4.18).
 */
export function storageBody(options: {readonly required?: true} = {}) {
  return inBody('body', 'storage', '/body/value', {
    ...options,
    implies: {'/body/representation': 'storage'},
    help: 'the text, as storage XML',
  });
}

/** Build an input that includes a part in the response; the documentation omits it. */
export function include(name: string, what: string, on?: 'true') {
  return inQuery(`include-${name}`, 'boolean', {
    default: on ?? 'false',
    added: true,
    help: `include ${what}`,
  });
}
