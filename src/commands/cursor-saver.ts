import type {CursorOwner} from '../api/watch/cursor-text.ts';
import type {WatchCursor} from '../api/watch/failed-watch.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {writeCursorFile} from '../host/cursor-file.ts';
import type {Host} from '../host/host.ts';

/** Keeps the place of a watch in its file, one save at a time. What goes wrong is thrown by the next call. */
export interface CursorSaver {
  /**
   * Save the place of an event that is done. In a burst not after each one, so that saving takes no more
   * than a quarter of the time.
   *
   * @returns the save that runs, to wait for: events that follow each other without a pause would never
   * let it come to its end, and a watch that is killed every second would begin at the same one for ever
   * @throws Failure 'config_error' when the last place could not be written
   */
  save(place: WatchCursor | undefined): Promise<void> | undefined;
  /**
   * A pause: save what was put off. When nothing was told since the last save, now and then is enough.
   *
   * @throws Failure 'config_error'
   */
  rest(place: WatchCursor | undefined): void;
  /**
   * The end: save what was put off, and wait for it.
   *
   * @throws Failure 'config_error'
   */
  flush(): Promise<void>;
}

/** Within a burst a place is saved this often, milliseconds. */
const burstMs = 100;
/** Sooner than that after so many events: thousands fit into a tenth of a second. */
const burstEvents = 250;
/** While nothing is told a place is saved this often, milliseconds. */
const quietMs = 5000;
/** The time between two saves is at least so many times what the last one took. */
const share = 3;

/** Keep places in a file; without a path nowhere. */
export function makeCursorSaver(
  path: string | undefined,
  owner: CursorOwner,
  host: Host,
): CursorSaver {
  /** The place as it is now. */
  let latest: WatchCursor | undefined;
  /** What is to be written next. */
  let waiting: WatchCursor | undefined;
  /** Events since the last save began. */
  let unsaved = 0;
  /** When the disk has had its rest after the last save. */
  let restedMs = Number.NEGATIVE_INFINITY;
  let nextMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let failure: Failure | undefined;
  const write = async (file: string): Promise<void> => {
    while (waiting !== undefined && failure === undefined) {
      const place = waiting;
      waiting = undefined;
      const beganMs = host.clock.now();
      await writeCursorFile(file, {owner, place}, host).catch((error: unknown) => {
        failure = notSaved(file, error);
      });
      const endedMs = host.clock.now();
      restedMs = endedMs + share * (endedMs - beganMs);
      nextMs = Math.max(restedMs, endedMs + burstMs);
    }
    running = undefined;
  };
  const start = (): void => {
    const place = latest;
    if (path === undefined || place === undefined) return;
    waiting = place;
    unsaved = 0;
    running ??= write(path);
  };
  const isDue = (laterMs: number): boolean => {
    const nowMs = host.clock.now();
    // A clock that was set back must not put it off for long.
    return nowMs >= nextMs + laterMs || nowMs < nextMs - 60_000;
  };
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  return {
    save(place) {
      check();
      latest = place;
      unsaved++;
      const isMany = unsaved >= burstEvents && host.clock.now() >= restedMs;
      if (running === undefined && (isMany || isDue(0))) start();
      return running;
    },
    rest(place) {
      check();
      latest = place;
      if (unsaved > 0 || isDue(quietMs)) start();
    },
    async flush() {
      if (unsaved > 0) start();
      await running;
      check();
    },
  };
}

function notSaved(path: string, error: unknown): Failure {
  return new Failure(
    'config_error',
    `The watch position cannot be saved: ${toFailure(error).message}`,
    {
      hint: `--resume ${path} must be a writable file. Nothing is lost: the next watch resumes from the last saved position.`,
      cause: error,
    },
  );
}
