import {Failure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import {itemSpans, kindOf, type Span} from '../base/json-scan.ts';
import {halfProblem, holdsHalf} from './check-value.ts';
import type {Paging} from './operation.ts';
import {percentEncode} from './percent.ts';

/** A page as it came: its text (JSON), its headers and the URL that asked for it. */
export interface PageResponse {
  readonly text: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
}

/** Query values, percent-encoded, by name: what asks for another page than the first. */
export type PageQuery = Readonly<Record<string, string>>;

/** The paging facts of one page, read from its text. */
export interface PageFacts {
  /** Where the list is in the text. */
  readonly list: Span;
  readonly items: readonly Span[];
  /** The server's total, when it gives one. */
  readonly total?: number;
  /** What asks for the next page; undefined on the last. */
  readonly next?: PageQuery;
  /** Why the next page cannot be asked for although there is one, as a clause. */
  readonly lost?: string;
  /** A warning about inconsistent paging fields, which are ignored; a sentence. */
  readonly doubt?: string;
}

/**
 * Read a page by its declared form (services W5); undefined when the answer has no list where the
 * form says.
 */
export function readPageFacts(paging: Paging, page: PageResponse): PageFacts | undefined {
  const json = makeLookup(page.text);
  const list = json.span(paging.items);
  if (list === undefined || kindOf(page.text, list) !== 'array') return undefined;
  const items = itemSpans(page.text, list);
  const total = wholeNumber(json.number('/total'));
  const facts = {list, items, ...(total !== undefined && {total})};
  if (paging.kind === 'offset') return {...facts, ...nextOffset(page.url, json, items.length)};
  return {...facts, ...furtherPage(paging, page, json, items)};
}

/** How a page refers to the next one. */
type Further = Pick<PageFacts, 'next' | 'lost' | 'doubt'>;

/** The URL of a page: the first page's with these query values in place of its own. */
export function pageUrl(firstUrl: string, values: PageQuery): string {
  const url = new URL(firstUrl);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter(pair => pair !== '' && !(nameOf(pair) in values));
  const added = Object.entries(values).map(([name, value]) => `${percentEncode(name)}=${value}`);
  url.search = [...kept, ...added].join('&');
  return url.href;
}

/** Where a bare array ends, as an index: the list has no more than that; infinite when not known. */
export function windowEnd(url: string, {end}: Extract<Paging, {readonly kind: 'window'}>): number {
  if (typeof end === 'number') return end;
  if (end === 'empty page') return Number.POSITIVE_INFINITY;
  const query = new URL(url).searchParams;
  return end.reduce((count, name) => count + query.getAll(name).length, 0);
}

function furtherPage(
  paging: Exclude<Paging, {readonly kind: 'offset'}>,
  page: PageResponse,
  json: JsonLookup,
  items: readonly Span[],
): Further {
  switch (paging.kind) {
    case 'window':
      return nextWindow(page.url, paging, items.length);
    case 'token':
      return nextToken(json, paging.next);
    case 'after':
      return nextAfter(page.url, json, items, paging.size);
    case 'cursor': {
      const next = nextCursor(json.string('/_links/next'), page.headers.link);
      const isThere = holdsValue(json, '/_links/next') || linkNext(page.headers.link ?? '');
      return next ? {next} : isThere ? {lost: 'the link to it has no cursor'} : {};
    }
    case 'cut':
      return cutDoubt(page.url, paging, json, items.length);
  }
}

/** Whether a member says that something follows. */
function holdsValue(json: JsonLookup, pointer: string): boolean {
  const text = json.json(pointer);
  return text !== undefined && !['null', 'false', '""', '[]', '{}'].includes(text);
}

/** A page as long as it may be was probably cut; a total says so for certain. */
function cutDoubt(
  url: string,
  {size, sizeDefault}: Extract<Paging, {readonly kind: 'cut'}>,
  json: JsonLookup,
  received: number,
): Further {
  const total = wholeNumber(json.number('/total'));
  const asked = askedFor(url, size) ?? sizeDefault;
  if (received === 0 || (total === undefined ? received < asked : received >= total)) return {};
  const what =
    total === undefined
      ? `may be truncated after ${received} items`
      : `has ${total} items and was truncated after ${received}`;
  return {doubt: `The list ${what}: use --${size} to get more.`};
}

/**
 * services W5.1: advance by what was received; total, isLast and nextPage are each optional. While
 * one of them says that there is more, an empty page alone is the end, whatever another says.
 */
function nextOffset(url: string, json: JsonLookup, received: number): Further {
  const isLast = json.boolean('/isLast');
  const total = wholeNumber(json.number('/total'));
  const start = wholeNumber(json.number('/startAt')) ?? askedFor(url, 'startAt') ?? 0;
  const reached = start + received;
  if (received === 0) {
    if (total === undefined || total <= start) return {};
    return {doubt: `The list ends after ${start} items, although its total is ${total}.`};
  }
  const next = {startAt: String(reached)};
  if (total !== undefined && total < reached) {
    const doubt = `The total of the list is ${total}, but there are at least ${reached} items.`;
    return isLast === true ? {doubt} : {next, doubt};
  }
  if (isLast === true && total !== undefined && total > reached) {
    return {next, doubt: `isLast is true after ${reached} items, although the total is ${total}.`};
  }
  if (isLast === false && total === reached) {
    return {next, doubt: `isLast is false, although the total of ${total} is reached.`};
  }
  if (isLast === true || total === reached) return {};
  const size = wholeNumber(json.number('/maxResults'));
  const told = total !== undefined || isLast !== undefined || holdsValue(json, '/nextPage');
  if (told) return {next};
  // An envelope that says nothing at all of pages holds the whole list.
  const isPage = json.number('/startAt') !== undefined || size !== undefined;
  return isPage && received >= (size ?? 0) ? {next} : {};
}

/**
 * services W5.2: a short page is no end, and an empty one is none where the end is known; advance by
 * the size asked for, as far as the service takes it. However small that was, what follows is asked
 * for in the largest pages.
 */
function nextWindow(
  url: string,
  paging: Extract<Paging, {readonly kind: 'window'}>,
  received: number,
): Further {
  const {size, sizeDefault, sizeMax, single = [], end} = paging;
  if (single.some(name => new URL(url).searchParams.has(name))) return {};
  if (end === 'empty page' && received === 0) return {};
  const step = Math.min(askedFor(url, size) ?? sizeDefault, sizeMax ?? Number.POSITIVE_INFINITY);
  const next = (askedFor(url, 'startAt') ?? 0) + step;
  const left = windowEnd(url, paging) - next;
  if (step <= 0 || left <= 0) return {};
  const startAt = String(next);
  const largest = sizeMax && {[size]: String(Math.min(left, sizeMax))};
  return {next: {startAt, ...largest}};
}

/** services W5.3: the token is absent at the end. */
function nextToken(json: JsonLookup, pointer: string): Further {
  const token = json.string(pointer) ?? json.number(pointer);
  if (token !== undefined && holdsHalf(token)) {
    throw new Failure('invalid_response', `The token of the next page ${halfProblem}.`);
  }
  if (token) return {next: {[pointer.slice(pointer.lastIndexOf('/') + 1)]: percentEncode(token)}};
  return holdsValue(json, pointer) ? {lost: 'its token is not text'} : {};
}

/**
 * services W5.4: `next` is there on the last page too, so a page shorter than its `maxResults` is
 * the end. What comes next is later than the failure time of the last record, which `next` repeats
 * under either of two names.
 */
function nextAfter(url: string, json: JsonLookup, items: readonly Span[], size: string): Further {
  const last = items.at(-1);
  const full = wholeNumber(json.number('/maxResults')) ?? askedFor(url, size) ?? 1;
  if (last === undefined || items.length < full) return {};
  const time = makeLookup(json.text, last).number('/failureTime');
  const told = /[?&](?:after|failedAfter)=(\d+)(?:&|#|$)/.exec(json.string('/next') ?? '')?.[1];
  const after = time !== undefined && /^\d+$/.test(time) ? time : told;
  return after === undefined ? {lost: 'the last record has no time'} : {next: {after}};
}

/**
 * The query value that asks for the next cursor page: the cursor out of `_links.next` or the Link
 * header, as it is encoded there, and nothing else of them, for neither their host nor their path
 * can be relied on (services W5.5). Lists of the older API name a `start` instead. Undefined on
 * the last page.
 */
export function nextCursor(
  next: string | undefined,
  linkHeader: string | undefined,
): Readonly<Record<string, string>> | undefined {
  return positionIn(next) ?? positionIn(linkNext(linkHeader ?? ''));
}

/** The target of `rel="next"` in a Link header; undefined if absent. */
export function linkNext(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*[;,]|\s*$))/i.test(parameters)) {
      return target;
    }
  }
  return undefined;
}

function positionIn(link: string | undefined): Readonly<Record<string, string>> | undefined {
  const query = /\?([^#]*)/.exec(link ?? '')?.[1] ?? '';
  for (const name of ['cursor', 'start']) {
    const pair = query.split('&').find(text => text.startsWith(`${name}=`));
    const value = pair?.slice(name.length + 1);
    if (value) return {[name]: value};
  }
  return undefined;
}

/** The whole-number query parameter of this name; undefined if absent. */
export function askedFor(url: string, name: string): number | undefined {
  return wholeNumber(new URL(url).searchParams.get(name) ?? undefined);
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function nameOf(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? '';
}
