import type {Clock} from '../../base/clock.ts';
import {type Failure, type FailureKind, toFailure} from '../../base/failure.ts';
import type {FailedPage} from './failed-page.ts';
import {type FailedPoll, followPoll, startPoll} from './failed-poll.ts';
import {makePlaceKeeper, type PlaceKeeper, type WatchPlace} from './watch-place.ts';
import {startOfNow} from './watch-start.ts';
import {backOff, pace, restOf} from './watch-waits.ts';

/** What a watch of failed deliveries tells. Times are milliseconds since the UNIX epoch. */
export type FailedEvent =
  /** A failed delivery, its JSON text untouched. */
  | {readonly type: 'failure'; readonly item: string; readonly failureTimeMs: number}
  /** Failures between these times can no longer be listed. */
  | {readonly type: 'gap'; readonly fromMs: number; readonly toMs: number}
  /** A poll came to its end. */
  | {
      readonly type: 'poll';
      readonly pages: number;
      readonly listed: number;
      readonly told: number;
      /** Age of the latest record by the server's time; absent while that is not known. */
      readonly lagMs?: number;
      /** Keys held against doubles, at most `mostHeldKeys` of watch-place.ts. */
      readonly held: number;
      /** There were more of them: records listed late up to this time are not told. */
      readonly lateFromMs?: number;
      readonly nextAtMs: number;
    }
  /** A poll failed and is tried again at this time of the own clock. */
  | {readonly type: 'retry'; readonly failure: Failure; readonly nextAtMs: number};

/** What the watch needs from outside. */
export interface WatchFailedPorts {
  /** Ask for the page of records later than a time; throws Failure. */
  readonly ask: (afterMs: number) => Promise<FailedPage>;
  readonly clock: Clock;
  /** 0 up to, not including, 1; spreads the waits after failures. */
  readonly random?: () => number;
}

/** How failed deliveries are watched. */
export interface WatchFailedOptions {
  /** Milliseconds between polls; up to 6 times that while nothing happens. */
  readonly intervalMs: number;
  /** Milliseconds asked for again, for records listed late. @default 5000 */
  readonly overlapMs?: number;
  /** Start later than this time. Without it and `resume`: the server's now less the overlap. */
  readonly afterMs?: number;
  /** Go on from here. */
  readonly resume?: WatchPlace;
  readonly signal?: AbortSignal;
}

/** A watch that runs, and where it stands. */
export interface FailedWatch {
  /** Without end; throws Failure when going on makes no sense, 'interrupted' when aborted. */
  readonly events: AsyncGenerator<FailedEvent, never, undefined>;
  /** The place after the last event; undefined until the start is known. */
  place(): WatchPlace | undefined;
}

/** A poll that was broken off is gone on with for this long; then another sees what was dropped. */
const longestPollMs = 600_000;
/** What two clocks may differ before a start 72 hours back is one further back. */
const clockSlackMs = 60_000;
const longestSleepMs = 300_000;

/** Failures that pass: the watch goes on (client-contract 9.2). */
const passing: ReadonlySet<FailureKind> = new Set([
  'rate_limited',
  'server_error',
  'connection_error',
  'timeout_error',
  'invalid_response',
]);

/**
 * Watch failed deliveries: each told once, oldest first, without gap (client-contract 9.2). What is
 * listed late, or with the time of a machine whose clock is behind, is told when it is behind the
 * server's Date by no more than the overlap; without a Date header, behind the latest record told.
 */
export function watchFailed(ports: WatchFailedPorts, options: WatchFailedOptions): FailedWatch {
  const {overlapMs = 5000, intervalMs, resume} = options;
  let keeper = resume && makePlaceKeeper(resume, overlapMs);
  const open = async (): Promise<PlaceKeeper> => {
    const floorMs = options.afterMs ?? (await startOfNow(ports, overlapMs));
    const start = {floorMs, toldMs: floorMs, highWaterMs: floorMs, seen: []};
    keeper = makePlaceKeeper(start, overlapMs);
    return keeper;
  };
  async function* run(): AsyncGenerator<FailedEvent, never, undefined> {
    let failures = 0;
    let quiet = 0;
    let slackMs = resume ? 0 : clockSlackMs;
    let poll: FailedPoll | undefined;
    for (;;) {
      let waitMs: number;
      const pagesBefore = poll?.pages ?? 0;
      try {
        const own = keeper ?? (await open());
        poll ??= startPoll(own, ports.clock.now());
        const counts = yield* followPoll(poll, own, ports, slackMs);
        slackMs = 0;
        failures = 0;
        quiet = counts.told > 0 ? 0 : quiet + 1;
        waitMs = restOf(pace(intervalMs, quiet), ports.clock.now() - poll.beganMs);
        poll = undefined;
        yield {type: 'poll', ...counts, nextAtMs: ports.clock.now() + waitMs};
      } catch (error) {
        const failure = toFailure(error);
        if (!isPassing(failure)) throw failure;
        if ((poll?.pages ?? 0) > pagesBefore) failures = 0;
        if (ports.clock.now() - (poll?.beganMs ?? 0) > longestPollMs) poll = undefined;
        waitMs = backOff(failure, failures++, intervalMs, ports.random);
        yield {type: 'retry', failure, nextAtMs: ports.clock.now() + waitMs};
      }
      for (let leftMs = waitMs; leftMs >= 0; leftMs -= longestSleepMs) {
        await ports.clock.sleep(Math.min(leftMs, longestSleepMs), options.signal);
      }
    }
  }
  return {events: run(), place: () => keeper?.place()};
}

/** Also when no token came because its server could not be reached or failed, not because it refused. */
function isPassing({kind, details}: Failure): boolean {
  if (kind !== 'auth_error') return passing.has(kind);
  const {status, attempts = 0} = details;
  return status === undefined ? attempts > 0 : status === 429 || status >= 500;
}
