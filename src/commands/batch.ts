import type {Problem} from '../api/request-plan.ts';
import type {Column} from '../base/column.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {startRun} from '../host/journaled-request.ts';
import {flagsForEach} from './batch-argv.ts';
import {type BatchResult, parseBatch} from './batch-input.ts';
import {resultParts, runBatch} from './batch-run.ts';
import {readSource} from './body-source.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin} from './builtin-line.ts';
import {flagOfMany} from './command-client.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {emitReply} from './emit.ts';
import type {EmitOptions} from './emit-options.ts';
import {compileQuestion} from './exit-on.ts';
import type {FlagRow} from './flags.ts';
import {exitOfSignal, interruptible, reportNotStarted} from './interruptible.ts';
import {resumeBatch} from './resumed-batch.ts';
import {wrongLine} from './scan.ts';

const defaultMost = 50;

const flags = [
  {
    name: 'input',
    type: 'string',
    default: '-',
    help: 'file with a JSON array of commands or one command per line; - is standard input',
    suggests: 'files',
  },
  {
    name: 'max-batch',
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: String(defaultMost),
    help: 'maximum number of commands; 0 for no limit',
  },
  {
    name: 'fail-fast',
    type: 'boolean',
    default: 'false',
    help: 'stop after the first command that fails',
  },
  {
    name: 'stream',
    type: 'boolean',
    default: 'false',
    help: 'print each result on its own line as soon as the command ends',
  },
  {
    name: 'resume',
    type: 'string',
    help: 'record progress in this file, and continue from it in the next run',
    suggests: 'files',
  },
] as const satisfies readonly FlagRow[];

/** `batch`: run many operations with one command (contract 1). */
export const batch: Builtin<typeof flags> = {
  name: 'batch',
  summary: 'run many commands and print one result each',
  usage: [
    'batch [--input F] [--max-batch 50] [--concurrency N] [--fail-fast] [--stream] [--resume FILE]',
  ],
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'A command is {"command": "version get", "args": {"id": 10000}, "jq": ".name"}, optionally with fields, preset and dry_run; other members are refused. Values in args are strings, numbers, booleans or arrays of these; a body can be plain JSON.',
    'The result is an array of {index, exit_code, data or error} in input order; batch exits with the highest exit code. With jq, data is the output, an array of several outputs, or null without output.',
    'Commands run one after another unless --concurrency allows several at a time. Global flags apply to each command; --jq, --output, --columns, --pretty and --raw-output apply to the result array. If that filter fails, the results are printed unfiltered.',
    'Anywhere in args, {"$from": 0, "pointer": "/id"} takes a value from the result of an earlier command (the first is 0): a JSON pointer into its data, or all data without a pointer. References are checked before anything is sent. A command with a reference waits for the earlier command and is not sent if the earlier command failed. --dry-run shows references as {$from 0 /id}.',
    'SIGINT, SIGTERM and SIGHUP stop the batch: running commands are aborted, the others are reported as not started, and the exit code is 130, 143 or 129. With --stream the batch also stops when the reader closes the pipe.',
    'With --resume FILE, a later run with the same file does not send successful writes again; it recognizes them by their content and prints their stored output. A write whose outcome is unknown is looked up first. Reads are sent again.',
    'All commands are checked before the first is sent. If one is invalid, its result is the error and nothing is sent. --dry-run sends nothing, even for commands with "dry_run": false.',
  ],
  examples: [
    'batch --input commands.json --pretty',
    'batch --input commands.json --dry-run --jq ".[].data.url" --raw-output',
  ],
  async run(scanned, context) {
    const {host} = context;
    const line = parseBuiltin(batch, scanned, context, 0);
    const {text, problems: unread} = await readInput(
      line.own.input,
      line.texts.has('input'),
      context,
    );
    const {'max-batch': most = defaultMost, 'fail-fast': failFast = false, stream} = line.own;
    const input = text === undefined ? undefined : parseBatch(text, most, context);
    const {concurrency = 1, output: format = 'json'} = line.globals;
    const isStream = stream === true || format === 'jsonl';
    const problems = [
      ...line.problems,
      ...(isStream ? problemsOfStream(format) : []),
      ...problemsOfResume(line),
      ...unread,
      ...(input?.problems ?? []),
    ];
    const written = {columns: resultColumns};
    const compiled = await compileWith(line.globals, problems, host, undefined, written);
    const question = await compileQuestion(line.globals, host);
    const filter = question?.watch(compiled) ?? compiled;
    const items = input?.items ?? [];
    const output = {
      ...(isStream && {pretty: false}),
      ...line.globals,
      ...(filter && {filter}),
      items: written,
    };
    const tell = makeProgress(items.length, host);
    const printing = makePrinter(output, host);
    const {resume} = line.own;
    const run = startRun();
    return interruptible(host, async (signal, received) => {
      const own = {...context, signal, journal: {run}, names: new Map<string, Promise<string>>()};
      const resumed =
        resume === undefined ? undefined : await resumeBatch(resume, items, {scanned, run}, own);
      const results: BatchResult[] = [];
      await runBatch(
        resumed?.items ?? items,
        {
          flags: flagsOf(line),
          concurrency,
          failFast,
          dryRun: line.globals['dry-run'] === true,
          signal,
          isUnread: () => isStream && host.stdout.closed,
          async onResult(result, index) {
            await resumed?.ended(result, index);
            if (isStream) await printing.print(resultParts(result, index));
            results[index] = isStream && !question ? withoutOutput(result) : result;
            tell(result);
          },
        },
        own,
      );
      if (resumed !== undefined && resumed.doneBefore > 0) {
        const text = `${resumed.doneBefore} of ${results.length} commands were already done.`;
        host.reporter.note(text);
      }
      const isRepeated = filter !== undefined || question !== undefined;
      const array = arrayParts(results, isRepeated);
      if (!isStream) await printing.print(array);
      const highest = results.reduce((most, {exitCode}) => Math.max(most, exitCode), 0);
      const asked = printing.hasFailed() ? 0 : await question?.answer([...array].join(''));
      // A signal during the last computation is pending until the process waits.
      if (received() === undefined) await host.clock.sleep(0, signal).catch(() => undefined);
      reportNotStarted(results, received(), host);
      printing.finish();
      return exitOfSignal(received()) ?? (highest || asked || 0);
    });
  },
};

