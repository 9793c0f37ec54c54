import {isObject, type JsonValue} from '../base/json-value.ts';
import {fileNameOf} from './file-names.ts';
import {kindOf} from './kinds.ts';
import {hashOf, type SiteLock} from './lock.ts';
import {
  canonicalJson,
  groupParts,
  type KindId,
  kindIds,
  labelOf,
  partKey,
  partsIn,
  type ReadObject,
  type SiteObject,
} from './model.ts';
import type {NameKind} from './parts.ts';

/** A member that differs. Of an entry of a list of parts, `group` is its permission or event. */
export interface SiteChange {
  readonly field: string;
  readonly group?: string;
  /** Absent on the site. */
  readonly old?: JsonValue;
  /** Absent in the files. */
  readonly new?: JsonValue;
}

/** An object that differs, with the changes that make the site match the files. */
export interface SiteDifference {
  readonly kind: KindId;
  readonly name: string;
  readonly project?: string;
  readonly action: 'create' | 'update' | 'remove' | 'order';
  readonly changes: readonly SiteChange[];
  readonly wanted?: WantedObject;
  readonly read?: ReadObject;
  /** Where it was changed since the last export or apply, if the lock file shows it. */
  readonly changedIn?: 'files' | 'site' | 'both';
}

/** An object of the files, or of another site. */
export type WantedObject = SiteObject & {readonly renamedFrom?: string; readonly file?: string};

/** The same object in the files and on the site; one of them may be missing. */
interface ObjectPair {
  readonly wanted?: WantedObject;
  readonly read?: ReadObject;
}

/**
 * Compare the files with the site, in order of dependency.
 *
 * @param lock identifies renamed objects and the side of a change
 */
export function compareSites(
  wanted: readonly WantedObject[],
  read: readonly ReadObject[],
  lock: SiteLock = new Map(),
): readonly SiteDifference[] {
  const pairs = inNamesOfFiles(pairObjects(wanted, read, lock));
  const found = pairs.flatMap(pair => differenceOf(pair, lock));
  const orders = kindIds.flatMap(kind => orderOf(kind, pairs, read));
  const rank = ({kind}: SiteDifference): number => kindIds.indexOf(kind);
  return [...found, ...orders].sort((a, b) => rank(a) - rank(b));
}

function pairObjects(
  wanted: readonly WantedObject[],
  read: readonly ReadObject[],
  lock: SiteLock,
): readonly ObjectPair[] {
  const byLabel = new Map(read.map(object => [labelOf(object), object]));
  const byId = new Map(read.map(object => [`${object.kind} ${object.id}`, object]));
  const named = new Set(wanted.map(labelOf));
  const paired = new Set<ReadObject>();
  const renames = renamedObjects(wanted, byLabel, byId, lock);
  const pairs: ObjectPair[] = wanted.map(object => {
    const from = object.renamedFrom;
    const locked = lock.get(labelOf(object))?.id;
    const renamed = locked === undefined ? undefined : byId.get(`${object.kind} ${locked}`);
    const candidates = [
      renames.get(object),
      byLabel.get(labelOf(object)),
      from === undefined ? undefined : byLabel.get(labelOf({...object, name: from})),
      renamed && !named.has(labelOf(renamed)) ? renamed : undefined,
      inSameFile(object, read, named),
    ];
    const same = candidates.find(one => one !== undefined && !paired.has(one));
    if (same !== undefined) paired.add(same);
    return {wanted: object, ...(same && {read: same})};
  });
  return [...pairs, ...read.filter(one => !paired.has(one)).map(one => ({read: one}))];
}

/**
 * Objects that get the name of another one, which gets a new name, too: known by the file of the
 * last export or apply, or by `renamedFrom`.
 */
