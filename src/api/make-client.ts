import {defined} from '../base/defined.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {itemSpans, type JsonSpan, kindOf, sliceSpan} from '../base/json-scan.ts';
import {findJson, listAt, readPointer} from '../base/json-value.ts';
import type {Client, ClientIdentity, Page, Reply, SendingOptions} from './client.ts';
import {charsetOf} from './decode-body.ts';
import {readErrorBody} from './error-body.ts';
import {type Exchange, type ExecutePorts, exchange} from './exchange.ts';
import {makePageMerge, type PageMerge} from './merge.ts';
import {type WalkedPage, walkPages} from './page-walk.ts';
import {planRequest} from './plan.ts';
import {planRaw} from './plan-raw.ts';
import {completeBody} from './read-first.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * Create a client of one service with one profile, over the ports of the host; all layers wrap it.
 */
export function makeClient(identity: ClientIdentity, ports: ExecutePorts): Client {
  return {
    ...makePlanner(identity),
    request: (plan, options) => executePlan(plan, ports, options),
    pages: (plan, options) => readPages(plan, ports, options),
  };
}

function makePlanner(identity: ClientIdentity): Pick<Client, 'identity' | 'plan' | 'planRaw'> {
  return {
    identity,
    plan: (operation, given, options = {}) => planRequest(operation, given, identity, options),
    planRaw: (request, options) => planRaw(identity.service, request, identity, options),
  };
}

/**
 * A client that plans at once, and is opened with its first request.
 *
 * @param open reads the credentials; called once
 */
export function lazyClient(
  identity: ClientIdentity,
  open: (options: SendingOptions) => Promise<Client>,
): Client {
  let opened: Promise<Client> | undefined;
  const opening = (options: SendingOptions = {}): Promise<Client> => {
    opened ??= open(options);
    return opened;
  };
  return {
    ...makePlanner(identity),
    request: async (plan, options) => (await opening(options)).request(plan, options),
    async *pages(plan, options) {
      yield* (await opening(options)).pages(plan, options);
    },
  };
}

/**
 * Create a layer that checks each plan before it is sent.
 *
 * @param check throws a Failure for plans that must not be sent
 */
export function guardedClient(client: Client, check: (plan: RequestPlan) => void): Client {
  return {
    ...client,
    async request(plan: RequestPlan, options?: SendingOptions) {
      check(plan);
      return client.request(plan, options);
    },
    pages(plan: RequestPlan, options?: SendingOptions) {
      check(plan);
      return client.pages(plan, options);
    },
  };
}

/** The result of a plan, without its duration. */
interface PlanResult {
  readonly answer: Exchange;
  /** Number of requests without retries. */
  readonly pages: number;
  /** The text of merged pages, in parts; can be iterated repeatedly. */
  readonly merged?: Iterable<string>;
  /** Why pages are missing, if any are. */
  readonly failure?: Failure;
  /** A warning about inconsistent or unfollowed pages; a sentence. */
  readonly warning?: string;
}

/**
 * Send a plan and read the whole response: the pages of a list merged into the first one's
 * envelope, or with `paginate: false` the first page unchanged.
 *
 * @throws Failure of the kinds of contract 4; after a failed page nothing is returned, unless
 * `partial` requests the pages before it
 */
export async function executePlan(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions = {},
): Promise<Reply> {
  const started = ports.clock.now();
  const outcome = await readWhole(plan, ports, options);
  const failure = outcome.failure ?? itemFailure(plan, outcome.answer);
  return makeReply({...outcome, ...defined({failure})}, ports.clock.now() - started);
}

