import {type Failure, toFailure} from '../../base/failure.ts';
import {backOff, pace, passing, restOf, sleepLong} from './backoff.ts';
import {type CursorTracker, makeCursorTracker} from './cursor-tracker.ts';
import {
  type FailedEvent,
  retentionMs,
  usualOverlapMs,
  type WatchCursor,
  type WatchFailedPorts,
} from './failed-watch.ts';

/** Options of a watch of failed deliveries. */
export interface WatchFailedOptions {
  /** Milliseconds between polls; up to 6 times that while nothing happens. */
  readonly intervalMs: number;
  /** Milliseconds that each poll requests again, for records listed late. @default 5000 */
  readonly overlapMs?: number;
  /** Start later than this time. */
  readonly afterMs?: number;
  /** Else start so many milliseconds back from when the watch began, by the server's clock. @default the overlap */
  readonly backMs?: number;
  /** Resume from this cursor. */
  readonly resume?: WatchCursor;
  /** Retry refused credentials after this many milliseconds. @default the watch ends */
  readonly refusedMs?: number;
  /** Most keys kept for checking further back than the overlap. @default 2000 */
  readonly farKeys?: number;
  readonly signal?: AbortSignal;
}

/** A running watch and its cursor. */
export interface FailedWatch {
  /** Endless; throws Failure if it cannot continue, 'interrupted' when aborted. */
  readonly events: AsyncGenerator<FailedEvent, never, undefined>;
  /** The cursor after the last event; undefined until the start is known. */
  place(): WatchCursor | undefined;
}

/** An interrupted poll is resumed for this long; after that, a new poll detects evicted records. */
const longestPollMs = 600_000;
/** Tolerated clock difference for a start 72 hours back. */
const clockSlackMs = 60_000;
/** Interval of checks for late records further back than the overlap. */
const lookFarEveryMs = 60_000;

/**
 * Watch failed deliveries: each delivered once, oldest first, without gaps (contract 9.2). A record
 * listed late, or with a lagging clock, is delivered if it is behind the server's Date by no more
 * than the overlap; without a Date header, behind the latest delivered record. Once a minute a poll
 * goes 10 minutes back and delivers the records found there as late.
 */
export function watchFailed(ports: WatchFailedPorts, options: WatchFailedOptions): FailedWatch {
  const {
    overlapMs = usualOverlapMs,
    backMs = overlapMs,
    intervalMs,
    resume,
    refusedMs,
    farKeys,
  } = options;
  const {clock} = ports;
  const beganMs = clock.now();
  const pause = ports.pause ?? ((ms, _, signal) => sleepLong(ms, clock, signal));
  let keeper = resume && makeCursorTracker(resume, overlapMs, farKeys);
  const open = async (): Promise<CursorTracker> => {
    const floorMs = options.afterMs ?? (await startBack(ports, beganMs, backMs));
    const start = {floorMs, toldMs: floorMs, highWaterMs: floorMs, seen: []};
    keeper = makeCursorTracker(start, overlapMs, farKeys);
    return keeper;
  };
  async function* run(): AsyncGenerator<FailedEvent, never, undefined> {
    let failures = 0;
    let quiet = 0;
    let slackMs = resume ? 0 : clockSlackMs;
    let farMs = Number.NEGATIVE_INFINITY;
    let poll: FailedPoll | undefined;
    for (;;) {
      let waitMs: number;
      let after: 'poll' | 'failure' = 'poll';
      const pagesBefore = poll?.pages ?? 0;
      try {
        const own = keeper ?? (await open());
        poll ??= startPoll(own, clock.now(), Math.abs(clock.now() - farMs) >= lookFarEveryMs);
        const counts = yield* followPoll(poll, own, ports, slackMs);
        if (poll.isFar) farMs = poll.beganMs;
        slackMs = 0;
        failures = 0;
        quiet = counts.told > 0 ? 0 : quiet + 1;
        waitMs = restOf(pace(intervalMs, quiet), clock.now() - poll.beganMs);
        poll = undefined;
        yield {type: 'poll', ...counts, nextAtMs: clock.now() + waitMs};
      } catch (error) {
        const failure = toFailure(error);
        const isPatient = isPassing(failure);
        if (!isPatient && !(isRefusal(failure) && refusedMs !== undefined)) throw failure;
        after = 'failure';
        if ((poll?.pages ?? 0) > pagesBefore) failures = 0;
        if (clock.now() - (poll?.beganMs ?? 0) > longestPollMs) poll = undefined;
        waitMs = isPatient
          ? backOff(failure, failures++, intervalMs, ports.random)
          : (refusedMs ?? intervalMs);
        yield {type: 'retry', failure, nextAtMs: clock.now() + waitMs};
      }
      await pause(waitMs, after, options.signal);
    }
  }
  return {events: run(), place: () => keeper?.place()};
}

/** Whether the credentials are refused, by the service or by its token endpoint. */
export function isRefusal(failure: Failure): boolean {
  const {kind} = failure;
  return kind === 'auth_failed' || (kind === 'auth_error' && !isPassing(failure));
}

