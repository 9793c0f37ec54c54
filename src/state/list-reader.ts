import type {Page} from '../api/client.ts';
import {type Failure, type FailureKind, isFailure} from '../base/failure.ts';
import {findSpan} from '../base/json-pointer.ts';
import {itemSpans} from '../base/json-scan.ts';
import {allSentBy, askPages, askText} from './ask.ts';
import type {Effect} from './effect.ts';
import type {Ports} from './ports.ts';

/** Reads the pages of one list as they are wanted. */
export interface ListReader {
  readonly signal: AbortSignal;
  /** Read on until so many items were read, or all; a call while one runs raises its goal. */
  readTo(wanted: number): Promise<void>;
}

/** Failures that mean the server may not have this operation: the next source is asked. */
const asksNextSource: ReadonlySet<FailureKind> = new Set(['not_found', 'gone', 'client_error']);

/**
 * Read a list from the first of its sources that answers, page by page; each page becomes an event.
 */
export function readList(
  effect: Extract<Effect, {kind: 'load'}>,
  ports: Ports,
  signal: AbortSignal,
): ListReader {
  const {resource, params, view} = effect;
  let pages: AsyncIterator<Page> | undefined;
  let source = 0;
  let read = 0;
  let goal = 0;
  let first = true;
  let running: Promise<void> | undefined;

  async function open(): Promise<IteratorResult<Page, undefined>> {
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

  function pagesOf(call: (typeof resource.sources)[number]): AsyncIterable<Page> {
    if (call.items === undefined) return askPages(call, params, ports, signal);
    const {items} = call;
    return (async function* () {
      const text = await askText(call, params, ports, signal);
      const span = findSpan(text, items);
      const spans = span === undefined ? [] : itemSpans(text, span);
      yield {index: 0, items: spans.map(s => text.slice(s.start, s.end)), text, last: true};
    })();
  }

  async function run(): Promise<void> {
    while (read < goal && !signal.aborted) {
      const next = pages === undefined ? await open() : await pages.next();
      if (signal.aborted || (next.done && !first)) return;
      const page = next.done ? undefined : next.value;
      read += page?.items.length ?? 0;
      ports.dispatch({
        kind: 'page',
        view,
        source,
        first,
        items: page?.items ?? [],
        total: page?.total,
        more: page !== undefined && !page.last,
        atMs: ports.clock.now(),
      });
      first = false;
      if (page === undefined || page.last) return;
    }
  }

  return {
    signal,
    readTo(wanted) {
      goal = Math.max(goal, wanted);
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** 404 and its like, or a server that says it does not do this (405, 501). */
function isUnknownOperation(failure: Failure): boolean {
  const {status} = failure.details;
  return asksNextSource.has(failure.kind) || status === 405 || status === 501;
}
