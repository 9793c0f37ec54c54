import type {CursorOwner} from '../api/watch/cursor-text.ts';
import type {WatchCursor} from '../api/watch/failed-watch.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {writeCursorFile} from '../host/cursor-file.ts';
import type {Host} from '../host/host.ts';

/**
 * Saves the cursor of a watch in its file, one save at a time. Errors are thrown by the next call.
 */
export interface CursorSaver {
  /**
   * Save the cursor after an event is processed. During a burst, only sometimes, so that saving
   * takes at most a quarter of the time.
   *
   * @returns the running save, to be awaited: otherwise a continuous stream of events would never
   * let it finish, and a watch killed every second would always restart at the same one
   * @throws Failure 'config_error' if the last cursor could not be written
   */
  save(place: WatchCursor | undefined): Promise<void> | undefined;
  /**
   * Save the postponed cursor during a pause. Without new events, saving occasionally is enough.
   *
   * @throws Failure 'config_error'
   */
  rest(place: WatchCursor | undefined): void;
  /**
   * Save the postponed cursor at the end, and wait for it.
   *
   * @throws Failure 'config_error'
   */
  flush(): Promise<void>;
}

/** Interval of saves during a burst, in milliseconds. */
const burstMs = 100;
/** A save is also due after so many events, since thousands can arrive in 100 ms. */
const burstEvents = 250;
/** Interval of saves without new events, in milliseconds. */
const quietMs = 5000;
/** The pause between two saves is at least so many times the duration of the last one. */
const share = 3;

/** Save cursors in a file; without a path, do nothing. */
export function makeCursorSaver(
  path: string | undefined,
  owner: CursorOwner,
  host: Host,
): CursorSaver {
  /** The current cursor. */
  let latest: WatchCursor | undefined;
  /** The cursor to write next. */
  let waiting: WatchCursor | undefined;
  /** Events since the last save started. */
  let unsaved = 0;
  /** When the pause after the last save ends. */
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
    // A clock that was set back must not postpone it for long.
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
