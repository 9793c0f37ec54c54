import {Failure, toFailure} from '../base/failure.ts';
import type {OutputStream, ProcessHost} from '../host/host.ts';
import type {CommandContext, CommandHost, LazyModules, Program} from './context.ts';
import {makeLiveLine, runPaged} from './on-terminal.ts';
import {makeReporter, type Reporter} from './reporter.ts';
import {resolveCommand} from './resolve.ts';
import type {Scanned} from './scan.ts';
import {scanCommand} from './scan-command.ts';
import {runSteward, scanSteward} from './steward.ts';

/**
 * Run one command line. The only place that catches failures: each becomes a JSON line on standard
 * error and the exit code of its kind.
 *
 * @param argv arguments after the program's name
 * @returns the exit code, once all output has been flushed
 */
export async function main(
  program: Program,
  argv: readonly string[],
  machine: ProcessHost,
  modules: LazyModules,
): Promise<number> {
  const service = program === 'cf' ? 'content' : 'tracker';
  const line = program === 'steward' ? scanSteward(argv) : scanCommand(argv, service);
  const live = makeLiveLine(machine);
  const {stderr} = live?.host ?? machine;
  const reporter = makeReporter(stderr, live?.show);
  const host: CommandHost = Object.create(live?.host ?? machine, {reporter: {value: reporter}});
  const running =
    program === 'steward'
      ? runSteward(line, host, modules)
      : runCommand(line, {program, service, host, modules: modules});
  const exitCode = await running.catch((error: unknown) => reporter.failure(toFailure(error)));
  live?.clear();
  return (await flushAll(host.stdout, reporter, stderr)) ?? exitCode;
}

async function runCommand(line: Scanned, context: CommandContext): Promise<number> {
  const {isPaged, run} = resolveCommand(line, context);
  return isPaged ? runPaged(line, context, run) : run(context);
}

/** The exit code for output that could not be written; undefined if all was written. */
async function flushAll(
  stdout: OutputStream,
  reporter: Reporter,
  stderr: OutputStream,
): Promise<number | undefined> {
  let exitCode: number | undefined;
  try {
    await stdout.flush();
  } catch (error) {
    const {kind, message} = toFailure(error);
    const failure = new Failure(
      kind === 'disk_full' ? kind : 'connection_error',
      `Cannot write to standard output: ${message}`,
      {
        hint: 'The command was carried out; only its output is lost. Check the result before repeating the command.',
      },
    );
    exitCode = reporter.failure(failure);
  }
  // A failure to write to standard error cannot be reported.
  await stderr.flush().catch(() => undefined);
  return exitCode;
}
