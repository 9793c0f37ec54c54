import {groupBy} from '../base/group-by.ts';
import {type JsonObject, type JsonValue, readPointer} from '../base/json-value.ts';

/** The kinds of configuration that files contain, in order of dependency. */
export const kindIds = [
  'groups',
  'roles',
  'project-categories',
  'statuses',
  'resolutions',
  'priorities',
  'permission-schemes',
  'notification-schemes',
  'projects',
  'components',
  'versions',
  'webhooks',
  'ui-modifications',
] as const;

export type KindId = (typeof kindIds)[number];

/**
 * One object of the configuration: names in place of ids, and no members that the service makes.
 */
export interface SiteObject {
  readonly kind: KindId;
  /** Its name; of a project its key. Unique within the kind, of a version within its project. */
  readonly name: string;
  /** Key of the project that contains it. */
  readonly project?: string;
  readonly values: JsonObject;
}

/** An object of a site, with the data that its writes need. */
export interface ReadObject extends SiteObject {
  readonly id: string;
  /** Its name on the site, if other objects have the same; `name` has a number then. */
  readonly siteName?: string;
  /** Ids of its grants or notifications, by `partKey`. */
  readonly partIds?: ReadonlyMap<string, readonly string[]>;
}

/** An object of a file. */
export interface FiledObject extends SiteObject {
  /** Path of the file below the folder of the configuration. */
  readonly file: string;
  /** Line of the object in the file, from 1. */
  readonly line: number;
  /** The name that the object has on the site until the next apply (`renamedFrom`). */
  readonly renamedFrom?: string;
}

/** Identify an object within the configuration, for people: `versions HPAY/2.4.0`. */
export function labelOf({kind, name, project}: Omit<SiteObject, 'values'>): string {
  return `${kind} ${project === undefined ? name : `${project}/${name}`}`;
}

/** Compact JSON with sorted members: equal for equal values. */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}

/** Values in an order of their own, for lists whose order has no meaning. */
export function sortValues(values: readonly JsonValue[]): readonly JsonValue[] {
  const keyed = values.map(value => ({value, key: canonicalJson(value)}));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({value}) => value);
}

/** Identify an entry of a list of parts: the group it is in (permission, event) and its value. */
export function partKey(group: string, entry: JsonValue): string {
  return `${group} ${canonicalJson(entry)}`;
}

/** Entries of a list of parts, group by group; those of a plain list are in the group ''. */
export function partsIn(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  if (value === null || typeof value !== 'object') return [];
  const groups = Array.isArray(value) ? {'': value as readonly JsonValue[]} : value;
  return Object.entries(groups as JsonObject).flatMap(([group, entries]) =>
    (Array.isArray(entries) ? (entries as readonly JsonValue[]) : []).map(
      entry => [group, entry] as const,
    ),
  );
}

/** Groups entries, sorted, as files contain them; undefined for none. */
export function groupParts(
  parts: readonly (readonly [string, JsonValue])[],
): JsonValue | undefined {
  const keyed = parts.map(([group, entry]) => ({group, entry, key: partKey(group, entry)}));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const lists = [...groupBy(keyed, ({group}) => group)].map(
    ([group, own]) => [group, own.map(({entry}) => entry)] as const,
  );
  const groups: JsonObject = Object.fromEntries(lists);
  return keyed.length === 0 ? undefined : (groups[''] ?? groups);
}

/** The text or number at a JSON pointer, as text. */
export function textAt(value: JsonValue, pointer: string): string | undefined {
  const found = readPointer(value, pointer);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
