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
 * A watch of failed deliveries as a pure state machine, without connection, clock or files. Equal
 * inputs give equal outputs.
 *
 * Each failure is delivered once, oldest first, without gaps (contract 9.2). A record listed late,
 * or with a lagging clock, is delivered if it is behind the server's Date by no more than the
 * overlap; without a Date header, behind the latest delivered record. Once a minute, or less often
 * if that takes long, a poll goes 10 minutes back and delivers the records found there as late.
 */
export class WatchCore {
  readonly #options: WatchFailedOptions;
  readonly #beganMs: number;
  readonly #random: (() => number) | undefined;
  readonly #alerts: ReturnType<typeof makeWatchAlerts> | undefined;
  #knownTo: Pick<WatchCursor, 'polledMs' | 'toldMs'> | undefined;
  #tracker: CursorTracker | undefined;
  /** How far back the latest record is searched while the start is unknown. */
  #lookMs = 0;
  #poll: Poll | undefined;
  #pause: Pause | undefined;
  #farMs = Number.NEGATIVE_INFINITY;
  #farEveryMs = farSearchIntervalMs;
  // Read new records first: a watch that is killed repeatedly must make progress.
  #canLookFar: boolean;
  #slackMs: number;
  #failures = 0;
  /** Start of the current series of failures. */
  #outageMs: number | undefined;
  /** First refusal of that series. */
  #refusedAtMs: number | undefined;
  #quiet = 0;
  #skewMs: number | undefined;
  /** Without a Date header: how far the latest failure was ahead of the local clock when read. */
  #latestAheadMs = 0;
  #isVisible: boolean;
  #periodEndMs: number;

  /** @param beganMs start by the local clock */
  constructor(options: WatchFailedOptions, beganMs: number, random?: () => number) {
    const {resume, sinceMs, everyMs, isVisible = false, alerts} = options;
    this.#options = options;
    this.#beganMs = beganMs;
    this.#random = random;
    this.#alerts = alerts && makeWatchAlerts(alerts, resume !== undefined);
    this.#knownTo = sinceMs === undefined ? undefined : {polledMs: sinceMs, toldMs: sinceMs};
    this.#canLookFar = resume === undefined;
    this.#slackMs = resume ? 0 : clockSlackMs;
    this.#isVisible = isVisible;
    this.#periodEndMs = everyMs === undefined ? Number.POSITIVE_INFINITY : beganMs + everyMs;
    const startMs = resume?.floorMs ?? options.afterMs;
    if (startMs !== undefined) this.#begin(startMs);
  }

