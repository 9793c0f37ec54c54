import {longestOverlapMs, type SeenKey, type WatchCursor} from './failed-watch.ts';

/** Longest stretch of keys held because the server's Date is behind its records, milliseconds. */
const longestLagMs = 600_000;

/** A Date is of whole seconds. */
const dateStepMs = 1000;

/**
 * Keys held at most from one page to the next. When a site has more failures than that within the
 * overlap, the overlap is cut: nothing is told twice and nothing listed in time is missed, but a
 * record listed late, at or before the time of the last key that was dropped, is not told.
 */
export const maxTrackedKeys = 50_000;

/** Keys held at most for looking further back than the overlap, unless it is said; a file of its place holds as many. */
export const maxFarKeys = 2000;

/** The place of a watch that moves: what was told, and from where to ask next. */
export interface CursorTracker {
  /** Ask for what is later than this; far: as far back as is known what was told, at most 10 minutes. */
  askAfterMs(isFar: boolean): number;
  /** Note a record as passed: told before, new, or new and listed later than the overlap. */
  pass(record: {readonly key: string; readonly failureTimeMs: number}): 'known' | 'new' | 'late';
  /** A poll began, by the server's time, or the own when that is not known. */
  begin(nowMs: number, isServers: boolean): void;
  /** All up to this failure time were passed in the poll that runs. */
  settle(failureTimeMs: number): void;
  /** A poll came to its end. */
  finish(): PollMemory;
  /** Costs nothing until its `seen` is read. */
  place(): WatchCursor;
}

/** What is held after a poll. */
export interface PollMemory {
  /** How many keys. */
  readonly held: number;
  /** In this poll the keys became too many: records listed late up to this time are not told. */
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
  let beganMs: number | undefined;
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
  /** In the poll that runs, what failed up to then was listed late. */
  let lateToMs = Number.NEGATIVE_INFINITY;
  const farMs = Math.max(overlapMs, longestOverlapMs);
  const askAfterMs = (isFar: boolean): number =>
    isFar ? Math.max(floorMs, toldMs - farMs) : Math.max(floorMs, quietToMs, toldMs - overlapMs);
  const settle = (timeMs: number): void => {
    const safeMs = Math.max(Math.min(timeMs, boundMs ?? timeMs), timeMs - longestLagMs);
    toldMs = Math.max(toldMs, safeMs);
  };
  const prune = (): void => {
    let kept = heldAfter(told, askAfterMs(true));
    const most = Math.max(farKeys, heldAfter(kept, toldMs - overlapMs).length);
    if (kept.length > Math.min(most, maxTrackedKeys)) {
      floorMs = Math.max(floorMs, timeToForget(kept, Math.min(most, maxTrackedKeys)));
      if (most > maxTrackedKeys) lateFromMs = floorMs;
      kept = heldAfter(kept, floorMs);
    }
    if (kept.length < told.length) {
      const fromMs = askAfterMs(true);
      for (const [key, timeMs] of told) if (timeMs <= fromMs) keys.delete(key);
      told = kept;
    }
    pruneAt = Math.min(2 * told.length + 1000, maxTrackedKeys + 1);
  };
  return {
    askAfterMs,
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
      if (!isNew) return 'known';
      return failureTimeMs <= lateToMs ? 'late' : 'new';
    },
    begin(nowMs, isServers) {
      // The own clock says nothing about the server's times; what was told does.
      const endMs = isServers ? Math.max(toldMs, polledMs ?? toldMs) : toldMs;
      lateToMs = polledMs === undefined ? Number.NEGATIVE_INFINITY : endMs - overlapMs;
      beganMs = nowMs;
      // Without a Date of the server: what had failed when its first page was read.
      boundMs = isServers ? nowMs : highWaterMs;
      isFirstPage = true;
      isDated = isServers;
      hasNew = false;
      lateFromMs = undefined;
    },
    finish() {
      settle(highWaterMs);
      polledMs = beganMs ?? polledMs;
      quietFromMs = hasNew || !isDated ? undefined : (quietFromMs ?? beganMs);
      const quietMs = (beganMs ?? 0) - (quietFromMs ?? beganMs ?? 0);
      if (quietMs > overlapMs + dateStepMs) quietToMs = Math.max(quietToMs, highWaterMs);
      prune();
      return {held: told.length, ...(lateFromMs !== undefined && {lateFromMs})};
    },
    place() {
      const held = told;
      const count = held.length;
      const fromMs = askAfterMs(true);
      return {
        floorMs,
        toldMs,
        highWaterMs,
        ...(polledMs !== undefined && {polledMs}),
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

/** The earliest time after which no more keys than allowed are left. */
function timeToForget(keys: readonly SeenKey[], most: number): number {
  const times = Float64Array.from(keys, ([, timeMs]) => timeMs).sort();
  return times[times.length - 1 - most] ?? Number.NEGATIVE_INFINITY;
}
