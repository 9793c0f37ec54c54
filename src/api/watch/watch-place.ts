/** Where a watch of failed deliveries stands; kept in a file it lets a later watch go on. */
export interface WatchPlace {
  /** Nothing up to this time is wanted, milliseconds since the UNIX epoch. */
  readonly floorMs: number;
  /** All up to this time were told, but for late ones within the overlap. */
  readonly toldMs: number;
  /** The latest failure time that was told. */
  readonly highWaterMs: number;
  /** Server's time of the last poll that came to its end. */
  readonly polledMs?: number;
  /** Keys of the records told within the overlap, with their failure times. */
  readonly seen: readonly SeenKey[];
}

/** The key of a record that was told, and its failure time. */
export type SeenKey = readonly [key: string, failureTimeMs: number];

/** Longest stretch of keys held because the server's Date is behind its records, milliseconds. */
const longestLagMs = 600_000;

/** A Date is of whole seconds. */
const dateStepMs = 1000;

/**
 * Keys held at most from one page to the next. When a site has more failures than that within the
 * overlap, the overlap is cut: nothing is told twice and nothing listed in time is missed, but a
 * record listed late, at or before the time of the last key that was dropped, is not told.
 */
export const mostHeldKeys = 50_000;

/** The place of a watch that moves: what was told, and from where to ask next. */
export interface PlaceKeeper {
  /** Ask for what is later than this. */
  askAfterMs(): number;
  /** Note a record as passed; true when it was not told before. */
  pass(record: {readonly key: string; readonly failureTimeMs: number}): boolean;
  /** A poll began, by the server's time, or the own when that is not known. */
  begin(nowMs: number, isServers: boolean): void;
  /** All up to this failure time were passed in the poll that runs. */
  settle(failureTimeMs: number): void;
  /** A poll came to its end. */
  finish(): PollMemory;
  /** Costs nothing until its `seen` is read. */
  place(): WatchPlace;
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
 * whose difference is right however wrong its clock is, all that was told lies behind for good.
 *
 * @param overlapMs milliseconds, 0 for none
 */
export function makePlaceKeeper(start: WatchPlace, overlapMs: number): PlaceKeeper {
  let {floorMs, toldMs, highWaterMs, polledMs} = start;
  let beganMs: number | undefined;
  /** Server's time of the first poll since when nothing was new. */
  let quietFromMs: number | undefined;
  let hasNew = false;
  let isDated = false;
  let lateFromMs: number | undefined;
  // Only ever appended to, or replaced: a place that was given away stays as it was.
  let told: SeenKey[] = [...start.seen];
  const keys = new Set(told.map(([key]) => key));
  let pruneAt = 0;
  const askAfterMs = (): number => Math.max(floorMs, toldMs - overlapMs);
  const settle = (timeMs: number): void => {
    const safeMs = Math.max(Math.min(timeMs, beganMs ?? timeMs), timeMs - longestLagMs);
    toldMs = Math.max(toldMs, safeMs);
  };
  const prune = (): void => {
    let kept = heldAfter(told, askAfterMs());
    if (kept.length > mostHeldKeys) {
      lateFromMs = timeToForget(kept);
      floorMs = Math.max(floorMs, lateFromMs);
      kept = heldAfter(kept, floorMs);
    }
    if (kept.length < told.length) {
      const fromMs = askAfterMs();
      for (const [key, timeMs] of told) if (timeMs <= fromMs) keys.delete(key);
      told = kept;
    }
    pruneAt = Math.min(2 * told.length + 1000, mostHeldKeys + 1);
  };
  return {
    askAfterMs,
    settle(failureTimeMs) {
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
      return isNew;
    },
    begin(nowMs, isServers) {
      beganMs = nowMs;
      isDated = isServers;
      hasNew = false;
      lateFromMs = undefined;
    },
    finish() {
      settle(highWaterMs);
      polledMs = beganMs ?? polledMs;
      quietFromMs = hasNew || !isDated ? undefined : (quietFromMs ?? beganMs);
      const quietMs = (beganMs ?? 0) - (quietFromMs ?? beganMs ?? 0);
      if (quietMs > overlapMs + dateStepMs) floorMs = Math.max(floorMs, highWaterMs);
      prune();
      return {held: told.length, ...(lateFromMs !== undefined && {lateFromMs})};
    },
    place() {
      const held = told;
      const count = held.length;
      const fromMs = askAfterMs();
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
function timeToForget(keys: readonly SeenKey[]): number {
  const times = Float64Array.from(keys, ([, timeMs]) => timeMs).sort();
  return times[times.length - 1 - mostHeldKeys] ?? Number.NEGATIVE_INFINITY;
}
