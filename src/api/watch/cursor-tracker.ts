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

/** The moving cursor of a watch: which records were delivered, and where the next poll starts. */
export interface CursorTracker {
  /**
   * Lower bound of the next poll; far: as far back as delivered keys are known, at most 10 min. A
   * poll interrupted by a kill continues at its position: reading it again could take longer than
   * the time to the next kill.
   */
  nextAfterMs(isFar: boolean): number;
  /** Register a record: delivered before, new, or new and listed later than the overlap. */
  pass(record: {readonly key: string; readonly failureTimeMs: number}): 'known' | 'new' | 'late';
  /** Start a poll, at the server's time, or the local time if that is unknown. */
  begin(nowMs: number, isServers: boolean): void;
  /**
   * Report that the running poll has covered all records up to this failure time.
   *
   * @param serverMs the server's time of the page; undefined if unknown
   */
  settle(failureTimeMs: number, serverMs?: number): void;
  /** End the poll. @param farEveryMs interval of the searches further back than the overlap */
  finish(farEveryMs?: number): PollMemory;
  /**
   * Whether a new poll must replace the running one: dropping the keys delivered since it
   * began would lose failures that are listed meanwhile, though in time.
   */
  isFull(): boolean;
  /**
   * Time up to which all failures were delivered, except those listed later than the overlap.
   *
   * @param endMs for a complete poll without a Date header: the estimated server's time
   */
  coveredMs(isPolled: boolean, endMs: number): number;
  /** The current cursor; computed only when `seen` is read. */
  place(): WatchCursor;
}

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
 * Track the cursor of a watch. The overlap starts at the last delivered record or at the start of
 * the poll that delivered it, whichever is earlier: while pages are followed, late records may be
 * listed before the current page. If there was nothing new for the overlap, by two Dates of the
 * server, whose difference is right however wrong its clock is, delivered records are requested
 * again only when searching further back.
 *
 * @param overlapMs milliseconds, 0 for none
 * @param maxKeys limit of stored keys
 */
