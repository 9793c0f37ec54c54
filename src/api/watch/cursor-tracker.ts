import {
  farSearchIntervalMs,
  longestOverlapMs,
  type SeenKey,
  type WatchCursor,
} from './failed-watch.ts';

/** Longest time span of keys stored while the server's Date is behind its records, milliseconds. */
const longestLagMs = 600_000;

/**
 * Longest assumed lead of the Date header over failure times when a poll ends, milliseconds: a lead
 * cannot be told from a pause of the failures.
 */
const longestLeadMs = 10_000;

/** A Date header has whole seconds. */
const dateStepMs = 1000;

/**
 * Limit of keys stored between pages, also in a cursor file. If a site has more failures within ten
 * minutes, late records are searched for in a shorter time: there are still no duplicates and
 * records listed in time are not missed, but those listed later than that are.
 */
export const maxTrackedKeys = 50_000;

/** The keys remaining after a poll. */
export interface PollMemory {
  /** Number of keys. */
  readonly storedKeys: number;
  /**
   * The key limit or a slow service shortens the search: only records listed late by less than this
   * are delivered.
   */
  readonly lateWithinMs?: number;
}

/**
 * The moving cursor of a watch: which records were delivered, and where the next poll starts. The
 * overlap starts at the last delivered record or at the start of the poll that delivered it,
 * whichever is earlier: while pages are followed, late records may be listed before the current
 * page. If there was nothing new for the overlap, by two Dates of the server, whose difference is
 * right however wrong its clock is, delivered records are requested again only when searching
 * further back.
 */
export class CursorTracker {
  readonly #overlapMs: number;
  readonly #farMs: number;
  readonly #maxKeys: number;
  #floorMs: number;
  #toldMs: number;
  #highWaterMs: number;
  #polledMs: number | undefined;
  /** Start of the running poll; for a continued poll, the start of the original one. */
  #beganMs: number | undefined;
  #startedMs: number | undefined;
  /** Start of the previous poll. */
  #earlierMs: number | undefined;
  /** Upper bound for failures at the time of the running poll: the server's time when it began. */
  #boundMs: number | undefined;
  #isFirstPage = false;
  /** Server's time of the first poll after the latest one with new failures. */
  #quietFromMs: number | undefined;
  #hasNew = false;
  #hasNewOnPage = false;
  #isDated = false;
  #isCut = false;
  readonly #ahead = makeAheadEstimate();
  // Only appended to or replaced, so that cursors returned earlier do not change.
  #delivered: SeenKey[];
  readonly #keys: Set<string>;
  #pruneAt = 0;
  #isFull = false;
  /** Up to this time, no more records are expected in time. */
  #quietToMs: number;
  /** The poll of the earlier process, until it is continued. */
  #interrupted: WatchCursor['poll'];
  /** Time of the last record of the running poll. */
  #reachedMs: number | undefined;
  /** In the running poll, failures up to this time were listed late. */
  #lateToMs = Number.NEGATIVE_INFINITY;
  #pageServerMs = 0;

  /**
   * @param overlapMs milliseconds, 0 for none
   * @param maxKeys limit of stored keys
   */
  constructor(start: WatchCursor, overlapMs: number, maxKeys = maxTrackedKeys) {
    this.#overlapMs = overlapMs;
    this.#farMs = Math.max(overlapMs, longestOverlapMs);
    this.#maxKeys = maxKeys;
    this.#floorMs = start.floorMs;
    this.#toldMs = start.toldMs;
    this.#highWaterMs = start.highWaterMs;
    this.#polledMs = start.polledMs;
    this.#earlierMs = start.polledMs;
    this.#delivered = [...start.seen];
    this.#keys = new Set(start.seen.map(([key]) => key));
    this.#quietToMs = start.floorMs;
    this.#interrupted = start.poll;
  }

