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
  readonly seen: readonly (readonly [key: string, failureTimeMs: number])[];
}

/** Longest stretch of keys held because the server's Date is behind its records, milliseconds. */
const longestLagMs = 600_000;

/** The place of a watch that moves: what was told, and from where to ask next. */
export interface PlaceKeeper {
  /** Ask for what is later than this. */
  askAfterMs(): number;
  /** Note a record as passed; true when it was not told before. */
  pass(record: {readonly key: string; readonly failureTimeMs: number}): boolean;
  /** A poll began, by the server's time when it is known. */
  begin(serverTimeMs: number | undefined): void;
  /** All up to this failure time were passed in the poll that runs. */
  settle(failureTimeMs: number): void;
  /** A poll came to its end. */
  finish(): void;
  place(): WatchPlace;
}

/**
 * Keep the place of a watch. The overlap goes back from the last record told or from the start of
 * the poll that told it, whichever is earlier: while pages are followed, late records may be listed
 * behind the page that was read.
 *
 * @param overlapMs milliseconds, 0 for none
 */
export function makePlaceKeeper(start: WatchPlace, overlapMs: number): PlaceKeeper {
  let {toldMs, highWaterMs, polledMs} = start;
  let beganMs: number | undefined;
  const seen = new Map(start.seen);
  const askAfterMs = (): number => Math.max(start.floorMs, toldMs - overlapMs);
  const settle = (timeMs: number): void => {
    const safeMs = Math.max(Math.min(timeMs, beganMs ?? timeMs), timeMs - longestLagMs);
    toldMs = Math.max(toldMs, safeMs);
  };
  const prune = (): void => {
    const fromMs = askAfterMs();
    for (const [key, timeMs] of seen) if (timeMs <= fromMs) seen.delete(key);
  };
  return {
    askAfterMs,
    settle(failureTimeMs) {
      settle(failureTimeMs);
      prune();
    },
    pass({key, failureTimeMs}) {
      const isNew = failureTimeMs > start.floorMs && !seen.has(key);
      if (isNew) seen.set(key, failureTimeMs);
      highWaterMs = Math.max(highWaterMs, failureTimeMs);
      return isNew;
    },
    begin(serverTimeMs) {
      beganMs = serverTimeMs;
      prune();
    },
    finish() {
      settle(highWaterMs);
      polledMs = beganMs ?? polledMs;
      prune();
    },
    place: () => ({
      floorMs: start.floorMs,
      toldMs,
      highWaterMs,
      ...(polledMs !== undefined && {polledMs}),
      seen: [...seen].filter(([, timeMs]) => timeMs > askAfterMs()),
    }),
  };
}
