import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {itemSpans, kindOf, type Span, sliceSpan} from '../base/json-scan.ts';
import type {Page, Reply, SendingOptions} from './client.ts';
import {type Exchange, type ExecutePorts, exchange} from './exchange.ts';
import {makeListReading, type Outcome} from './list-reading.ts';
import {type WalkedPage, type WalkOptions, walkPages} from './page-walk.ts';
import {completeBody} from './read-first.ts';
import type {RequestPlan} from './request-plan.ts';

/** Per-call settings of executing a plan. */
export interface ExecuteOptions extends SendingOptions, WalkOptions {}

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
  options: ExecuteOptions = {},
): Promise<Reply> {
  const started = ports.clock.now();
  const outcome =
    plan.reading === undefined
      ? await readList(plan, ports, options)
      : await readThenSend(plan, plan.reading, ports, options);
  return makeReply(outcome, ports.clock.now() - started);
}

/**
 * The pages of a plan as they come; an answer that is no list is one page, its item the answer.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function* readPages(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: ExecuteOptions = {},
): AsyncGenerator<Page, void, undefined> {
  if (plan.reading !== undefined) {
    const {answer} = await readThenSend(plan, plan.reading, ports, options);
    yield asPage(plan, {index: 0, answer}, true);
    return;
  }
  const tell = makeTeller(options.onPage);
  for await (const page of walkPages(plan, ports, options)) {
    tell(page);
    yield asPage(plan, page, page.list?.facts.next === undefined);
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
    ...(failure && {failure}),
    ...(warning !== undefined && {warning}),
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

async function readList(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: ExecuteOptions,
): Promise<Outcome> {
  const list = makeListReading(options.paginate);
  try {
    const tell = makeTeller(options.onPage);
    for await (const page of walkPages(plan, ports, {...options, isEager: true})) {
      list.add(page);
      tell(page);
    }
  } catch (error) {
    const read = options.partial ? list.outcome(partialFailure(toFailure(error))) : undefined;
    if (read === undefined) throw error;
    return read;
  }
  const read = list.outcome();
  if (read === undefined) throw new Failure('bug', 'A walk gave no page.');
  return read;
}

/** Counts the pages of a list for who wants to hear. */
function makeTeller(onPage: ExecuteOptions['onPage']): (page: WalkedPage) => void {
  let items = 0;
  return ({index, list}) => {
    if (list === undefined) return;
    const {facts} = list;
    items += facts.items.length;
    onPage?.({pages: index + 1, items, total: facts.total, last: facts.next === undefined});
  };
}

function partialFailure({kind, message, details}: Failure): Failure {
  return new Failure(kind, message, {...details, partial: true});
}

/** Read the item, complete the body from it, send; after a conflict all of that again. */
async function readThenSend(
  plan: RequestPlan,
  reading: RequestPlan,
  ports: ExecutePorts,
  options: ExecuteOptions,
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
    ...(total !== undefined && {total}),
    ...(warning !== undefined && {warning}),
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
