import {exitCodes} from '../base/failure.ts';
import type {EndingSignal, Host} from '../host/host.ts';
import type {CommandHost} from './context.ts';

/** The exit codes of the signals that end a command. */
const signalExits: Readonly<Record<EndingSignal, number>> = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: 143,
  SIGHUP: 129,
};
const endingSignals = Object.keys(signalExits) as readonly EndingSignal[];

/** Return the exit code of a run that a signal ended; undefined without a signal. */
export function exitOfSignal(received: EndingSignal | undefined): number | undefined {
  return received && signalExits[received];
}

/**
 * Run something that SIGINT, SIGTERM or SIGHUP aborts.
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

/**
 * Report how many commands were not started when a run ended early; a filter may hide them.
 *
 * @param shown what the results are of, and what else was left out
 */
export function reportNotStarted(
  results: readonly {readonly notStarted?: boolean}[],
  received: EndingSignal | undefined,
  {stdout, reporter}: CommandHost,
  shown: {readonly what?: string; readonly rest?: string} = {},
): void {
  if (received === undefined && !stdout.closed) return;
  const {what = 'commands', rest = ''} = shown;
  const count = results.filter(({notStarted}) => notStarted).length;
  const why = received ? `Interrupted by ${received}` : 'The reader of the output closed the pipe';
  reporter.warn(`${why}: ${count} of ${results.length} ${what} not started${rest}.`);
}