/**
 * Yield the pages of a plan as they arrive; a response that is not a list is one page with itself
 * as its item.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function* readPages(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions = {},
): AsyncGenerator<Page, void, undefined> {
  if (plan.reading !== undefined) {
    const {answer} = await readThenSend(plan, plan.reading, ports, options);
    yield asPage(plan, {index: 0, answer}, true);
    return;
  }
  const reportPage = makePageReporter(options.onPage);
  for await (const page of walkPages(plan, ports, {...options, textOnly: true})) {
    reportPage(page);
    yield asPage(plan, page, isLastPage(page));
    const failure = itemFailure(plan, page.answer);
    if (failure !== undefined) throw failure;
  }
}

function makeReply(
  {answer, pages, merged, failure, warning}: PlanResult,
  durationMs: number,
): Reply {
  const {status, headers} = answer;
  const members = {
    status,
    headers,
    pages,
    durationMs,
    cached: false,
    ...defined({failure, warning}),
  };
  if (merged === undefined) {
    return {...members, text: answer.text, ...(answer.isBinary && defined({bytes: answer.body}))};
  }
  let text: string | undefined;
  return {
    ...members,
    parts: merged,
    get text() {
      text ??= [...merged].join('');
      return text;
    },
  };
}

async function readWhole(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<PlanResult> {
  const {operation, paging, reading} = plan;
  if (reading !== undefined) return readThenSend(plan, reading, ports, options);
  // A raw request may be a list.
  const mayBeList = !operation || operation.items !== undefined || paging !== undefined;
  if (mayBeList) return readList(plan, ports, options);
  const answer = await exchange(plan, ports, options);
  return {answer, pages: 1, ...defined({warning: answer.warning})};
}

/** Read a list into one response, keeping only the needed parts of each page. */
async function readList(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<PlanResult> {
  const {paginate = true, partial, onPage} = options;
  const reportPage = makePageReporter(onPage);
  let answer: Exchange | undefined;
  let merge: PageMerge | undefined;
  let pages = 0;
  let failure: Failure | undefined;
  /** The last warning is the most informative. */
  let warning: string | undefined;
  try {
    for await (const page of walkPages(plan, ports, {...options, isEager: true})) {
      pages++;
      if (paginate) warning = page.warning ?? warning;
      if (paginate && page.list) merge = withPage(merge, page.answer, page.list);
      // The merged pages are the body.
      answer ??= merge === undefined ? page.answer : withoutBody(page.answer);
      reportPage(page);
    }
  } catch (error) {
    if (!partial || answer === undefined) throw error;
    failure = partialFailure(toFailure(error));
  }
  if (answer === undefined) throw new Failure('bug', 'The pagination returned no page.');
  const parts = merge?.parts;
  const isWhole = failure === undefined;
  const merged = parts && {[Symbol.iterator]: () => parts(isWhole)[Symbol.iterator]()};
  return {answer, pages, ...defined({merged, failure, warning})};
}

function withoutBody({body, ...answer}: Exchange): Exchange {
  return answer;
}

/** Add a page to the merged ones. */
function withPage(
  merge: PageMerge | undefined,
  answer: Exchange,
  {paging, facts: {list, items}}: NonNullable<WalkedPage['list']>,
): PageMerge {
  const {text, body} = answer;
  const isUtf8 = body && /^utf-?8$/.test(charsetOf(answer));
  const next = {text, ...(isUtf8 && {body}), list, items};
  if (merge === undefined) return makePageMerge(paging, next);
  merge.add(next);
  return merge;
}

/** Create a function that reports the progress of a list. */
function makePageReporter(onPage: SendingOptions['onPage']): (page: WalkedPage) => void {
  let items = 0;
  return ({index, list}) => {
    if (list === undefined) return;
    const {facts} = list;
    items += facts.items.length;
    onPage?.({pages: index + 1, items, total: facts.total, last: isLastPage({list})});
  };
}

function isLastPage({list}: Pick<WalkedPage, 'list'>): boolean {
  return (
    list === undefined || (list.facts.next === undefined && list.facts.unreachable === undefined)
  );
}

function partialFailure({kind, message, details}: Failure): Failure {
  return new Failure(kind, message, {...details, partial: true});
}

/** Read the item, complete the body from it, and send; repeat all of that after a conflict. */
async function readThenSend(
  plan: RequestPlan,
  reading: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<PlanResult> {
  const conflictRetries = plan.operation?.readFirst?.conflictRetries ?? 0;
  for (let round = 0; ; round++) {
    const item = await exchange(reading, ports, options);
    try {
      const answer = await exchange(completeBody(plan, item.text), ports, options);
      return {answer, pages: 2 * (round + 1)};
    } catch (error) {
      const conflict = isFailure(error) && error.kind === 'conflict';
      if (!conflict || round >= conflictRetries) throw error;
    }
  }
}

function asPage(
  plan: RequestPlan,
  {index, answer, list, warning}: WalkedPage,
  last: boolean,
): Page {
  const {text} = answer;
  const spans = list?.facts.items ?? wholeItems(plan, answer);
  const total = list?.facts.total;
  return {
    index,
    items: spans.map(span => sliceSpan(text, span)),
    text,
    ...defined({total, warning}),
    last,
  };
}

/** Return the items of a response without pages: its list if it has one, otherwise itself. */
function wholeItems(plan: RequestPlan, {text, isJson}: Exchange): JsonSpan[] {
  const whole = {start: 0, end: text.length};
  const pointer = plan.operation?.items;
  if (!isJson || pointer === undefined) return [whole];
  const list = makeLookup(text).span(pointer);
  return list && kindOf(text, list) === 'array' ? itemSpans(text, list) : [whole];
}

/**
 * Number of failed items whose reasons are in the message; `errors` of the failure has all of them.
 */
const maxQuoted = 3;

/**
 * Extract the failures of single items from a 2xx response (contract 15.2): which items of the body
 * failed and why, with the response as the failure's body.
 *
 * @returns undefined when every item succeeded, or the record defines no location of such failures
 */
function itemFailure(
  {operation, like, method, path}: RequestPlan,
  {status, text, attempts}: Exchange,
): Failure | undefined {
  const {items, itemErrors} = operation ?? like ?? {};
  if (itemErrors === undefined || items === undefined) return undefined;
  const results = listAt(findJson(text), items);
  const failed = results.flatMap((item, i): (readonly [string, string])[] => {
    const errors = readPointer(item, itemErrors.pointer);
    const {message} = readErrorBody(JSON.stringify({errors: errors ?? null}));
    return message === undefined ? [] : [[`${itemErrors.of}.${i}`, message]];
  });
  if (failed.length === 0) return undefined;
  const reasons = failed.slice(0, maxQuoted).map(([name, message]) => `${name}: ${message}`);
  const more = failed.length > maxQuoted ? [`${failed.length - maxQuoted} more`] : [];
  const isPartial = failed.length < results.length;
  return new Failure(
    'validation_error',
    `${failed.length} of ${results.length} ${itemErrors.of} failed: ${[...reasons, ...more].join('; ')}`,
    {
      status,
      errors: Object.fromEntries(failed),
      ...(isPartial && {
        partial: true,
        hint: 'Retry only the failed items; the others succeeded.',
      }),
      request: {method, path},
      attempts,
      body: text,
    },
  );
}
