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

/** Whether the credentials were rejected, by the service or by its token endpoint. */
export function isRefusal(failure: Failure): boolean {
  const {kind} = failure;
  return kind === 'auth_failed' || (kind === 'auth_error' && !isPassing(failure));
}

/**
 * Whether to retry: also if the token endpoint failed or was unreachable, but not if it rejected.
 */
export function isPassing({kind, details}: Failure): boolean {
  if (kind !== 'auth_error') return transientKinds.has(kind);
  const {status, attempts = 0} = details;
  return status === undefined ? attempts > 0 : status === 429 || status >= 500;
}

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

/** Default of `--max-wait` of a watch, milliseconds. */
export const defaultMaxWaitMs = 600_000;

/** The pace of a watch. */
export interface WatchPace {
  /** Milliseconds between polls; of failed deliveries, up to 6 times that without new ones. */
  readonly intervalMs: number;
  /** Longest wait after a failure, whatever the server asks for. @default 10 minutes */
  readonly maxWaitMs?: number | undefined;
}

/** Describe the wait that the service asked for, if the watch waits less; '' otherwise. */
export function longerWaitText({details}: Failure, waitMs: number): string {
  const {retryAfterSeconds = 0} = details;
  const isLonger = 1000 * retryAfterSeconds > waitMs + 1000;
  return isLonger ? ` (the service asked for ${retryAfterSeconds} s)` : '';
}

/**
 * Milliseconds of backoff: exponential, with jitter, at least as long as the server asks, up to
 * `maxWaitMs`.
 */
export function backOff(
  {details}: Failure,
  before: number,
  {intervalMs, maxWaitMs = defaultMaxWaitMs}: WatchPace,
  random: () => number = () => 0.5,
): number {
  const step = Math.max(intervalMs, shortestBackOffMs) * 2 ** Math.min(before, 20);
  const own = Math.max(intervalMs, Math.min(step * (0.7 + 0.6 * random()), longestBackOffMs));
  const askedMs = 1000 * (details.retryAfterSeconds ?? 0);
  return Math.round(Math.min(Math.max(own, askedMs), maxWaitMs));
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
