import type {Operation} from '../api/operation.ts';
import {inputFailure} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import {type Failure, toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../base/json-scan.ts';
import {nearestNames} from '../base/nearest.ts';
import {argsOf} from './batch-argv.ts';
import {type BatchRef, fillRefs, findRefs} from './batch-refs.ts';
import type {CommandContext} from './context.ts';
import {namedOperation} from './invocation.ts';

/** The result of one command of a batch. */
export interface BatchResult {
  readonly exitCode: number;
  /** It is valid, but was not sent because the batch ended early. @default false */
  readonly notStarted?: true;
  /** Its output as one JSON value. */
  readonly data?: string;
  /** The JSON line of its failure. */
  readonly error?: string;
}

/** A command of a batch, ready to run. */
export interface BatchItem {
  /** Absent for `raw`. */
  readonly operation?: Operation;
  /** Its command line: words first, then flags. */
  readonly words: readonly string[];
  readonly flags: readonly string[];
  /** How its write is recorded. @default as the writes of the batch */
  readonly journal?: CommandContext['journal'];
}

/** A command that an earlier run has sent. */
export interface ResumedItem {
  readonly result: BatchResult;
  /** The command itself. */
  readonly of: ParsedEntry;
}

/**
 * A command whose args take values from the results of earlier ones; completed when they are
 * available.
 */
export interface DeferredItem {
  /** Its JSON text. */
  readonly text: string;
  readonly refs: readonly BatchRef[];
  readonly journal?: CommandContext['journal'];
  /** Insert the values and parse the command. */
  fill(values: readonly string[]): BatchItem | Failure;
}

/** The command, or why it cannot run. */
export type ParsedEntry = BatchItem | DeferredItem | Failure;

/** A command, or the result that it has already. */
export type BatchEntry = ParsedEntry | ResumedItem;

/** The commands of a batch, and the problems of its text. */
export interface BatchInput {
  readonly items: readonly ParsedEntry[];
  readonly problems: readonly Problem[];
}

type Where = Pick<CommandContext, 'program' | 'service'>;

/**
 * Parse the commands of a batch: a JSON array of `{command, args, jq, fields, preset, dry_run}`, or
 * one such object per line. Values are checked later, by the operation.
 *
 * @param most limit of commands; 0 for none
 */
export function parseBatch(text: string, most: number, where: Where): BatchInput {
  const {entries, problems} = splitEntries(text);
  const tooMany = `The batch has ${entries.length} commands; --max-batch allows ${most}`;
  if (most > 0 && entries.length > most) {
    return {items: [], problems: [...problems, {input: 'max-batch', message: tooMany}]};
  }
  return {items: entries.map(entry => parseEntry(entry, where)), problems};
}

function parseEntry(text: string, where: Where): ParsedEntry {
  const {refs, problems} = findRefs(text);
  if (problems.length > 0) return batchInputFailure('command', problems);
  if (refs.length === 0) return parseItem(text, where);
  return {text, refs, fill: values => parseItem(fillRefs(text, refs, values), where)};
}

/** The JSON text of each command. */
function splitEntries(text: string): {
  readonly entries: readonly string[];
  readonly problems: readonly Problem[];
} {
  const wrong = checkJson(text);
  if (wrong === undefined) {
    const root = rootSpan(text);
    if (kindOf(text, root) === 'object') return {entries: [text], problems: []};
    if (kindOf(text, root) === 'array') {
      const entries = itemSpans(text, root).map(span => sliceSpan(text, span));
      return {entries, problems: []};
    }
    return refused('must be an array of {command, args} objects, or one object per line');
  }
  if (!text.trimStart().startsWith('{')) {
    const where = `line ${wrong.line}, column ${wrong.column}: ${wrong.message}`;
    const isWords = /^\s*[A-Za-z]/.test(text);
    return refused(`is not valid JSON: ${where}${isWords ? `. ${exampleLine}` : ''}`);
  }
  const lines = text.split('\n').map((line, index) => ({line, number: index + 1}));
  const filled = lines.filter(({line}) => line.trim() !== '');
  const problems = filled.flatMap(({line, number}) => {
    const problem = checkJson(line);
    return problem ? [`line ${number}, column ${problem.column}: ${problem.message}`] : [];
  });
  if (problems.length > 0)
    return refused(`has lines that are not valid JSON: ${problems.join('; ')}`);
  return {entries: filled.map(({line}) => line), problems: []};
}

/** An example line for the words of a command. */
const exampleLine =
  'Write each command as JSON: {"command": "version get", "args": {"id": "10000"}}';

function refused(why: string) {
  return {entries: [], problems: [{input: 'input', message: `The input of the batch ${why}`}]};
}

/** The members of a command, and their types. */
const members = {
  command: 'a string such as "version get"',
  args: 'an object of names and values',
  jq: 'a string',
  fields: 'a string or an array of strings',
  preset: 'a string',
  dry_run: 'true or false',
} as const;

type Member = keyof typeof members;

function parseItem(text: string, where: Where): BatchItem | Failure {
  const root = rootSpan(text);
  if (kindOf(text, root) !== 'object')
    return batchInputFailure('command', ['must be an object {command, args}']);
  const spans = new Map<string, JsonSpan>();
  const problems: string[] = [];
  for (const {name, value} of memberSpans(text, root)) {
    if (!Object.hasOwn(members, name)) problems.push(unknownMember(name));
    else if (spans.has(name)) problems.push(`${name} is given twice`);
    else if (kindOf(text, value) !== 'null') spans.set(name, value);
  }
  const command = textOf(text, spans.get('command'))?.trim();
  if (!command) {
    return batchInputFailure('command', [
      'must contain "command", a string such as "version get"',
      ...problems,
    ]);
  }
  const words = command.split(/\s+/);
  let operation: Operation | undefined;
  try {
    operation = words[0] === 'raw' ? undefined : operationOf(words, where);
  } catch (error) {
    return toFailure(error);
  }
  const args = spans.get('args');
  const isObject = args !== undefined && kindOf(text, args) === 'object';
  const none = {words: [], flags: [], problems: []};
  const own = isObject ? argsOf(text, args, operation) : none;
  problems.push(...(args === undefined || isObject ? [] : [wrongMember('args')]), ...own.problems);
  if (operation === undefined && words.length + own.words.length !== 3) {
    problems.push('raw requires a method and a path: "raw GET /path", or both in args');
  }
  const flags = [...own.flags];
  for (const name of ['jq', 'fields', 'preset'] as const) {
    const span = spans.get(name);
    const value = name === 'fields' ? fieldsOf(text, span) : textOf(text, span);
    if (span !== undefined && value === undefined) problems.push(wrongMember(name));
    if (value) flags.push(`--${name}=${value}`);
  }
  const dryRun = spans.get('dry_run');
  if (dryRun !== undefined && kindOf(text, dryRun) !== 'boolean') {
    problems.push(wrongMember('dry_run'));
  }
  if (dryRun !== undefined && sliceSpan(text, dryRun) === 'true') flags.push('--dry-run');
  if (problems.length > 0) return batchInputFailure('command', problems);
  return {...(operation && {operation}), words: [...words, ...own.words], flags};
}

/** A failure for a command with a problem in an input. */
export function batchInputFailure(input: 'command' | 'args', problems: readonly string[]): Failure {
  return inputFailure(
    undefined,
    problems.map(message => ({input, message})),
  );
}

function wrongMember(name: Member): string {
  return `${name} must be ${members[name]}`;
}

/** Unknown members are rejected: an ignored `dryRun` would execute a deletion. */
function unknownMember(name: string): string {
  const names = Object.keys(members);
  const [near] = nearestNames(name, names);
  const known = near === undefined ? `members are ${names.join(', ')}` : `did you mean ${near}?`;
  return `unknown member ${JSON.stringify(name)} (${known})`;
}

/**
 * The operation with a group and a name.
 *
 * @throws Failure 'command_error', 'validation_error' for too many words
 */
function operationOf(words: readonly string[], where: Where): Operation {
  const [group = '', name, extra] = words;
  const operation = namedOperation(group, name, where, ['raw']);
  if (extra !== undefined) {
    throw batchInputFailure('command', [`unexpected word "${extra}"; put values into args`]);
  }
  return operation;
}

function textOf(text: string, span: JsonSpan | undefined): string | undefined {
  if (span === undefined || kindOf(text, span) !== 'string') return undefined;
  return decodeString(text, span);
}

/** The fields as a flag value. */
function fieldsOf(text: string, span: JsonSpan | undefined): string | undefined {
  if (span === undefined || kindOf(text, span) !== 'array') return textOf(text, span);
  const texts = itemSpans(text, span).map(item => textOf(text, item));
  return texts.includes(undefined) ? undefined : texts.join(',');
}
