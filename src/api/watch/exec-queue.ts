/** Programs that are run one for each thing that happens, bounded in number. */
export interface ExecQueue {
  /** Run it for this text; left out when too many wait. */
  add(input: string): void;
  /** Wait for those that run and wait. */
  end(): Promise<void>;
}

/** How many run at a time. */
const atOnce = 2;
/** How many wait at most. */
const mostWaiting = 100;

/**
 * Make a queue.
 *
 * @param run why it did not end well; undefined when it did
 * @param failed hears of those, and once of each time texts are left out
 */
export function makeExecQueue(
  run: (input: string) => Promise<string | undefined>,
  failed: (problem: string) => void,
): ExecQueue {
  const waiting: string[] = [];
  const running = new Set<Promise<void>>();
  let leftOut = 0;
  const start = (): void => {
    while (running.size < atOnce) {
      const input = waiting.shift();
      if (input === undefined) return;
      const one: Promise<void> = run(input).then(problem => {
        if (problem !== undefined) failed(problem);
        running.delete(one);
        start();
      });
      running.add(one);
    }
  };
  return {
    add(input) {
      if (waiting.length >= mostWaiting) {
        if (leftOut++ === 0)
          failed(`more than ${mostWaiting} wait: it is not run for the rest of them`);
        return;
      }
      leftOut = 0;
      waiting.push(input);
      start();
    },
    async end() {
      while (running.size > 0) await Promise.race(running);
    },
  };
}
