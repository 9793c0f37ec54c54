import {makeLookup} from '../../base/json-pointer.ts';
import {compactJson} from '../../base/json-pretty.ts';
import {kindOf, rootSpan, sliceSpan} from '../../base/json-scan.ts';

/** What happened to an item of a list between two readings. */
export interface ListChange {
  /** `initial`: it was there at the first reading. */
  readonly type: 'initial' | 'created' | 'updated' | 'removed';
  /** Compact JSON; of a removed item as it was last seen. */
  readonly item: string;
}

/** Identity → compact JSON of each item, in the order of the list. */
export type WatchedItems = ReadonlyMap<string, string>;

/** Members that tell an item from the others of its list, the first that is there counts. */
const identities = ['id', 'key', 'accountId', 'groupId', 'relatedWorkId'] as const;

/**
 * The items of one reading by their identity: the first of id, key, accountId … that is a text or a
 * number, else the whole text, so that a change of such an item is a removal and a creation. An item
 * that comes twice the same (a list that moved between its pages) counts once.
 *
 * @param items JSON texts
 */
export function watchedItems(items: Iterable<string>): WatchedItems {
  const found = new Map<string, string>();
  for (const item of items) {
    const text = compactJson(item);
    const identity = identityOf(text);
    let name = identity;
    for (let copy = 2; found.has(name) && found.get(name) !== text; copy++) {
      name = `${identity} ${copy}`;
    }
    found.set(name, text);
  }
  return found;
}

/** What happened from one reading to the next, in the order of the list, removals at the end. */
export function listChanges(before: WatchedItems | undefined, now: WatchedItems): ListChange[] {
  const events: ListChange[] = [];
  for (const [identity, item] of now) {
    const known = before?.get(identity);
    if (before === undefined) events.push({type: 'initial', item});
    else if (known === undefined) events.push({type: 'created', item});
    else if (known !== item) events.push({type: 'updated', item});
  }
  for (const [identity, item] of before ?? []) {
    if (!now.has(identity)) events.push({type: 'removed', item});
  }
  return events;
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
  return item;
}
