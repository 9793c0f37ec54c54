import type {ExecutePorts} from '../api/exchange.ts';
import {type ExecuteOptions, readPages} from '../api/execute.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {type Failure, type FailureKind, toFailure} from '../base/failure.ts';
import {type WatchEvent, type WatchedItems, watchChanges, watchedItems} from './watch-changes.ts';

/** How a list is polled. */
export interface PollOptions extends ExecuteOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from one reading to the next. */
  readonly intervalMs: number;
  /** Hears of a reading that failed and how long is waited then, milliseconds. */
  readonly onTrouble: (failure: Failure, waitMs: number) => void;
}

const longestSleepMs = 300_000;
/** Longest wait after failures, unless the interval or the server's own word is longer. */
const longestBackOffMs = 300_000;
const shortestBackOffMs = 1000;

/** Failures of a busy or broken server: the watch goes on. */
const patient: ReadonlySet<FailureKind> = new Set(['rate_limited', 'server_error']);
/** Failures on the way, which say that the address is wrong when the first reading meets them. */
const patientLater: ReadonlySet<FailureKind> = new Set([
  'connection_error',
  'timeout_error',
  'invalid_response',
]);

/**
 * The events of a list, without end: what is there first, then what changes from one reading to the
 * next. After 429 and 5xx it waits longer and goes on, later than the server says; so it does after
 * faults of the connection, once the list has been read.
 *
 * @throws Failure of the reading when going on makes no sense (401 and 403 among them),
 * 'interrupted' when the signal aborts
 */
export async function* pollList(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: PollOptions,
): AsyncGenerator<WatchEvent, never, undefined> {
  const {intervalMs, signal} = options;
  let known: WatchedItems | undefined;
  let failures = 0;
  for (;;) {
    let waitMs = intervalMs;
    let now: WatchedItems | undefined;
    try {
      now = await readItems(plan, ports, options, known);
      failures = 0;
    } catch (error) {
      const failure = toFailure(error);
      if (!isPassing(failure, known !== undefined)) throw failure;
      waitMs = backOff(failure, failures++, intervalMs, ports);
      options.onTrouble(failure, waitMs);
    }
    if (now !== undefined) {
      yield* watchChanges(known, now);
      known = now;
    }
    await sleepLong(waitMs, ports, signal);
  }
}

/**
 * One reading. When items are gone from a list of several pages it is read again: an item deleted
 * on an earlier page moves others past the border of the next, which are not gone.
 */
async function readItems(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: ExecuteOptions,
  known: WatchedItems | undefined,
): Promise<WatchedItems> {
  const first = await readOnce(plan, ports, options);
  const lost = [...(known?.keys() ?? [])].some(identity => !first.items.has(identity));
  if (first.pages === 1 || !lost) return first.items;
  const second = await readOnce(plan, ports, options);
  const onlyFirst = [...first.items].filter(([identity]) => !second.items.has(identity));
  return new Map([...second.items, ...onlyFirst]);
}

async function readOnce(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: ExecuteOptions,
): Promise<{readonly items: WatchedItems; readonly pages: number}> {
  const texts: string[] = [];
  let pages = 0;
  for await (const page of readPages(plan, ports, options)) {
    texts.push(...page.items);
    pages++;
  }
  return {items: watchedItems(texts), pages};
}

function isPassing({kind}: Failure, hasRead: boolean): boolean {
  return patient.has(kind) || (hasRead && patientLater.has(kind));
}

/** Milliseconds to wait after a failure: doubling, spread, and never less than the server says. */
function backOff(
  {details}: Failure,
  failuresBefore: number,
  intervalMs: number,
  {random = () => 0.5}: ExecutePorts,
): number {
  const step = Math.max(intervalMs, shortestBackOffMs) * 2 ** Math.min(failuresBefore, 20);
  const own = Math.max(intervalMs, Math.min(step * (0.7 + 0.6 * random()), longestBackOffMs));
  return Math.round(Math.max(own, 1000 * (details.retryAfterSeconds ?? 0)));
}

/** Wait longer than the clock takes at once. */
async function sleepLong(
  ms: number,
  {clock}: Pick<ExecutePorts, 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  let leftMs = ms;
  do {
    await clock.sleep(Math.min(leftMs, longestSleepMs), signal);
    leftMs -= longestSleepMs;
  } while (leftMs > 0);
}
