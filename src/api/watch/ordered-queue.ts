/**
 * A queue for a destination (a URL, a program) that processes a few items at a time and completes
 * them in order.
 */
export interface OrderedQueue<Item> {
  /**
   * Start processing an item once there is room: awaiting this applies back-pressure without losing
   * items.
   *
   * @param done called when this item and all before it are done; never after one failed
   * @throws exceptions of `onResult` or `done`
   */
  put(item: Item, done?: Done): Promise<void>;
  /** Number of items being worked on or waiting for room. */
  length(): number;
  /** Call a function when all items so far are done; never after one failed. */
  after(done: Done): void;
  /**
   * Wait for the items in progress.
   *
   * @throws exceptions of `onResult` or `done`
   */
  end(): Promise<void>;
}

/** Called when items are done; later items wait for it. */
export type Done = () => Promise<void> | void;

/** Options of a queue. */
export interface QueueOptions<Item, Result> {
  /** Must not throw. */
  readonly work: (item: Item) => Promise<Result>;
  /** Receives each result in order; `false` if the item is not done and must be delivered again. */
  readonly onResult: (result: Result) => Promise<boolean> | boolean;
  /** Limit of concurrent items, 1 or more. */
  readonly atOnce: number;
  /** Once aborted, no further item is started. */
  readonly signal?: AbortSignal | undefined;
}

/** Make a queue without a buffer: it contains only the items in progress. */
export function makeOrderedQueue<Item, Result>({
  work,
  onResult,
  atOnce,
  signal,
}: QueueOptions<Item, Result>): OrderedQueue<Item> {
  const running = new Set<Promise<void>>();
  /** Whether all items so far are done, in order. */
  let inOrder: Promise<boolean> = Promise.resolve(true);
  let failure: {readonly thrown: unknown} | undefined;
  let waiting = 0;
  const noting = (part: Promise<boolean>): Promise<boolean> =>
    part.catch((thrown: unknown) => {
      failure ??= {thrown};
      return false;
    });
  const check = (): void => {
    if (failure !== undefined) throw failure.thrown;
  };
  const append = (part: Promise<boolean>, done: Done): void => {
    const before = inOrder;
    inOrder = noting(
      (async () => {
        if (!(await before) || !(await part)) return false;
        await done();
        return true;
      })(),
    );
  };
  return {
    async put(item, done: Done = () => undefined) {
      waiting++;
      try {
        while (running.size >= atOnce) await Promise.race(running);
      } finally {
        waiting--;
      }
      check();
      if (signal?.aborted) return append(Promise.resolve(false), done);
      const result = noting(work(item).then(onResult));
      const ended: Promise<void> = result.then(() => void running.delete(ended));
      running.add(ended);
      append(result, done);
    },
    length: () => running.size + waiting,
    after: done => append(Promise.resolve(true), done),
    async end() {
      await inOrder;
      await Promise.all(running);
      check();
    },
  };
}
