import {toFailure} from '../../base/failure.ts';
import {onAbort} from '../../base/on-abort.ts';
import type {
  FailedEvent,
  WatchChange,
  WatchCursor,
  WatchFailedOptions,
  WatchFailedPorts,
} from './failed-watch.ts';
import {WatchCore, type WatchInput} from './watch-core.ts';

/** A running watch and its cursor. */
export interface FailedWatch {
  /** Endless; throws Failure if it cannot continue, 'interrupted' when aborted. */
  readonly events: AsyncGenerator<FailedEvent, never, undefined>;
  /** The cursor after the last event; undefined until the start is known. */
  place(): WatchCursor | undefined;
  /** State of the alert rules, also while the start is unknown. */
  alertState(): WatchCursor['alerts'];
  /** Change the pace or the alert rules; takes effect immediately. */
  change(change: WatchChange): void;
}

/** Longest single sleep, milliseconds. */
const longestSleepMs = 300_000;

/** Watch failed deliveries: connect the core of the watch to a server and a clock. */
export function watchFailed(
  {requestPage, clock, random}: WatchFailedPorts,
  {signal, ...options}: WatchFailedOptions & {readonly signal?: AbortSignal},
): FailedWatch {
  const core = new WatchCore(options, clock.now(), random);
  let wake = (): void => undefined;

  /** Sleep, at most until the watch is changed. @throws Failure 'interrupted' */
  async function sleep(ms: number): Promise<WatchInput> {
    const beganMs = clock.now();
    const cut = new AbortController();
    let isWoken = false;
    // Not AbortSignal.any: Node may collect the signal it makes before the sleep is notified of the
    // abort.
    const release = onAbort(signal, () => cut.abort());
    wake = () => {
      isWoken = true;
      cut.abort();
    };
    try {
      await clock.sleep(ms, cut.signal);
    } catch (error) {
      if (!isWoken || signal?.aborted) throw error;
    } finally {
      release();
      wake = () => undefined;
    }
    const sleptMs = isWoken ? clock.now() - beganMs : ms;
    return {kind: 'slept', ms: Math.max(0, sleptMs), nowMs: clock.now()};
  }

  async function request(afterMs: number): Promise<WatchInput> {
    try {
      return {kind: 'page', page: await requestPage(afterMs), nowMs: clock.now()};
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'interrupted') throw failure;
      return {kind: 'failed', failure, nowMs: clock.now()};
    }
  }

  async function* run(): AsyncGenerator<FailedEvent, never, undefined> {
    for (;;) {
      const wish = core.next(clock.now());
      const input =
        wish.kind === 'wait'
          ? await sleep(Math.min(wish.ms, longestSleepMs))
          : await request(wish.afterMs);
      for (const event of core.step(input)) {
        yield event;
        if (event.type === 'ended') throw event.failure;
      }
    }
  }
  return {
    events: run(),
    place: () => core.place(),
    alertState: () => core.alertState(),
    change(change) {
      for (const _ of core.step({kind: 'change', nowMs: clock.now(), ...change}));
      wake();
    },
  };
}
