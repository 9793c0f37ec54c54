import {Failure, toFailure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import {runBare} from './bare.ts';
import {runComplete} from './completion/run-complete.ts';
import type {CommandContext} from './context.ts';
import type {Doors, Program} from './doors.ts';
import {printHelp} from './help.ts';
import {reportFailure} from './report.ts';
import {resolveCommand} from './resolve.ts';
import {runOperation} from './run-operation.ts';
import {runSteward} from './steward.ts';
import {versionCommand} from './version.ts';

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
  doors: Doors,
): Promise<number> {
  const exitCode = await runLine(program, argv, host, doors).catch((error: unknown) =>
    reportFailure(toFailure(error), host.stderr),
  );
  return (await flushAll(host)) ?? exitCode;
}

function runLine(
  program: Program,
  argv: readonly string[],
  host: Host,
  doors: Doors,
): Promise<number> {
  if (program === 'steward') return runSteward(argv, host, doors);
  const service = program === 'jr' ? 'tracker' : 'content';
  return runCommand(argv, {program, service, host, doors});
}

async function runCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  const command = resolveCommand(argv, context);
  switch (command.kind) {
    case 'operation':
      await runOperation(command.operation, argv, context);
      return 0;
    case 'builtin':
      return command.builtin.run(argv, context);
    case 'help':
      printHelp(command.words, argv, context);
      return 0;
    case 'complete':
      await runComplete(command.words, context);
      return 0;
    case 'version':
      return versionCommand.run(argv, context);
    case 'bare':
      return runBare(argv, context);
  }
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
      `Standard output cannot be written: ${message}`,
      {hint: 'What was asked for is done, only its output is lost: look before you repeat it.'},
    );
    exitCode = reportFailure(failure, host.stderr);
  }
  // Nothing is left to tell of a standard error that cannot be written.
  await host.stderr.flush().catch(() => undefined);
  return exitCode;
}
