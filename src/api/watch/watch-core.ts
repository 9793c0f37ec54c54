import {clamp} from '../../base/clamp.ts';
import type {Failure} from '../../base/failure.ts';
import {memoryJson} from './alert-memory.ts';
import type {Alert, AlertEvent} from './alerts.ts';
import {backOff, defaultMaxWaitMs, isPassing, isRefusal, pollDelayMs} from './backoff.ts';
import {CursorTracker} from './cursor-tracker.ts';
import type {FailedPage} from './failed-page.ts';
import {
  defaultOverlapMs,
  type FailedEvent,
  farSearchIntervalMs,
  longestFarIntervalMs,
  retentionMs,
  type WatchChange,
  type WatchCursor,
  type WatchFailedOptions,
} from './failed-watch.ts';
import {makeWatchAlerts} from './watch-alerts.ts';

/** An input of a watch; `nowMs` is the local time. */
export type WatchInput = {readonly nowMs: number} & (
  | {readonly kind: 'page'; readonly page: FailedPage}
  | {readonly kind: 'failed'; readonly failure: Failure}
  /** The requested sleep ended after so many milliseconds. */
  | {readonly kind: 'slept'; readonly ms: number}
  | ({readonly kind: 'change'} & WatchChange)
);

/** The next request of a watch to its caller. */
export type WatchInstruction =
  | {readonly kind: 'request'; readonly afterMs: number}
  | {readonly kind: 'wait'; readonly ms: number};

/**
 * A watch of failed deliveries as a pure state machine, without connection, clock or files. Equal
 * inputs give equal outputs.
 */
export interface WatchCore {
  next(nowMs: number): WatchInstruction;
  /** Handle an input. Outputs are computed lazily, and `place` follows them. */
  step(input: WatchInput): Iterable<FailedEvent>;
  /** The cursor after the last output; undefined until the start is known. */
  place(): WatchCursor | undefined;
  /** State of the alert rules, also while the start is unknown; absent without rules. */
  alertState(): WatchCursor['alerts'];
}

/** An interrupted poll is resumed for this long; after that, a new poll detects evicted records. */
const longestPollMs = 600_000;
/** Tolerated clock difference for a start 72 hours back. */
const clockSlackMs = 60_000;
/** How far back the latest record is first searched, in milliseconds; doubled each time. */
const firstBackMs = 60_000;
/** A search for late records may take this share of the time. */
const searchShare = 1 / 4;

/** Allowance for response and rendering, so that a visible poll fits into the interval. */
const answerMs = 100;

/** A running poll; a failed page does not discard the pages already read. */
interface Poll {
  readonly beganMs: number;
  /** Whether it searches for late records further back than the overlap. */
  readonly isFar: boolean;
  /** Of a running search: where the records that are not searched begin. */
  searchToMs: number | undefined;
  /** Request records later than this. */
  afterMs: number;
  pages: number;
  listed: number;
  delivered: number;
  /** The server's time at its first page. */
  serverMs?: number | undefined;
}

/** A pause since `fromMs`: `ms` long, or until the interval ends if the result is visible. */
interface Pause {
  readonly fromMs: number;
  readonly ms: number;
  readonly isAfterPoll: boolean;
  sleptMs: number;
}

/**
 * Make a watch: each failure is delivered once, oldest first, without gaps (contract 9.2). A record
 * listed late, or with a lagging clock, is delivered if it is behind the server's Date by no more
 * than the overlap; without a Date header, behind the latest delivered record. Once a minute, or
 * less often if that takes long, a poll goes 10 minutes back and delivers the records found there
 * as late.
 *
 * @param beganMs start by the local clock
 */
