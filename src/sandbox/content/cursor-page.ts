import {invalidParameter} from '../errors.ts';
import {type Orders, sortBy} from '../paging.ts';
import {readChoice, readInteger} from '../query.ts';
import type {SandboxCall, SandboxReply} from '../route.ts';

export interface CursorPageOptions<Item> {
  /**
   * Return a string that is unique in the list; a cursor contains that of the last item on its
   * page.
   */
  readonly keyOf: (item: Item) => string;
  /** Convert an item for the response; called for the items of the page only. */
  readonly present: (item: Item) => unknown;
  /** Items per page when `limit` is absent. @default 25 */
  readonly sizeDefault?: number;
}

/** Options of the first items of a list. */
export type PartPages<Item> = Pick<CursorPageOptions<Item>, 'keyOf' | 'present'>;

interface CursorPosition {
  readonly last: string;
  readonly offset: number;
  readonly list: string;
}

/**
 * Build one page of a list (services W5.5): `results`, `_links.next` rooted at the host with the
 * /wiki prefix, `_links.base`, and both in a Link header. The last page has no next entries. If the
 * list changes between two pages, the second starts after the last item returned.
 *
 * @throws SandboxError 400 when `limit` is outside 1 to 250 or the cursor is from another list
 */
export function cursorPage<Item>(
  call: SandboxCall,
  items: readonly Item[],
  options: CursorPageOptions<Item>,
): SandboxReply {
  const size = readInteger(call, 'limit') ?? options.sizeDefault ?? 25;
  const list = listName(new URL(call.target, call.origin));
  const cursor = call.query.get('cursor');
  const start = cursor === null ? 0 : startOf(readCursor(cursor, list), items, options.keyOf);
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const base = `${call.origin}/wiki`;
  const next =
    last !== undefined && start + size < items.length
      ? nextTarget(call, size, {last: options.keyOf(last), offset: start + size, list})
      : undefined;
  return {
    status: 200,
    json: {results: page.map(options.present), _links: next ? {next, base} : {base}},
    headers: {
      link: next ? `<${next}>; rel="next", <${base}>; rel="base"` : `<${base}>; rel="base"`,
    },
  };
}

/** Maximum number of first items, 50 for whiteboards (services C8). */
const mostFirst = 50;

/**
 * Build the first items of a list that is part of another response, with the data to fetch more
 * from the list's own operation: `{results, meta: {hasMore, cursor?}, _links: {self}}` (services
 * W4.19).
 *
 * @param path the list's own path from the host's root, without a query
 */
export function firstItems<Item>(
  path: string,
  items: readonly Item[],
  options: PartPages<Item>,
): unknown {
  const page = items.slice(0, mostFirst);
  const last = page.at(-1);
  const hasMore = last !== undefined && items.length > mostFirst;
  const list = listName(new URL(path, 'http://localhost'));
  return {
    results: page.map(options.present),
    meta: hasMore
      ? {hasMore, cursor: makeCursor({last: options.keyOf(last), offset: mostFirst, list})}
      : {hasMore},
    _links: {self: path},
  };
}

/** Build a string of the path and filters, which must not change between the pages of a cursor. */
function listName(url: URL): string {
  const filters = new URLSearchParams(url.search);
  for (const name of ['cursor', 'limit', 'body-format']) filters.delete(name);
  filters.sort();
  return `${url.pathname}?${filters}`;
}

function nextTarget(call: SandboxCall, size: number, position: CursorPosition): string {
  const url = new URL(call.target, call.origin);
  url.searchParams.set('limit', String(size));
  url.searchParams.set('cursor', makeCursor(position));
  return `${url.pathname}${url.search}`;
}

function makeCursor(position: CursorPosition): string {
  const text = JSON.stringify([position.last, position.offset, checksum(position.list)]);
  return Buffer.from(text).toString('base64');
}

function readCursor(cursor: string, list: string): CursorPosition {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  const match = /^\["((?:[^"\\]|\\.)*)",(\d+),(\d+)\]$/.exec(text);
  if (match === null || match[3] !== String(checksum(list))) {
    throw invalidParameter("Provided value for 'cursor' is not a cursor of this list");
  }
  return {last: String(JSON.parse(`"${match[1]}"`)), offset: Number(match[2]), list};
}

function startOf<Item>(
  position: CursorPosition,
  items: readonly Item[],
  keyOf: (item: Item) => string,
): number {
  const before = items[position.offset - 1];
  if (before !== undefined && keyOf(before) === position.last) return position.offset;
  const found = items.findIndex(item => keyOf(item) === position.last);
  return found === -1 ? Math.max(0, position.offset - 1) : found + 1;
}

function checksum(text: string): number {
  let sum = 7;
  for (let index = 0; index < text.length; index += 1) {
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) >>> 0;
  }
  return sum;
}

/**
 * Sort items by the `sort` parameter, where a leading `-` means descending; without it, preserve
 * their order. The sort is stable.
 *
 * @param byDefault value used when the query has none
 * @throws SandboxError 400 for another value
 */
export function sortByQuery<Item>(
  call: SandboxCall,
  items: readonly Item[],
  orders: Orders<Item>,
  byDefault = '',
): readonly Item[] {
  const names = Object.keys(orders).flatMap(name => [name, `-${name}`]);
  const order = readChoice(call, 'sort', names) ?? byDefault;
  const keyOf = orders[order.replace(/^-/, '')];
  return keyOf === undefined ? items : sortBy(items, keyOf, order.startsWith('-'));
}

interface Dated {
  readonly createdAt: number;
  readonly version: {readonly createdAt: number};
}

/** Sort ids by value; they may be longer than a number can represent. */
export const byId = ({id}: {readonly id: string}) => BigInt(id);

export const dateOrders = {
  'created-date': ({createdAt}: Dated) => createdAt,
  'modified-date': ({version}: Dated) => version.createdAt,
} as const;

export const itemOrders = {id: byId, ...dateOrders} as const;

export const ordersWithTitle = {
  ...itemOrders,
  title: ({title}: {readonly title: string}) => title,
} as const;
