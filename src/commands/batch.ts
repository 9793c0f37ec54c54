import {refusal} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import {Failure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import {flagsForEach} from './batch-argv.ts';
import {parseBatch} from './batch-input.ts';
import {resultJson, runBatch} from './batch-run.ts';
import {readBody} from './body-source.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin} from './builtin-line.ts';
import {compileWith} from './check-invocation.ts';
import type {CommandContext} from './context.ts';
import {emitJson} from './emit.ts';

const defaultMost = 50;

/** `batch`: many operations by one command (client-contract 1). */
export const batch: Builtin = {
  name: 'batch',
  summary: 'run many operations, one result each',
  usage: ['batch [--input F] [--max-batch 50] [--concurrency N]'],
  flags: [
    {
      name: 'input',
      type: 'string',
      default: '-',
      help: 'file with a JSON array of {command, args, jq}; - is standard input',
      suggests: 'files',
    },
    {
      name: 'max-batch',
      type: 'integer',
      min: 1,
      max: 10_000,
      default: String(defaultMost),
      help: 'most commands it may hold',
    },
  ],
  takesGlobals: true,
  notes: [
    'A command is {"command": "version get", "args": {"id": 10000}, "jq": ".name"}; args take texts, numbers, true and false, and arrays of those; a body may be the JSON itself.',
    'The result is an array of {index, exit_code, data or error} in the order of the input; the exit code is the highest of them. Of a jq filter one output is the data itself, several are an array, none is null.',
    'The commands run one after another; --concurrency runs as many at a time. The other flags of every command hold for each of them; --jq, --pretty and --raw-output are for the result.',
    'An input that is wrong in itself (unknown commands, too many) is refused before anything is sent; what one operation refuses is the result of that command.',
  ],
  examples: [
    'batch --input commands.json --pretty',
    'batch --input commands.json --dry-run --jq ".[].data.url" --raw-output',
  ],
  async run(argv, context) {
    const {host} = context;
    const line = parseBuiltin(batch, argv, context, 0);
    const {text, problems: unread} = await readInput(line, context);
    const most = typeof line.own['max-batch'] === 'number' ? line.own['max-batch'] : defaultMost;
    const input = text === undefined ? undefined : parseBatch(text, most, context);
    const problems = [...line.problems, ...unread, ...(input?.problems ?? [])];
    const {jq, concurrency = 1} = line.globals;
    const filter = await compileWith(jq, problems, found => refusal(undefined, found));
    const results = await runBatch(input?.items ?? [], flagsOf(line), concurrency, context);
    const json = `[${results.map(resultJson).join(',')}]`;
    await emitJson(json, {...line.globals, ...(filter && {filter})}, host);
    return Math.max(0, ...results.map(({exitCode}) => exitCode));
  },
};

/** The flags of the batch's line as each command gets them; its own come after and win. */
function flagsOf({texts, globals}: BuiltinLine): readonly string[] {
  const given = flagsForEach.flatMap(({name}) => {
    const text = texts.get(name)?.at(-1);
    return text === undefined ? [] : [`--${name}=${text}`];
  });
  // As many requests at a time as was said, not as many for each command.
  return (globals.concurrency ?? 1) > 1 ? [...given, '--concurrency=1'] : given;
}

async function readInput(
  {own}: BuiltinLine,
  {program, host}: CommandContext,
): Promise<{readonly text?: string; readonly problems: readonly Problem[]}> {
  const {input} = own;
  if (input === undefined && host.stdin.isTTY) {
    throw new Failure('command_error', 'batch needs its input.', {
      hint: `Give a file, ${program} batch --input commands.json, or pipe it in.`,
      attempts: 0,
    });
  }
  const source = typeof input === 'string' && input !== '-' ? `@${input}` : '-';
  return readText(source, host);
}

async function readText(
  source: string,
  host: Host,
): Promise<{readonly text?: string; readonly problems: readonly Problem[]}> {
  const {body, problems} = await readBody([source], 'text', host);
  const named = problems.map(({message}) => ({
    input: 'input',
    message: message.replace(/^--body/, '--input'),
  }));
  return {problems: named, ...(typeof body === 'string' && {text: body})};
}