/** Whether to retry: also if the token endpoint failed or was unreachable, but not if it refused. */
function isPassing({kind, details}: Failure): boolean {
  if (kind !== 'auth_error') return passing.has(kind);
  const {status, attempts = 0} = details;
  return status === undefined ? attempts > 0 : status === 429 || status >= 500;
}

/** Where the latest record is first looked for, milliseconds back; then twice as far each time. */
const firstBackMs = 60_000;

/**
 * So long before the watch began, by the server's clock, also when the server first answers long after
 * that. Without a Date header the own clock may be ahead, and would hide what fails until the server's
 * has come so far: then it is the latest record at hand that counts.
 *
 * @param beganMs by the own clock
 */
async function startBack(
  {ask, clock}: WatchFailedPorts,
  beganMs: number,
  backMs: number,
): Promise<number> {
  const {serverTimeMs} = await ask(beganMs);
  const sinceMs = Math.max(0, clock.now() - beganMs);
  if (serverTimeMs !== undefined) return serverTimeMs - sinceMs - backMs;
  for (let lookMs = firstBackMs; lookMs < retentionMs && backMs < retentionMs; lookMs *= 2) {
    const {records} = await ask(beganMs - lookMs);
    const last = records.at(-1);
    if (last !== undefined) return Math.min(beganMs, last.failureTimeMs - sinceMs) - backMs;
  }
  return beganMs - Math.max(retentionMs, backMs);
}

/** A poll in progress; an error on one page does not discard the pages already read. */
interface FailedPoll {
  /** Start by the local clock. */
  readonly beganMs: number;
  /** Whether it checks for late records further back than the overlap. */
  readonly isFar: boolean;
  /** Request records later than this. */
  afterMs: number;
  /** Pages read. */
  pages: number;
  listed: number;
  told: number;
  /** The server's time at its first page. */
  serverMs: number | undefined;
  /** How far that was ahead of the local clock. */
  skewMs: number | undefined;
}

/** The outcome of a poll. */
type PollCounts = Omit<Extract<FailedEvent, {readonly type: 'poll'}>, 'type' | 'nextAtMs'>;

/** A new poll. */
function startPoll(keeper: CursorTracker, beganMs: number, isFar: boolean): FailedPoll {
  const afterMs = keeper.askAfterMs(isFar);
  const [serverMs, skewMs] = [undefined, undefined];
  return {beganMs, isFar, afterMs, pages: 0, listed: 0, told: 0, serverMs, skewMs};
}

/**
 * Go on with a poll: follow the pages until one is short; a page that leads no further ends it too.
 *
 * @param slackMs shorter gaps are ignored
 * @throws Failure of a page; the poll can be gone on with
 */
async function* followPoll(
  poll: FailedPoll,
  keeper: CursorTracker,
  {ask, clock}: WatchFailedPorts,
  slackMs: number,
): AsyncGenerator<FailedEvent, PollCounts, undefined> {
  for (;;) {
    const {records, size, serverTimeMs} = await ask(poll.afterMs);
    if (poll.pages++ === 0) {
      const nowMs = serverTimeMs ?? clock.now();
      poll.serverMs = serverTimeMs;
      poll.skewMs = serverTimeMs === undefined ? undefined : serverTimeMs - clock.now();
      const gap = gapBefore(keeper.place(), nowMs, slackMs);
      keeper.begin(nowMs, serverTimeMs !== undefined);
      if (gap !== undefined) yield gap;
    }
    poll.listed += records.length;
    for (const record of records) {
      const {failureTimeMs, text} = record;
      const passed = keeper.pass(record);
      if (passed === 'known') continue;
      poll.told++;
      yield {type: 'failure', item: text, failureTimeMs, ...(passed === 'late' && {late: true})};
    }
    const lastMs = records.at(-1)?.failureTimeMs ?? poll.afterMs;
    keeper.settle(lastMs);
    if (lastMs <= poll.afterMs || records.length < (size ?? 0)) return finishPoll(poll, keeper);
    poll.afterMs = lastMs;
  }
}

function finishPoll(poll: FailedPoll, keeper: CursorTracker): PollCounts {
  const {pages, listed, told, serverMs, skewMs} = poll;
  const memory = keeper.finish();
  const {highWaterMs} = keeper.place();
  const lagMs = serverMs === undefined ? undefined : Math.max(0, serverMs - highWaterMs);
  return {
    pages,
    listed,
    told,
    ...(lagMs !== undefined && {lagMs}),
    ...(skewMs !== undefined && {skewMs}),
    ...memory,
  };
}

/** Records evicted from the server's list since the last poll or the requested start. */
function gapBefore(
  {polledMs, toldMs}: WatchCursor,
  nowMs: number,
  slackMs: number,
): FailedEvent | undefined {
  const fromMs = Math.max(polledMs ?? toldMs, toldMs);
  const toMs = nowMs - retentionMs;
  return toMs > fromMs + slackMs ? {type: 'gap', fromMs, toMs} : undefined;
}
