import {longestOverlapMs, type SeenKey, type WatchCursor} from './failed-watch.ts';

/** Longest time span of keys kept while the server's Date is behind its records, milliseconds. */
const longestLagMs = 600_000;

/** A Date header has whole seconds. */
const dateStepMs = 1000;

/**
 * Keys held at most from one page to the next. When a site has more failures than that within the
 * overlap, the overlap is cut: nothing is told twice and nothing listed in time is missed, but a
 * record listed late, at or before the time of the last key that was dropped, is not told.
 */
export const maxTrackedKeys = 50_000;

/** Default number of keys for checking further back than the overlap; a cursor file has as many. */
export const maxFarKeys = 2000;

/** The moving cursor of a watch: which records were delivered, and where the next poll starts. */
export interface CursorTracker {
  /**
   * Lower bound of the next poll; far: as far back as delivered keys are known, at most 10 min. A poll
   * that a kill interrupted continues where it was: reading it again could take longer than the
   * time to the next kill.
   */
  askAfterMs(isFar: boolean): number;
  /** Register a record: delivered before, new, or new and listed later than the overlap. */
  pass(record: {readonly key: string; readonly failureTimeMs: number}): 'known' | 'new' | 'late';
  /** Start a poll, at the server's time, or the local time if that is unknown. */
  begin(nowMs: number, isServers: boolean): void;
  /** Report that the running poll has covered all records up to this failure time. */
  settle(failureTimeMs: number): void;
  /** End the poll. */
  finish(): PollMemory;
  /** The current cursor; computed only when `seen` is read. */
  place(): WatchCursor;
}

/** The keys remaining after a poll. */
export interface PollMemory {
  /** Number of keys. */
  readonly held: number;
  /** The key limit was exceeded: records listed late up to this time are not delivered. */
  readonly lateFromMs?: number;
}

/**
 * Keep the place of a watch. The overlap goes back from the last record told or from the start of
 * the poll that told it, whichever is earlier: while pages are followed, late records may be listed
 * behind the page that was read. Once nothing was new for the overlap, by two Dates of the server,
 * whose difference is right however wrong its clock is, what was told is only asked for by a look
 * further back.
 *
 * @param overlapMs milliseconds, 0 for none
 * @param farKeys keys held at most for looking further back, up to `mostHeldKeys`
 */
export function makeCursorTracker(
  start: WatchCursor,
  overlapMs: number,
  farKeys = maxFarKeys,
): CursorTracker {
  let {floorMs, toldMs, highWaterMs, polledMs} = start;
  /** When the poll that runs began; for one that continues another, when that began. */
  let beganMs: number | undefined;
  let startedMs: number | undefined;
  /** When the last poll began. */
  let earlierMs = polledMs;
  /** No later than the server's time when the poll that runs began, for what fails at its own time. */
  let boundMs: number | undefined;
  let isFirstPage = false;
  /** Server's time of the first poll since when nothing was new. */
  let quietFromMs: number | undefined;
  let hasNew = false;
  let isDated = false;
  let lateFromMs: number | undefined;
  // Only ever appended to, or replaced: a place that was given away stays as it was.
  let told: SeenKey[] = [...start.seen];
  const keys = new Set(told.map(([key]) => key));
  let pruneAt = 0;
  /** Up to here nothing more comes in time. */
  let quietToMs = floorMs;
  /** The poll of the earlier process, until it is continued. */
  let interrupted = start.poll;
  /** Time of the last record of the poll that runs. */
  let reachedMs: number | undefined;
  /** In the poll that runs, what failed up to then was listed late. */
  let lateToMs = Number.NEGATIVE_INFINITY;
  const farMs = Math.max(overlapMs, longestOverlapMs);
  const lookBackMs = (isFar: boolean): number =>
    isFar ? Math.max(floorMs, toldMs - farMs) : Math.max(floorMs, quietToMs, toldMs - overlapMs);
  const settle = (timeMs: number): void => {
    const safeMs = Math.max(Math.min(timeMs, boundMs ?? timeMs), timeMs - longestLagMs);
    toldMs = Math.max(toldMs, safeMs);
  };
  const prune = (): void => {
    let kept = heldAfter(told, lookBackMs(true));
    const most = Math.max(farKeys, heldAfter(kept, toldMs - overlapMs).length);
    if (kept.length > Math.min(most, maxTrackedKeys)) {
      floorMs = Math.max(floorMs, timeToForget(kept, Math.min(most, maxTrackedKeys)));
      if (most > maxTrackedKeys) lateFromMs = floorMs;
      kept = heldAfter(kept, floorMs);
    }
    if (kept.length < told.length) {
      const fromMs = lookBackMs(true);
      for (const [key, timeMs] of told) if (timeMs <= fromMs) keys.delete(key);
      told = kept;
    }
    pruneAt = Math.min(2 * told.length + 1000, maxTrackedKeys + 1);
  };
  return {
    askAfterMs: isFar =>
      interrupted ? Math.max(floorMs, interrupted.reachedMs - 1) : lookBackMs(isFar),
    settle(failureTimeMs) {
      if (isFirstPage && !isDated) boundMs = Math.max(boundMs ?? failureTimeMs, failureTimeMs);
      isFirstPage = false;
      settle(failureTimeMs);
      if (told.length >= pruneAt) prune();
    },
    pass({key, failureTimeMs}) {
      const isNew = failureTimeMs > floorMs && !keys.has(key);
      if (isNew) {
        hasNew = true;
        keys.add(key);
        told.push([key, failureTimeMs]);
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
      // The local clock says nothing about the server's times; the delivered records do.
      const endMs = isServers ? Math.max(toldMs, earlierMs ?? toldMs) : toldMs;
      lateToMs = polledMs === undefined ? Number.NEGATIVE_INFINITY : endMs - overlapMs;
      beganMs = nowMs;
      startedMs = atMs;
      // Without a Date header: the failures listed when the first page was read.
      boundMs = isServers ? nowMs : highWaterMs;
      isFirstPage = true;
      isDated = isServers;
      hasNew = false;
      lateFromMs = undefined;
    },
    finish() {
      settle(highWaterMs);
      polledMs = startedMs ?? polledMs;
      earlierMs = beganMs ?? earlierMs;
      reachedMs = undefined;
      quietFromMs = hasNew || !isDated ? undefined : (quietFromMs ?? beganMs);
      const quietMs = (beganMs ?? 0) - (quietFromMs ?? beganMs ?? 0);
      if (quietMs > overlapMs + dateStepMs) quietToMs = Math.max(quietToMs, highWaterMs);
      prune();
      return {held: told.length, ...(lateFromMs !== undefined && {lateFromMs})};
    },
    place() {
      const held = told;
      const count = held.length;
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
          return heldAfter(held.slice(0, count), fromMs);
        },
      };
    },
  };
}

function heldAfter(keys: readonly SeenKey[], afterMs: number): SeenKey[] {
  return keys.filter(([, timeMs]) => timeMs > afterMs);
}

/** Earliest time after which at most the allowed number of keys remain. */
function timeToForget(keys: readonly SeenKey[], most: number): number {
  const times = Float64Array.from(keys, ([, timeMs]) => timeMs).sort();
  return times[times.length - 1 - most] ?? Number.NEGATIVE_INFINITY;
}
