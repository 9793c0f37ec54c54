import type {Clock} from '../../base/clock.ts';
import type {Failure, FailureKind} from '../../base/failure.ts';

/** Transient failures of a busy or broken server: a watch continues (contract 9.2). */
export const busyKinds: ReadonlySet<FailureKind> = new Set(['rate_limited', 'server_error']);

/** All transient failures, including those of the connection if the URL is known to work. */
export const transientKinds: ReadonlySet<FailureKind> = new Set([
  ...busyKinds,
  'connection_error',
  'timeout_error',
  'invalid_response',
]);

const slowest = 6;
const quietPollsAtFullPace = 3;
const longestBackOffMs = 300_000;
const shortestBackOffMs = 1000;
/** Longest single sleep. */
const longestSleepMs = 300_000;

/** Milliseconds between polls, after a number of polls without news. */
export function pollDelayMs(intervalMs: number, quiet: number): number {
  return intervalMs * Math.min(slowest, 1.5 ** Math.max(0, quiet - quietPollsAtFullPace));
}

/** Longest backoff: a server that says "retry in the year 9999" is polled again after an hour. */
const longestAskedMs = 3_600_000;

/**
 * Milliseconds of backoff: exponential, with jitter, at least as long as the server asks, up to an
 * hour.
 */
export function backOff(
  {details}: Failure,
  before: number,
  intervalMs: number,
  random: () => number = () => 0.5,
): number {
  const step = Math.max(intervalMs, shortestBackOffMs) * 2 ** Math.min(before, 20);
  const own = Math.max(intervalMs, Math.min(step * (0.7 + 0.6 * random()), longestBackOffMs));
  const askedMs = Math.min(1000 * (details.retryAfterSeconds ?? 0), longestAskedMs);
  return Math.round(Math.max(own, askedMs));
}

/**
 * Sleep for longer than a timer supports.
 *
 * @throws Failure 'interrupted' if `signal` is or becomes aborted
 */
export async function sleepLong(ms: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  for (let leftMs = ms; leftMs >= 0; leftMs -= longestSleepMs) {
    await clock.sleep(Math.min(leftMs, longestSleepMs), signal);
  }
}
