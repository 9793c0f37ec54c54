import {type JsonLookup, makeLookup, pointerOf} from '../base/json-pointer.ts';
import {itemSpans, kindOf, memberSpans} from '../base/json-scan.ts';
import type {Paging} from './operation.ts';
import {askedFor, linkNext, nextCursor, type PageResponse} from './paging.ts';

/** An answer to a request that is in no record. */
type RawAnswer = Pick<PageResponse, 'text' | 'headers'>;

/** Sizes of pages that services choose by themselves. */
const usualSizes: ReadonlySet<number> = new Set([25, 50, 100, 200, 250, 500, 1000]);

/**
 * The paging of an answer nobody declared (`raw`, contract 6): an object with one list and
 * `startAt`, `nextPageToken`, or a cursor in `_links.next` or the Link header; undefined for any other.
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

/** What tells of further pages of an answer to another method than GET; undefined when nothing does. */
export function findUnfollowedToken({text}: RawAnswer): string | undefined {
  const hasMore = makeLookup(text).string('/nextPageToken');
  return hasMore ? 'There are more pages (nextPageToken): use --paginate to read them.' : undefined;
}

/**
 * What speaks for further pages of an answer whose paging is not known, as a sentence; undefined
 * when nothing does.
 *
 * @param url what it was asked for with
 */
export function findUnfollowed({text, headers}: RawAnswer, url: string): string | undefined {
  const json = makeLookup(text);
  if (linkNext(headers.link ?? '') !== undefined) return notFollowed('its Link header');
  const root = json.span('');
  if (root !== undefined && kindOf(text, root) === 'array') {
    const length = itemSpans(text, root).length;
    const asked = askedFor(url, 'maxResults') ?? askedFor(url, 'limit');
    const isFull = asked === undefined ? usualSizes.has(length) : length > 0 && length >= asked;
    return isFull ? `There may be more than these ${length} items: ${byHand}.` : undefined;
  }
  const texts = ['/nextPageToken', '/nextPage', '/next', '/_links/next'];
  const sign = texts.find(pointer => json.string(pointer));
  if (sign === '/nextPageToken') return findUnfollowedToken({text, headers});
  if (sign !== undefined) return notFollowed(sign.slice(1).replace('/', '.'));
  return json.boolean('/isLast') === false ? notFollowed('isLast') : undefined;
}

const byHand = 'raw cannot detect how to continue; request the rest with --query';

function notFollowed(sign: string): string {
  return `There are more pages (${sign}): ${byHand}.`;
}

/**
 * Where the list of an object is: the member of a usual name, else the one that is an array.
 *
 * @param first of several the first
 */
function listOf(json: JsonLookup, first: boolean): string | undefined {
  const root = json.span('');
  if (root === undefined || kindOf(json.text, root) !== 'object') return undefined;
  const names = memberSpans(json.text, root)
    .filter(({value}) => kindOf(json.text, value) === 'array')
    .map(({name}) => name);
  const usual = ['values', 'results', 'issues'].find(name => names.includes(name));
  const [only, second] = names;
  const name = usual ?? (first || second === undefined ? only : undefined);
  return name === undefined ? undefined : pointerOf([name]);
}
