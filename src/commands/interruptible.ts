import type {Host} from '../host/host.ts';

/** The signals that ask a command to end. */
const endingSignals = ['SIGINT', 'SIGTERM'] as const;

/** A signal that asks a command to end. */
export type EndingSignal = (typeof endingSignals)[number];

/**
 * Run something that SIGINT or SIGTERM aborts.
 *
 * @param run receives the abort signal, and a function that names the signal received so far
 * @param outer aborts in their place when this is part of a longer run with handlers of its own: a
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
