import {findOperation} from '../api/catalogue.ts';
import {Failure, toFailure} from '../base/failure.ts';
import type {AllowedControls} from '../base/safe-text.ts';
import type {OutputStream, Pager, ProcessHost} from '../host/host.ts';
import {runWithoutCommand} from './bare.ts';
import type {Builtin} from './builtin.ts';
import {findBuiltin, namesOfBuiltins, scanCommand} from './builtins.ts';
import {runComplete} from './completion/run-complete.ts';
import type {CommandContext, CommandHost, LazyModules, Program} from './context.ts';
import {adviceForFlag} from './flag-synonyms.ts';
import {printHelp} from './help.ts';
import {isGroupName, namedOperation} from './invocation.ts';
import {makeReporter, type Reporter} from './reporter.ts';
import {runExpiring} from './run-expiring.ts';
import {runOperation} from './run-request.ts';
import {type Scanned, wrongLine} from './scan.ts';
import {runSteward, scanSteward} from './steward.ts';
import {versionCommand} from './version.ts';

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

/** The command that a line's words name. */
interface ResolvedCommand {
  /** Its output may be shown in a pager. @default false */
  readonly isPaged?: boolean;
  /**
   * @returns the exit code
   * @throws Failure of any kind
   */
  run(context: CommandContext): Promise<number> | number;
}

/** Hidden command that the completion scripts call. */
const completeCommand = '__complete';

/**
 * Find the command that the words of a line name.
 *
 * @throws Failure 'command_error' for an unknown command, with the nearest names
 */
function resolveCommand(line: Scanned, context: CommandContext): ResolvedCommand {
  const {words, texts, unknown} = line;
  const [first, second] = words;
  if (first === completeCommand) return {run: own => runComplete(words.slice(1), own)};
  if (first === 'help') return {run: own => printHelp(words.slice(1), texts, own, true)};
  if (line.asksHelp) return {run: own => printHelp(wordsOfHelp(line, context), texts, own)};
  if (first === undefined) {
    if (texts.has('version')) return resolved(versionCommand, line);
    return {run: own => runWithoutCommand(line, own)};
  }
  const isGroup = isGroupName(first, context.service);
  const early = unknown.find(({after}) => after < (isGroup && second !== undefined ? 2 : 1));
  if (early) throw flagBeforeName(early.flag, context, early.after === 0 ? undefined : first);
  // A built-in command with the name of a group applies only if no word follows.
  const builtin = isGroup && second !== undefined ? undefined : findBuiltin(first, context.service);
  if (builtin) return resolved(builtin, line);
  const operation = namedOperation(first, second, context, namesOfBuiltins());
  const {expiring} = operation;
  if (expiring && line.texts.has(expiring.flag)) {
    return {run: own => runExpiring(operation, expiring, line, own)};
  }
  return {isPaged: true, run: own => runOperation(operation, line, own)};
}

/** Leave out what follows an unknown flag, which may be its value: `version --id 5 --help`. */
function wordsOfHelp({words, unknown}: Scanned, {service}: CommandContext): readonly string[] {
  const [{after} = {after: words.length}] = unknown;
  const [group = '', name = ''] = words;
  const isOperation = after < 2 && findOperation(service, group, name) !== undefined;
  return words.slice(0, isOperation ? 2 : after);
}

function resolved(builtin: Builtin, line: Scanned): ResolvedCommand {
  return {isPaged: builtin.isPaged === true, run: own => builtin.run(line, own)};
}

function flagBeforeName(flag: string, {program}: CommandContext, group = '<group>'): Failure {
  return wrongLine(
    `${flag} must come after the name of the operation.`,
    adviceForFlag(flag) ??
      `Only global flags may come first. Write ${program} ${group} <operation> ${flag} ….`,
  );
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