  /**
   * Lower bound of the next poll; far: as far back as delivered keys are known, at most 10 min. A
   * poll interrupted by a kill continues at its position: reading it again could take longer than
   * the time to the next kill.
   */
  nextAfterMs(isFar: boolean): number {
    if (this.#interrupted === undefined) return this.#lookBackMs(isFar);
    return Math.max(this.#floorMs, this.#interrupted.reachedMs - 1);
  }

  /** Register a record: delivered before, new, or new and listed later than the overlap. */
  pass({
    key,
    failureTimeMs,
  }: {
    readonly key: string;
    readonly failureTimeMs: number;
  }): 'known' | 'new' | 'late' {
    const isNew = failureTimeMs > this.#floorMs && !this.#keys.has(key);
    if (isNew) {
      this.#hasNew = true;
      this.#hasNewOnPage = true;
      this.#keys.add(key);
      this.#delivered.push([key, failureTimeMs]);
    }
    this.#highWaterMs = Math.max(this.#highWaterMs, failureTimeMs);
    this.#reachedMs = failureTimeMs;
    if (!isNew) return 'known';
    return failureTimeMs <= this.#lateToMs ? 'late' : 'new';
  }

  /** Start a poll, at the server's time, or the local time if that is unknown. */
  begin(atMs: number, isServersTime: boolean): void {
    const nowMs = this.#interrupted?.beganMs ?? atMs;
    const isServers = this.#interrupted !== undefined || isServersTime;
    this.#reachedMs = this.#interrupted?.reachedMs;
    this.#interrupted = undefined;
    // The local clock says nothing about the server's times, and its Date may be ahead of them.
    const aheadMs = isServers ? this.#ahead.ms() : undefined;
    const endMs =
      aheadMs === undefined
        ? this.#toldMs
        : Math.max(this.#toldMs, (this.#earlierMs ?? 0) - aheadMs);
    this.#lateToMs =
      this.#polledMs === undefined ? Number.NEGATIVE_INFINITY : endMs - this.#overlapMs;
    this.#beganMs = nowMs;
    this.#startedMs = atMs;
    // Without a Date header: the failures listed when the first page was read.
    this.#boundMs = isServers ? nowMs : this.#highWaterMs;
    this.#isFirstPage = true;
    this.#isDated = isServers;
    this.#hasNew = false;
    this.#isCut = false;
    this.#isFull = false;
  }

  /**
   * Report that the running poll has covered all records up to this failure time.
   *
   * @param serverMs the server's time of the page; undefined if unknown
   */
  settle(failureTimeMs: number, serverMs?: number): void {
    if (serverMs !== undefined && this.#hasNewOnPage) this.#ahead.add(serverMs, failureTimeMs);
    this.#hasNewOnPage = false;
    if (this.#isFirstPage && !this.#isDated)
      this.#boundMs = Math.max(this.#boundMs ?? failureTimeMs, failureTimeMs);
    this.#isFirstPage = false;
    this.#settleTo(failureTimeMs);
    this.#pageServerMs = serverMs ?? 0;
    if (this.#delivered.length >= this.#pruneAt) this.#prune();
    this.#isFull =
      this.#canRenew() && failureTimeMs > this.#toldMs && this.#delivered.length > this.#maxKeys;
  }

  /** End the poll. @param farEveryMs interval of the searches further back than the overlap */
  finish(farEveryMs = farSearchIntervalMs): PollMemory {
    this.#settleTo(this.#highWaterMs);
    this.#polledMs = this.#startedMs ?? this.#polledMs;
    this.#earlierMs = this.#beganMs ?? this.#earlierMs;
    this.#reachedMs = undefined;
    this.#quietFromMs =
      this.#hasNew || !this.#isDated ? undefined : (this.#quietFromMs ?? this.#beganMs);
    const quietMs = (this.#beganMs ?? 0) - (this.#quietFromMs ?? this.#beganMs ?? 0);
    if (quietMs > this.#overlapMs + dateStepMs)
      this.#quietToMs = Math.max(this.#quietToMs, this.#highWaterMs);
    this.#prune();
    const spanMs = Math.min(this.#farMs, Math.max(0, this.#highWaterMs - this.#floorMs));
    const isLimited = (this.#isCut && spanMs < this.#farMs) || farEveryMs > farSearchIntervalMs;
    // The next search is a while away; each poll searches the overlap.
    const lateWithinMs = Math.min(spanMs, Math.max(this.#overlapMs, spanMs - farEveryMs));
    return {storedKeys: this.#delivered.length, ...(isLimited && {lateWithinMs})};
  }

  /**
   * Whether a new poll must replace the running one: dropping the keys delivered since it
   * began would lose failures that are listed meanwhile, though in time.
   */
  isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Time up to which all failures were delivered, except those listed later than the overlap.
   *
   * @param endMs for a complete poll without a Date header: the estimated server's time
   */
  coveredMs(isPolled: boolean, endMs: number): number {
    if (!isPolled || this.#beganMs === undefined) return this.#toldMs - this.#overlapMs;
    const leadMs = Math.min(this.#ahead.ms() ?? 0, longestLeadMs);
    return Math.max(this.#toldMs, this.#isDated ? this.#beganMs - leadMs : endMs) - this.#overlapMs;
  }

  /** The current cursor; computed only when `seen` is read. */
  place(): WatchCursor {
    const snapshot = this.#delivered;
    const count = snapshot.length;
    const fromMs = this.#lookBackMs(true);
    return {
      floorMs: this.#floorMs,
      toldMs: this.#toldMs,
      highWaterMs: this.#highWaterMs,
      ...(this.#polledMs !== undefined && {polledMs: this.#polledMs}),
      ...(this.#isDated &&
        this.#beganMs !== undefined &&
        this.#reachedMs !== undefined && {
          poll: {beganMs: this.#beganMs, reachedMs: this.#reachedMs},
        }),
      get seen() {
        return keysAfter(snapshot.slice(0, count), fromMs);
      },
    };
  }

  #lookBackMs(isFar: boolean): number {
    if (isFar) return Math.max(this.#floorMs, this.#toldMs - this.#farMs);
    return Math.max(this.#floorMs, this.#quietToMs, this.#toldMs - this.#overlapMs);
  }

  #settleTo(timeMs: number): void {
    const boundMs = this.#boundMs;
    const endMs =
      this.#isDated && boundMs !== undefined ? boundMs - (this.#ahead.ms() ?? 0) : boundMs;
    const safeMs = Math.max(Math.min(timeMs, endMs ?? timeMs), timeMs - longestLagMs);
    this.#toldMs = Math.max(this.#toldMs, safeMs);
  }

  /** Whether a poll that begins now would request fewer delivered records again. */
  #canRenew(): boolean {
    const isAhead = this.#pageServerMs > (this.#boundMs ?? 0);
    return this.#isDated && this.#highWaterMs > this.#toldMs && isAhead;
  }

  #prune(): void {
    let kept = keysAfter(this.#delivered, this.#lookBackMs(true));
    if (kept.length > this.#maxKeys) {
      const forgetMs = timeToForget(kept, this.#maxKeys);
      const isHeld = this.#canRenew() && this.#delivered.length < 2 * this.#maxKeys;
      this.#floorMs = Math.max(
        this.#floorMs,
        isHeld ? Math.min(forgetMs, this.#toldMs - this.#overlapMs) : forgetMs,
      );
      this.#isCut = true;
      kept = keysAfter(kept, this.#floorMs);
    }
    if (kept.length < this.#delivered.length) {
      const fromMs = this.#lookBackMs(true);
      for (const [key, timeMs] of this.#delivered) if (timeMs <= fromMs) this.#keys.delete(key);
      this.#delivered = kept;
    }
    this.#pruneAt = Math.max(
      Math.min(2 * this.#delivered.length, this.#maxKeys) + 1000,
      this.#delivered.length > this.#maxKeys ? this.#delivered.length + 1000 : 0,
    );
  }
}

/**
 * Estimate how far the server's Date is ahead of the times it gives to failures: no more than the
 * least age of the last record of a page. Ages older than 20 minutes by the server's clock are
 * dropped, since a clock may be set.
 */
function makeAheadEstimate() {
  let current: {readonly sinceMs: number; leastMs: number} | undefined;
  let beforeMs = Number.POSITIVE_INFINITY;
  return {
    add(serverMs: number, timeMs: number): void {
      const ageMs = serverMs - timeMs;
      if (current === undefined || Math.abs(serverMs - current.sinceMs) > longestLagMs) {
        beforeMs = current?.leastMs ?? beforeMs;
        current = {sinceMs: serverMs, leastMs: ageMs};
      } else {
        current.leastMs = Math.min(current.leastMs, ageMs);
      }
    },
    /** Milliseconds, 0 or more; undefined while unknown. */
    ms: () => current && Math.max(0, Math.min(current.leastMs, beforeMs)),
  };
}

function keysAfter(keys: readonly SeenKey[], afterMs: number): SeenKey[] {
  return keys.filter(([, timeMs]) => timeMs > afterMs);
}

/** The earliest time after which at most the allowed number of keys remain. */
function timeToForget(keys: readonly SeenKey[], most: number): number {
  const times = Float64Array.from(keys, ([, timeMs]) => timeMs).sort();
  return times[times.length - 1 - most] ?? Number.NEGATIVE_INFINITY;
}
