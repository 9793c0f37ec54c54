import {makeOrderedQueue, type OrderedQueue} from '../api/watch/ordered-queue.ts';
import {Failure} from '../base/failure.ts';
import {type ProgramResult, runProgram} from '../host/run-program.ts';
import type {CommandHost} from './context.ts';

/** Limit of concurrent programs of `--exec`. */
const atOnce = 2;
/** Milliseconds a program has to finish when the watch ends; killing takes three more seconds. */
const graceMs = 5000;

/**
 * Run the program of `--exec` for each text. A program that fails is a warning; one that cannot be
 * started ends the watch, since no event would ever reach it.
 *
 * @param argv program and arguments
 * @param signal ends it: an event whose program was killed is not processed
 */
export function makeProgramQueue(
  argv: readonly string[],
  signal: AbortSignal,
  {reporter}: Pick<CommandHost, 'reporter'>,
): OrderedQueue<string> {
  return makeOrderedQueue<string, ProgramResult>({
    work: text => runProgram(argv, `${text}\n`, {signal, graceMs}),
    onResult({kind, problem}) {
      if (kind === 'not-started') throw notStarted(problem ?? '');
      if (problem !== undefined) reporter.warn(`--exec: ${problem}`);
      return kind !== 'interrupted';
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
