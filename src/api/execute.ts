import {defined} from '../base/defined.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {itemSpans, kindOf, type Span, sliceSpan} from '../base/json-scan.ts';
import type {Page, Reply, SendingOptions} from './client.ts';
import {charsetOf} from './decode-body.ts';
import {type Exchange, type ExecutePorts, exchange} from './exchange.ts';
import {itemFailure} from './item-failures.ts';
import {makePageMerge, type PageMerge} from './merge.ts';
import {type WalkedPage, walkPages} from './page-walk.ts';
import {completeBody} from './read-first.ts';
import type {RequestPlan} from './request-plan.ts';

/** What came of a plan, before it is timed. */
interface Outcome {
  readonly answer: Exchange;
  /** Requests made, retries not counted. */
  readonly pages: number;
  /** The text of merged pages, in parts; it can be read again and again. */
  readonly merged?: Iterable<string>;
  /** Why pages are missing, when some are. */
  readonly failure?: Failure;
  /** A warning about inconsistent or unfollowed pages; a sentence. */
  readonly warning?: string;
}

/**
 * Send a plan and read the whole answer: the pages of a list merged into the first one's envelope,
 * or with `paginate: false` the first page untouched.
 *
 * @throws Failure of the kinds of contract 4; a page that fails gives nothing, unless
 * `partial` asks for those before it
 */
export async function executePlan(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions = {},
): Promise<Reply> {
  const started = ports.clock.now();
  const outcome =
    plan.reading === undefined
      ? await readList(plan, ports, options)
      : await readThenSend(plan, plan.reading, ports, options);
  const failure = outcome.failure ?? itemFailure(plan, outcome.answer);
  return makeReply({...outcome, ...defined({failure})}, ports.clock.now() - started);
}

/**
 * The pages of a plan as they come; an answer that is no list is one page, its item the answer.
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
  const tell = makeTeller(options.onPage);
  for await (const page of walkPages(plan, ports, options)) {
    tell(page);
    yield asPage(plan, page, isLastPage(page));
    const failure = itemFailure(plan, page.answer);
    if (failure !== undefined) throw failure;
  }
}

function makeReply({answer, pages, merged, failure, warning}: Outcome, durationMs: number): Reply {
  const {status, headers} = answer;
  const known = {
    status,
    headers,
    pages,
    durationMs,
    cached: false,
    ...defined({failure, warning}),
  };
  if (merged === undefined) {
    return {...known, text: answer.text, ...(answer.isBinary && {bytes: answer.body})};
  }
  let text: string | undefined;
  return {
    ...known,
    parts: merged,
    get text() {
      text ??= [...merged].join('');
      return text;
    },
  };
}

/** Read a list into one response, keeping only the needed parts of each page. */
async function readList(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<Outcome> {
  const {paginate = true, partial, onPage} = options;
  const tell = makeTeller(onPage);
  let answer: Exchange | undefined;
  let merge: PageMerge | undefined;
  let pages = 0;
  let failure: Failure | undefined;
  /** The last one knows most. */
  let warning: string | undefined;
  try {
    for await (const page of walkPages(plan, ports, {...options, isEager: true})) {
      pages++;
      answer ??= page.answer;
      if (paginate) warning = page.warning ?? warning;
      if (paginate && page.list) merge = withPage(merge, page.answer, page.list);
      tell(page);
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

/** The pages so far and one more. */
function withPage(
  merge: PageMerge | undefined,
  answer: Exchange,
  {paging, facts: {list, items}}: NonNullable<WalkedPage['list']>,
): PageMerge {
  const {text, body} = answer;
  const isUtf8 = /^utf-?8$/.test(charsetOf(answer));
  const next = {text, ...(isUtf8 && {body}), list, items};
  if (merge === undefined) return makePageMerge(paging, next);
  merge.add(next);
  return merge;
}

/** Counts the pages of a list for who wants to hear. */
function makeTeller(onPage: SendingOptions['onPage']): (page: WalkedPage) => void {
  let items = 0;
  return ({index, list}) => {
    if (list === undefined) return;
    const {facts} = list;
    items += facts.items.length;
    onPage?.({pages: index + 1, items, total: facts.total, last: isLastPage({list})});
  };
}

function isLastPage({list}: Pick<WalkedPage, 'list'>): boolean {
  return list === undefined || (list.facts.next === undefined && list.facts.lost === undefined);
}

function partialFailure({kind, message, details}: Failure): Failure {
  return new Failure(kind, message, {...details, partial: true});
}

/** Read the item, complete the body from it, send; after a conflict all of that again. */
async function readThenSend(
  plan: RequestPlan,
  reading: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<Outcome> {
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

/** The items of an answer that does not come in pages: its list when it has one, else itself. */
function wholeItems(plan: RequestPlan, {text, isJson}: Exchange): Span[] {
  const whole = {start: 0, end: text.length};
  const pointer = plan.operation?.items;
  if (!isJson || pointer === undefined) return [whole];
  const list = makeLookup(text).span(pointer);
  return list && kindOf(text, list) === 'array' ? itemSpans(text, list) : [whole];
}
