import type {Problem} from '../api/request-plan.ts';
import type {Column} from '../base/column.ts';
import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import {flagsForEach} from './batch-argv.ts';
import {parseBatch} from './batch-input.ts';
import {type BatchResult, resultJson, runBatch} from './batch-run.ts';
import {readSource} from './body-source.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {emitJson} from './emit.ts';
import type {EmitOptions} from './emit-options.ts';
import type {FlagRow} from './flags.ts';
import {type EndingSignal, interruptible} from './interruptible.ts';
import {reportMessage} from './report.ts';
import {wrongLine} from './scan.ts';

const defaultMost = 50;

const flags = [
  {
    name: 'input',
    type: 'string',
    default: '-',
    help: 'file with a JSON array of commands, or one a line; - is standard input',
    suggests: 'files',
  },
  {
    name: 'max-batch',
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: String(defaultMost),
    help: 'most commands it may hold; 0 for any number',
  },
  {
    name: 'fail-fast',
    type: 'boolean',
    default: 'false',
    help: 'send nothing more after the first command that fails',
  },
  {
    name: 'stream',
    type: 'boolean',
    default: 'false',
    help: 'print each result on a line of its own as soon as it is there',
  },
] as const satisfies readonly FlagRow[];

/** `batch`: many operations by one command (contract 1). */
export const batch: Builtin<typeof flags> = {
  name: 'batch',
  summary: 'run many operations, one result each',
  usage: ['batch [--input F] [--max-batch 50] [--concurrency N] [--fail-fast] [--stream]'],
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'A command is {"command": "version get", "args": {"id": 10000}, "jq": ".name"}, and may have fields, preset and dry_run; any other member is refused. args take texts, numbers, true and false, and arrays of those; a body may be the JSON itself.',
    'The result is an array of {index, exit_code, data or error} in the order of the input; the exit code is the highest of them. Of a jq filter one output is the data itself, several are an array, none is null.',
    'The commands run one after another; --concurrency runs as many at a time. The other flags of every command hold for each of them; --jq, --output, --columns, --pretty and --raw-output are for the result.',
    'Anywhere in args {"$from": 0, "pointer": "/id"} is a value from the result of an earlier command, the first being 0: a JSON pointer into its data, or without one all of it. That it can be there is checked before anything is sent; what is sent waits for it, and is not sent when that command failed. --dry-run shows such places as {$from 0 /id}.',
    'SIGINT and SIGTERM stop the batch: running commands end, the others are reported as not started, and the exit code is 130 or 143. With --stream the batch also stops when the reader of its output closes the pipe.',
    'Each command is checked whole before the first is sent: when one is refused, that is its result, and none is sent. --dry-run sends nothing, whatever a command says of itself.',
  ],
  examples: [
    'batch --input commands.json --pretty',
    'batch --input commands.json --dry-run --jq ".[].data.url" --raw-output',
  ],
  async run(argv, context) {
    const {host} = context;
    const line = parseBuiltin(batch, argv, context, 0);
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
      ...unread,
      ...(input?.problems ?? []),
    ];
    const written = {columns: resultColumns};
    const filter = await compileWith(line.globals, problems, host, undefined, written);
    const items = input?.items ?? [];
    const output = {
      ...(isStream && {pretty: false}),
      ...line.globals,
      ...(filter && {filter}),
      items: written,
    };
    const tell = makeProgress(items.length, context);
    const printing = makePrinter(output, host);
    return interruptible(host, async (signal, received) => {
      const results = await runBatch(
        items,
        {
          flags: flagsOf(line),
          concurrency,
          failFast,
          dryRun: line.globals['dry-run'] === true,
          signal,
          isUnread: () => isStream && host.stdout.closed,
          async onResult(result, index) {
            if (isStream) await printing.print(resultJson(result, index));
            tell(result);
          },
        },
        {...context, warned: new Set(), progress: undefined, signal},
      );
      if (!isStream) await printing.print(`[${results.map(resultJson).join(',')}]`);
      reportNotStarted(results, received(), host);
      printing.finish();
      const highest = results.reduce((most, {exitCode}) => Math.max(most, exitCode), 0);
      return received() === 'SIGTERM'
        ? terminatedExit
        : received()
          ? exitCodes.interrupted
          : highest;
    });
  },
};

