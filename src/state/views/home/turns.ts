import type {CountAsk} from '../../model/count.ts';

/** Runs so many pieces of work at a time, the others in the order they came. */
export function makeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async work => {
    if (running >= atOnce) await new Promise<void>(go => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn is handed on, so that nobody comes between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

type Turns = ReturnType<typeof makeTurns>;
type Asks = Pick<CountAsk, 'text' | 'pages'>;

/** What asks, one request at each turn. */
export function askInTurns({text, pages}: Asks, turn: Turns): Asks {
  return {
    text: (call, params) => turn(() => text(call, params)),
    async *pages(call, params) {
      const reading = pages(call, params)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const {done, value} = await turn(() => reading.next());
          if (done) return;
          yield value;
        }
      } finally {
        await reading.return?.();
      }
    },
  };
}
