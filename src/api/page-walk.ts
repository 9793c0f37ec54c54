import {Failure, toFailure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {findSpan, pointerOf} from '../base/json-pointer.ts';
import {kindOf, skipBlank} from '../base/json-scan.ts';
import type {SendingOptions} from './client.ts';
import {mergeJson} from './compose.ts';
import {type Exchange, type ExecutePorts, exchange} from './exchange.ts';
import type {Paging} from './operation.ts';
import {
  askedFor,
  type PageFacts,
  type PageQuery,
  pageUrl,
  readPageFacts,
  windowEnd,
} from './paging.ts';
import {detectPaging, findUnfollowed, findUnfollowedToken} from './raw-paging.ts';
import {type ReadAhead, readAhead} from './read-ahead.ts';
import type {RequestPlan} from './request-plan.ts';
import {notListFailure} from './response-failure.ts';
import {responseOf} from './response-of.ts';

/** More pages than this are an error (contract 6.4). */
const mostPages = 10_000;

const defaultConcurrency = 6;
/** Pages fetched before their turn, for each that may be in flight, when all will be read. */
const eagerness = 4;

const broken =
  'The response contains bytes that are invalid in its charset; they are shown as U+FFFD.';

/** How far a walk goes. */
export interface WalkOptions extends SendingOptions {
  /** All pages will be read at once: a slow one need not keep many after it waiting. @default false */
  readonly isEager?: boolean;
}

/** One page of a walk; without `list` the answer is no list and the only page. */
export interface WalkedPage {
  /** From 0. */
  readonly index: number;
  readonly answer: Exchange;
  readonly list?: {readonly paging: Paging; readonly facts: PageFacts};
  /** What the page says against itself, or that further pages are not followed; a sentence. */
  readonly warning?: string;
}

/**
 * The pages of a plan in order. Each page says what asks for the next one; where the rest is known
 * after the first page, it is fetched ahead, several at a time. A page that does not lead to the
 * one that was fetched (shorter than it should be) ends that: from there one after another.
 *
 * @throws Failure of the exchange, its message naming the page when it is not the first;
 * 'invalid_response' when a page is asked for twice, is no list, or there are more than 10,000, and
 * when the answer of an operation that lists is no list
 */
export async function* walkPages(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: WalkOptions = {},
): AsyncGenerator<WalkedPage, void, undefined> {
  const asked = new Set<string>();
  let paging = plan.paging;
  let {url} = plan;
  /** The next request; its URL identifies the page, unless the body does. */
  let current = plan;
  let ahead: ReadAhead | undefined;
  try {
    for (let index = 0; ; index++) {
      refuseEndless(plan, asked, current === plan ? url : `${url} ${current.body?.content}`, index);
      const answer = await namePage(
        index,
        ahead?.take(url) ?? fetchPage(current, url, ports, options),
      );
      let facts = factsOf(paging, answer);
      if (index === 0 && facts === undefined) {
        paging = undeclaredPaging(plan, answer);
        facts = factsOf(paging, answer);
        if (facts === undefined) refuseNoList(plan, answer);
      }
      if (index > 0 && facts === undefined) {
        throw pageFailure(plan, index, 'it contains no list', answer.attempts);
      }
      const told = facts ? facts.doubt : warningOf(plan, answer);
      const warning = told ?? (answer.isBroken ? broken : undefined);
      const list = paging && facts && {paging, facts};
      yield {index, answer, ...(list && {list}), ...(warning !== undefined && {warning})};
      if (paging === undefined || facts === undefined || options.paginate === false) return;
      if (facts.lost !== undefined) throw pageFailure(plan, index + 1, facts.lost);
      if (facts.next === undefined) return;
      if (index === 0) ahead = fetchAhead(plan, likelyUrls(plan, paging, facts), ports, options);
      if (plan.hasTokens && plan.body) current = withMembers(plan, facts.next);
      else url = pageUrl(plan.url, facts.next);
    }
  } finally {
    ahead?.stop();
  }
}

/** The plan with what asks for another page in its body. */
function withMembers(plan: RequestPlan, values: PageQuery): RequestPlan {
  const {body} = plan;
  if (typeof body?.content !== 'string') return plan;
  const parts = Object.entries(values).map(([name, value]) => ({
    pointer: pointerOf([name]),
    json: JSON.stringify(decodeURIComponent(value)),
  }));
  return {...plan, body: {...body, content: mergeJson(body.content, parts)}};
}

/** The pages of a plan in front of their turn; undefined when one at a time is asked for. */
function fetchAhead(
  plan: RequestPlan,
  urls: Iterator<string, void>,
  ports: ExecutePorts,
  options: WalkOptions,
): ReadAhead | undefined {
  const {concurrency = defaultConcurrency, signal, onExchange} = options;
  if (concurrency <= 1) return undefined;
  return readAhead(urls, request => fetchPage(plan, request.url, ports, {...options, ...request}), {
    concurrency,
    unread: concurrency * (options.isEager ? eagerness : 1),
    ...(signal && {signal}),
    ...(onExchange && {onExchange}),
  });
}

/**
 * The addresses of the pages after a first one, as far as they are known from it (contract 6.2): where
 * the server gives a total, and in user windows whose end is known. A guess, made on the word that
 * every page is as long as the first: whoever uses it follows each page's own `next`.
 */
function* likelyUrls(
  {url}: RequestPlan,
  paging: Paging,
  facts: PageFacts,
): Generator<string, void, undefined> {
  const second = Number(facts.next?.startAt);
  const range = Number.isSafeInteger(second) ? rangeAfter(paging, url, facts, second) : undefined;
  if (range === undefined || range.step <= 0) return;
  let startAt = second;
  for (let index = 1; index < mostPages && startAt < range.end; index++) {
    yield pageUrl(url, {startAt: String(startAt)});
    startAt += range.step;
  }
}

async function fetchPage(
  plan: RequestPlan,
  url: string,
  ports: ExecutePorts,
  options: WalkOptions,
): Promise<Exchange> {
  if (options.signal?.aborted) throw new Failure('interrupted', 'Interrupted.');
  if (url === plan.url) return exchange(plan, ports, options);
  const path = plan.path.replace(/\?.*$/, '') + hideUrlSecrets(new URL(url).search);
  return exchange({...plan, url, path}, ports, options);
}

/** A failure says which page it was, when it is not the first. */
async function namePage(index: number, page: Promise<Exchange>): Promise<Exchange> {
  try {
    return await page;
  } catch (error) {
    if (index === 0) throw error;
    const {kind, message, details} = toFailure(error);
    throw new Failure(kind, `Page ${index + 1}: ${message}`, {cause: error, ...details});
  }
}

/** Only raw requests have no declared form; of an operation without paging every answer is whole. */
function undeclaredPaging(plan: RequestPlan, answer: Exchange): Paging | undefined {
  if (plan.operation !== undefined || !answer.isJson) return undefined;
  const isGet = plan.method === 'GET';
  const paging = isGet || plan.hasTokens ? detectPaging(answer, plan.hasTokens) : undefined;
  return isGet || paging?.kind === 'token' ? paging : undefined;
}

/**
 * Refuse the answer to a declared list that holds no array where the record says: it would be shown
 * as one item. Lists whose shape is not public (services W6) are taken as they come.
 */
function refuseNoList({operation, ...plan}: RequestPlan, answer: Exchange): void {
  const {items} = operation ?? {};
  if (operation === undefined || items === undefined || plan.method !== 'GET') return;
  if (hasList(answer.text, items) || responseOf(operation) === undefined) return;
  throw notListFailure(plan, items, answer);
}

function hasList(text: string, items: string): boolean {
  const start = skipBlank(text, 0);
  // Not measured to its end, which takes a pass over all of it.
  if (items === '') return kindOf(text, {start, end: start}) === 'array';
  const list = findSpan(text, items);
  return list !== undefined && kindOf(text, list) === 'array';
}

function factsOf(paging: Paging | undefined, answer: Exchange): PageFacts | undefined {
  return paging && answer.isJson ? readPageFacts(paging, answer) : undefined;
}

/** What raw does not follow of an answer that may be a list. */
function warningOf(plan: RequestPlan, answer: Exchange): string | undefined {
  if (plan.operation !== undefined || !answer.isJson) return undefined;
  return plan.method === 'GET' ? findUnfollowed(answer, plan.url) : findUnfollowedToken(answer);
}

function refuseEndless(plan: RequestPlan, asked: Set<string>, url: string, index: number): void {
  if (asked.has(url)) throw pageFailure(plan, index, 'the next link points to a page already read');
  if (index >= mostPages) throw pageFailure(plan, index, `there are more than ${mostPages} pages`);
  asked.add(url);
}

function pageFailure(plan: RequestPlan, index: number, why: string, attempts = 0): Failure {
  return new Failure('invalid_response', `Page ${index + 1}: ${why}.`, {
    hint: '--no-paginate reads the first page only.',
    request: {method: plan.method, path: plan.path},
    attempts,
  });
}

function rangeAfter(
  paging: Paging,
  url: string,
  {items, total}: PageFacts,
  second: number,
): {readonly step: number; readonly end: number} | undefined {
  switch (paging.kind) {
    case 'offset':
      return total === undefined ? undefined : {step: items.length, end: total};
    case 'window':
      // The second page is all that is left.
      if (paging.sizeMax !== undefined) return undefined;
      return {step: second - (askedFor(url, 'startAt') ?? 0), end: windowEnd(url, paging)};
    case 'token':
    case 'after':
    case 'cursor':
    case 'cut':
      return undefined;
  }
}
