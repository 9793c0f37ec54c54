import {type Failure, type FailureKind, isFailure} from '../../../base/failure.ts';
import {commandsOfCall} from '../../ask/ask.ts';
import {scanBatchSize} from '../../ask/item-steps.ts';
import {readsPerItem, sourcePages} from '../../ask/source-pages.ts';
import type {ReadPage, Source} from '../../model/resource.ts';
import type {Effect, Ports} from '../../model/transition.ts';

/** Reads the pages of a list on demand. */
export interface ListReader {
  readonly signal: AbortSignal;
  /** Read until so many items are loaded, or all; a call while one is running raises its goal. */
  readTo(wanted: number): Promise<void>;
  /** Stop after the current page; `readTo` continues. */
  pause(): void;
}

/** Failures that mean the server may not support the operation: try the next source. */
const asksNextSource: ReadonlySet<FailureKind> = new Set(['not_found', 'gone', 'client_error']);

/**
 * A page smaller than this share of the loaded rows is batched with later ones, for a limited time.
 */
const smallestPart = 1 / 16;
const waitsMs = 200;

/**
 * Read a list page by page from the first source that responds. Each page becomes an event; far
 * into a long list several are batched, since each event copies the rows.
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
        for (const sent of commandsOfCall(call.per?.call ?? call, params, ports)) {
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

  function pagesOf(source: Source): AsyncIterable<ReadPage> {
    return sourcePages(source, params, ports, signal, sent =>
      ports.dispatch({kind: 'sent', view, sent, beside: true}),
    );
  }

  /** The last inconsistency in the page's paging fields. */
  let doubt: string | undefined;

  /** Items not yet dispatched. */
  let pending: string[] = [];
  let dispatchedMs = 0;

  function tell(page: ReadPage | undefined): void {
    dispatchedMs = ports.clock.now();
    ports.dispatch({
      kind: 'page',
      view,
      source,
      first,
      items: pending,
      total: page?.total,
      more: page !== undefined && !page.last,
      note: page?.note ?? doubt,
      isPartial: page?.isPartial,
      atMs: dispatchedMs,
    });
    pending = [];
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
        // One by one: spreading too many arguments would overflow the stack.
        for (const item of page?.items ?? []) pending.push(item);
        const isLast = page === undefined || page.last;
        const waits =
          pending.length < read * smallestPart &&
          ports.clock.now() - dispatchedMs < waitsMs &&
          !isLast;
        if (first || page?.note !== undefined || !waits) tell(page);
        if (isLast) return;
      }
    } finally {
      if (pending.length > 0 && !signal.aborted) tell(page);
    }
  }

  return {
    signal,
    pause() {
      goal = 0;
    },
    readTo(wanted) {
      const one = resource.sources[source];
      const isCapped = readsPerItem(one) && wanted !== Number.MAX_SAFE_INTEGER;
      goal = Math.max(goal, isCapped ? Math.min(wanted, scanBatchSize) : wanted);
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** 404 and similar, or an unsupported method (405, 501). */
function isUnknownOperation(failure: Failure): boolean {
  const {status} = failure.details;
  return asksNextSource.has(failure.kind) || status === 405 || status === 501;
}
