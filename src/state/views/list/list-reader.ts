import type {Page} from '../../../api/client.ts';
import {type Failure, type FailureKind, isFailure} from '../../../base/failure.ts';
import {findSpan} from '../../../base/json-pointer.ts';
import {itemSpans} from '../../../base/json-scan.ts';
import {parseJsonValue} from '../../../base/json-value.ts';
import {allSentBy, askPages, askText, sentBy} from '../../ask/ask.ts';
import {type ScanPage, scannedAtOnce, scanPages} from '../../ask/scan-pages.ts';
import type {Params} from '../../model/call.ts';
import type {Source} from '../../model/resource.ts';
import type {Effect, Ports} from '../../model/transition.ts';

/** Reads the pages of one list as they are wanted. */
export interface ListReader {
  readonly signal: AbortSignal;
  /** Read on until so many items were read, or all; a call while one runs raises its goal. */
  readTo(wanted: number): Promise<void>;
  /** Read no further than the page that is on its way; `readTo` goes on. */
  pause(): void;
}

/** A page; of a scan, with how far it has come. */
type ReadPage = Page & Partial<Pick<ScanPage, 'checked' | 'note'>>;

/** Failures that mean the server may not have this operation: the next source is asked. */
const asksNextSource: ReadonlySet<FailureKind> = new Set(['not_found', 'gone', 'client_error']);

/** A page that adds less than this part of what was read waits for those after it, for so long. */
const smallestPart = 1 / 16;
const waitsMs = 200;

/**
 * Read a list from the first of its sources that answers, page by page. Each page becomes an event; far
 * into a long list several do together, since each event copies the rows that are there.
 */
export function readList(
  effect: Extract<Effect, {kind: 'load'}>,
  ports: Ports,
  signal: AbortSignal,
): ListReader {
  const {resource, params, view} = effect;
  let pages: AsyncIterator<ReadPage> | undefined;
  let source = 0;
  let read = 0;
  let goal = 0;
  let first = true;
  let running: Promise<void> | undefined;

  async function open(): Promise<IteratorResult<ReadPage, undefined>> {
    for (;;) {
      const call = resource.sources[source];
      if (call === undefined) throw new Error(`${resource.id} has no source`);
      try {
        for (const sent of allSentBy(call, params, ports)) {
          ports.dispatch({kind: 'sent', view, sent});
        }
        pages = pagesOf(call)[Symbol.asyncIterator]();
        return await pages.next();
      } catch (thrown) {
        const last = source + 1 >= resource.sources.length;
        const unknown = isFailure(thrown) && isUnknownOperation(thrown);
        if (last || !unknown || signal.aborted) throw thrown;
        source += 1;
      }
    }
  }

  function pagesOf(call: Source): AsyncIterable<ReadPage> {
    if (call.scan !== undefined) {
      return scanPages(call, call.scan, params, ports, signal, (one, asked) =>
        ports.dispatch({kind: 'sent', view, sent: sentBy(one, asked, ports), beside: true}),
      );
    }
    if (call.items === undefined && call.derive === undefined) {
      return askPages(call, params, ports, signal);
    }
    return (async function* () {
      const text = await askText(call, params, ports, signal, sent =>
        ports.dispatch({kind: 'sent', view, sent, beside: true}),
      );
      yield {index: 0, items: itemsOf(call, text, params), text, last: true};
    })();
  }

  /** What a page said against itself; the last one knows most. */
  let doubt: string | undefined;

  /** Read, and not told yet. */
  let held: string[] = [];
  let toldMs = 0;

  function tell(page: ReadPage | undefined): void {
    toldMs = ports.clock.now();
    ports.dispatch({
      kind: 'page',
      view,
      source,
      first,
      items: held,
      total: page?.total,
      more: page !== undefined && !page.last,
      note: page?.note ?? doubt,
      atMs: toldMs,
    });
    held = [];
    first = false;
  }

  async function run(): Promise<void> {
    let page: ReadPage | undefined;
    try {
      while (read < goal && !signal.aborted) {
        const next = pages === undefined ? await open() : await pages.next();
        if (signal.aborted || (next.done && !first)) return;
        page = next.done ? undefined : next.value;
        read += page?.checked ?? page?.items.length ?? 0;
        doubt = page?.warning ?? doubt;
        // One by one: a call takes no more arguments than the stack holds.
        for (const item of page?.items ?? []) held.push(item);
        const isLast = page === undefined || page.last;
        const waits =
          held.length < read * smallestPart && ports.clock.now() - toldMs < waitsMs && !isLast;
        if (first || page?.note !== undefined || !waits) tell(page);
        if (isLast) return;
      }
    } finally {
      if (held.length > 0 && !signal.aborted) tell(page);
    }
  }

  return {
    signal,
    pause() {
      goal = 0;
    },
    readTo(wanted) {
      const scans = resource.sources[source]?.scan !== undefined;
      const all = wanted === Number.MAX_SAFE_INTEGER;
      goal = Math.max(goal, scans && !all ? Math.min(wanted, scannedAtOnce) : wanted);
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** The rows of an answer: the list inside it, or what is made of it. */
function itemsOf(source: Source, text: string, params: Params): string[] {
  if (source.derive !== undefined) {
    return source.derive(parseJsonValue(text), params).map(item => JSON.stringify(item));
  }
  const span = findSpan(text, source.items ?? '');
  const spans = span === undefined ? [] : itemSpans(text, span);
  return spans.map(s => text.slice(s.start, s.end));
}

/** 404 and its like, or a server that says it does not do this (405, 501). */
function isUnknownOperation(failure: Failure): boolean {
  const {status} = failure.details;
  return asksNextSource.has(failure.kind) || status === 405 || status === 501;
}
