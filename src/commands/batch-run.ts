import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {compactJson} from '../base/json-pretty.ts';
import type {OutputStream} from '../host/host.ts';
import {
  type BatchEntry,
  type BatchItem,
  type BatchResult,
  batchInputFailure,
  type DeferredItem,
} from './batch-input.ts';
import {markRefs, problemOfRef, valueOfRef} from './batch-refs.ts';
import {flagsOfBuiltin} from './builtin.ts';
import {checkWithPlaceholders} from './check-deferred.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {flagsOfOperation} from './invocation.ts';
import {raw} from './raw.ts';
import {failureJson, makeReporter, type Reporter} from './reporter.ts';
import {runOperation} from './run-request.ts';
import {scan} from './scan.ts';

/** Options for running the commands of a batch. */
export interface BatchOptions {
  /** The flags of the batch that apply to each command. */
  readonly flags: readonly string[];
  /** Commands at a time, 1 to 16. */
  readonly concurrency: number;
  /** Send nothing more after the first failure. */
  readonly failFast: boolean;
  /** Send nothing, whatever the commands specify. */
  readonly dryRun: boolean;
  /** Start nothing more once this is aborted. */
  readonly signal: AbortSignal;
  /** Whether the reader of the output has gone; then nothing more is started. */
  readonly isUnread: () => boolean;
  /** Called with each result as its command ends; the batch itself keeps none. */
  readonly onResult: (result: BatchResult, index: number) => Promise<void>;
}

/**
 * Run the commands of a batch like separate command lines, with captured output. Each is first
 * checked without sending; if one is invalid, none is sent. An interrupt aborts the running ones;
 * the others report that they were not started.
 */
export async function runBatch(
  items: readonly BatchEntry[],
  options: BatchOptions,
  context: CommandContext,
): Promise<void> {
  const started: Started[] = [];
  let stop: Failure | undefined;
  for (const [index, item] of items.entries()) {
    const one = options.signal.aborted
      ? {...failed(interruptedBefore()), settle: () => undefined}
      : 'words' in item
        ? await startItem(item, options, context)
        : 'refs' in item
          ? await startLate(item, {index, items, started}, options, context)
          : 'result' in item
            ? {ended: Promise.resolve(item.result)}
            : failed(item);
    started.push(one);
    const isChecked = one.settle !== undefined || 'result' in item;
    if (!isChecked && (await one.ended).exitCode !== 0) {
      stop ??= notSent(`command ${index} is invalid`);
    }
  }
  const referenced = new Set(
    items.flatMap(item => ('refs' in item ? item.refs : [])).map(({from}) => from),
  );
  const waiting = started.entries();
  const work = async (): Promise<void> => {
    for (const [index, one] of waiting) {
      if (options.signal.aborted) stop ??= interruptedBefore();
      else if (options.isUnread()) stop ??= notSent('the reader of the results closed the pipe');
      const isLeftOut = stop !== undefined && one.settle !== undefined;
      one.settle?.(stop);
      const result: BatchResult = {...(await one.ended), ...(isLeftOut && {notStarted: true})};
      // A result can be as long as a response: keep only those that later commands refer to.
      if (!referenced.has(index)) delete started[index];
      if (result.exitCode === exitCodes.interrupted) stop ??= interruptedBefore();
      else if (options.failFast && result.exitCode !== 0) {
        stop ??= notSent(`command ${index} failed and --fail-fast is set`);
      }
      await options.onResult(result, index);
    }
  };
  await Promise.all(Array.from({length: options.concurrency}, work));
}

/** A command that was checked without sending. */
interface Started {
  /** Send it, or end it with the failure; absent if it has ended already. */
  readonly settle?: (stop: Failure | undefined) => void;
  readonly ended: Promise<BatchResult>;
}

async function startItem(
  item: BatchItem,
  options: BatchOptions,
  context: CommandContext,
): Promise<Started> {
  const reached = makePromise<boolean>();
  const verdict = makePromise<Failure | undefined>();
  const admit = async (): Promise<void> => {
    reached.resolve(true);
    const stop = await verdict.promise;
    if (stop !== undefined) throw stop;
  };
  const ended = runItem(item, options, {...context, admit});
  const isWaiting = await Promise.race([reached.promise, ended.then(() => false)]);
  return {ended, ...(isWaiting && {settle: verdict.resolve})};
}

/** The state of the batch that a command with references needs. */
interface Before {
  readonly index: number;
  readonly items: readonly BatchEntry[];
  readonly started: readonly Started[];
}

/**
 * Start a command that takes values from earlier results: check it now, with stand-ins for unknown
 * values; run it when the results are available. With --dry-run, print its request with markers.
 */
async function startLate(
  item: DeferredItem,
  {index, items, started}: Before,
  options: BatchOptions,
  context: CommandContext,
): Promise<Started> {
  const earlier = items.map(entry => {
    const one = 'result' in entry ? entry.of : entry;
    if (!('words' in one)) return undefined;
    const flags = [...options.flags, ...one.flags];
    return {
      ...one,
      flags: options.dryRun ? flags.filter(flag => !flag.startsWith('--dry-run')) : flags,
    };
  });
  const wrong = item.refs.flatMap(ref => problemOfRef(ref, index, earlier) ?? []);
  if (wrong.length > 0) {
    return failed(batchInputFailure('args', wrong));
  }
  const run = (one: BatchItem, own: CommandContext, dryRun = false) =>
    runItem(one, {...options, dryRun}, own);
  const silent = catchOutput().stream;
  const unheard = {
    ...context,
    host: hostOf(context.host, silent, makeReporter(silent)),
  };
  const rehearsed = await checkWithPlaceholders(
    item,
    (one, own) => runCommand(one, options, own),
    unheard,
  );
  if ('failure' in rehearsed) return failed(rehearsed.failure);
  if (options.dryRun) {
    const {values, command} = rehearsed;
    const {data = 'null', ...result} = await run(command, context, true);
    const shown = markRefs(data, item.refs, values);
    return {ended: Promise.resolve({...result, data: shown})};
  }
  const verdict = makePromise<Failure | undefined>();
  const ended = verdict.promise.then(stop =>
    stop ? failed(stop).ended : runLate(item, started, one => run(one, context)),
  );
  return {ended, settle: verdict.resolve};
}

