/** Waits that can all be ended at once. */
export interface ReleasableWaits {
  /** Wait for work to end, or for `release`, whichever is earlier. */
  wait(work: Promise<void>): Promise<void>;
  /** End all waits, also later ones. */
  release(): void;
}

/**
 * Make waits for many short works and one event that may come much later. `Promise.race` would
 * retain memory for each of them until the event.
 */
export function makeReleasableWaits(): ReleasableWaits {
  const waiting = new Set<() => void>();
  let isReleased = false;
  return {
    wait(work) {
      if (isReleased) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.add(resolve);
        work.then(resolve, reject).finally(() => waiting.delete(resolve));
      });
    },
    release() {
      isReleased = true;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}
