import {Failure, toFailure} from '../base/failure.ts';
import type {AllowedControls} from '../base/safe-text.ts';
import type {OutputStream, Pager, ProcessHost} from '../host/host.ts';
import {scanCommand} from './builtins.ts';
import type {CommandContext, CommandHost, LazyModules, Program} from './context.ts';
import {makeReporter, type Reporter} from './reporter.ts';
import {resolveCommand} from './resolve.ts';
import type {Scanned} from './scan.ts';
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

/** A progress line on standard error that is erased before other output. */
interface LiveLine {
  /** The host, whose streams erase the line before they write. */
  readonly host: ProcessHost;
  /** Show a progress text in one line, cut to fit. */
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const erased = '\r\u001b[K';

/**
 * The progress line of a terminal; undefined if standard error is none, or cannot erase a line.
 * Once the response is printed on a terminal, the line stays empty.
 */
function makeLiveLine(host: ProcessHost): LiveLine | undefined {
  const {stderr, stdout, env} = host;
  if (!stderr.isTTY || env.TERM === 'dumb') return undefined;
  let isShown = false;
  let isSilent = false;
  const clear = (): void => {
    if (isShown) stderr.write(erased, 'all');
    isShown = false;
  };
  const before = (stream: OutputStream, isAnswer: boolean): OutputStream =>
    Object.create(stream, {
      write: {
        value(text: string | Uint8Array, may?: AllowedControls) {
          clear();
          isSilent ||= isAnswer && stream.isTTY;
          stream.write(text, may);
        },
      },
    });
  return {
    host: Object.create(host, {
      stderr: {value: before(stderr, false)},
      stdout: {value: before(stdout, true)},
      openPager: {
        value(command: string): Pager {
          const pager = host.openPager(command);
          return {...pager, stdout: before(pager.stdout, true)};
        },
      },
    }),
    show(text) {
      if (isSilent) return;
      // A wrapped line could not be erased; characters beyond ASCII may take two columns.
      const room = (stderr.columns ?? 80) - 1;
      const most = /^[ -~]*$/.test(text) ? room : Math.floor(room / 2);
      stderr.write(erased, 'all');
      stderr.write([...text].slice(0, most).join(''));
      isShown = true;
    },
    clear,
  };
}

/**
 * Run a command, on a terminal through a pager if --pager requests one or JR_PAGER (CF_PAGER) is
 * set; uses that, else PAGER, else `less -FRX` (contract 3.6).
 */
async function runPaged(
  {texts}: Scanned,
  context: CommandContext,
  run: (context: CommandContext) => Promise<number> | number,
): Promise<number> {
  const {host, program} = context;
  if (!host.stdout.isTTY) return run(context);
  const own = host.env[`${program.toUpperCase()}_PAGER`];
  const flag = texts.get('pager')?.at(-1);
  const isAsked = flag === undefined ? own !== undefined && own !== '' : flag === 'true';
  const command = own || host.env.PAGER || '';
  if (!isAsked || command === 'cat') return run(context);
  const pager = host.openPager(command);
  try {
    const paged = Object.create(host, {stdout: {value: pager.stdout}});
    return await run({...context, host: paged});
  } finally {
    await pager.end();
  }
}
