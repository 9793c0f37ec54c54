import type {Clock} from '../../base/clock.ts';
import {type Failure, type FailureKind, toFailure} from '../../base/failure.ts';
import type {FailedPage} from './failed-page.ts';
import {makePlaceKeeper, type PlaceKeeper, type WatchPlace} from './watch-place.ts';

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

/** How long the server lists a failure (wire-notes 5.4). */
const keptMs = 72 * 3_600_000;
/** What two clocks may differ before a start 72 hours back is one further back. */
const clockSlackMs = 60_000;
/** Where the latest record is first looked for, milliseconds back; then twice as far each time. */
const firstBackMs = 60_000;
const slowest = 6;
const quietPollsAtFullPace = 3;
const longestSleepMs = 300_000;
const longestBackOffMs = 300_000;
const shortestBackOffMs = 1000;

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
    for (;;) {
      let waitMs: number;
      const beganMs = ports.clock.now();
      try {
        const counts = yield* pollOnce(keeper ?? (await open()), ports, slackMs);
        slackMs = 0;
        failures = 0;
        quiet = counts.told > 0 ? 0 : quiet + 1;
        waitMs = restOf(pace(intervalMs, quiet), ports.clock.now() - beganMs);
        yield {type: 'poll', ...counts, nextAtMs: ports.clock.now() + waitMs};
      } catch (error) {
        const failure = toFailure(error);
        if (!passing.has(failure.kind)) throw failure;
        waitMs = backOff(failure, failures++, intervalMs, ports);
        yield {type: 'retry', failure, nextAtMs: ports.clock.now() + waitMs};
      }
      for (let leftMs = waitMs; leftMs >= 0; leftMs -= longestSleepMs) {
        await ports.clock.sleep(Math.min(leftMs, longestSleepMs), options.signal);
      }
    }
  }
  return {events: run(), place: () => keeper?.place()};
}

type PollCounts = Omit<Extract<FailedEvent, {readonly type: 'poll'}>, 'type' | 'nextAtMs'>;

/** Follow the pages until one is short; a page that leads no further ends it too. */
async function* pollOnce(
  keeper: PlaceKeeper,
  {ask, clock}: WatchFailedPorts,
  slackMs: number,
): AsyncGenerator<FailedEvent, PollCounts, undefined> {
  let afterMs = keeper.askAfterMs();
  let listed = 0;
  let told = 0;
  let nowMs: number | undefined;
  for (let pages = 1; ; pages++) {
    const {records, size, serverTimeMs} = await ask(afterMs);
    if (pages === 1) {
      nowMs = serverTimeMs;
      const gap = gapBefore(keeper.place(), nowMs ?? clock.now(), slackMs);
      keeper.begin(nowMs ?? clock.now(), nowMs !== undefined);
      if (gap !== undefined) yield gap;
    }
    listed += records.length;
    for (const record of records) {
      const {failureTimeMs, text} = record;
      if (!keeper.pass(record)) continue;
      told++;
      yield {type: 'failure', item: text, failureTimeMs};
    }
    const lastMs = records.at(-1)?.failureTimeMs ?? afterMs;
    keeper.settle(lastMs);
    if (lastMs <= afterMs || records.length < (size ?? 0)) {
      const memory = keeper.finish();
      const {highWaterMs} = keeper.place();
      const lagMs = nowMs === undefined ? undefined : Math.max(0, nowMs - highWaterMs);
      return {pages, listed, told, ...(lagMs !== undefined && {lagMs}), ...memory};
    }
    afterMs = lastMs;
  }
}

/** What was dropped from the server's list since the last poll, or since the start that was asked for. */
function gapBefore(
  {polledMs, toldMs}: WatchPlace,
  nowMs: number,
  slackMs: number,
): FailedEvent | undefined {
  const fromMs = Math.max(polledMs ?? toldMs, toldMs);
  const toMs = nowMs - keptMs;
  return toMs > fromMs + slackMs ? {type: 'gap', fromMs, toMs} : undefined;
}

/**
 * The server's now less the overlap. Without a Date header the own clock may be ahead, and would hide
 * what fails until the server's has come so far: then it is the latest record at hand that counts.
 */
async function startOfNow({ask, clock}: WatchFailedPorts, overlapMs: number): Promise<number> {
  const ownMs = clock.now();
  const {serverTimeMs} = await ask(ownMs);
  if (serverTimeMs !== undefined) return serverTimeMs - overlapMs;
  for (let backMs = firstBackMs; backMs < keptMs; backMs *= 2) {
    const {records} = await ask(ownMs - backMs);
    const last = records.at(-1);
    if (last !== undefined) return Math.min(ownMs, last.failureTimeMs) - overlapMs;
  }
  return ownMs - keptMs;
}

function pace(intervalMs: number, quiet: number): number {
  return intervalMs * Math.min(slowest, 1.5 ** Math.max(0, quiet - quietPollsAtFullPace));
}

/** The interval goes from poll to poll; however long one takes, the server has half of it in peace. */
function restOf(intervalMs: number, spentMs: number): number {
  return intervalMs - Math.min(Math.max(0, spentMs), intervalMs / 2);
}

/** Milliseconds: doubling, spread, and never less than the server says. */
function backOff(
  {details}: Failure,
  before: number,
  intervalMs: number,
  {random = () => 0.5}: WatchFailedPorts,
): number {
  const step = Math.max(intervalMs, shortestBackOffMs) * 2 ** Math.min(before, 20);
  const own = Math.max(intervalMs, Math.min(step * (0.7 + 0.6 * random()), longestBackOffMs));
  return Math.round(Math.max(own, 1000 * (details.retryAfterSeconds ?? 0)));
}
