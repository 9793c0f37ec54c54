import {makeLookup, pointerOf} from '../../base/json-pointer.ts';
import {compactJson} from '../../base/json-pretty.ts';
import {itemSpans, kindOf, memberSpans, rootSpan, sliceSpan} from '../../base/json-scan.ts';

/** A field of an item that changed. */
export interface FieldChange {
  /** JSON pointer into the item. */
  readonly path: string;
  /** JSON text; absent if the field was added. */
  readonly old?: string;
  /** JSON text; absent if the field was removed. */
  readonly new?: string;
}

/** A change of an item between two readings of a list. */
export type ListChange = {
  /** Compact JSON; for a removed item, its last state. */
  readonly item: string;
} & (
  | {
      /** `initial`: it was in the first reading. */
      readonly type: 'initial' | 'created' | 'removed';
    }
  | {readonly type: 'updated'; readonly changes: readonly FieldChange[]}
  /** Its position relative to the previous items changed; positions count from 0. */
  | {readonly type: 'moved'; readonly from: number; readonly to: number}
);

/** Identity → compact JSON of each item, in list order. */
export type WatchedItems = ReadonlyMap<string, string>;

/** Members that identify an item in its list; the first one present is used. */
const identities = ['id', 'key', 'accountId', 'groupId', 'relatedWorkId'] as const;

/**
 * Index the items of a reading by identity: the first of id, key, accountId … that is a string or a
 * number, else the normalized text, so that a change of such an item is a removal and a creation. A
 * repeated identical item (of a list that shifted between pages) counts once.
 *
 * @param items JSON texts
 */
export function watchedItems(items: Iterable<string>): WatchedItems {
  const found = new Map<string, string>();
  for (const item of items) {
    const text = compactJson(item);
    const identity = identityOf(text);
    let name = identity;
    for (let copy = 2; ; copy++) {
      const known = found.get(name);
      if (known === undefined || known === text || sortedJson(known) === sortedJson(text)) break;
      name = `${identity} ${copy}`;
    }
    found.set(name, text);
  }
  return found;
}

/**
 * The changes from one reading to the next, in list order, removals last. The order of members is
 * ignored.
 *
 * @param reportsMoves report moved items too, as few as explain the new order
 */
export function listChanges(
  before: WatchedItems | undefined,
  now: WatchedItems,
  reportsMoves = false,
): ListChange[] {
  const events: ListChange[] = [];
  for (const [identity, item] of now) {
    const known = before?.get(identity);
    if (before === undefined) events.push({type: 'initial', item});
    else if (known === undefined) events.push({type: 'created', item});
    else if (known !== item) {
      const changes = fieldChanges(known, item);
      if (changes.length > 0) events.push({type: 'updated', item, changes});
    }
  }
  if (reportsMoves && before !== undefined) {
    for (const move of moves(before, now)) events.push(move);
  }
  for (const [identity, item] of before ?? []) {
    if (!now.has(identity)) events.push({type: 'removed', item});
  }
  return events;
}

/** The smallest set of previous items whose move explains the new order. */
function moves(before: WatchedItems, now: WatchedItems): ListChange[] {
  const stayed = [...before.keys()].filter(identity => now.has(identity));
  const places = new Map(stayed.map((identity, at) => [identity, at]));
  const order = [...now.keys()].filter(identity => places.has(identity));
  const from = order.map(identity => places.get(identity) ?? 0);
  const inPlace = longestIncreasingSubsequence(from);
  return order.flatMap((identity, to): ListChange[] => {
    if (inPlace.has(to)) return [];
    return [{type: 'moved', item: now.get(identity) ?? '', from: from[to] ?? 0, to}];
  });
}

/**
 * The changed fields of an item with old and new values; recurses into objects, but not into
 * arrays. Empty if only the order of members changed.
 *
 * @param before JSON text
 * @param now JSON text
 */
function fieldChanges(before: string, now: string, path = ''): readonly FieldChange[] {
  if (before === now) return [];
  const [was, is] = [membersOf(before), membersOf(now)];
  if (was === undefined || is === undefined) {
    return sortedJson(before) === sortedJson(now) ? [] : [{path, old: before, new: now}];
  }
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].flatMap(name => {
    const own = path + pointerOf([name]);
    const [old, next] = [was.get(name), is.get(name)];
    if (old === undefined) return next === undefined ? [] : [{path: own, new: next}];
    return next === undefined ? [{path: own, old}] : fieldChanges(old, next, own);
  });
}

/** Name → JSON text of each member; undefined unless the value is an object. */
function membersOf(text: string): ReadonlyMap<string, string> | undefined {
  const root = rootSpan(text);
  if (kindOf(text, root) !== 'object') return undefined;
  return new Map(memberSpans(text, root).map(({name, value}) => [name, sliceSpan(text, value)]));
}

/** Sort the members of all objects in a JSON text by name. */
function sortedJson(text: string): string {
  const root = rootSpan(text);
  const kind = kindOf(text, root);
  if (kind === 'array') {
    return `[${itemSpans(text, root)
      .map(item => sortedJson(sliceSpan(text, item)))
      .join(',')}]`;
  }
  if (kind !== 'object') return text;
  const members = memberSpans(text, root).map(
    ({name, value}) => `${JSON.stringify(name)}:${sortedJson(sliceSpan(text, value))}`,
  );
  return `{${members.sort().join(',')}}`;
}

function identityOf(item: string): string {
  const root = rootSpan(item);
  if (kindOf(item, root) !== 'object') return item;
  const json = makeLookup(item);
  for (const name of identities) {
    const span = json.span(`/${name}`);
    const kind = span && kindOf(item, span);
    if (span && (kind === 'string' || kind === 'number')) return `${name} ${sliceSpan(item, span)}`;
  }
  return sortedJson(item);
}

/**
 * The positions of a longest increasing subsequence of distinct numbers: the items that need not
 * move when a list is reordered. O(n log n).
 */
export function longestIncreasingSubsequence(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the position of the smallest number that ends an increasing subsequence. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) rise.add(place);
  return rise;
}