export function makeCursorTracker(
  start: WatchCursor,
  overlapMs: number,
  maxKeys = maxTrackedKeys,
): CursorTracker {
  let {floorMs, toldMs, highWaterMs, polledMs} = start;
  /** Start of the running poll; for a continued poll, the start of the original one. */
  let beganMs: number | undefined;
  let startedMs: number | undefined;
  /** Start of the previous poll. */
  let earlierMs = polledMs;
  /** Upper bound for failures at the time of the running poll: the server's time when it began. */
  let boundMs: number | undefined;
  let isFirstPage = false;
  /** Server's time of the first poll after the latest one with new failures. */
  let quietFromMs: number | undefined;
  let hasNew = false;
  let hasNewOnPage = false;
  let isDated = false;
  let isCut = false;
  const ahead = makeAheadEstimate();
  // Only appended to or replaced, so that cursors returned earlier do not change.
  let delivered: SeenKey[] = [...start.seen];
  const keys = new Set(delivered.map(([key]) => key));
  let pruneAt = 0;
  let isFull = false;
  /** Up to this time, no more records are expected in time. */
  let quietToMs = floorMs;
  /** The poll of the earlier process, until it is continued. */
  let interrupted = start.poll;
  /** Time of the last record of the running poll. */
  let reachedMs: number | undefined;
  /** In the running poll, failures up to this time were listed late. */
  let lateToMs = Number.NEGATIVE_INFINITY;
  const farMs = Math.max(overlapMs, longestOverlapMs);
  const lookBackMs = (isFar: boolean): number =>
    isFar ? Math.max(floorMs, toldMs - farMs) : Math.max(floorMs, quietToMs, toldMs - overlapMs);
  const settle = (timeMs: number): void => {
    const endMs = isDated && boundMs !== undefined ? boundMs - (ahead.ms() ?? 0) : boundMs;
    const safeMs = Math.max(Math.min(timeMs, endMs ?? timeMs), timeMs - longestLagMs);
    toldMs = Math.max(toldMs, safeMs);
  };
  let pageServerMs = 0;
  /** Whether a poll that begins now would request fewer delivered records again. */
  const canRenew = (): boolean => isDated && highWaterMs > toldMs && pageServerMs > (boundMs ?? 0);
  const prune = (): void => {
    let kept = keysAfter(delivered, lookBackMs(true));
    if (kept.length > maxKeys) {
      const forgetMs = timeToForget(kept, maxKeys);
      const isHeld = canRenew() && delivered.length < 2 * maxKeys;
      floorMs = Math.max(floorMs, isHeld ? Math.min(forgetMs, toldMs - overlapMs) : forgetMs);
      isCut = true;
      kept = keysAfter(kept, floorMs);
    }
    if (kept.length < delivered.length) {
      const fromMs = lookBackMs(true);
      for (const [key, timeMs] of delivered) if (timeMs <= fromMs) keys.delete(key);
      delivered = kept;
    }
    pruneAt = Math.max(
      Math.min(2 * delivered.length, maxKeys) + 1000,
      delivered.length > maxKeys ? delivered.length + 1000 : 0,
    );
  };
  return {
    nextAfterMs: isFar =>
      interrupted ? Math.max(floorMs, interrupted.reachedMs - 1) : lookBackMs(isFar),
    isFull: () => isFull,
    settle(failureTimeMs, serverMs) {
      if (serverMs !== undefined && hasNewOnPage) ahead.add(serverMs, failureTimeMs);
      hasNewOnPage = false;
      if (isFirstPage && !isDated) boundMs = Math.max(boundMs ?? failureTimeMs, failureTimeMs);
      isFirstPage = false;
      settle(failureTimeMs);
      pageServerMs = serverMs ?? 0;
      if (delivered.length >= pruneAt) prune();
      isFull = canRenew() && failureTimeMs > toldMs && delivered.length > maxKeys;
    },
    pass({key, failureTimeMs}) {
      const isNew = failureTimeMs > floorMs && !keys.has(key);
      if (isNew) {
        hasNew = true;
        hasNewOnPage = true;
        keys.add(key);
        delivered.push([key, failureTimeMs]);
      }
      highWaterMs = Math.max(highWaterMs, failureTimeMs);
      reachedMs = failureTimeMs;
      if (!isNew) return 'known';
      return failureTimeMs <= lateToMs ? 'late' : 'new';
    },
    begin(atMs, isServersTime) {
      const nowMs = interrupted?.beganMs ?? atMs;
      const isServers = interrupted !== undefined || isServersTime;
      reachedMs = interrupted?.reachedMs;
      interrupted = undefined;
      // The local clock says nothing about the server's times, and its Date may be ahead of them.
      const aheadMs = isServers ? ahead.ms() : undefined;
      const endMs = aheadMs === undefined ? toldMs : Math.max(toldMs, (earlierMs ?? 0) - aheadMs);
      lateToMs = polledMs === undefined ? Number.NEGATIVE_INFINITY : endMs - overlapMs;
      beganMs = nowMs;
      startedMs = atMs;
      // Without a Date header: the failures listed when the first page was read.
      boundMs = isServers ? nowMs : highWaterMs;
      isFirstPage = true;
      isDated = isServers;
      hasNew = false;
      isCut = false;
      isFull = false;
    },
    finish(farEveryMs = farSearchIntervalMs) {
      settle(highWaterMs);
      polledMs = startedMs ?? polledMs;
      earlierMs = beganMs ?? earlierMs;
      reachedMs = undefined;
      quietFromMs = hasNew || !isDated ? undefined : (quietFromMs ?? beganMs);
      const quietMs = (beganMs ?? 0) - (quietFromMs ?? beganMs ?? 0);
      if (quietMs > overlapMs + dateStepMs) quietToMs = Math.max(quietToMs, highWaterMs);
      prune();
      const spanMs = Math.min(farMs, Math.max(0, highWaterMs - floorMs));
      const isLimited = (isCut && spanMs < farMs) || farEveryMs > farSearchIntervalMs;
      // The next search is a while away; each poll searches the overlap.
      const lateWithinMs = Math.min(spanMs, Math.max(overlapMs, spanMs - farEveryMs));
      return {storedKeys: delivered.length, ...(isLimited && {lateWithinMs})};
    },
    coveredMs(isPolled, endMs) {
      if (!isPolled || beganMs === undefined) return toldMs - overlapMs;
      const leadMs = Math.min(ahead.ms() ?? 0, longestLeadMs);
      return Math.max(toldMs, isDated ? beganMs - leadMs : endMs) - overlapMs;
    },
    place() {
      const snapshot = delivered;
      const count = snapshot.length;
      const fromMs = lookBackMs(true);
      return {
        floorMs,
        toldMs,
        highWaterMs,
        ...(polledMs !== undefined && {polledMs}),
        ...(isDated &&
          beganMs !== undefined &&
          reachedMs !== undefined && {poll: {beganMs, reachedMs}}),
        get seen() {
          return keysAfter(snapshot.slice(0, count), fromMs);
        },
      };
    },
  };
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
