import {type JsonLookup, makeLookup, pointerOf} from '../base/json-pointer.ts';
import {itemSpans, kindOf, memberSpans} from '../base/json-scan.ts';
import type {Paging} from './operation.ts';
import {linkNext, nextCursor, type PageResponse, queryInteger} from './paging.ts';

/** A response without a record. */
type RawAnswer = Pick<PageResponse, 'text' | 'headers'>;

/** Default page sizes of services. */
const commonSizes: ReadonlySet<number> = new Set([25, 50, 100, 200, 250, 500, 1000]);

/**
 * Detect the paging of a response without a record (`raw`, contract 6): an object with one list and
 * `startAt`, `nextPageToken`, or a cursor in `_links.next` or the Link header; undefined otherwise.
 */
export function detectPaging(
  {text, headers}: RawAnswer,
  hasTokens: boolean | undefined = false,
): Paging | undefined {
  const json = makeLookup(text);
  const items = listOf(json, hasTokens);
  if (items === undefined) return undefined;
  if (hasTokens && json.string('/nextPageToken')) return tokenPaging(items);
  if (json.number('/startAt') !== undefined) {
    return {kind: 'offset', items, size: 'maxResults', sizeDefault: 50};
  }
  if (json.string('/nextPageToken')) return tokenPaging(items);
  return nextCursor(json.string('/_links/next'), headers.link) === undefined
    ? undefined
    : {kind: 'cursor', items, size: 'limit', sizeMax: 250};
}

function tokenPaging(items: string): Paging {
  return {
    kind: 'token',
    items,
    next: '/nextPageToken',
    size: 'maxResults',
    sizeDefault: 50,
    sizeMax: 100,
  };
}

/**
 * Warn about further pages of a response to another method than GET; undefined without an
 * indication.
 */
export function findUnfollowedToken({text}: RawAnswer): string | undefined {
  const hasMore = makeLookup(text).string('/nextPageToken');
  return hasMore ? 'There are more pages (nextPageToken): use --paginate to read them.' : undefined;
}

/**
 * Warn about further pages of a response with unknown paging, as a sentence; undefined without an
 * indication.
 *
 * @param url of the request
 */
export function findUnfollowed({text, headers}: RawAnswer, url: string): string | undefined {
  const json = makeLookup(text);
  if (linkNext(headers.link ?? '') !== undefined) return notFollowed('its Link header');
  const root = json.span('');
  if (root !== undefined && kindOf(text, root) === 'array') {
    const length = itemSpans(text, root).length;
    const pageSize = queryInteger(url, 'maxResults') ?? queryInteger(url, 'limit');
    const isFull =
      pageSize === undefined ? commonSizes.has(length) : length > 0 && length >= pageSize;
    return isFull ? `There may be more than these ${length} items: ${continueHint}.` : undefined;
  }
  const texts = ['/nextPageToken', '/nextPage', '/next', '/_links/next'];
  const sign = texts.find(pointer => json.string(pointer));
  if (sign === '/nextPageToken') return findUnfollowedToken({text, headers});
  if (sign !== undefined) return notFollowed(sign.slice(1).replace('/', '.'));
  return json.boolean('/isLast') === false ? notFollowed('isLast') : undefined;
}

const continueHint = 'raw cannot detect how to continue; request the rest with --query';

function notFollowed(sign: string): string {
  return `There are more pages (${sign}): ${continueHint}.`;
}

/**
 * Find the list of an object: the member with a common name, otherwise the only array.
 *
 * @param first accept the first of several arrays
 */
function listOf(json: JsonLookup, first: boolean): string | undefined {
  const root = json.span('');
  if (root === undefined || kindOf(json.text, root) !== 'object') return undefined;
  const names = memberSpans(json.text, root)
    .filter(({value}) => kindOf(json.text, value) === 'array')
    .map(({name}) => name);
  const common = ['values', 'results', 'issues'].find(name => names.includes(name));
  const [only, second] = names;
  const name = common ?? (first || second === undefined ? only : undefined);
  return name === undefined ? undefined : pointerOf([name]);
}
