import type {Page} from '../../../api/client.ts';
import type {OperationRef} from '../../../api/operation-ref.ts';
import {isFailure} from '../../../base/failure.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {commandOfCall, fetchPages, fetchText} from '../../ask/ask.ts';
import {reasonOf, summarizeError} from '../../ask/error-summary.ts';
import {fanOutPages, type PageReader} from '../../ask/fan-out.ts';
import {scanBatchSize} from '../../ask/item-steps.ts';
import type {Count, CountPorts, HomeEntry} from '../../model/count.ts';
import type {RequestCommand} from '../../model/params.ts';
import type {Source} from '../../model/resource.ts';
import type {Ports, Task} from '../../model/transition.ts';

const pagesCounted = 4;

/** Limit of concurrent requests for counts, so that the home screen does not burden the server. */
const countsAtOnce = 4;

/** Compute the counts of home entries and report each when it is known. */
export const countEntries =
  (view: number, entries: readonly HomeEntry[]): Task =>
  async (ports, {signal}) => {
    const turn = makeTurns(countsAtOnce);
    const tell = (sent: RequestCommand, beside: boolean): void =>
      ports.dispatch({kind: 'sent', view, sent, beside});
    await Promise.all(
      entries.map(async entry => {
        const call = entry.call?.per?.call ?? entry.call;
        if (call !== undefined) tell(commandOfCall(call, {}, ports), false);
        const count = await countEntry(entry, ports, signal, sent => tell(sent, true), turn);
        if (!signal.aborted) ports.dispatch({kind: 'count', view, entry: entry.id, count});
      }),
    );
  };

/**
 * Compute the count of a home entry with as few requests as possible. Never throws.
 *
 * @param beside receives the command of each request besides the entry's own
 * @param turn limits the concurrent requests of all entries
 */
async function countEntry(
  entry: HomeEntry,
  ports: Ports,
  signal: AbortSignal,
  beside: (sent: RequestCommand) => void,
  turn: ReturnType<typeof makeTurns>,
): Promise<Count> {
  const inTurn: PageReader = async function* (asked, params) {
    const reading = fetchPages(asked, params, ports, signal)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const {done, value} = await turn(() => reading.next());
        if (done) return;
        yield value;
      }
    } finally {
      await reading.return?.(undefined);
    }
  };
  const ask: CountPorts = {
    text: (asked, params = {}) => turn(() => fetchText(asked, params, ports, signal)),
    pages: (asked, params = {}) =>
      asked.per === undefined
        ? inTurn(asked, params)
        : fanOutPages(asked, asked.per, params, inTurn, signal),
    beside: (asked, params = {}) => beside(commandOfCall(asked, params, ports)),
    now: () => ports.clock.now(),
    read: (asked, items) =>
      ports.dispatch({kind: 'named', call: asked, items, atMs: ports.clock.now()}),
  };
  const {count, call} = entry;
  try {
    if (typeof count === 'function') return await count(entry, ask);
    if (call === undefined) return {status: 'ready', text: ''};
    if (count === 'total') return await countTotal(call, ask);
    if (call.per !== undefined) {
      const {items, more, note} = await readPerParent(call, ask);
      const text = numberText(items.length, more);
      return {status: 'ready', text, ...(note && {note})};
    }
    const {items, more} = await readItems(call, ask);
    return {status: 'ready', text: numberText(items.length, more)};
  } catch (thrown) {
    return failedCount(thrown);
  }
}

async function countTotal(call: OperationRef, ask: CountPorts): Promise<Count> {
  const page = await firstPage(ask.pages(call));
  if (page === undefined) return {status: 'ready', text: '0'};
  return {status: 'ready', text: countOfPage(page)};
}

/** The parts of a page used for counting. */
type CountedPage = Pick<Page, 'total' | 'items' | 'last' | 'warning'>;

/**
 * The number of items of a list from its first page; undefined if unknown. A total that the page
 * contradicts, or that comes with a warning, is ignored.
 */
function totalOf({total, items, last, warning}: CountedPage): number | undefined {
  if (last) return items.length;
  if (warning !== undefined) return undefined;
  return total !== undefined && total > items.length ? total : undefined;
}

/** The number of items of a list from its first page, such as `50+` if it is not exact. */
export function countOfPage(page: CountedPage): string {
  const total = totalOf(page);
  return numberText(total ?? page.items.length, total === undefined);
}

/** Read only the first page of a list; undefined if there is none. */
export async function firstPage(pages: AsyncIterable<Page>): Promise<Page | undefined> {
  for await (const page of pages) return page;
  return undefined;
}

/**
 * Read the first pages of a list: items as JSON texts, whether there are more, and the server's
 * total.
 */
export async function readItems(
  call: OperationRef,
  ask: CountPorts,
): Promise<{
  readonly items: readonly string[];
  readonly more: boolean;
  readonly total: number | undefined;
}> {
  const items: string[] = [];
  let more = false;
  let total: number | undefined;
  for await (const page of ask.pages(call)) {
    for (const item of page.items) items.push(item);
    more = !page.last;
    total = page.total;
    if (page.index + 1 >= pagesCounted) break;
  }
  return {items, more, total};
}

/** Limit of parents whose lists are counted. */
const parentsCounted = 20;

/** Read the items of a list per parent: of all parents or, above the limit, of the first ones. */
export async function readPerParent(
  call: Source,
  ask: CountPorts,
): Promise<{readonly items: readonly string[]; readonly more: boolean; readonly note?: string}> {
  const items: string[] = [];
  let parents = 0;
  for await (const page of ask.pages(call)) {
    for (const item of page.items) items.push(item);
    parents += page.checked ?? 0;
    const isLong = (page.of ?? parents) > scanBatchSize;
    if (page.last) {
      if (page.note === undefined) ask.read(call, items);
      return {items, more: page.note !== undefined};
    }
    if (parents >= (isLong ? parentsCounted : scanBatchSize)) {
      return {items, more: true, note: page.note ?? ''};
    }
  }
  return {items, more: false};
}

/** Format a count: `2,000`, or `1,000+` if there are more. */
export function numberText(n: number, more: boolean): string {
  return groupedNumber(n) + (more ? '+' : '');
}

/** Why something was not counted, in a short and a shorter form. */
function failedCount(thrown: unknown): Count {
  const status = isFailure(thrown) ? thrown.details.status : undefined;
  const failed = (text: string, short: string): Count => ({status: 'failed', text, short});
  if (isFailure(thrown) && thrown.kind === 'auth_failed') {
    return status === 401
      ? {status: 'failed', text: '', isSignIn: true}
      : failed('not allowed for this user', 'not allowed');
  }
  if (isFailure(thrown) && thrown.kind === 'auth_error') {
    return failed(reasonOf(thrown), 'no usable credentials');
  }
  const text = summarizeError(thrown).title.toLowerCase();
  return status === undefined ? {status: 'failed', text} : failed(text, `failed (${status})`);
}

/** Limit the number of concurrent tasks; others wait in order. */
function makeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async work => {
    if (running >= atOnce) await new Promise<void>(go => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Pass the turn on directly, so that no later task overtakes.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
