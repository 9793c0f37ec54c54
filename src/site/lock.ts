import {createHash} from 'node:crypto';
import {isObject, type JsonObject, type JsonValue, textMembers} from '../base/json-value.ts';
import {kindOf} from './kinds.ts';
import {canonicalJson, labelOf, type SiteObject} from './model.ts';

/** The state of an object at the last export or apply. */
export interface LockEntry {
  readonly id: string;
  /** Hash of its values then. */
  readonly hash: string;
  /** Path of its own file below the folder. */
  readonly file?: string;
}

/** The lock file of a site: label of an object (`versions HPAY/2.4.0`) → entry. */
export type SiteLock = ReadonlyMap<string, LockEntry>;

/** The file of the lock, below the folder of the configuration. */
export function lockFile(site: string): string {
  return `.steward/${site.replace(/^https?:\/\//, '').replaceAll(/[^a-z0-9.-]+/gi, '_')}.lock.json`;
}

/** Hash of the values of an object that can change. */
export function hashOf({kind, name, values}: SiteObject): string {
  const fixed = new Set(kindOf(kind).fields.flatMap(field => (field.isFixed ? [field.name] : [])));
  const own = Object.entries(values).filter(([member]) => !fixed.has(member));
  const text = canonicalJson({name, values: Object.fromEntries(own)});
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Parse a lock file; a file of another format has no entries. */
export function readLock(value: JsonValue | undefined): SiteLock {
  const entries = isObject(value) && isObject(value.objects) ? value.objects : {};
  return new Map(
    Object.entries(entries).flatMap(([label, one]) => {
      const {id, hash, file} = textMembers(one);
      const entry = {id: id ?? '', hash: hash ?? '', ...(file !== undefined && {file})};
      return id !== undefined && hash !== undefined ? [[label, entry] as const] : [];
    }),
  );
}

/** The value of a lock file. */
export function lockValue(lock: SiteLock): JsonObject {
  const sorted = [...lock].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    format: 1,
    objects: Object.fromEntries(sorted.map(([label, entry]) => [label, {...entry}])),
  };
}

/** The entry of an object that is equal in the files and on the site. */
export function lockEntry(
  object: SiteObject & {readonly id: string},
  file?: string,
): [string, LockEntry] {
  const {layout} = kindOf(object.kind);
  const own = layout === 'folder' && file !== undefined ? {file} : {};
  return [labelOf(object), {id: object.id, hash: hashOf(object), ...own}];
}
