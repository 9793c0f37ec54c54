import {decodeValue, type Encoded, encodeValue} from './data-value.ts';
import {hashText} from './world/random.ts';
import type {World} from './world/world.ts';

type Collection = Map<unknown, unknown>;

/** What differs in one collection from the one the seed gives. */
export interface CollectionChanges {
  /** Entries set or added, each `[key, value]`. */
  readonly set: readonly Encoded[];
  readonly deleted: readonly Encoded[];
  /** Every key, when the order is another. */
  readonly order?: readonly Encoded[];
}

/** Name of a collection → what differs; those without a change are left out. */
export type Changes = Readonly<Record<string, CollectionChanges>>;

/** The collections as the seed gives them. */
export type Base = ReadonlyMap<string, Collection>;

/** Every map of a world by its name; records in them are replaced and never changed. */
export function collectionsOf(world: World): Base {
  const found = new Map<string, Collection>([['users', world.users]]);
  const add = (prefix: string, part: object): void => {
    for (const [name, value] of Object.entries(part)) {
      if (value instanceof Map) found.set(`${prefix}.${name}`, value);
      else if (isFacet(value)) found.set(`${prefix}.${name}`, value.changed);
    }
  };
  add('tracker', world.tracker);
  add('content', world.content);
  add('content.items', world.content.items);
  return found;
}

function isFacet(value: unknown): value is {readonly changed: Collection} {
  return typeof value === 'object' && value !== null && 'changed' in value
    ? value.changed instanceof Map
    : false;
}

/** Remember the collections as they are: which records there are, not what is in them. */
export function takeBase(world: World): Base {
  const copy = (value: unknown): unknown => (value instanceof Map ? new Map(value) : value);
  return new Map(
    [...collectionsOf(world)].map(([name, records]) => [
      name,
      new Map([...records].map(([key, value]) => [key, copy(value)])),
    ]),
  );
}

/** What has changed since the base was taken. */
export function findChanges(world: World, base: Base): Changes {
  const changes: Record<string, CollectionChanges> = {};
  for (const [name, records] of collectionsOf(world)) {
    const found = changesOf(records, base.get(name) ?? new Map());
    if (found !== undefined) changes[name] = found;
  }
  return changes;
}

function changesOf(records: Collection, before: Collection): CollectionChanges | undefined {
  const set = [...records].filter(
    ([key, value]) => !before.has(key) || !isSame(before.get(key), value),
  );
  const deleted = [...before.keys()].filter(key => !records.has(key));
  const kept = [...before.keys()].filter(key => records.has(key));
  const natural = [...kept, ...[...records.keys()].filter(key => !before.has(key))];
  let place = 0;
  let isNatural = true;
  for (const key of records.keys()) isNatural &&= key === natural[place++];
  if (set.length === 0 && deleted.length === 0 && isNatural) return undefined;
  return {
    set: set.map(([key, value]) => [encodeValue(key), encodeValue(value)]),
    deleted: deleted.map(encodeValue),
    ...(isNatural ? {} : {order: [...records.keys()].map(encodeValue)}),
  };
}

/** Maps within a collection are changed in place, all other records replaced. */
function isSame(one: unknown, other: unknown): boolean {
  if (!(one instanceof Map && other instanceof Map)) return one === other;
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

/**
 * Make the changes to a world that is as its seed gives it.
 *
 * @throws TypeError when it has no such collection
 */
export function applyChanges(world: World, changes: Changes): void {
  const collections = collectionsOf(world);
  for (const [name, {set, deleted, order}] of Object.entries(changes)) {
    const records = collections.get(name);
    if (records === undefined) throw new TypeError(`The world has no ${name}.`);
    for (const key of deleted) records.delete(decodeValue(key));
    for (const [key, value] of decodeValue(set) as readonly [unknown, unknown][]) {
      records.set(key, value);
    }
    if (order !== undefined) {
      const ordered = order
        .map(key => decodeValue(key))
        .map(key => [key, records.get(key)] as const);
      records.clear();
      for (const [key, value] of ordered) records.set(key, value);
    }
  }
}

const sample = 20;

/**
 * A number that tells worlds apart which one seed gives in different versions of the program: from the
 * first and last records of each collection, because what is drawn last depends on all before.
 */
export function fingerprint(base: Base): number {
  let print = 0;
  for (const [name, records] of base) {
    if (records.size === 0) continue;
    const all = [...records];
    const some = all.length <= sample * 2 ? all : [...all.slice(0, sample), ...all.slice(-sample)];
    const text = JSON.stringify(some.map(([key, value]) => [encodeValue(key), encodeValue(value)]));
    print = hashText(print, `${name} ${records.size} ${text}`);
  }
  return print;
}
