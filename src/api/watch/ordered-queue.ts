/** Items on their way to a destination (an address, a program), a few at a time and in order. */
export interface OrderedQueue<Item> {
  /**
   * Start work on an item as soon as there is room: who waits for this is held up by a slow destination
   * and never loses an item to it.
   *
   * @param done called when this item and all before it are done; never once one of them was not
   * @throws what `onResult` or a `done` threw
   */
  put(item: Item, done?: Done): Promise<void>;
  /** Number of items being worked on or waiting for room. */
  length(): number;
  /** Call something when all items put so far are done; never once one of them was not. */
  after(done: Done): void;
  /**
   * Wait for the items on their way.
   *
   * @throws what `onResult` or a `done` threw
   */
  end(): Promise<void>;
}

/** Called when items are done; the items behind wait for it. */
export type Done = () => Promise<void> | void;

/** How items are worked on. */
export interface QueueOptions<Item, Result> {
  /** Must not throw. */
  readonly work: (item: Item) => Promise<Result>;
  /** Receives each result as it comes; `false` when the item is not done and must come again. */
  readonly onResult: (result: Result) => Promise<boolean> | boolean;
  /** Items worked on at a time, 1 or more. */
  readonly atOnce: number;
  /** Once it is aborted no work is started. */
  readonly signal?: AbortSignal | undefined;
}

/** Make a queue without a memory of its own: it holds no more than the items being worked on. */
export function makeOrderedQueue<Item, Result>({
  work,
  onResult,
  atOnce,
  signal,
}: QueueOptions<Item, Result>): OrderedQueue<Item> {
  const running = new Set<Promise<void>>();
  /** Whether all items so far are done, in their order. */
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
