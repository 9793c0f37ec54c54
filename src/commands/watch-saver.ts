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
  /** Save what was put off. */
  flush(): Promise<void>;
}

/** Within a burst a place is saved this often, milliseconds. */
const burstMs = 100;
/** The time between two saves is at least so many times what the last one took. */
const share = 10;

/** Keep places in a file; without a path nowhere. */
export function makePlaceSaver(
  path: string | undefined,
  owner: PlaceOwner,
  host: Host,
): PlaceSaver {
  let waiting: WatchPlace | undefined;
  let nextMs = 0;
  const flush = async (): Promise<void> => {
    const place = waiting;
    if (path === undefined || place === undefined) return;
    waiting = undefined;
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
  return {
    flush,
    async save(place) {
      waiting = place;
      const nowMs = host.clock.now();
      // A clock that was set back must not put it off for long.
      if (nowMs >= nextMs || nowMs < nextMs - 60_000) await flush();
    },
  };
}
