import {makeLookup, pointerOf} from '../../base/json-pointer.ts';
import {compactJson} from '../../base/json-pretty.ts';
import {itemSpans, kindOf, memberSpans, rootSpan, sliceSpan} from '../../base/json-scan.ts';

/** A field of an item that changed. */
export interface FieldChange {
  /** JSON pointer into the item. */
  readonly path: string;
  /** JSON text; absent: it was not there. */
  readonly old?: string;
  /** JSON text; absent: it is no longer there. */
  readonly new?: string;
}

/** What happened to an item of a list between two readings. */
export type ListChange = {
  /** Compact JSON; of a removed item as it was last seen. */
  readonly item: string;
} & (
  | {
      /** `initial`: it was there at the first reading. */
      readonly type: 'initial' | 'created' | 'removed';
    }
  | {readonly type: 'updated'; readonly changes: readonly FieldChange[]}
  /** It stands elsewhere among the items that were there before; places count from 0. */
  | {readonly type: 'moved'; readonly from: number; readonly to: number}
);

/** Identity → compact JSON of each item, in the order of the list. */
export type WatchedItems = ReadonlyMap<string, string>;

/** Members that tell an item from the others of its list, the first that is there counts. */
const identities = ['id', 'key', 'accountId', 'groupId', 'relatedWorkId'] as const;

/**
 * The items of one reading by their identity: the first of id, key, accountId … that is a text or a
 * number, else the whole text in whatever order its members are, so that a change of such an item is a
 * removal and a creation. An item that comes twice the same (a list that moved between its pages) counts
 * once.
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
 * What happened from one reading to the next, in the order of the list, removals at the end. Members
 * in another order are no change.
 *
 * @param tellsMoves items that stand elsewhere are told too, as few as explain the new order
 */
export function listChanges(
  before: WatchedItems | undefined,
  now: WatchedItems,
  tellsMoves = false,
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
  if (tellsMoves && before !== undefined) {
    for (const move of moves(before, now)) events.push(move);
  }
  for (const [identity, item] of before ?? []) {
    if (!now.has(identity)) events.push({type: 'removed', item});
  }
  return events;
}

/** Of the items that were there before, those that no longer stand in their order. */
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
 * Which fields of an item changed, old and new, as deep as objects go; of a list that changed it is the
 * whole list. Empty when only members stand in another order.
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

/** The same JSON with the members of its objects in the order of their names. */
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
 * The places of a longest part of a row of different numbers in which they only rise: what may stay where
 * it is when a list was put in another order. In n log n steps.
 */
export function longestIncreasingSubsequence(numbers: readonly number[]): ReadonlySet<number> {
  /** Place of the least number that ends a rise of each length. */
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
