import {readChoice} from '../query.ts';
import type {JsonMembers, SandboxCall} from '../route.ts';
import type {ItemBody} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {storageToAdf} from './adf.ts';
import type {FindName} from './adf-inline.ts';
import {storageToView} from './view-html.ts';

/** Values of `body-format`; `doc_format` is the documentation's name for `atlas_doc_format`. */
export type BodyFormat =
  | 'storage'
  | 'atlas_doc_format'
  | 'doc_format'
  | 'raw'
  | 'view'
  | 'export_view'
  | 'anonymous_export_view'
  | 'styled_view'
  | 'editor';

/** Formats of lists of posts, pages, comments and versions. */
export const listFormats = ['storage', 'atlas_doc_format', 'doc_format'] as const;

export const customListFormats = ['raw', ...listFormats] as const;

export const singleFormats = [
  ...listFormats,
  'view',
  'export_view',
  'anonymous_export_view',
  'styled_view',
  'editor',
] as const;

export const customSingleFormats = [
  ...customListFormats,
  'view',
  'export_view',
  'anonymous_export_view',
] as const;

/**
 * Read `body-format`; undefined when absent, in which case responses contain no body.
 *
 * @throws SandboxError 400 when it is not one of `formats`
 */
export function readBodyFormat(
  call: SandboxCall,
  formats: readonly BodyFormat[],
): BodyFormat | undefined {
  return readChoice(call, 'body-format', formats);
}

/**
 * Present a body in a format, as the member of the response: `{body: {storage: {representation,
 * value}}}`; empty without a format or a body. A raw body is returned raw in every format, and a
 * storage body requested as raw is returned as storage, since such an item has no other format.
 *
 * @param findBody called only if a format is requested
 */
export function bodyMember(
  findBody: () => ItemBody | undefined,
  format: BodyFormat | undefined,
  findName: FindName,
): {readonly body?: JsonMembers} {
  if (format === undefined) return {};
  const body = findBody();
  if (body === undefined) return {};
  if (body.representation === 'raw') return {body: {raw: body}};
  const name = bodyName(format);
  const value = convert(body.value, name, findName);
  return {body: {[name]: {representation: name, value}}};
}

function bodyName(format: BodyFormat): BodyFormat {
  if (format === 'raw') return 'storage';
  return format === 'doc_format' ? 'atlas_doc_format' : format;
}

function convert(storage: string, format: BodyFormat, findName: FindName): string {
  if (format === 'storage' || format === 'editor') return storage;
  if (format === 'atlas_doc_format') return storageToAdf(storage, findName);
  return storageToView(storage, findName);
}

/** Build a lookup of display names among the world's users, for mentions in bodies. */
export function findNameIn(world: World): FindName {
  return accountId => world.users.get(accountId)?.displayName;
}