function renamedObjects(
  wanted: readonly WantedObject[],
  byLabel: ReadonlyMap<string, ReadObject>,
  byId: ReadonlyMap<string, ReadObject>,
  lock: SiteLock,
): ReadonlyMap<WantedObject, ReadObject> {
  const byFile = new Map(
    [...lock].flatMap(([label, {file, id}]) =>
      file === undefined ? [] : [[file, `${label.slice(0, label.indexOf(' '))} ${id}`] as const],
    ),
  );
  const previous = new Map<WantedObject, ReadObject>();
  for (const object of wanted) {
    const id = object.file === undefined ? undefined : byFile.get(object.file);
    const from = object.renamedFrom;
    const old =
      (id === undefined ? undefined : byId.get(id)) ??
      (from === undefined ? undefined : byLabel.get(labelOf({...object, name: from})));
    if (old !== undefined && labelOf(old) !== labelOf(object)) previous.set(object, old);
  }
  const next = new Map([...previous].map(([object, old]) => [old, object]));
  // A swap by `renamedFrom` looks the same before and after it: only files show whether it was
  // done.
  const isFree = (object: WantedObject, seen: ReadonlySet<WantedObject>): boolean => {
    const holder = byLabel.get(labelOf(object));
    if (holder === undefined) return true;
    const other = next.get(holder);
    if (other === undefined) return false;
    if (seen.has(other)) return object.renamedFrom === undefined;
    return isFree(other, new Set([...seen, object]));
  };
  return new Map([...previous].filter(([object]) => isFree(object, new Set([object]))));
}

/** Reads of renamed objects, and references to them, by the names that the files have. */
function inNamesOfFiles(pairs: readonly ObjectPair[]): readonly ObjectPair[] {
  const names = new Map<string, string>(
    pairs.flatMap(({wanted, read}) =>
      wanted && read && wanted.name !== read.name
        ? [[`${read.kind} ${read.name}`, wanted.name] as const]
        : [],
    ),
  );
  if (names.size === 0) return pairs;
  const nameOf = (kind: NameKind, name: string): string => names.get(`${kind} ${name}`) ?? name;
  return pairs.map(pair => (pair.read ? {...pair, read: withNames(pair.read, nameOf)} : pair));
}

function withNames(
  object: ReadObject,
  nameOf: (kind: NameKind, name: string) => string,
): ReadObject {
  const {fields, parts} = kindOf(object.kind);
  const values: Record<string, JsonValue> = {...object.values};
  for (const {name, type, of} of fields) {
    const value = values[name];
    if (type === 'name' && of && value !== undefined) values[name] = nameOf(of, String(value));
  }
  if (parts === undefined) return {...object, values};
  const entryIn = (entry: JsonValue): JsonValue =>
    isObject(entry) && entry.role !== undefined
      ? {role: nameOf('roles', String(entry.role))}
      : entry;
  const groupIn = (group: string): string =>
    parts.groupKind === undefined ? group : nameOf(parts.groupKind, group);
  const ids = new Map<string, readonly string[]>();
  const entries = partsIn(values[parts.member]).map(([group, entry]) => {
    const own: Part = [groupIn(group), entryIn(entry)];
    ids.set(partKey(...own), object.partIds?.get(partKey(group, entry)) ?? []);
    return own;
  });
  const grouped = groupParts(entries);
  if (grouped !== undefined) values[parts.member] = grouped;
  return {...object, values, partIds: ids};
}

/** The object that a file of its own was exported from, before the name in it was changed. */
function inSameFile(
  {kind, file}: WantedObject,
  read: readonly ReadObject[],
  named: ReadonlySet<string>,
): ReadObject | undefined {
  if (file === undefined || kindOf(kind).layout !== 'folder') return undefined;
  return read.find(
    one =>
      one.kind === kind &&
      !named.has(labelOf(one)) &&
      file === `${kind}/${fileNameOf(one.name, new Set())}.yaml`,
  );
}

