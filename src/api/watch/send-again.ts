/** Failed deliveries on their way to an address, a few at a time. */
export interface SendAgain<Item> {
  /**
   * Send one, as soon as there is room for it: who waits for this never has more on the way.
   *
   * @param done called when it and all before it came to their end; never once the signal is aborted
   * @throws what `told` or a `done` threw
   */
  put(item: Item, done?: () => void): Promise<void>;
  /** Do something when all that were put so far came to their end. */
  after(done: () => void): void;
  /**
   * Wait for those on their way.
   *
   * @throws what `told` or a `done` threw
   */
  end(): Promise<void>;
}

/**
 * Send failed deliveries again as they come.
 *
 * @param forward never throws
 * @param told hears of each when it came to its end
 * @param atOnce how many are on their way at a time, 1 or more
 * @param signal when it is aborted nothing more is sent
 */
export function makeSendAgain<Item, Sent>(
  forward: (item: Item) => Promise<Sent>,
  told: (sent: Sent) => Promise<void> | void,
  atOnce: number,
  signal?: AbortSignal,
): SendAgain<Item> {
  const running = new Set<Promise<void>>();
  let inOrder: Promise<void> = Promise.resolve();
  let failure: {readonly thrown: unknown} | undefined;
  const send = async (item: Item): Promise<void> => told(await forward(item));
  const noting = (work: Promise<void>): Promise<void> =>
    work.catch((thrown: unknown) => {
      failure ??= {thrown};
    });
  const check = (): void => {
    if (failure !== undefined) throw failure.thrown;
  };
  const after = (done: () => void): void => {
    inOrder = noting(
      inOrder.then(() => {
        if (failure === undefined && !signal?.aborted) done();
      }),
    );
  };
  return {
    async put(item, done = () => undefined) {
      while (running.size >= atOnce) await Promise.race(running);
      check();
      if (signal?.aborted) return;
      const one: Promise<void> = noting(send(item)).finally(() => running.delete(one));
      running.add(one);
      inOrder = Promise.all([inOrder, one]).then(() => undefined);
      after(done);
    },
    after,
    async end() {
      await inOrder;
      check();
    },
  };
}
