import type {PlaceOwner} from '../api/watch/place-text.ts';
import type {WatchPlace} from '../api/watch/watch-place.ts';
import {Failure, toFailure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import {writePlaceFile} from '../host/place-file.ts';

/** Keeps the place of a watch in its file. */
export interface PlaceSaver {
  /**
   * Save a place; in a burst not each one, so that saving never takes more than a small part of
   * the time.
   *
   * @throws Failure 'config_error' when it cannot be written
   */
  save(place: WatchPlace | undefined): Promise<void>;
  /**
   * A pause: save what was put off. When nothing was told since the last save, now and then is enough.
   *
   * @throws Failure 'config_error'
   */
  rest(place: WatchPlace | undefined): Promise<void>;
  /**
   * The end: save what was put off.
   *
   * @throws Failure 'config_error'
   */
  flush(): Promise<void>;
}

/** Within a burst a place is saved this often, milliseconds. */
const burstMs = 100;
/** While nothing is told a place is saved this often, milliseconds. */
const quietMs = 5000;
/** The time between two saves is at least so many times what the last one took. */
const share = 10;

/** Keep places in a file; without a path nowhere. */
export function makePlaceSaver(
  path: string | undefined,
  owner: PlaceOwner,
  host: Host,
): PlaceSaver {
  let waiting: WatchPlace | undefined;
  let isUnsaved = false;
  let nextMs = Number.NEGATIVE_INFINITY;
  const flush = async (): Promise<void> => {
    const place = waiting;
    if (path === undefined || place === undefined) return;
    waiting = undefined;
    isUnsaved = false;
    const beganMs = host.clock.now();
    try {
      await writePlaceFile(path, {owner, place}, host);
    } catch (error) {
      throw new Failure('config_error', `The place cannot be saved: ${toFailure(error).message}`, {
        hint: `--resume ${path} must be a file that can be written. Nothing is lost: a later watch goes on from what was saved.`,
        cause: error,
      });
    }
    const endedMs = host.clock.now();
    nextMs = endedMs + Math.max(burstMs, share * (endedMs - beganMs));
  };
  const isDue = (laterMs: number): boolean => {
    const nowMs = host.clock.now();
    // A clock that was set back must not put it off for long.
    return nowMs >= nextMs + laterMs || nowMs < nextMs - 60_000;
  };
  return {
    flush,
    async save(place) {
      waiting = place;
      isUnsaved = true;
      if (isDue(0)) await flush();
    },
    async rest(place) {
      waiting = place;
      if (isUnsaved || isDue(quietMs)) await flush();
    },
  };
}
