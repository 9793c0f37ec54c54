import {Failure} from './base/failure.ts';
import type {LazyModules, Program} from './commands/context.ts';
import {main} from './commands/main.ts';
import {failureJson} from './commands/reporter.ts';
import type {ProcessHost} from './host/host.ts';
import {makeHost} from './host/make-host.ts';
import {
  collectGarbageOften,
  endWithUnreadOutput,
  guardExit,
  hideArguments,
  suppressWarnings,
} from './host/own-process.ts';

/**
 * The entry point of the three commands: creates the host, and passes on functions that load large
 * modules.
 *
 * @param argv arguments after the program's name
 * @returns the exit code
 */
export async function run(program: Program, argv: readonly string[]): Promise<number> {
  hideArguments(program, argv);
  suppressWarnings();
  const host = makeHost();
  const ended = guardExit(() =>
    failureJson(new Failure('bug', `${program} ended without a result.`)),
  );
  const exitCode = await main(program, argv, host, makeLazyModules(host));
  ended();
  if (host.stdout.closed || host.stderr.closed) endWithUnreadOutput(exitCode);
  return exitCode;
}

function makeLazyModules(host: ProcessHost): LazyModules {
  const startSandbox: LazyModules['startSandbox'] = async options => {
    const sandbox = await import('./sandbox/start.ts');
    return sandbox.startSandbox(options);
  };
  return {
    startSandbox,
    async openTerminalUi(options) {
      collectGarbageOften();
      const {runTerminalUi} = await import('./tui.tsx');
      return runTerminalUi(options, host, async () => {
        // In a worker thread, so that the screen never waits for the server.
        const {startSandboxInWorker} = await import('./sandbox/embed.ts');
        return startSandboxInWorker(new URL('./sandbox/worker.ts', import.meta.url), {});
      });
    },
  };
}
