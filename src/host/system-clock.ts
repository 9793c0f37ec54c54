import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';
import {onAbort} from '../base/on-abort.ts';

/** The machine's clock. */
export function makeSystemClock(): Clock {
  return {
    now: () => Date.now(),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        let release = (): void => undefined;
        const timer = setTimeout(() => {
          release();
          resolve();
        }, ms);
        release = onAbort(signal, () => {
          clearTimeout(timer);
          reject(new Failure('interrupted', 'Interrupted while waiting.'));
        });
      });
    },
  };
}