  next(nowMs: number): WatchInstruction {
    const pause = this.#pause;
    const leftMs = pause === undefined ? 0 : this.#leftOf(pause, nowMs);
    if (pause !== undefined && leftMs > 0) {
      // Count the following sleep from here, even if the clock is changed meanwhile.
      pause.sleptMs = Math.max(pause.sleptMs, nowMs - pause.fromMs);
      const deadMs = this.#alerts?.leftMs(nowMs) ?? leftMs;
      return {kind: 'wait', ms: Math.min(leftMs, deadMs)};
    }
    this.#pause = undefined;
    const tracker = this.#tracker;
    if (tracker === undefined) return {kind: 'request', afterMs: this.#beganMs - this.#lookMs};
    if (this.#poll === undefined) {
      const isFar = this.#canLookFar && Math.abs(nowMs - this.#farMs) >= this.#farEveryMs;
      const afterMs = tracker.nextAfterMs(isFar);
      const searchToMs = isFar ? tracker.nextAfterMs(false) : undefined;
      this.#poll = {beganMs: nowMs, isFar, searchToMs, afterMs, pages: 0, listed: 0, delivered: 0};
    }
    return {kind: 'request', afterMs: this.#poll.afterMs};
  }

  /** Handle an input. Outputs are computed lazily, and `place` follows them. */
  *step(input: WatchInput): Iterable<FailedEvent> {
    const {nowMs} = input;
    switch (input.kind) {
      case 'page':
        this.#failures = 0;
        this.#outageMs = undefined;
        this.#refusedAtMs = undefined;
        yield* this.#read(input.page, nowMs);
        return;
      case 'failed':
        yield this.#fail(input.failure, nowMs);
        return;
      case 'slept': {
        if (this.#pause !== undefined) this.#pause.sleptMs += input.ms;
        const raised = this.#raise({kind: 'time'}, nowMs);
        if (raised.length > 0) yield {type: 'alerts', alerts: raised};
        return;
      }
      case 'change':
        this.#isVisible = input.isVisible ?? this.#isVisible;
        if (input.now) this.#pause = undefined;
        this.#alerts?.change(input, nowMs);
    }
  }

  /** State of the alert rules, also while the start is unknown; absent without rules. */
  alertState(): WatchCursor['alerts'] {
    return this.#alerts && memoryJson(this.#alerts.snapshot()());
  }

  /** The cursor after the last output; undefined until the start is known. */
  place(): WatchCursor | undefined {
    const place = this.#tracker?.place();
    const memoryAt = this.#alerts?.snapshot();
    if (place === undefined || memoryAt === undefined) return place;
    const get = () => memoryJson(memoryAt());
    return Object.defineProperty(place, 'alerts', {enumerable: true, get});
  }

  #begin(floorMs: number): void {
    const {resume, overlapMs = defaultOverlapMs} = this.#options;
    const start = {floorMs, toldMs: floorMs, highWaterMs: floorMs, seen: []};
    this.#tracker = new CursorTracker(resume ?? start, overlapMs);
  }

  /**
   * Start relative to the watch's start by the server's clock, even if its first response comes
   * much later. Without a Date header the local clock may be ahead, which would hide failures until
   * the server's clock catches up; then the latest known record is used.
   */
  #findStart({records, serverTimeMs}: FailedPage, nowMs: number): void {
    const {overlapMs = defaultOverlapMs} = this.#options;
    const {backMs = Math.min(overlapMs, defaultOverlapMs)} = this.#options;
    const sinceMs = Math.max(0, nowMs - this.#beganMs);
    const lastMs = this.#lookMs === 0 ? undefined : records.at(-1)?.failureTimeMs;
    if (serverTimeMs !== undefined) {
      this.#begin(serverTimeMs - sinceMs - backMs);
    } else if (lastMs !== undefined) {
      this.#begin(Math.min(this.#beganMs, lastMs - sinceMs) - backMs);
    } else {
      this.#lookMs = this.#lookMs === 0 ? firstBackMs : this.#lookMs * 2;
      const longestMs = Math.max(retentionMs, backMs);
      if (Math.max(this.#lookMs, backMs) >= retentionMs) this.#begin(this.#beganMs - longestMs);
    }
  }

  #leftOf({fromMs, ms, isAfterPoll, sleptMs}: Pause, nowMs: number): number {
    const {intervalMs} = this.#options;
    const wantedMs = isAfterPoll && this.#isVisible ? Math.min(ms, intervalMs - answerMs) : ms;
    const leftMs = wantedMs - Math.max(nowMs - fromMs, sleptMs);
    return isAfterPoll ? Math.min(leftMs, this.#periodEndMs - nowMs) : leftMs;
  }

  #raise(event: AlertEvent, nowMs: number): readonly Alert[] {
    return this.#alerts?.raise(event, nowMs) ?? [];
  }

  #endPage(own: CursorTracker, isPolled: boolean, nowMs: number): readonly Alert[] {
    const now = {localMs: nowMs, skewMs: this.#skewMs ?? this.#latestAheadMs};
    const toMs = own.coveredMs(isPolled, nowMs + now.skewMs);
    return this.#alerts?.endPage({toMs, isPolled}, now) ?? [];
  }

  *#read(page: FailedPage, nowMs: number): Generator<FailedEvent> {
    const [poll, tracker] = [this.#poll, this.#tracker];
    if (tracker === undefined || poll === undefined) return this.#findStart(page, nowMs);
    const {records, size, serverTimeMs} = page;
    if (poll.pages++ === 0) {
      poll.serverMs = serverTimeMs;
      if (serverTimeMs !== undefined) this.#skewMs = serverTimeMs - nowMs;
      const known = this.#knownTo ?? tracker.place();
      const gap = gapBefore(known, serverTimeMs ?? nowMs, this.#slackMs);
      this.#knownTo = undefined;
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
      if (this.#options.matches?.(text) === false) {
        skipped++;
        continue;
      }
      poll.delivered++;
      this.#alerts?.add(text, failureTimeMs);
      yield {type: 'failure', item: text, failureTimeMs, ...(passed === 'late' && {late: true})};
    }
    const lastMs = records.at(-1)?.failureTimeMs ?? poll.afterMs;
    tracker.settle(lastMs, serverTimeMs);
    const isLast = lastMs <= poll.afterMs || records.length < (size ?? 0);
    if (poll.searchToMs !== undefined && (isLast || lastMs >= poll.searchToMs)) {
      const wantedMs = (nowMs - poll.beganMs) / searchShare;
      this.#farEveryMs = clamp(wantedMs, farSearchIntervalMs, longestFarIntervalMs);
      poll.searchToMs = undefined;
    }
    poll.afterMs = lastMs;
    // Without this event no cursor would be saved on pages that match nothing.
    if (skipped > 0) yield {type: 'skipped', count: skipped};
    if (lastMs > highWaterMs) this.#latestAheadMs = lastMs - nowMs;
    if (isLast) return yield this.#endPoll(poll, tracker, nowMs);
    // The next request begins a poll that renews its bound.
    if (tracker.isFull()) {
      if (poll.isFar) this.#farMs = poll.beganMs;
      this.#poll = undefined;
    }
    const raised = this.#endPage(tracker, false, nowMs);
    if (raised.length > 0) yield {type: 'alerts', alerts: raised};
  }

  #endPoll(ended: Poll, own: CursorTracker, nowMs: number): FailedEvent {
    const {intervalMs, everyMs} = this.#options;
    const {pages, listed, delivered, serverMs, isFar} = ended;
    const memory = own.finish(this.#farEveryMs);
    const lagMs = serverMs === undefined ? undefined : serverMs - own.place().highWaterMs;
    if (isFar) this.#farMs = ended.beganMs;
    this.#canLookFar = true;
    this.#slackMs = 0;
    this.#failures = 0;
    this.#quiet = delivered > 0 ? 0 : this.#quiet + 1;
    this.#poll = undefined;
    // The interval counts from poll to poll, but the pause after a slow one is at least half of it.
    const ms = pollDelayMs(intervalMs, this.#quiet);
    const longestMs = (this.#isVisible ? intervalMs : ms) / 2;
    const spentMs = Math.min(Math.max(0, nowMs - ended.beganMs), longestMs);
    this.#pause = {fromMs: nowMs - spentMs, ms, isAfterPoll: true, sleptMs: spentMs};
    const endMs = this.#periodEndMs;
    if (everyMs !== undefined && (nowMs >= endMs || nowMs < endMs - everyMs)) {
      this.#periodEndMs = nowMs + everyMs;
    }
    const nextMs = this.#isVisible
      ? Math.min(ms, intervalMs) - spentMs
      : this.#leftOf(this.#pause, nowMs);
    return {
      type: 'poll',
      pages,
      listed,
      delivered,
      ...(lagMs !== undefined && {lagMs: Math.max(0, lagMs)}),
      ...(serverMs !== undefined && this.#skewMs !== undefined && {skewMs: this.#skewMs}),
      ...memory,
      nextAtMs: nowMs + nextMs,
      alerts: this.#endPage(own, true, nowMs),
    };
  }

  #fail(failure: Failure, nowMs: number): FailedEvent {
    const {
      intervalMs,
      refusedMs,
      maxWaitMs = defaultMaxWaitMs,
      giveUpMs,
      patientMs,
    } = this.#options;
    const isRefused = isRefusal(failure);
    this.#outageMs ??= nowMs;
    if (isRefused) this.#refusedAtMs ??= nowMs;
    const lastMs = (isRefused ? patientMs : giveUpMs) ?? Number.POSITIVE_INFINITY;
    const sinceMs = isRefused ? this.#refusedAtMs : this.#outageMs;
    const leftMs = (sinceMs ?? nowMs) + lastMs - nowMs;
    const isLasting = !isPassing(failure) && !(isRefused && refusedMs !== undefined);
    const isOver = isLasting || leftMs <= 0;
    const reason = this.#options.alerts?.reasonOf?.(failure) ?? failure.message;
    const raised = this.#raise({kind: 'unanswered', reason, isRefused: isRefused || isOver}, nowMs);
    if (isOver) return {type: 'ended', failure, alerts: raised};
    if (nowMs - (this.#poll?.beganMs ?? 0) > longestPollMs) this.#poll = undefined;
    const waitMs = isRefused
      ? Math.min(refusedMs ?? intervalMs, maxWaitMs)
      : backOff(failure, this.#failures++, {intervalMs, maxWaitMs}, this.#random);
    const ms = Math.min(waitMs, leftMs);
    this.#pause = {fromMs: nowMs, ms, isAfterPoll: false, sleptMs: 0};
    const endAtMs = Number.isFinite(leftMs) ? {endAtMs: nowMs + leftMs} : {};
    return {type: 'retry', failure, nextAtMs: nowMs + ms, ...endAtMs, alerts: raised};
  }
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