function differenceOf({wanted, read}: ObjectPair, lock: SiteLock): readonly SiteDifference[] {
  const object = wanted ?? read;
  if (object === undefined) return [];
  const {kind, name, project} = object;
  const where = {kind, name, ...(project !== undefined && {project})};
  if (read === undefined) {
    return [
      {...where, action: 'create', changes: changesOf(wanted, undefined), ...(wanted && {wanted})},
    ];
  }
  if (wanted === undefined) {
    return [{...where, action: 'remove', changes: changesOf(undefined, read), read}];
  }
  const changes = changesOf(wanted, read);
  if (changes.length === 0) return [];
  const changedIn = sideOf(wanted, read, lock);
  return [{...where, action: 'update', changes, wanted, read, ...(changedIn && {changedIn})}];
}

/** The members that differ between two objects, of which one may be missing. */
export function changesOf(
  wanted: SiteObject | undefined,
  read: ReadObject | undefined,
): readonly SiteChange[] {
  const kind = kindOf((wanted ?? read)?.kind ?? 'projects');
  const changes: SiteChange[] = [];
  if (wanted && read && wanted.name !== read.name) {
    changes.push({field: kind.key, old: read.siteName ?? read.name, new: wanted.name});
  }
  for (const {name: field, default: usual, isFixed, only} of kind.fields) {
    if (only === 'write' && read) continue;
    const [old, next] = [read?.values[field], wanted?.values[field]];
    if (canonicalJson(old ?? usual) === canonicalJson(next ?? usual)) continue;
    // A file may leave out what can only be set when the object is created.
    if (isFixed && wanted && read && next === undefined) continue;
    changes.push({
      field,
      ...(old !== undefined && {old}),
      ...(next !== undefined && {new: next}),
    });
  }
  const {parts} = kind;
  if (parts !== undefined) {
    const field = parts.member;
    const [now, then] = [partsIn(wanted?.values[field]), partsIn(read?.values[field])];
    changes.push(
      ...without(then, now).map(([group, old]) => ({field, group, old})),
      ...without(now, then).map(([group, entry]) => ({field, group, new: entry})),
    );
  }
  return changes;
}

type Part = readonly [string, JsonValue];

/**
 * The entries of a list that are not in another one; equal entries count as often as they occur.
 */
function without(list: readonly Part[], other: readonly Part[]): readonly Part[] {
  const counts = new Map<string, number>();
  for (const [group, entry] of other) {
    const key = partKey(group, entry);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return list.filter(([group, entry]) => {
    const key = partKey(group, entry);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/**
 * Find the side that changed an object, by comparing the hashes of both sides with that of the last
 * export or apply.
 */
function sideOf(
  wanted: WantedObject,
  read: ReadObject,
  lock: SiteLock,
): SiteDifference['changedIn'] | undefined {
  const entry = lock.get(labelOf(wanted)) ?? lock.get(labelOf(read));
  if (entry?.id !== read.id) return undefined;
  const inFiles = hashOf(wanted) !== entry.hash;
  const onSite = hashOf(read) !== entry.hash;
  return inFiles && onSite ? 'both' : inFiles ? 'files' : 'site';
}

/**
 * The order of a kind, if it differs once the new objects of the files are at the end, where the
 * service puts them.
 */
function orderOf(
  kind: KindId,
  pairs: readonly ObjectPair[],
  read: readonly ReadObject[],
): readonly SiteDifference[] {
  if (kindOf(kind).move === undefined) return [];
  const own = pairs.filter(one => one.wanted?.kind === kind);
  const next = own.flatMap(({wanted}) => wanted?.name ?? []);
  const names = new Map(own.map(one => [one.read?.id, one.wanted?.name]));
  const onSite = read.filter(one => one.kind === kind);
  const old = onSite.flatMap(({id}) => names.get(id) ?? []);
  const after = [...old, ...next.filter(name => !old.includes(name))];
  if (canonicalJson(next) === canonicalJson(after)) return [];
  return [{kind, name: 'order', action: 'order', changes: [{field: 'order', old, new: next}]}];
}
