import type {Clock} from '../../base/clock.ts';
import {type Failure, toFailure} from '../../base/failure.ts';
import type {Client, SendingOptions} from '../client.ts';
import type {RequestPlan} from '../request-plan.ts';
import {backOff, busy, passing, sleepLong} from './backoff.ts';
import {type ListChange, listChanges, type WatchedItems, watchedItems} from './list-changes.ts';

/** How a list is watched. */
export interface WatchListOptions extends SendingOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from one reading to the next. */
  readonly intervalMs: number;
  /** Items that stand elsewhere in the list are told too. @default false */
  readonly tellsMoves?: boolean;
}

/** An event of a watched list. */
export type ListEvent =
  | ListChange
  /** A reading failed and is tried again after so long. */
  | {readonly type: 'retry'; readonly failure: Failure; readonly waitMs: number};

/**
 * The events of a list, without end: what is there first, then what changes from one reading to the
 * next. After 429 and 5xx it waits longer and goes on, later than the server says; so it does after
 * faults of the connection, once the list has been read.
 *
 * @throws Failure of the reading when going on makes no sense (401 and 403 among them),
 * 'interrupted' when the signal aborts
 */
export async function* watchList(
  plan: RequestPlan,
  client: Client,
  {clock, random}: {readonly clock: Clock; readonly random?: () => number},
  options: WatchListOptions,
): AsyncGenerator<ListEvent, never, undefined> {
  const {intervalMs, signal, tellsMoves} = options;
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
      // On the first reading a fault on the way says that the address is wrong.
      if (!(known === undefined ? busy : passing).has(failure.kind)) throw failure;
      waitMs = backOff(failure, failures++, intervalMs, random);
      yield {type: 'retry', failure, waitMs};
    }
    if (now !== undefined) {
      yield* listChanges(known, now, tellsMoves);
      known = now;
    }
    await sleepLong(waitMs, clock, signal);
  }
}

/**
 * One reading. When items are gone from a list of several pages it is read again: an item deleted
 * on an earlier page moves others past the border of the next, which are not gone.
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