/** What a table shows of a result. */
const resultColumns: readonly Column[] = [
  {id: 'index', title: 'INDEX', from: ['/index'], kind: 'number', worth: 0},
  {id: 'exit_code', title: 'EXIT CODE', from: ['/exit_code'], kind: 'number', worth: 0},
  {
    id: 'data',
    title: 'DATA',
    from: ['/data/key', '/data/name', '/data/title', '/data/id', '/data'],
    kind: 'joined',
    grows: true,
    min: 16,
    worth: 2,
  },
  {id: 'error', title: 'ERROR', from: ['/error/message'], kind: 'text', min: 16, worth: 2},
];

/** The exit code of a run that SIGTERM ended: 128 and the number of the signal. */
const terminatedExit = 143;

/** Say how many commands were not started when the batch ended early: a filter may hide which. */
function reportNotStarted(
  results: readonly BatchResult[],
  received: EndingSignal | undefined,
  {stdout, stderr}: Host,
): void {
  if (received === undefined && !stdout.closed) return;
  const count = results.filter(({notStarted}) => notStarted).length;
  const why = received ? `Interrupted by ${received}` : 'The reader of the results has gone';
  const text = `${why}: ${count} of ${results.length} commands were not started.`;
  reportMessage('warning', text, stderr);
}

/** A line for each result as it ends can only be JSON. */
function problemsOfStream(format: string): readonly Problem[] {
  const isLines = format === 'json' || format === 'jsonl';
  const message = `--output ${format} is for the results as a whole: leave --stream out`;
  return isLines ? [] : [{input: 'output', message}];
}

/** Prints results; a filter that fails on one is told at the end, when all commands were run. */
function makePrinter(options: EmitOptions, host: Host) {
  let failure: Failure | undefined;
  return {
    print: (json: string): Promise<void> =>
      emitJson(json, options, host).catch((error: unknown) => {
        failure ??= toFailure(error);
      }),
    finish(): void {
      if (failure === undefined) return;
      const {kind, message, details} = failure;
      throw new Failure(kind, `${message}. The commands themselves were run.`, {
        hint: 'Do not repeat them to see their results.',
        ...details,
      });
    },
  };
}

/** How far the batch is, for who watches. */
function makeProgress(total: number, {progress}: CommandContext) {
  let ended = 0;
  let failed = 0;
  return ({exitCode}: BatchResult): void => {
    ended += 1;
    if (exitCode !== 0) failed += 1;
    progress?.(`${ended} of ${total} done${failed > 0 ? `, ${failed} failed` : ''}`);
  };
}

/** The flags of the batch's line as each command gets them; its own come after and win. */
function flagsOf({texts, globals}: Pick<BuiltinLine, 'texts' | 'globals'>): readonly string[] {
  const given = flagsForEach.flatMap(({name}) => {
    const text = texts.get(name)?.at(-1);
    return text === undefined ? [] : [`--${name}=${text}`];
  });
  // As many requests at a time as was said, not as many for each command.
  return (globals.concurrency ?? 1) > 1 ? [...given, '--concurrency=1'] : given;
}

/** @param isGiven the flag is on the line, also when its value was refused */
async function readInput(
  input: string | undefined,
  isGiven: boolean,
  {program, host}: CommandContext,
): Promise<{readonly text?: string; readonly problems: readonly Problem[]}> {
  if (input === undefined && !isGiven && host.stdin.isTTY) {
    throw wrongLine(
      'batch needs its input.',
      `Give a file, ${program} batch --input commands.json, or pipe it in.`,
    );
  }
  // The flag was given and refused: standard input is not what was meant.
  if (input === undefined && isGiven) return {problems: []};
  const source = input === undefined || input === '-' ? '-' : `@${input}`;
  const {body, problems} = await readSource('input', source, 'text', host);
  return {problems, ...(typeof body === 'string' && {text: body})};
}
