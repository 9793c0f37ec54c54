import {exitCodes} from '../base/failure.ts';
import type {Host} from '../host/host.ts';

const endingSignals = ['SIGINT', 'SIGTERM'] as const;

export type EndingSignal = (typeof endingSignals)[number];

/** Return the exit code of a run that a signal ended; undefined without a signal. */
export function exitOfSignal(received: EndingSignal | undefined): number | undefined {
  if (received === undefined) return undefined;
  return received === 'SIGTERM' ? 143 : exitCodes.interrupted;
}

/**
 * Run something that SIGINT or SIGTERM aborts.
 *
 * @param run receives the abort signal, and a function that returns the signal received so far
 * @param outer used instead of signal handlers for a part of a longer run that has its own: a
 * signal that arrives while a handler is being removed would be lost
 */
export async function interruptible<T>(
  host: Pick<Host, 'onSignal'>,
  run: (signal: AbortSignal, received: () => EndingSignal | undefined) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  let received: EndingSignal | undefined;
  if (outer !== undefined) return run(outer, () => received);
  const end = new AbortController();
  const releases = endingSignals.map(name =>
    host.onSignal(name, () => {
      received ??= name;
      end.abort();
    }),
  );
  try {
    return await run(end.signal, () => received);
  } finally {
    for (const release of releases) release();
  }
}
