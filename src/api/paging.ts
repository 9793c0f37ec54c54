import {Failure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import {itemSpans, kindOf, type Span} from '../base/json-scan.ts';
import {halfProblem, holdsHalf} from './check-value.ts';
import {nextCursor} from './cursor.ts';
import type {Paging} from './operation.ts';
import {percentEncode} from './percent.ts';

/** A page as it came: its text (JSON), its headers and the URL that asked for it. */
export interface PageAnswer {
  readonly text: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
}

/** Query values, percent-encoded, by name: what asks for another page than the first. */
export type PageQuery = Readonly<Record<string, string>>;

/** What one page says about the list, read from its text. */
export interface PageFacts {
  /** Where the list is in the text. */
  readonly list: Span;
  readonly items: readonly Span[];
  /** The server's total, when it gives one. */
  readonly total?: number;
  /** What asks for the next page; undefined on the last. */
  readonly next?: PageQuery;
}

/**
 * Read a page by its declared form (wire-notes 5); undefined when the answer has no list where the
 * form says.
 */
export function readPageFacts(paging: Paging, page: PageAnswer): PageFacts | undefined {
  const json = makeLookup(page.text);
  const list = json.span(paging.items);
  if (list === undefined || kindOf(page.text, list) !== 'array') return undefined;
  const items = itemSpans(page.text, list);
  const next = nextQuery(paging, page, json, items);
  const total = wholeNumber(json.number('/total'));
  return {list, items, ...(next && {next}), ...(total !== undefined && {total})};
}

/**
 * The paging of an answer nobody declared (`raw`): an object with `values` and `startAt`, or with
 * `results` and `_links.next` (client-contract 6); undefined for any other.
 */
export function detectPaging(text: string): Paging | undefined {
  const json = makeLookup(text);
  if (json.text.charCodeAt(json.span('')?.start ?? 0) !== 0x7b) return undefined;
  const isList = (pointer: string): boolean => {
    const span = json.span(pointer);
    return span !== undefined && kindOf(text, span) === 'array';
  };
  if (isList('/values') && json.number('/startAt') !== undefined) {
    return {kind: 'offset', items: '/values', size: 'maxResults', sizeDefault: 50};
  }
  if (isList('/results') && json.string('/_links/next') !== undefined) {
    return {kind: 'cursor', items: '/results', size: 'limit', sizeMax: 250};
  }
  return undefined;
}

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

/** Where the window of a list of users ends, as an index: the list has no more than that. */
export function windowEnd(url: string, {end}: Extract<Paging, {readonly kind: 'window'}>): number {
  if (typeof end === 'number') return end;
  const query = new URL(url).searchParams;
  return end.reduce((count, name) => count + query.getAll(name).length, 0);
}

function nextQuery(
  paging: Paging,
  page: PageAnswer,
  json: JsonLookup,
  items: readonly Span[],
): PageQuery | undefined {
  switch (paging.kind) {
    case 'offset':
      return nextOffset(page.url, json, items.length);
    case 'window':
      return nextWindow(page.url, paging);
    case 'token':
      return nextToken(json, paging.next);
    case 'after':
      return nextAfter(page.url, json, items, paging.size);
    case 'cursor':
      return nextCursor(json.string('/_links/next'), page.headers.link);
  }
}

/** wire-notes 5.1: advance by what was received; total, isLast and nextPage are each optional. */
function nextOffset(url: string, json: JsonLookup, received: number): PageQuery | undefined {
  const isLast = json.boolean('/isLast');
  if (received === 0 || isLast === true) return undefined;
  const start = wholeNumber(json.number('/startAt')) ?? askedFor(url, 'startAt') ?? 0;
  const total = wholeNumber(json.number('/total'));
  if (total !== undefined && start + received >= total) return undefined;
  const size = wholeNumber(json.number('/maxResults'));
  const told = total !== undefined || isLast !== undefined || json.string('/nextPage');
  if (!told && size !== undefined && received < size) return undefined;
  return {startAt: String(start + received)};
}

/** wire-notes 5.2: a short or empty page is no end; advance by the size asked for. */
function nextWindow(
  url: string,
  paging: Extract<Paging, {readonly kind: 'window'}>,
): PageQuery | undefined {
  const step = askedFor(url, paging.size) ?? paging.sizeDefault;
  const next = (askedFor(url, 'startAt') ?? 0) + step;
  return step > 0 && next < windowEnd(url, paging) ? {startAt: String(next)} : undefined;
}

/** wire-notes 5.3: the token is absent at the end. */
function nextToken(json: JsonLookup, pointer: string): PageQuery | undefined {
  const token = json.string(pointer);
  if (token !== undefined && holdsHalf(token)) {
    throw new Failure('invalid_response', `The token of the next page ${halfProblem}.`);
  }
  return token ? {[pointer.slice(pointer.lastIndexOf('/') + 1)]: percentEncode(token)} : undefined;
}

/**
 * wire-notes 5.4: `next` is there on the last page too, so a page shorter than its `maxResults` is
 * the end. What comes next is later than the failure time of the last record, which `next` repeats
 * under either of two names.
 */
function nextAfter(
  url: string,
  json: JsonLookup,
  items: readonly Span[],
  size: string,
): PageQuery | undefined {
  const last = items.at(-1);
  const full = wholeNumber(json.number('/maxResults')) ?? askedFor(url, size) ?? 1;
  if (last === undefined || items.length < full) return undefined;
  const time = makeLookup(json.text, last).number('/failureTime');
  const told = /[?&](?:after|failedAfter)=(\d+)(?:&|#|$)/.exec(json.string('/next') ?? '')?.[1];
  const after = time !== undefined && /^\d+$/.test(time) ? time : told;
  return after === undefined ? undefined : {after};
}

/** The whole number a URL asks for by this name; undefined when there is none. */
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
