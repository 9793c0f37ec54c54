import {Failure, toFailure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import type {CommandContext, LazyModules, Program} from './context.ts';
import {makeLiveLine, runPaged} from './on-terminal.ts';
import {reportFailure} from './report.ts';
import {resolveCommand} from './resolve.ts';
import {runSteward} from './steward.ts';

/**
 * Run one command line to its end. The one place failures are caught: each becomes a JSON line on
 * standard error and the exit code of its kind.
 *
 * @param argv what follows the program's name
 * @returns the exit code, once everything written has been taken
 */
export async function main(
  program: Program,
  argv: readonly string[],
  host: Host,
  doors: LazyModules,
): Promise<number> {
  const exitCode =
    program === 'steward'
      ? await ended(runSteward(argv, host, doors), host)
      : await runWatched(program, argv, host, doors);
  return (await flushAll(host)) ?? exitCode;
}

function ended(running: Promise<number>, {stderr}: Host): Promise<number> {
  return running.catch((error: unknown) => reportFailure(toFailure(error), stderr));
}

/** Run a line of `jr` or `cf`; on a terminal it can say how far it is. */
async function runWatched(
  program: 'jr' | 'cf',
  argv: readonly string[],
  plain: Host,
  doors: LazyModules,
): Promise<number> {
  const line = makeLiveLine(plain);
  const host = line?.host ?? plain;
  const service = program === 'jr' ? 'tracker' : 'content';
  const context = {program, service, host, doors, progress: line?.show} as const;
  const exitCode = await ended(runCommand(argv, context), host);
  line?.clear();
  return exitCode;
}

async function runCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  const {isPaged, run} = resolveCommand(argv, context);
  return isPaged ? runPaged(argv, context, run) : run(context);
}

/** The exit code of output that could not be written; undefined when all was taken. */
async function flushAll(host: Host): Promise<number | undefined> {
  let exitCode: number | undefined;
  try {
    await host.stdout.flush();
  } catch (error) {
    const {kind, message} = toFailure(error);
    const failure = new Failure(
      kind === 'disk_full' ? kind : 'connection_error',
      `Cannot write to standard output: ${message}`,
      {
        hint: 'The command was carried out; only its output is lost. Check the result before repeating the command.',
      },
    );
    exitCode = reportFailure(failure, host.stderr);
  }
  // Nothing is left to tell of a standard error that cannot be written.
  await host.stderr.flush().catch(() => undefined);
  return exitCode;
}
