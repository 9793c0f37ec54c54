import {trackerError} from './errors.ts';
import {findText, readInteger} from './query.ts';
import {ok, type SandboxReply, type SandboxRequest} from './route.ts';

export interface PageSizes {
  /** Items per page when the request does not set it. @default 50 */
  readonly sizeDefault?: number;
  /** Maximum items per page. @default 1000 */
  readonly sizeMax?: number;
  /** Name of the input. @default 'maxResults' */
  readonly sizeName?: 'maxResults' | 'maxResult';
}

export interface PageRange {
  readonly start: number;
  readonly size: number;
}

/**
 * Read the requested range of a list.
 *
 * @throws SandboxError 400 when startAt is negative or a value is not an integer
 */
export function readRange(
  request: SandboxRequest,
  {sizeDefault = 50, sizeMax = 1_000, sizeName = 'maxResults'}: PageSizes = {},
): PageRange {
  const start = readInteger(request, 'startAt') ?? 0;
  const size = readInteger(request, sizeName, {max: Number.MAX_SAFE_INTEGER}) ?? sizeDefault;
  return {start, size: Math.min(size, sizeMax)};
}

/**
 * Build an offset page in its object envelope (services W5.1); `nextPage` is absent on the last
 * one.
 *
 * @param present converts an item for the response; called for the items of the page only
 */
export function offsetPage<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  present: (item: Item) => unknown,
  sizes: PageSizes = {},
): SandboxReply {
  const {start, size} = readRange(request, sizes);
  const end = start + size;
  const isLast = end >= items.length;
  const {sizeName = 'maxResults'} = sizes;
  return ok({
    self: pageUrl(request, sizeName, start, size),
    ...(isLast ? {} : {nextPage: pageUrl(request, sizeName, end, size)}),
    maxResults: size,
    startAt: start,
    total: items.length,
    isLast,
    values: items.slice(start, end).map(present),
  });
}

/** Number of users that searches examine, however many exist (services T8). */
export const userWindow = 1_000;

/**
 * Build a page of a user search (services T4.4, W5.2): the matching users among those from startAt
 * on, up to the thousandth. It may be shorter than requested, or empty, before the end of the list.
 */
export function windowPage<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  matches: (item: Item) => boolean,
  present: (item: Item) => unknown,
): SandboxReply {
  const {start, size} = readRange(request);
  const window = items.slice(start, Math.min(start + size, userWindow));
  return ok(window.filter(matches).map(present));
}

/**
 * Build the members of a page with a token (services W5.3): `values`, and `nextPageToken` except at
 * the end.
 *
 * @throws SandboxError 400 when maxResults is not 1 to 200 or the token is from another list
 */
export function tokenPage<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  present: (item: Item) => unknown,
): {readonly values: readonly unknown[]; readonly nextPageToken?: string} {
  const size = readInteger(request, 'maxResults') ?? 50;
  const start = positionOf(request.query.get('nextPageToken'), items.length);
  const end = start + size;
  const values = items.slice(start, end).map(present);
  return end < items.length ? {values, nextPageToken: makeToken(end)} : {values};
}

function pageUrl(request: SandboxRequest, sizeName: string, start: number, size: number): string {
  const url = new URL(request.target, request.origin);
  url.searchParams.set('startAt', String(start));
  url.searchParams.set(sizeName, String(size));
  return url.href;
}

function makeToken(position: number): string {
  return Buffer.from(`place:${position}`).toString('base64url');
}

function positionOf(token: string | null, length: number): number {
  if (token === null || token === '') return 0;
  const match = /^place:(\d+)$/.exec(Buffer.from(token, 'base64url').toString('utf8'));
  const position = Number(match?.[1] ?? Number.NaN);
  if (!(position < length)) throw trackerError(400, 'The nextPageToken is not one of this list.');
  return position;
}

/** Sort orders of a list: value of `orderBy` → the key by which items are compared. */
export type Orders<Item> = Readonly<Record<string, KeyOf<Item>>>;

type KeyOf<Item> = (item: Item) => string | number | bigint;

/** Sort items by their keys. The sort is stable. */
export function sortBy<Item>(
  items: readonly Item[],
  keyOf: KeyOf<Item>,
  isDescending = false,
): readonly Item[] {
  const direction = isDescending ? -1 : 1;
  return [...items].sort((one, other) => {
    const left = keyOf(one);
    const right = keyOf(other);
    return left === right ? 0 : left < right ? -direction : direction;
  });
}

/**
 * Sort items by the `orderBy` parameter, where a leading `-` means descending. The sort is stable.
 *
 * @param what name of the items, for the message
 * @throws SandboxError 400 for an unknown order
 */
export function sortByParameter<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  orders: Orders<Item>,
  {what, byDefault}: {readonly what: string; readonly byDefault: string},
): readonly Item[] {
  const text = findText(request, 'orderBy') ?? byDefault;
  // A plus sign that was not percent-encoded arrives as a space.
  const [, sign, field = ''] = /^([-+ ]?)(\w+)$/.exec(text) ?? [];
  const keyOf = Object.hasOwn(orders, field) ? orders[field] : undefined;
  if (keyOf === undefined) throw trackerError(400, `${what} cannot be ordered by “${text}”.`);
  return sortBy(items, keyOf, sign === '-');
}
