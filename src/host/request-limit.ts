import {onAbort} from '../base/on-abort.ts';

/** What ends one request early. Has a lifetime: `release` ends it. */
export interface RequestLimit {
  /** Aborted when the request is to end. */
  readonly signal: AbortSignal;
  /** Rejects with what ended it; never resolves. */
  readonly reached: Promise<never>;
  /** End the request with this. */
  end(error: Error): void;
  release(): void;
}

/** Longest delay of a timer: no limit, as far as a command goes. */
const noLimitMs = 2 ** 31 - 1;

/**
 * The limit of a request and of all that belongs to it: connecting, the head, the body, unpacking
 * it. Its timer also keeps the process until then, which Node does not do for a request that waits
 * for a proxy, or whose connection was handed over (101): a command would end without an answer.
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
  // The waiter of `reached` gets the failure; without a waiter, it can be ignored.
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
