import {trackerError} from './errors.ts';
import {findText, readInteger} from './query.ts';
import {ok, type SandboxReply, type SandboxRequest} from './route.ts';

export interface OffsetPageOptions<Item> {
  /** The item as it is answered; called for the items of the page only. */
  readonly present: (item: Item) => unknown;
  /** Items per page when none is asked for. */
  readonly sizeDefault: number;
  /** More is asked for in vain: the page is this long. @default 1000 */
  readonly sizeMax?: number;
  /** Name of the input. @default 'maxResults' */
  readonly sizeName?: 'maxResults' | 'maxResult';
}

export interface PageRange {
  readonly start: number;
  readonly size: number;
}

/**
 * The part of a list the query asks for.
 *
 * @throws SandboxError 400 when startAt is negative or one of them is no integer
 */
export function readRange(
  request: SandboxRequest,
  options: Omit<OffsetPageOptions<unknown>, 'present'>,
): PageRange {
  const {sizeDefault, sizeMax = 1_000, sizeName = 'maxResults'} = options;
  const start = readInteger(request, 'startAt') ?? 0;
  const size = readInteger(request, sizeName, {max: Number.MAX_SAFE_INTEGER}) ?? sizeDefault;
  return {start, size: Math.min(size, sizeMax)};
}

/** An offset page in its object envelope (services W5.1); `nextPage` is absent on the last one. */
export function offsetPage<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  options: OffsetPageOptions<Item>,
): SandboxReply {
  const {start, size} = readRange(request, options);
  const end = start + size;
  const isLast = end >= items.length;
  const sizeName = options.sizeName ?? 'maxResults';
  return ok({
    self: pageUrl(request, sizeName, start, size),
    ...(isLast ? {} : {nextPage: pageUrl(request, sizeName, end, size)}),
    maxResults: size,
    startAt: start,
    total: items.length,
    isLast,
    values: items.slice(start, end).map(options.present),
  });
}

/** Users that searches look at, however many there are (services T8). */
export const userWindow = 1_000;

/**
 * A page of a user search (services T4.4, W5.2): the users from startAt on, up to the
 * thousandth, and of those the ones that match: fewer than asked for, or none, without being the end.
 */
export function windowPage<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  matches: (item: Item) => boolean,
  present: (item: Item) => unknown,
): SandboxReply {
  const {start, size} = readRange(request, {sizeDefault: 50});
  const window = items.slice(start, Math.min(start + size, userWindow));
  return ok(window.filter(matches).map(present));
}

/**
 * A page behind a token (services W5.3): what stands beside `values` is `nextPageToken`, absent at
 * the end.
 *
 * @throws SandboxError 400 when maxResults is not 1 to 200 or the token is not one of this list
 */
export function tokenPage<Item>(
  request: SandboxRequest,
  items: readonly Item[],
  present: (item: Item) => unknown,
): {readonly values: readonly unknown[]; readonly nextPageToken?: string} {
  const size = readInteger(request, 'maxResults') ?? 50;
  const start = placeOfToken(request.query.get('nextPageToken'), items.length);
  const end = start + size;
  const values = items.slice(start, end).map(present);
  return end < items.length ? {values, nextPageToken: tokenOfPlace(end)} : {values};
}

function pageUrl(request: SandboxRequest, sizeName: string, start: number, size: number): string {
  const url = new URL(request.target, request.origin);
  url.searchParams.set('startAt', String(start));
  url.searchParams.set(sizeName, String(size));
  return url.href;
}

function tokenOfPlace(place: number): string {
  return Buffer.from(`place:${place}`).toString('base64url');
}

function placeOfToken(token: string | null, length: number): number {
  if (token === null || token === '') return 0;
  const match = /^place:(\d+)$/.exec(Buffer.from(token, 'base64url').toString('utf8'));
  const place = Number(match?.[1] ?? Number.NaN);
  if (!(place < length)) throw trackerError(400, 'The nextPageToken is not one of this list.');
  return place;
}

/** What a list can be ordered by: value of `orderBy` → the value items are compared by. */
export type Orders<Item> = Readonly<Record<string, KeyOf<Item>>>;

type KeyOf<Item> = (item: Item) => string | number | bigint;

/** Items by their keys; those of equal keys keep their order. */
export function inOrder<Item>(
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
 * Items as `orderBy` asks, each value also with `-` for descending. Equal items keep their order.
 *
 * @param what the items are called, for the message
 * @throws SandboxError 400 when they cannot be ordered so
 */
export function ordered<Item>(
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
  return inOrder(items, keyOf, sign === '-');
}