/** A result whose output nothing needs any more. */
function withoutOutput({exitCode, notStarted}: BatchResult): BatchResult {
  return {exitCode, ...(notStarted && {notStarted})};
}

/**
 * The array of the results, in parts.
 *
 * @param isRepeated it is read more than once; otherwise the output of each is dropped once read
 */
function arrayParts(results: BatchResult[], isRepeated: boolean): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      yield '[';
      for (const [i, result] of results.entries()) {
        if (i > 0) yield ',';
        yield* resultParts(result, i);
        if (!isRepeated) results[i] = withoutOutput(result);
      }
      yield ']';
    },
  };
}

/** The columns of a result in a table. */
const resultColumns: readonly Column[] = [
  {id: 'index', title: 'INDEX', from: ['/index'], kind: 'number', dropPriority: 0},
  {id: 'exit_code', title: 'EXIT CODE', from: ['/exit_code'], kind: 'number', dropPriority: 0},
  {
    id: 'data',
    title: 'DATA',
    from: ['/data/key', '/data/name', '/data/title', '/data/id', '/data'],
    kind: 'joinedList',
    grows: true,
    min: 16,
    dropPriority: 2,
  },
  {id: 'error', title: 'ERROR', from: ['/error/message'], kind: 'text', min: 16, dropPriority: 2},
];

/** Progress is known from the journal's entries. */
function problemsOfResume({
  own,
  globals,
}: Pick<BuiltinLine<typeof flags>, 'own' | 'globals'>): readonly Problem[] {
  if (own.resume === undefined) return [];
  const wrong = (['no-journal', 'dry-run'] as const).filter(name => globals[name]);
  return wrong.map(name => ({
    input: 'resume',
    message: `--resume and --${name} cannot be combined`,
  }));
}

/** Results that are streamed line by line can only be JSON. */
function problemsOfStream(format: string): readonly Problem[] {
  const isLines = format === 'json' || format === 'jsonl';
  const message = `--output ${format} needs the complete results: omit --stream`;
  return isLines ? [] : [{input: 'output', message}];
}

/**
 * Print results; a filter failure is reported at the end, after all commands have run. A result
 * that the filter fails on is printed without it, so that no id of a new object is lost.
 */
export function makePrinter(options: EmitOptions, host: CommandHost) {
  let failure: Failure | undefined;
  const {filter: _, ...unfiltered} = options;
  return {
    /** @param parts of one JSON text; read again if there is a filter */
    async print(parts: Iterable<string>): Promise<void> {
      const reply = {
        parts,
        get text() {
          return [...parts].join('');
        },
      };
      const style = {mayBeText: false};
      try {
        await emitReply(reply, {...options, ...style}, host);
      } catch (error) {
        failure ??= toFailure(error);
        if (toFailure(error).kind !== 'jq_error') return;
        await emitReply(reply, {...unfiltered, ...style}, host);
      }
    },
    hasFailed: () => failure !== undefined,
    finish(): void {
      if (failure === undefined) return;
      const {kind, message, details} = failure;
      throw new Failure(
        kind,
        `${message}. The commands were run; results are printed unfiltered.`,
        {
          hint: 'Do not repeat the commands only to see their results.',
          ...details,
        },
      );
    },
  };
}

/** Report the progress of the batch. */
function makeProgress(total: number, {reporter}: CommandHost) {
  let ended = 0;
  let failed = 0;
  return ({exitCode}: BatchResult): void => {
    ended += 1;
    if (exitCode !== 0) failed += 1;
    reporter.progress(`${ended} of ${total} done${failed > 0 ? `, ${failed} failed` : ''}`);
  };
}

/** The flags of the batch for each command; the command's own follow and take precedence. */
export function flagsOf({
  texts,
  globals,
}: Pick<BuiltinLine, 'texts' | 'globals'>): readonly string[] {
  const given = flagsForEach.flatMap(({name}) => {
    if (name === 'max-wait' && !texts.has(name)) return [flagOfMany];
    const text = texts.get(name)?.at(-1);
    return text === undefined ? [] : [`--${name}=${text}`];
  });
  // Concurrency applies to the whole batch, not to each command.
  return (globals.concurrency ?? 1) > 1 ? [...given, '--concurrency=1'] : given;
}

/** @param isGiven the flag was given, even with an invalid value */
async function readInput(
  input: string | undefined,
  isGiven: boolean,
  {program, host}: CommandContext,
): Promise<{readonly text?: string; readonly problems: readonly Problem[]}> {
  if (input === undefined && !isGiven && host.stdin.isTTY) {
    throw wrongLine(
      'batch requires input.',
      `Give a file (${program} batch --input commands.json) or pipe the commands in.`,
    );
  }
  // The flag was given with an invalid value: do not read standard input instead.
  if (input === undefined && isGiven) return {problems: []};
  const source = input === undefined || input === '-' ? '-' : `@${input}`;
  const {body, problems} = await readSource('input', source, 'text', host);
  return {problems, ...(typeof body === 'string' && {text: body})};
}
