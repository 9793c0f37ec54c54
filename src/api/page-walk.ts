import {Failure, toFailure} from '../base/failure.ts';
import {type Exchange, type ExchangeOptions, type ExecutePorts, exchange} from './exchange.ts';
import type {Paging} from './operation.ts';
import {detectPaging, type PageFacts, pageUrl, readPageFacts} from './paging.ts';
import type {RequestPlan} from './request-plan.ts';

/** More pages than this are an error (client-contract 6.4). */
const mostPages = 10_000;

/** How far a walk goes. */
export interface WalkOptions extends ExchangeOptions {
  /** Go on to the last page. @default true */
  readonly paginate?: boolean;
}

/** One page of a walk; without `list` the answer is no list and the only page. */
export interface WalkedPage {
  /** From 0. */
  readonly index: number;
  readonly answer: Exchange;
  readonly list?: {readonly paging: Paging; readonly facts: PageFacts};
}

/**
 * The pages of a plan, one after another. When the total is known after the first page, those that
 * follow could be asked for several at a time: that is another loop over `fetchPage`.
 *
 * @throws Failure of the exchange, its message naming the page when it is not the first;
 * 'invalid_response' when a page is asked for twice, is no list, or there are more than 10,000
 */
export async function* walkPages(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: WalkOptions = {},
): AsyncGenerator<WalkedPage, void, undefined> {
  const asked = new Set<string>();
  let paging = plan.paging;
  let url = plan.url;
  for (let index = 0; ; index++) {
    refuseEndless(plan, asked, url, index);
    const answer = await fetchPage(plan, url, index, ports, options);
    paging ??= undeclaredPaging(plan, answer);
    const facts = paging && answer.isJson ? readPageFacts(paging, answer) : undefined;
    if (index > 0 && facts === undefined) throw pageFailure(plan, index, 'it holds no list');
    yield {index, answer, ...(paging && facts && {list: {paging, facts}})};
    if (facts?.next === undefined || options.paginate === false) return;
    url = pageUrl(plan.url, facts.next);
  }
}

/** One page; a failure says which one it was. */
async function fetchPage(
  plan: RequestPlan,
  url: string,
  index: number,
  ports: ExecutePorts,
  options: WalkOptions,
): Promise<Exchange> {
  if (options.signal?.aborted) throw new Failure('interrupted', 'Interrupted.');
  if (index === 0) return exchange(plan, ports, options);
  const path = plan.path.replace(/\?.*$/, '') + new URL(url).search;
  try {
    return await exchange({...plan, url, path}, ports, options);
  } catch (error) {
    const {kind, message, details} = toFailure(error);
    throw new Failure(kind, `Page ${index + 1}: ${message}`, {cause: error, ...details});
  }
}

/** Only raw requests have no declared form; of an operation without paging every answer is whole. */
function undeclaredPaging(plan: RequestPlan, answer: Exchange): Paging | undefined {
  const undeclared = plan.operation === undefined && plan.method === 'GET' && answer.isJson;
  return undeclared ? detectPaging(answer.text) : undefined;
}

function refuseEndless(plan: RequestPlan, asked: Set<string>, url: string, index: number): void {
  if (asked.has(url))
    throw pageFailure(plan, index, 'the server names a page that was read before');
  if (index >= mostPages) throw pageFailure(plan, index, `there are more than ${mostPages} pages`);
  asked.add(url);
}

function pageFailure(plan: RequestPlan, index: number, why: string): Failure {
  return new Failure('invalid_response', `Page ${index + 1}: ${why}.`, {
    hint: '--no-paginate reads the first page only.',
    request: {method: plan.method, path: plan.path},
  });
}
