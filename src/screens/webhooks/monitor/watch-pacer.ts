import type {Clock} from '../../../base/clock.ts';

/** The server's answer and the drawing of a row are in the interval, not on top of it. */
const answerMs = 100;

/**
 * How fast the watch goes: while someone looks at it the base interval is kept, and it can be asked
 * to poll at once. A wait after a failure is never cut short.
 */
export interface WatchPacer {
  /** The clock to give to the watch. */
  clock(clock: Clock, intervalMs: number): Clock;
  /** Whether the wait that comes is one between polls, which may be shortened. */
  mayHurry(may: boolean): void;
  looked(): boolean;
  /** Someone looks at the watch, or no longer; `now` ends the wait at once. */
  pace(looked: boolean, now: boolean): void;
}

/** Make the pacer of one watch after the other. */
export function makeWatchPacer(): WatchPacer {
  let isLooked = false;
  let isHurryAllowed = false;
  let polledMs: number | undefined;
  let recheck: ((now: boolean) => void) | undefined;

  async function wait(
    ms: number,
    clock: Clock,
    intervalMs: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (!isHurryAllowed) return clock.sleep(ms, signal);
    // An interval is from poll to poll; a slow answer does not make it longer, but for half of it.
    const beganMs = Math.max(polledMs ?? clock.now(), clock.now() - intervalMs / 2);
    for (;;) {
      const wantedMs = isLooked ? Math.min(ms, intervalMs - answerMs) : ms;
      const leftMs = wantedMs - (clock.now() - beganMs);
      if (leftMs <= 0) return;
      const ended = await sleepOrAsked(leftMs, clock, signal);
      if (ended === 'now') return;
    }
  }

  /** Sleep until the time is over or the pace changes. */
  async function sleepOrAsked(
    ms: number,
    clock: Clock,
    signal: AbortSignal | undefined,
  ): Promise<'over' | 'changed' | 'now'> {
    const cut = new AbortController();
    const either = signal === undefined ? cut.signal : AbortSignal.any([signal, cut.signal]);
    let asked: 'changed' | 'now' | undefined;
    recheck = now => {
      asked = now ? 'now' : 'changed';
      cut.abort();
    };
    try {
      await clock.sleep(ms, either);
      return 'over';
    } catch (error) {
      if (asked === undefined || signal?.aborted) throw error;
      return asked;
    } finally {
      recheck = undefined;
    }
  }

  return {
    clock: (clock, intervalMs) => ({
      now: () => clock.now(),
      async sleep(ms, signal) {
        await wait(ms, clock, intervalMs, signal);
        polledMs = clock.now();
      },
    }),
    mayHurry(may) {
      isHurryAllowed = may;
    },
    looked: () => isLooked,
    pace(looked, now) {
      isLooked = looked;
      recheck?.(now);
    },
  };
}
