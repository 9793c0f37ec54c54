import type {Clock} from '../../base/clock.ts';
import {type Failure, toFailure} from '../../base/failure.ts';
import type {Client, SendingOptions} from '../client.ts';
import type {RequestPlan} from '../request-plan.ts';
import {backOff, busyKinds, sleepLong, transientKinds, type WatchPace} from './backoff.ts';
import {type ListChange, listChanges, type WatchedItems, watchedItems} from './list-changes.ts';

/** Options of a watched list. */
export interface WatchListOptions extends SendingOptions, WatchPace {
  readonly signal: AbortSignal;
  /** Report moved items too. @default false */
  readonly reportsMoves?: boolean;
}

/** An event of a watched list. */
export type ListEvent =
  | ListChange
  /** A reading failed and is retried after this time. */
  | {readonly type: 'retry'; readonly failure: Failure; readonly waitMs: number};

/**
 * Generate the events of a list, endlessly: its initial items, then changes between readings. After
 * 429 and 5xx it backs off, at least as long as the server asks, and retries; so it does after
 * connection failures, once the list has been read.
 *
 * @throws Failure of a reading if retrying is pointless (401 and 403 among them), 'interrupted' if
 * the signal aborts
 */
export async function* watchList(
  plan: RequestPlan,
  client: Client,
  {clock, random}: {readonly clock: Clock; readonly random?: () => number},
  options: WatchListOptions,
): AsyncGenerator<ListEvent, never, undefined> {
  const {intervalMs, signal, reportsMoves} = options;
  let known: WatchedItems | undefined;
  let failures = 0;
  for (;;) {
    let waitMs = intervalMs;
    let now: WatchedItems | undefined;
    try {
      now = await readItems(plan, client, options, known);
      failures = 0;
    } catch (error) {
      const failure = toFailure(error);
      // On the first reading, a connection failure probably means a wrong URL.
      if (!(known === undefined ? busyKinds : transientKinds).has(failure.kind)) throw failure;
      waitMs = backOff(failure, failures++, options, random);
      yield {type: 'retry', failure, waitMs};
    }
    if (now !== undefined) {
      yield* listChanges(known, now, reportsMoves);
      known = now;
    }
    await sleepLong(waitMs, clock, signal);
  }
}

/**
 * Read the list once. If items are gone from a list of several pages it is read again: an item
 * deleted on an earlier page shifts others across page borders.
 */
async function readItems(
  plan: RequestPlan,
  client: Client,
  options: SendingOptions,
  known: WatchedItems | undefined,
): Promise<WatchedItems> {
  const first = await readOnce(plan, client, options);
  const lost = [...(known?.keys() ?? [])].some(identity => !first.items.has(identity));
  if (first.pages === 1 || !lost) return first.items;
  const second = await readOnce(plan, client, options);
  const onlyFirst = [...first.items].filter(([identity]) => !second.items.has(identity));
  return new Map([...second.items, ...onlyFirst]);
}

async function readOnce(
  plan: RequestPlan,
  client: Client,
  options: SendingOptions,
): Promise<{readonly items: WatchedItems; readonly pages: number}> {
  const texts: string[] = [];
  let pages = 0;
  for await (const page of client.pages(plan, options)) {
    for (const item of page.items) texts.push(item);
    pages++;
  }
  return {items: watchedItems(texts), pages};
}
