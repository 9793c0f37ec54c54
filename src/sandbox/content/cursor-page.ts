import {invalidParameter} from '../errors.ts';
import {inOrder, type Orders} from '../paging.ts';
import {readChoice, readInteger} from '../query.ts';
import type {Call, SandboxReply} from '../route.ts';

export interface CursorPageOptions<Item> {
  /** What tells an item from all others of the list; a cursor names the last item of its page. */
  readonly keyOf: (item: Item) => string;
  /** The item as it is answered; called for the items of the page only. */
  readonly present: (item: Item) => unknown;
  /** Items per page when `limit` is absent. @default 25 */
  readonly sizeDefault?: number;
}

interface CursorPosition {
  readonly last: string;
  readonly offset: number;
  readonly list: string;
}

/**
 * One page of a list (services W5.5): `results`, `_links.next` rooted at the host with the /wiki
 * prefix, `_links.base`, and the same two as a Link header. The next entries are absent on the last
 * page. A list that changes between two pages goes on after the last item answered.
 *
 * @throws SandboxError 400 when `limit` is outside 1 to 250 or the cursor is not one of this list
 */
export function cursorPage<Item>(
  call: Call,
  items: readonly Item[],
  options: CursorPageOptions<Item>,
): SandboxReply {
  const size = readInteger(call, 'limit') ?? options.sizeDefault ?? 25;
  const list = listName(new URL(call.target, call.origin));
  const given = call.query.get('cursor');
  const start = given === null ? 0 : startOf(readCursor(given, list), items, options.keyOf);
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

/**
 * The first items of a list as they stand inside another answer, with what is needed to fetch more
 * from the list's own operation: `{results, meta: {hasMore, cursor?}, _links: {self}}` (services W4.19).
 *
 * @param path the list's own path from the host's root, without a query
 * @param most items, 50 as services C8 says for whiteboards
 */
export function firstItems<Item>(
  path: string,
  items: readonly Item[],
  options: Pick<CursorPageOptions<Item>, 'keyOf' | 'present'>,
  most = 50,
): unknown {
  const page = items.slice(0, most);
  const last = page.at(-1);
  const hasMore = last !== undefined && items.length > most;
  const list = listName(new URL(path, 'http://localhost'));
  return {
    results: page.map(options.present),
    meta: hasMore
      ? {hasMore, cursor: makeCursor({last: options.keyOf(last), offset: most, list})}
      : {hasMore},
    _links: {self: path},
  };
}

/** Path and filters: what must stay the same for a cursor to make sense. */
function listName(url: URL): string {
  const filters = new URLSearchParams(url.search);
  for (const name of ['cursor', 'limit', 'body-format']) filters.delete(name);
  filters.sort();
  return `${url.pathname}?${filters}`;
}

function nextTarget(call: Call, size: number, position: CursorPosition): string {
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
 * Items as `sort` asks, each of its values also with `-` for descending; in their own order without
 * it. Equal items keep their order.
 *
 * @param byDefault value that holds when the query has none
 * @throws SandboxError 400 when `sort` has another value
 */
export function sorted<Item>(
  call: Call,
  items: readonly Item[],
  orders: Orders<Item>,
  byDefault = '',
): readonly Item[] {
  const names = Object.keys(orders).flatMap(name => [name, `-${name}`]);
  const wanted = readChoice(call, 'sort', names) ?? byDefault;
  const keyOf = orders[wanted.replace(/^-/, '')];
  return keyOf === undefined ? items : inOrder(items, keyOf, wanted.startsWith('-'));
}

interface Dated {
  readonly createdAt: number;
  readonly version: {readonly createdAt: number};
}

/** Ids by value; they may be longer than a number can hold. */
export const byId = ({id}: {readonly id: string}) => BigInt(id);

export const dateOrders = {
  'created-date': ({createdAt}: Dated) => createdAt,
  'modified-date': ({version}: Dated) => version.createdAt,
} as const;

export const itemOrders = {id: byId, ...dateOrders} as const;

export const titledOrders = {
  ...itemOrders,
  title: ({title}: {readonly title: string}) => title,
} as const;
