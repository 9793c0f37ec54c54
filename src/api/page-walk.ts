import {Failure, toFailure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {findSpan, pointerOf} from '../base/json-pointer.ts';
import {kindOf, skipBlank} from '../base/json-scan.ts';
import {mergeJson} from './compose.ts';
import {type Exchange, type ExchangeOptions, type ExecutePorts, exchange} from './exchange.ts';
import type {Paging} from './operation.ts';
import {
  type PageFacts,
  type PageQuery,
  pageUrl,
  queryInteger,
  readPageFacts,
  startInputOf,
  windowLimit,
} from './paging.ts';
import {detectPaging, findUnfollowed, findUnfollowedToken} from './raw-paging.ts';
import {type ReadAhead, readAhead} from './read-ahead.ts';
import type {RequestPlan} from './request-plan.ts';
import {notListFailure} from './response-failure.ts';
import {responseOf} from './response-of.ts';

/** Maximum number of pages (contract 6.4). */
const maxPages = 10_000;

const defaultConcurrency = 6;
/** Number of pages fetched ahead, per concurrent request, if all will be read. */
const aheadFactor = 4;

/** Options of reading pages. */
export interface WalkOptions extends ExchangeOptions {
  /** Read all pages as fast as possible: a slow one should not delay many others. @default false */
  readonly isEager?: boolean;
}

/** One page; without `list` the response is not a list and the only page. */
export interface WalkedPage {
  /** Starts at 0. */
  readonly index: number;
  readonly answer: Exchange;
  readonly list?: {readonly paging: Paging; readonly facts: PageFacts};
  /**
   * A warning about contradictory paging, or about further pages that are not followed; a sentence.
   */
  readonly warning?: string;
}

/**
 * Yield the pages of a plan in order. Each page contains the reference to the next one. If the
 * others are known after the first page, they are fetched ahead concurrently. After a page that
 * does not lead to the one fetched (shorter than expected), the rest is read sequentially.
 *
 * @throws Failure of the exchange, its message with the page number unless it is the first;
 * 'invalid_response' when a page is requested twice, is not a list, or there are more than 10,000,
 * and when the response of a list operation is not a list
 */
export async function* walkPages(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: WalkOptions = {},
): AsyncGenerator<WalkedPage, void, undefined> {
  const visitedUrls = new Set<string>();
  let paging = plan.paging;
  let {url} = plan;
  /** The next request; its URL identifies the page, unless the body does. */
  let current = plan;
  let ahead: ReadAhead | undefined;
  try {
    for (let index = 0; ; index++) {
      checkEndless(
        plan,
        visitedUrls,
        current === plan ? url : `${url} ${current.body?.content}`,
        index,
      );
      const answer = await namePage(
        index,
        ahead?.take(url) ?? fetchPage(current, url, ports, options),
      );
      let facts = factsOf(paging, answer);
      if (index === 0 && facts === undefined) {
        paging = undeclaredPaging(plan, answer);
        facts = factsOf(paging, answer);
        if (facts === undefined) requireList(plan, answer);
      }
      if (index > 0 && facts === undefined) {
        throw pageFailure(plan, index, 'it contains no list', answer.attempts);
      }
      const pagingWarning = facts ? facts.warning : warningOf(plan, answer);
      const warning = pagingWarning ?? answer.warning;
      const list = paging && facts && {paging, facts};
      yield {index, answer, ...(list && {list}), ...(warning !== undefined && {warning})};
      if (paging === undefined || facts === undefined || options.paginate === false) return;
      if (facts.unreachable !== undefined) throw pageFailure(plan, index + 1, facts.unreachable);
      if (facts.next === undefined) return;
      if (index === 0) ahead = fetchAhead(plan, likelyUrls(plan, paging, facts), ports, options);
      if (plan.hasTokens && plan.body) current = withMembers(plan, facts.next);
      else url = pageUrl(plan.url, facts.next);
    }
  } finally {
    ahead?.stop();
  }
}

/** Return the plan with the reference to another page in its body. */
function withMembers(plan: RequestPlan, values: PageQuery): RequestPlan {
  const {body} = plan;
  if (typeof body?.content !== 'string') return plan;
  const parts = Object.entries(values).map(([name, value]) => ({
    pointer: pointerOf([name]),
    json: JSON.stringify(decodeURIComponent(value)),
  }));
  return {...plan, body: {...body, content: mergeJson(body.content, parts)}};
}

/** Fetch pages of a plan ahead; undefined without concurrency. */
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
    unread: concurrency * (options.isEager ? aheadFactor : 1),
    ...(signal && {signal}),
    ...(onExchange && {onExchange}),
  });
}

