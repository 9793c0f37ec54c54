import {Failure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import {itemSpans, type JsonSpan, kindOf} from '../base/json-scan.ts';
import {hasLoneSurrogate, surrogateError} from './check-value.ts';
import type {Paging} from './operation.ts';
import {percentEncode} from './percent.ts';

/** A page as received: its JSON text, its headers and its URL. */
export interface PageResponse {
  readonly text: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
}

/** Percent-encoded query values by name that request another page. */
export type PageQuery = Readonly<Record<string, string>>;

/** The paging data of one page, parsed from its text. */
export interface PageFacts {
  /** Position of the list in the text. */
  readonly list: JsonSpan;
  readonly items: readonly JsonSpan[];
  /** The server's total, if it sends one. */
  readonly total?: number;
  /** The reference to the next page; undefined on the last one. */
  readonly next?: PageQuery;
  /** Why the next page cannot be requested although there is one, as a clause. */
  readonly unreachable?: string;
  /** A warning about inconsistent paging fields, which are ignored; a sentence. */
  readonly warning?: string;
}

/**
 * Parse a page according to its declared paging (services W5); undefined when the response has no
 * list at the declared pointer.
 */
export function readPageFacts(paging: Paging, page: PageResponse): PageFacts | undefined {
  const json = makeLookup(page.text);
  const list = json.span(paging.items);
  if (list === undefined || kindOf(page.text, list) !== 'array') return undefined;
  const items = itemSpans(page.text, list);
  const total = wholeNumber(json.number('/total'));
  const facts = {list, items, ...(total !== undefined && {total})};
  if (paging.kind === 'offset') {
    return {...facts, ...nextOffset(page.url, paging, json, items.length)};
  }
  return {...facts, ...nextPage(paging, page, json, items)};
}

/** The reference of a page to the next one. */
type NextPage = Pick<PageFacts, 'next' | 'unreachable' | 'warning'>;

/** Return the input with the index of a page's first item. */
export function startInputOf(paging: Paging): string {
  return (paging.kind === 'offset' ? paging.start : undefined) ?? 'startAt';
}

/** Build the URL of a page: the first page's with these query values replaced. */
export function pageUrl(firstUrl: string, values: PageQuery): string {
  const url = new URL(firstUrl);
  const remaining = url.search
    .slice(1)
    .split('&')
    .filter(pair => pair !== '' && !(nameOf(pair) in values));
  const added = Object.entries(values).map(([name, value]) => `${percentEncode(name)}=${value}`);
  url.search = [...remaining, ...added].join('&');
  return url.href;
}

/** Return the end of a bare array as an index; infinite if unknown. */
export function windowLimit(
  url: string,
  {end}: Extract<Paging, {readonly kind: 'window'}>,
): number {
  if (typeof end === 'number') return end;
  if (end === 'empty page') return Number.POSITIVE_INFINITY;
  const query = new URL(url).searchParams;
  return end.reduce((count, name) => count + query.getAll(name).length, 0);
}

function nextPage(
  paging: Exclude<Paging, {readonly kind: 'offset'}>,
  page: PageResponse,
  json: JsonLookup,
  items: readonly JsonSpan[],
): NextPage {
  switch (paging.kind) {
    case 'window':
      return nextWindow(page.url, paging, items.length);
    case 'token':
      return nextToken(json, paging.next);
    case 'after':
      return nextAfter(page.url, json, items, paging.size);
    case 'cursor': {
      const next = nextCursor(json.string('/_links/next'), page.headers.link);
      const hasNext = hasValue(json, '/_links/next') || linkNext(page.headers.link ?? '');
      return next ? {next} : hasNext ? {unreachable: 'the link to it has no cursor'} : {};
    }
    case 'cut':
      return truncationWarning(page.url, paging, json, items.length);
  }
}

/** Check for a member with a value, which indicates a further page. */
function hasValue(json: JsonLookup, pointer: string): boolean {
  const text = json.json(pointer);
  return text !== undefined && !['null', 'false', '""', '[]', '{}'].includes(text);
}

/** Warn about a truncated list: a page of the maximum length probably was; a total proves it. */
function truncationWarning(
  url: string,
  {size, sizeDefault}: Extract<Paging, {readonly kind: 'cut'}>,
  json: JsonLookup,
  received: number,
): NextPage {
  const total = wholeNumber(json.number('/total'));
  const pageSize = queryInteger(url, size) ?? sizeDefault;
  if (received === 0 || (total === undefined ? received < pageSize : received >= total)) return {};
  const state =
    total === undefined
      ? `may be truncated after ${received} items`
      : `has ${total} items and was truncated after ${received}`;
  return {warning: `The list ${state}: use --${size} to get more.`};
}

/**
 * Find the next offset (services W5.1): advance by the number of items received; total, isLast and
 * nextPage are each optional. If one of them indicates more, only an empty page is the end,
 * whatever the others say.
 */
function nextOffset(
  url: string,
  paging: Extract<Paging, {readonly kind: 'offset'}>,
  json: JsonLookup,
  received: number,
): NextPage {
  const first = startInputOf(paging);
  const isLast = json.boolean('/isLast');
  const total = wholeNumber(json.number('/total'));
  const start = wholeNumber(json.number(`/${first}`)) ?? queryInteger(url, first) ?? 0;
  const end = start + received;
  if (received === 0) {
    if (total === undefined || total <= start) return {};
    return {warning: `The list ends after ${start} items, although its total is ${total}.`};
  }
  const next = {[first]: String(end)};
  if (total !== undefined && total < end) {
    const warning = `The total of the list is ${total}, but there are at least ${end} items.`;
    return isLast === true ? {warning} : {next, warning};
  }
  if (isLast === true && total !== undefined && total > end) {
    return {next, warning: `isLast is true after ${end} items, although the total is ${total}.`};
  }
  if (isLast === false && total === end) {
    return {next, warning: `isLast is false, although the total of ${total} is reached.`};
  }
  if (isLast === true || total === end) return {};
  const size = wholeNumber(json.number(paging.start ? `/${paging.size}` : '/maxResults'));
  const hasMore = total !== undefined || isLast !== undefined || hasValue(json, '/nextPage');
  if (hasMore) return {next};
  // An envelope without any paging member contains the whole list.
  const isPage = json.number(`/${first}`) !== undefined || size !== undefined;
  return isPage && received >= (size ?? 0) ? {next} : {};
}

/**
 * Find the next window (services W5.2): a short page is not the end, nor is an empty one if the end
 * is known; advance by the requested size, up to the service's limit. Following pages have the
 * maximum size, however small the requested one was.
 */
function nextWindow(
  url: string,
  paging: Extract<Paging, {readonly kind: 'window'}>,
  received: number,
): NextPage {
  const {size, sizeDefault, sizeMax, single = [], end} = paging;
  if (single.some(name => new URL(url).searchParams.has(name))) return {};
  if (end === 'empty page' && received === 0) return {};
  const step = Math.min(
    queryInteger(url, size) ?? sizeDefault,
    sizeMax ?? Number.POSITIVE_INFINITY,
  );
  const next = (queryInteger(url, 'startAt') ?? 0) + step;
  const remaining = windowLimit(url, paging) - next;
  if (step <= 0 || remaining <= 0) return {};
  const startAt = String(next);
  const largest = sizeMax && {[size]: String(Math.min(remaining, sizeMax))};
  return {next: {startAt, ...largest}};
}

/** Find the next token (services W5.3), which is absent at the end. */
function nextToken(json: JsonLookup, pointer: string): NextPage {
  const token = json.string(pointer) ?? json.number(pointer);
  if (token !== undefined && hasLoneSurrogate(token)) {
    throw new Failure('invalid_response', `The token of the next page ${surrogateError}.`);
  }
  if (token) return {next: {[pointer.slice(pointer.lastIndexOf('/') + 1)]: percentEncode(token)}};
  return hasValue(json, pointer) ? {unreachable: 'its token is not text'} : {};
}

/**
 * Find the next failure time (services W5.4): `next` is present on the last page too, so a page
 * shorter than its `maxResults` is the end. The next page is later than the failure time of the
 * last record, which `next` repeats under either of two names.
 */
function nextAfter(
  url: string,
  json: JsonLookup,
  items: readonly JsonSpan[],
  size: string,
): NextPage {
  const last = items.at(-1);
  const full = wholeNumber(json.number('/maxResults')) ?? queryInteger(url, size) ?? 1;
  if (last === undefined || items.length < full) return {};
  const time = makeLookup(json.text, last).number('/failureTime');
  const timeInLink = /[?&](?:after|failedAfter)=(\d+)(?:&|#|$)/.exec(
    json.string('/next') ?? '',
  )?.[1];
  const after = time !== undefined && /^\d+$/.test(time) ? time : timeInLink;
  return after === undefined ? {unreachable: 'the last record has no time'} : {next: {after}};
}

/**
 * Extract the query value for the next cursor page: the encoded cursor of `_links.next` or the Link
 * header, without their host and path, which are unreliable (services W5.5). Lists of the older API
 * have `start` instead. Undefined on the last page.
 */
export function nextCursor(
  next: string | undefined,
  linkHeader: string | undefined,
): Readonly<Record<string, string>> | undefined {
  return positionIn(next) ?? positionIn(linkNext(linkHeader ?? ''));
}

/** Find the target of `rel="next"` in a Link header; undefined if absent. */
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

/** Return the integer query parameter with a name; undefined if absent. */
export function queryInteger(url: string, name: string): number | undefined {
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
