import {makeOrderedQueue, type OrderedQueue} from '../api/watch/ordered-queue.ts';
import {Failure} from '../base/failure.ts';
import {type ProgramResult, runProgram} from '../host/run-program.ts';
import type {CommandHost} from './context.ts';

/** Limit of concurrent programs of `--exec`. */
const atOnce = 2;
/** Milliseconds a program has to finish when the watch ends; killing takes three more seconds. */
const graceMs = 5000;

/**
 * Milliseconds before each further attempt of a program that failed, unless --retries sets their
 * number.
 */
const retryMs = [1000, 5000];
/** Milliseconds between further attempts that --retries adds. */
const longestRetryMs = 30_000;

/** How the programs of `--exec` run. */
export interface ProgramOptions {
  readonly argv: readonly string[];
  /** Attempts after the first one. @default 2 */
  readonly retries?: number | undefined;
  /** Ends the programs: an event whose program was killed is not processed. */
  readonly signal: AbortSignal;
  /**
   * Store an event that no attempt processed.
   *
   * @default it is lost, with a warning
   */
  readonly giveUp?: ((text: string, problem: string) => Promise<void>) | undefined;
}

/**
 * Run the program of `--exec` for each text. A program that fails runs again, with back-off; then
 * its text is given up, with a warning. A program that takes too long is not repeated: it may have
 * done its work. One that cannot be started ends the watch, since no event would ever reach it.
 */
export function makeProgramQueue(
  {argv, retries = retryMs.length, signal, giveUp}: ProgramOptions,
  {reporter, clock}: Pick<CommandHost, 'reporter' | 'clock'>,
): OrderedQueue<string> {
  const run = async (text: string): Promise<ProgramResult> => {
    for (let failed = 0; ; failed++) {
      const end = await runProgram(argv, `${text}\n`, {signal, graceMs});
      if (end.kind !== 'failed' || failed >= retries) return end;
      try {
        await clock.sleep(retryMs[failed] ?? longestRetryMs, signal);
      } catch {
        return {kind: 'interrupted'};
      }
      if (signal.aborted) return {kind: 'interrupted'};
    }
  };
  return makeOrderedQueue<string, ProgramResult & {readonly text: string}>({
    work: async text => ({...(await run(text)), text}),
    async onResult({kind, problem, text}) {
      if (kind === 'not-started') throw notStarted(problem ?? '');
      if (kind === 'interrupted') return false;
      if (problem === undefined) return true;
      reporter.warn(`--exec: ${problem}`);
      await giveUp?.(text, problem);
      return true;
    },
    atOnce,
    signal,
  });
}

function notStarted(problem: string): Failure {
  return new Failure('config_error', `Cannot start the --exec program: ${problem}.`, {
    hint: 'Give the full path of the program and check that the file is executable. With --resume, the next watch continues with the same event.',
    attempts: 0,
  });
}
