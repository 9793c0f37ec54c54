import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {compactJson} from '../base/json-pretty.ts';
import type {Host, OutputStream} from '../host/host.ts';
import type {BatchItem} from './batch-input.ts';
import type {CommandContext} from './context.ts';
import {raw} from './raw.ts';
import {failureJson} from './report.ts';
import {runOperation} from './run-operation.ts';

/** How one command of a batch ended. */
export interface BatchResult {
  readonly exitCode: number;
  /** What it would have printed, as one JSON value. */
  readonly data?: string;
  /** The JSON line of its failure. */
  readonly error?: string;
}

/**
 * Run the commands of a batch, each as its own command line would be, what they print caught. An
 * interrupt ends those that run and leaves the rest out, which then say so.
 *
 * @param flags the flags of the batch that hold for each command
 * @param concurrency commands at a time, 1 to 16
 * @returns one result for each command, in the order of the input
 */
export async function runBatch(
  items: readonly BatchItem[],
  flags: readonly string[],
  concurrency: number,
  context: CommandContext,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  const waiting = items.entries();
  let isInterrupted = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      const result = isInterrupted ? notStarted() : await runItem(item, flags, context);
      isInterrupted ||= result.exitCode === exitCodes.interrupted;
      results[index] = result;
    }
  };
  await Promise.all(Array.from({length: concurrency}, work));
  return results;
}

/** A result as the batch prints it. */
export function resultJson({exitCode, data, error}: BatchResult, index: number): string {
  const members = [
    `"index":${index}`,
    `"exit_code":${exitCode}`,
    ...(data === undefined ? [] : [`"data":${data}`]),
    ...(error === undefined ? [] : [`"error":${error}`]),
  ];
  return `{${members.join(',')}}`;
}

async function runItem(
  item: BatchItem,
  flags: readonly string[],
  context: CommandContext,
): Promise<BatchResult> {
  const {operation, words} = item;
  const argv = [...words, ...flags, ...item.flags];
  const caught = catchOutput();
  const own = {...context, host: hostOf(context.host, caught.stream)};
  let failure: Failure | undefined;
  try {
    if (operation) await runOperation(operation, argv, own);
    else await raw.run(argv, own);
  } catch (error) {
    failure = toFailure(error);
  }
  const printed = caught.text();
  const hasData = failure === undefined || printed !== '';
  return {
    exitCode: failure ? exitCodes[failure.kind] : 0,
    ...(hasData && {data: dataOf(printed)}),
    ...(failure && {error: failureJson(failure)}),
  };
}

function notStarted(): BatchResult {
  const failure = new Failure('interrupted', 'Interrupted before it was started.', {attempts: 0});
  return {exitCode: exitCodes.interrupted, error: failureJson(failure)};
}

/**
 * What was printed as one JSON value: one output is itself, several are an array, none is null (a
 * filter may give any number); an answer of `raw` that is no JSON is a text.
 */
function dataOf(printed: string): string {
  if (printed === '') return 'null';
  if (checkJson(printed) === undefined) return compactJson(printed);
  const lines = printed.trimEnd().split('\n');
  const isJson = lines.every(line => checkJson(line) === undefined);
  return isJson ? `[${lines.join(',')}]` : JSON.stringify(printed.replace(/\n$/, ''));
}

/** The machine as a command of a batch sees it: its output is caught, its input is the batch. */
function hostOf(host: Host, stdout: OutputStream): Host {
  const stdin: Host['stdin'] = {
    isTTY: false,
    read: () => Promise.reject(new Error('it is for the batch, not for one command')),
  };
  // Over the host and not a copy of it, which would open the real standard input.
  return Object.create(host, {stdin: {value: stdin}, stdout: {value: stdout}});
}

function catchOutput(): {readonly stream: OutputStream; readonly text: () => string} {
  const pieces: string[] = [];
  return {
    text: () => pieces.join(''),
    stream: {
      isTTY: false,
      columns: undefined,
      rows: undefined,
      closed: false,
      write: piece => void pieces.push(piece),
      flush: async () => undefined,
      onResize: () => () => undefined,
    },
  };
}
