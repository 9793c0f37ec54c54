import type {WatchFailedPorts} from '../../../api/watch/failed-watch.ts';
import type {Clock} from '../../../base/clock.ts';
import {onAbort} from '../../../base/on-abort.ts';

/** Allowance for response and rendering, so that they fit into the interval. */
const answerMs = 100;
/** Longest single sleep. */
const longestSleepMs = 300_000;

/** A message to the watch: whether it is visible. */
export interface Pace {
  readonly looked: boolean;
  /** Poll at once. */
  readonly now: boolean;
}

/** Pacer of a watch. */
export interface WatchPacer {
  /** Pause function for the watch. */
  readonly pause: NonNullable<WatchFailedPorts['pause']>;
  /** Set whether the watch is visible; `now` ends the pause at once. */
  pace(said: Pace): void;
}

/**
 * Make the pacer of a watch: while someone looks at it the base interval is kept, and it can be asked
 * to poll at once. A wait after a failure is cut short only by who asks for that.
 *
 * @param intervalMs milliseconds between polls while someone looks
 */
export function makeWatchPacer(clock: Clock, intervalMs: number, isLookedNow: boolean): WatchPacer {
  let isLooked = isLookedNow;
  let polledMs: number | undefined;
  let recheck: ((now: boolean) => void) | undefined;

  /** Sleep until the time is over or the pace changes; whether a poll is asked for at once. */
  async function sleepOrAsked(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    const cut = new AbortController();
    // Not AbortSignal.any: Node may collect the signal it makes before the sleep hears of the abort.
    const release = onAbort(signal, () => cut.abort());
    let asked: boolean | undefined;
    recheck = now => {
      asked = now;
      cut.abort();
    };
    try {
      await clock.sleep(Math.min(ms, longestSleepMs), cut.signal);
    } catch (error) {
      if (asked === undefined || signal?.aborted) throw error;
    } finally {
      release();
      recheck = undefined;
    }
    return asked ?? false;
  }

  return {
    async pause(ms, after, signal) {
      const nowMs = clock.now();
      // An interval is from poll to poll; a slow answer does not make it longer, but for half of it.
      const isPoll = after === 'poll';
      const beganMs = isPoll ? Math.max(polledMs ?? nowMs, nowMs - intervalMs / 2) : nowMs;
      for (;;) {
        const wantedMs = isPoll && isLooked ? Math.min(ms, intervalMs - answerMs) : ms;
        const spentMs = clock.now() - beganMs;
        // A clock that was set back must not delay the poll for long.
        if (spentMs < 0 || spentMs >= wantedMs) break;
        if (await sleepOrAsked(wantedMs - spentMs, signal)) break;
      }
      polledMs = clock.now();
    },
    pace({looked, now}) {
      isLooked = looked;
      recheck?.(now);
    },
  };
}