/** Run a command with the values of its references. */
async function runLate(
  {refs, fill, journal}: DeferredItem,
  started: readonly Started[],
  run: (item: BatchItem) => Promise<BatchResult>,
): Promise<BatchResult> {
  const values: string[] = [];
  for (const ref of refs) {
    const result = await started[ref.from]?.ended;
    if (result?.data === undefined || result.exitCode !== 0) {
      return failed(notSent(`the command needs the result of command ${ref.from}, which failed`))
        .ended;
    }
    const value = valueOfRef(ref, result.data);
    if (value === undefined) {
      const message = `args.${ref.arg}: the result of command ${ref.from} has nothing at ${ref.pointer}`;
      return failed(batchInputFailure('args', [message])).ended;
    }
    values.push(value);
  }
  const item = fill(values);
  return 'words' in item ? run({...item, ...(journal && {journal})}) : failed(item).ended;
}

/** A promise with its resolve function. */
function makePromise<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(keep => {
    resolve = keep;
  });
  return {promise, resolve};
}

function failed(failure: Failure): Started {
  const {kind} = failure;
  const result = {exitCode: exitCodes[kind], error: failureJson(failure)};
  return {ended: Promise.resolve(result)};
}

function interruptedBefore(): Failure {
  return new Failure('interrupted', 'Interrupted before the command started.', {attempts: 0});
}

/**
 * A failure for a valid command that was not sent, of a kind that says nothing about its object.
 */
function notSent(why: string): Failure {
  return new Failure('command_error', `Not sent: ${why}.`, {attempts: 0});
}

/** A result as printed by the batch, in parts: its data is not copied. */
export function resultParts(
  {exitCode, data, error}: BatchResult,
  index: number,
): readonly string[] {
  return [
    `{"index":${index},"exit_code":${exitCode}`,
    ...(data === undefined ? [] : [',"data":', data]),
    ...(error === undefined ? [] : [`,"error":${error}`]),
    '}',
  ];
}

async function runItem(
  {operation, words, flags, journal}: BatchItem,
  options: BatchOptions,
  context: CommandContext,
): Promise<BatchResult> {
  const caught = catchOutput();
  const host = hostOf(context.host, caught.stream);
  const own = {...context, host, ...(journal && {journal})};
  const failure = await runCommand({...(operation && {operation}), words, flags}, options, own);
  const printed = caught.text();
  const hasData = failure === undefined || printed !== '';
  return {
    exitCode: failure ? exitCodes[failure.kind] : 0,
    ...(hasData && {data: dataOf(printed)}),
    ...(failure && {error: failureJson(failure)}),
    // Interrupted while it was prepared.
    ...(failure?.kind === 'interrupted' && failure.details.attempts === 0 && {notStarted: true}),
  };
}

/** Run a command to its end and return its failure. */
async function runCommand(
  {operation, words, flags}: BatchItem,
  options: Pick<BatchOptions, 'flags' | 'dryRun'>,
  context: CommandContext,
): Promise<Failure | undefined> {
  const argv = [...words, ...options.flags, ...flags, ...(options.dryRun ? ['--dry-run'] : [])];
  try {
    if (operation) await runOperation(operation, scan(argv, flagsOfOperation(operation)), context);
    else await raw.run(scan(argv, flagsOfBuiltin(raw)), context);
    return undefined;
  } catch (error) {
    return toFailure(error);
  }
}

/**
 * The captured output as one JSON value: a single output unchanged, several as an array, none as
 * null (a filter may return any number); other text of `raw` becomes a string.
 */
function dataOf(printed: string): string {
  if (printed === '') return 'null';
  if (checkJson(printed) === undefined) return compactJson(printed.trim());
  const lines = printed.trimEnd().split('\n');
  const isJson = lines.every(line => checkJson(line) === undefined);
  return isJson ? `[${lines.join(',')}]` : JSON.stringify(printed.replace(/\n$/, ''));
}

/**
 * The host for a command of a batch: captures its output; its standard input is that of the batch.
 */
function hostOf(
  host: CommandHost,
  stdout: OutputStream,
  reporter: Reporter = host.reporter.withoutProgress(),
): CommandHost {
  const refused = (): never => {
    throw new Error('it applies to the whole batch, not to one command');
  };
  const stdin: CommandHost['stdin'] = {isTTY: false, read: async () => refused(), chunks: refused};
  // A derived object rather than a copy, which would open the real standard input.
  return Object.create(host, {
    stdin: {value: stdin},
    stdout: {value: stdout},
    reporter: {value: reporter},
  });
}

/** Capture output; `text` returns it once. */
function catchOutput(): {readonly stream: OutputStream; readonly text: () => string} {
  const pieces: string[] = [];
  return {
    text() {
      const [first = '', ...more] = pieces.splice(0).filter(piece => piece !== '');
      // A long response is not copied to add its line break.
      return more.join('') === '\n' ? first : first + more.join('');
    },
    stream: {
      isTTY: false,
      textOnly: true,
      columns: undefined,
      rows: undefined,
      closed: false,
      write: piece => void pieces.push(String(piece)),
      flush: async () => undefined,
      onResize: () => () => undefined,
    },
  };
}
