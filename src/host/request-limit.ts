import {onAbort} from '../base/on-abort.ts';

/** Ends a request early. Has a lifetime: `release` ends it. */
export interface RequestLimit {
  /** Aborted when the request must end. */
  readonly signal: AbortSignal;
  /** Rejects with the reason; never resolves. */
  readonly reached: Promise<never>;
  /** End the request with this error. */
  end(error: Error): void;
  release(): void;
}

/** Longest delay of a timer, effectively unlimited. */
const noLimitMs = 2 ** 31 - 1;

/**
 * Make the time limit of a request, including connecting, headers, body and decompression. Its
 * timer also keeps the process alive, which Node does not do for a request that waits for a proxy,
 * or whose connection was handed over (101): a command would end without a response.
 *
 * @param leftMs milliseconds; undefined for no limit
 * @param signal ends it too
 */
export function makeRequestLimit(
  leftMs: number | undefined,
  signal: AbortSignal | undefined,
): RequestLimit {
  const ended = new AbortController();
  let reject: (error: Error) => void = () => undefined;
  const reached = new Promise<never>((_resolve, refuse) => {
    reject = refuse;
  });
  const end = (error: Error): void => {
    reject(error);
    ended.abort(error);
  };
  const endAs = (name: string): void => {
    const error = new Error('the request was cancelled');
    error.name = name;
    end(error);
  };
  const abort = (): void => endAs('AbortError');
  const timer = setTimeout(() => endAs('TimeoutError'), leftMs ?? noLimitMs);
  // A waiter of `reached` receives the failure; without one, it is ignored.
  reached.catch(() => undefined);
  const release = onAbort(signal, abort);
  return {
    signal: ended.signal,
    reached,
    end,
    release() {
      clearTimeout(timer);
      release();
    },
  };
}
