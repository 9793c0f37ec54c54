import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';

/** The machine's clock. */
export function makeSystemClock(): Clock {
  return {
    now: () => Date.now(),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        const interrupt = (): void => {
          clearTimeout(timer);
          reject(new Failure('interrupted', 'Interrupted while waiting.'));
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', interrupt);
          resolve();
        }, ms);
        if (signal?.aborted) interrupt();
        else signal?.addEventListener('abort', interrupt, {once: true});
      });
    },
  };
}