export function makeWatchCore(
  options: WatchFailedOptions,
  beganMs: number,
  random?: () => number,
): WatchCore {
  const {intervalMs, overlapMs = defaultOverlapMs, resume, matches} = options;
  const {backMs = Math.min(overlapMs, defaultOverlapMs)} = options;
  const {refusedMs, everyMs, sinceMs: keptMs} = options;
  const {maxWaitMs = defaultMaxWaitMs, giveUpMs, patientMs} = options;
  let knownTo = keptMs === undefined ? undefined : {polledMs: keptMs, toldMs: keptMs};
  let tracker: CursorTracker | undefined;
  /** How far back the latest record is searched while the start is unknown. */
  let lookMs = 0;
  let poll: Poll | undefined;
  let pause: Pause | undefined;
  let farMs = Number.NEGATIVE_INFINITY;
  let farEveryMs = farSearchIntervalMs;
  // Read new records first: a watch that is killed repeatedly must make progress.
  let canLookFar = resume === undefined;
  let slackMs = resume ? 0 : clockSlackMs;
  let failures = 0;
  /** Start of the current series of failures. */
  let outageMs: number | undefined;
  /** First refusal of that series. */
  let refusedAtMs: number | undefined;
  let quiet = 0;
  let skewMs: number | undefined;
  /** Without a Date header: how far the latest failure was ahead of the local clock when read. */
  let latestAheadMs = 0;
  let isVisible = options.isVisible === true;
  let periodEndMs = everyMs === undefined ? Number.POSITIVE_INFINITY : beganMs + everyMs;
  const alerts = options.alerts && makeWatchAlerts(options.alerts, resume !== undefined);

  const begin = (floorMs: number): void => {
    const start = {floorMs, toldMs: floorMs, highWaterMs: floorMs, seen: []};
    tracker = new CursorTracker(resume ?? start, overlapMs);
  };
  if (resume !== undefined) begin(resume.floorMs);
  else if (options.afterMs !== undefined) begin(options.afterMs);

  /**
   * Start relative to the watch's start by the server's clock, even if its first response comes
   * much later. Without a Date header the local clock may be ahead, which would hide failures until
   * the server's clock catches up; then the latest known record is used.
   */
  const findStart = ({records, serverTimeMs}: FailedPage, nowMs: number): void => {
    const sinceMs = Math.max(0, nowMs - beganMs);
    const lastMs = lookMs === 0 ? undefined : records.at(-1)?.failureTimeMs;
    if (serverTimeMs !== undefined) {
      begin(serverTimeMs - sinceMs - backMs);
    } else if (lastMs !== undefined) {
      begin(Math.min(beganMs, lastMs - sinceMs) - backMs);
    } else {
      lookMs = lookMs === 0 ? firstBackMs : lookMs * 2;
      const longestMs = Math.max(retentionMs, backMs);
      if (Math.max(lookMs, backMs) >= retentionMs) begin(beganMs - longestMs);
    }
  };
  const leftOf = ({fromMs, ms, isAfterPoll, sleptMs}: Pause, nowMs: number): number => {
    const wantedMs = isAfterPoll && isVisible ? Math.min(ms, intervalMs - answerMs) : ms;
    const leftMs = wantedMs - Math.max(nowMs - fromMs, sleptMs);
    return isAfterPoll ? Math.min(leftMs, periodEndMs - nowMs) : leftMs;
  };
  const raise = (event: AlertEvent, nowMs: number): readonly Alert[] =>
    alerts?.raise(event, nowMs) ?? [];
  const endPage = (own: CursorTracker, isPolled: boolean, nowMs: number): readonly Alert[] => {
    const now = {localMs: nowMs, skewMs: skewMs ?? latestAheadMs};
    const toMs = own.coveredMs(isPolled, nowMs + now.skewMs);
    return alerts?.endPage({toMs, isPolled}, now) ?? [];
  };

  function* read(page: FailedPage, nowMs: number): Generator<FailedEvent> {
    if (tracker === undefined || poll === undefined) return findStart(page, nowMs);
    const {records, size, serverTimeMs} = page;
    if (poll.pages++ === 0) {
      poll.serverMs = serverTimeMs;
      if (serverTimeMs !== undefined) skewMs = serverTimeMs - nowMs;
      const gap = gapBefore(knownTo ?? tracker.place(), serverTimeMs ?? nowMs, slackMs);
      knownTo = undefined;
      tracker.begin(serverTimeMs ?? nowMs, serverTimeMs !== undefined);
      if (gap !== undefined) yield gap;
    }
    poll.listed += records.length;
    const {highWaterMs} = tracker.place();
    let skipped = 0;
    for (const record of records) {
      const {failureTimeMs, text} = record;
      const passed = tracker.pass(record);
      if (passed === 'known') continue;
      if (matches?.(text) === false) {
        skipped++;
        continue;
      }
      poll.delivered++;
      alerts?.add(text, failureTimeMs);
      yield {type: 'failure', item: text, failureTimeMs, ...(passed === 'late' && {late: true})};
    }
    const lastMs = records.at(-1)?.failureTimeMs ?? poll.afterMs;
    tracker.settle(lastMs, serverTimeMs);
    const isLast = lastMs <= poll.afterMs || records.length < (size ?? 0);
    if (poll.searchToMs !== undefined && (isLast || lastMs >= poll.searchToMs)) {
      const wantedMs = (nowMs - poll.beganMs) / searchShare;
      farEveryMs = clamp(wantedMs, farSearchIntervalMs, longestFarIntervalMs);
      poll.searchToMs = undefined;
    }
    poll.afterMs = lastMs;
    // Without this event no cursor would be saved on pages that match nothing.
    if (skipped > 0) yield {type: 'skipped', count: skipped};
    if (lastMs > highWaterMs) latestAheadMs = lastMs - nowMs;
    if (isLast) return yield endPoll(poll, tracker, nowMs);
    // The next request begins a poll that renews its bound.
    if (tracker.isFull()) {
      if (poll.isFar) farMs = poll.beganMs;
      poll = undefined;
    }
    const raised = endPage(tracker, false, nowMs);
    if (raised.length > 0) yield {type: 'alerts', alerts: raised};
  }

  const endPoll = (ended: Poll, own: CursorTracker, nowMs: number): FailedEvent => {
    const {pages, listed, delivered, serverMs, isFar} = ended;
    const memory = own.finish(farEveryMs);
    const lagMs = serverMs === undefined ? undefined : serverMs - own.place().highWaterMs;
    if (isFar) farMs = ended.beganMs;
    canLookFar = true;
    slackMs = 0;
    failures = 0;
    quiet = delivered > 0 ? 0 : quiet + 1;
    poll = undefined;
    // The interval counts from poll to poll, but the pause after a slow one is at least half of it.
    const ms = pollDelayMs(intervalMs, quiet);
    const spentMs = Math.min(Math.max(0, nowMs - ended.beganMs), (isVisible ? intervalMs : ms) / 2);
    pause = {fromMs: nowMs - spentMs, ms, isAfterPoll: true, sleptMs: spentMs};
    if (everyMs !== undefined && (nowMs >= periodEndMs || nowMs < periodEndMs - everyMs)) {
      periodEndMs = nowMs + everyMs;
    }
    const nextMs = isVisible ? Math.min(ms, intervalMs) - spentMs : leftOf(pause, nowMs);
    return {
      type: 'poll',
      pages,
      listed,
      delivered: delivered,
      ...(lagMs !== undefined && {lagMs: Math.max(0, lagMs)}),
      ...(serverMs !== undefined && skewMs !== undefined && {skewMs}),
      ...memory,
      nextAtMs: nowMs + nextMs,
      alerts: endPage(own, true, nowMs),
    };
  };

  const fail = (failure: Failure, nowMs: number): FailedEvent => {
    const isRefused = isRefusal(failure);
    outageMs ??= nowMs;
    if (isRefused) refusedAtMs ??= nowMs;
    const lastMs = (isRefused ? patientMs : giveUpMs) ?? Number.POSITIVE_INFINITY;
    const sinceMs = isRefused ? refusedAtMs : outageMs;
    const leftMs = (sinceMs ?? nowMs) + lastMs - nowMs;
    const isLasting = !isPassing(failure) && !(isRefused && refusedMs !== undefined);
    const isOver = isLasting || leftMs <= 0;
    const reason = options.alerts?.reasonOf?.(failure) ?? failure.message;
    const raised = raise({kind: 'unanswered', reason, isRefused: isRefused || isOver}, nowMs);
    if (isOver) return {type: 'ended', failure, alerts: raised};
    if (nowMs - (poll?.beganMs ?? 0) > longestPollMs) poll = undefined;
    const waitMs = isRefused
      ? Math.min(refusedMs ?? intervalMs, maxWaitMs)
      : backOff(failure, failures++, {intervalMs, maxWaitMs}, random);
    const ms = Math.min(waitMs, leftMs);
    pause = {fromMs: nowMs, ms, isAfterPoll: false, sleptMs: 0};
    const endAtMs = Number.isFinite(leftMs) ? {endAtMs: nowMs + leftMs} : {};
    return {type: 'retry', failure, nextAtMs: nowMs + ms, ...endAtMs, alerts: raised};
  };

  return {
    next(nowMs) {
      const leftMs = pause === undefined ? 0 : leftOf(pause, nowMs);
      if (pause !== undefined && leftMs > 0) {
        // Count the following sleep from here, even if the clock is changed meanwhile.
        pause.sleptMs = Math.max(pause.sleptMs, nowMs - pause.fromMs);
        const deadMs = alerts?.leftMs(nowMs) ?? leftMs;
        return {kind: 'wait', ms: Math.min(leftMs, deadMs)};
      }
      pause = undefined;
      if (tracker === undefined) return {kind: 'request', afterMs: beganMs - lookMs};
      if (poll === undefined) {
        const isFar = canLookFar && Math.abs(nowMs - farMs) >= farEveryMs;
        const afterMs = tracker.nextAfterMs(isFar);
        const searchToMs = isFar ? tracker.nextAfterMs(false) : undefined;
        poll = {beganMs: nowMs, isFar, searchToMs, afterMs, pages: 0, listed: 0, delivered: 0};
      }
      return {kind: 'request', afterMs: poll.afterMs};
    },
    *step(input) {
      const {nowMs} = input;
      switch (input.kind) {
        case 'page':
          failures = 0;
          outageMs = undefined;
          refusedAtMs = undefined;
          yield* read(input.page, nowMs);
          return;
        case 'failed':
          yield fail(input.failure, nowMs);
          return;
        case 'slept': {
          if (pause !== undefined) pause.sleptMs += input.ms;
          const raised = raise({kind: 'time'}, nowMs);
          if (raised.length > 0) yield {type: 'alerts', alerts: raised};
          return;
        }
        case 'change':
          isVisible = input.isVisible ?? isVisible;
          if (input.now) pause = undefined;
          alerts?.change(input, nowMs);
      }
    },
    alertState: () => alerts && memoryJson(alerts.snapshot()()),
    place() {
      const place = tracker?.place();
      const memoryAt = alerts?.snapshot();
      if (place === undefined || memoryAt === undefined) return place;
      const get = () => memoryJson(memoryAt());
      return Object.defineProperty(place, 'alerts', {enumerable: true, get});
    },
  };
}

/**
 * The gap for records evicted from the server's list since the last poll or the requested start.
 */
function gapBefore(
  {polledMs, toldMs}: Pick<WatchCursor, 'polledMs' | 'toldMs'>,
  nowMs: number,
  slackMs: number,
): FailedEvent | undefined {
  const fromMs = Math.max(polledMs ?? toldMs, toldMs);
  const toMs = nowMs - retentionMs;
  return toMs > fromMs + slackMs ? {type: 'gap', fromMs, toMs} : undefined;
}