/**
 * Yield the URLs of the pages after the first one, as far as they can be derived from it (contract
 * 6.2): if the server sends a total, and in user windows with a known end. They assume that every
 * page is as long as the first, so callers must compare them with each page's own `next`.
 */
function* likelyUrls(
  {url}: RequestPlan,
  paging: Paging,
  facts: PageFacts,
): Generator<string, void, undefined> {
  const second = Number(facts.next?.[startInputOf(paging)]);
  const range = Number.isSafeInteger(second) ? rangeAfter(paging, url, facts, second) : undefined;
  if (range === undefined || range.step <= 0) return;
  let startAt = second;
  for (let index = 1; index < maxPages && startAt < range.end; index++) {
    yield pageUrl(url, {[startInputOf(paging)]: String(startAt)});
    startAt += range.step;
  }
}

async function fetchPage(
  plan: RequestPlan,
  url: string,
  ports: ExecutePorts,
  options: WalkOptions,
): Promise<Exchange> {
  if (url === plan.url) return exchange(plan, ports, options);
  const path = plan.path.replace(/\?.*$/, '') + hideUrlSecrets(new URL(url).search);
  return exchange({...plan, url, path}, ports, options);
}

/** Add the page number to a failure, unless it is the first page. */
async function namePage(index: number, page: Promise<Exchange>): Promise<Exchange> {
  try {
    return await page;
  } catch (error) {
    if (index === 0) throw error;
    const {kind, message, details} = toFailure(error);
    throw new Failure(kind, `Page ${index + 1}: ${message}`, {cause: error, ...details});
  }
}

/** Detect the paging of a raw response. Responses of operations without paging are complete. */
function undeclaredPaging(plan: RequestPlan, answer: Exchange): Paging | undefined {
  if (plan.operation !== undefined || !answer.isJson) return undefined;
  const isGet = plan.method === 'GET';
  const paging = isGet || plan.hasTokens ? detectPaging(answer, plan.hasTokens) : undefined;
  return isGet || paging?.kind === 'token' ? paging : undefined;
}

/**
 * Refuse the response of a declared list that contains no array at its pointer; it would be shown
 * as one item. Lists without a public shape (services W6) are accepted.
 */
function requireList({operation, ...plan}: RequestPlan, answer: Exchange): void {
  const {items} = operation ?? {};
  if (operation?.effect !== 'read' || items === undefined) return;
  if (hasList(answer.text, items) || responseOf(operation) === undefined) return;
  throw notListFailure(plan, items, answer);
}

function hasList(text: string, items: string): boolean {
  const start = skipBlank(text, 0);
  // The span has no end, since finding it takes a pass over the whole text.
  if (items === '') return kindOf(text, {start, end: start}) === 'array';
  const list = findSpan(text, items);
  return list !== undefined && kindOf(text, list) === 'array';
}

function factsOf(paging: Paging | undefined, answer: Exchange): PageFacts | undefined {
  return paging && answer.isJson ? readPageFacts(paging, answer) : undefined;
}

/** Warn about pages that raw requests do not follow. */
function warningOf(plan: RequestPlan, answer: Exchange): string | undefined {
  if (plan.operation !== undefined || !answer.isJson) return undefined;
  return plan.method === 'GET' ? findUnfollowed(answer, plan.url) : findUnfollowedToken(answer);
}

function checkEndless(
  plan: RequestPlan,
  visitedUrls: Set<string>,
  url: string,
  index: number,
): void {
  if (visitedUrls.has(url))
    throw pageFailure(plan, index, 'the next link points to a page already read');
  if (index >= maxPages) throw pageFailure(plan, index, `there are more than ${maxPages} pages`);
  visitedUrls.add(url);
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
      // The second page contains all remaining items.
      if (paging.sizeMax !== undefined) return undefined;
      return {
        step: second - (queryInteger(url, 'startAt') ?? 0),
        end: windowLimit(url, paging),
      };
    case 'token':
    case 'after':
    case 'cursor':
    case 'cut':
      return undefined;
  }
}
