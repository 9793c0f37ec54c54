import {bodyOf} from '../api/body-of.ts';
import {findOperation, groupNames} from '../api/catalogue.ts';
import {checkGiven} from '../api/check.ts';
import {clearAdvice, clearTexts, problemsOfEmpty} from '../api/clear-texts.ts';
import {findInput, inputsOf, isBodyPath} from '../api/inputs-of.ts';
import type {Input, Operation, Service} from '../api/operation.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {type TimedInputs, withTimes} from '../api/time-words.ts';
import type {Failure} from '../base/failure.ts';
import {quoteWord} from '../base/shell-words.ts';
import type {JqFilter} from '../output/select.ts';
import {readBody, readFields} from './body-source.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext, CommandHost} from './context.ts';
import type {FormattedItems} from './emit-options.ts';
import {type GlobalValues, globalFlags, globalRows} from './flags.ts';
import {parseRows} from './parse-rows.ts';
import {
  type FlagShape,
  type KnownFlags,
  knownFlags,
  refuseWrongFlags,
  type Scanned,
  wrongLine,
} from './scan.ts';
import {missingOperation, unknownCommand, unknownOperation} from './unknown-command.ts';

/**
 * The operation with a group and a name.
 *
 * @param others other possible first words
 * @throws Failure 'command_error' with the nearest names
 */
export function namedOperation(
  group: string,
  name: string | undefined,
  where: Pick<CommandContext, 'program' | 'service'>,
  others: readonly string[] = [],
): Operation {
  const {service} = where;
  if (!isGroupName(group, service)) throw unknownCommand(group, others, where, name);
  if (name === undefined) throw missingOperation(group, where);
  const operation = findOperation(service, group, name);
  if (operation === undefined) throw unknownOperation(group, name, where);
  return operation;
}

export function isGroupName(word: string, service: Service): boolean {
  return groupNames(service, {extras: true}).includes(word);
}

/** The parsed command line of an operation, not yet validated. */
export interface Invocation {
  readonly operation: Operation;
  /** Input name → texts as typed, without --body. */
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** The values of --body. */
  readonly bodyTexts: readonly string[];
  /** Names of the texts to clear (--clear). */
  readonly clears: readonly string[];
  readonly globals: GlobalValues;
  /** The problems of the global flags. */
  readonly problems: readonly Problem[];
  /** The items of the output, if it is not the response itself. */
  readonly items?: FormattedItems;
  /** The command that runs the operation, if it has flags of its own. */
  readonly command?: string;
}

/**
 * Parse the command line of an operation: its inputs and the global flags, in any order.
 *
 * @throws Failure 'command_error' for unknown flags, missing values and too many words
 */
export function parseInvocation(
  {program}: Pick<CommandContext, 'program'>,
  operation: Operation,
  line: Scanned,
): Invocation {
  const title = `${operation.group} ${operation.name}`;
  const hint = `${program} ${title} --help lists the flags.`;
  const all = inputsOf(operation);
  const {words, texts} = line;
  refuseWrongFlags(line, hint);
  const [extra] = words.slice(2);
  if (extra !== undefined) throw unexpectedWord(operation, extra, texts, hint);
  const {values, problems} = parseRows(globalFlags, texts);
  const bodyName = all.find(takesBody)?.name;
  const inputs: Record<string, readonly string[]> = {};
  for (const [name, given] of texts) {
    const isOwn = isBodyPath(name) || all.some(input => input.name === name);
    if (isOwn && name !== bodyName) inputs[name] = given;
  }
  const bodyTexts = bodyName === undefined ? [] : (texts.get(bodyName) ?? []);
  const clears = (texts.get('clear') ?? []).flatMap(text => text.split(','));
  return {operation, inputs, bodyTexts, clears, globals: values, problems};
}

/** Whether an input is a body, which may come from a file or standard input. */
export function takesBody(input: Input): boolean {
  return input.place === 'body' || input.type === 'storage';
}

/**
 * The flags of an operation, including those for nested body members: `--body.scope.type`. An
 * unknown path is a flag too; validation lists the existing ones.
 */
export function flagsOfOperation(operation: Operation): KnownFlags {
  const {expiring} = operation;
  const own: FlagShape[] = expiring ? [{name: expiring.flag, type: 'string'}] : [];
  return knownFlags([...inputsOf(operation).map(shapeOf), ...own, ...globalRows], name => {
    if (!isBodyPath(name) || bodyOf(operation) === undefined) return undefined;
    const input = findInput(operation, name);
    return input === undefined ? {name, type: 'string'} : shapeOf(input);
  });
}

/** The shape of an input's flag. */
export function shapeOf(input: Input): FlagShape {
  const {name, values = []} = input;
  return {name, type: input.type === 'boolean' ? 'boolean' : 'string', values};
}

/** Report an unexpected word; suggest the first path input without a value. */
function unexpectedWord(
  operation: Operation,
  word: string,
  given: ReadonlyMap<string, readonly string[]>,
  hint: string,
): Failure {
  const inputs = inputsOf(operation);
  const boolean = inputs.find(input => input.type === 'boolean');
  if (boolean !== undefined && (word === 'true' || word === 'false')) {
    const example = `--${boolean.name}=${word}`;
    return wrongLine(
      `Unexpected argument "${word}".`,
      `Write the value of a boolean flag after =, for example ${example}.`,
    );
  }
  const open = inputs.find(({name, place}) => place === 'path' && !given.has(name));
  const offer = open === undefined ? '.' : `; did you mean --${open.name} ${quoteWord(word)}?`;
  return wrongLine(
    `Unexpected argument "${word}"${offer}`,
    `Quote values that contain spaces. ${hint}`,
  );
}

/** A valid invocation: its inputs, and the compiled filter of --jq. */
export interface CheckedInvocation {
  readonly given: InputValues;
  readonly filter?: JqFilter;
  /** Notes on inputs that are sent unchanged although they are not documented. */
  readonly notes: readonly string[];
  /** Warnings on inputs that the service no longer accepts. */
  readonly warnings: readonly string[];
}

/**
 * Validate everything before sending, and report all problems at once: flags, inputs, rules, files,
 * bodies, the filter (contract 2.4).
 *
 * @throws Failure 'validation_error', or 'jq_error' if only the filter is invalid
 */
export async function checkInvocation(
  invocation: Invocation,
  host: CommandHost,
): Promise<CheckedInvocation> {
  const {operation, bodyTexts, globals} = invocation;
  const body = operation.inputs.find(takesBody);
  const wants = body?.type === 'image' ? 'bytes' : 'text';
  const whole = await readBody(bodyTexts, wants, host, clearAdvice(body));
  const fields = await readFields(operation, invocation.inputs, bodyTexts.includes('-'), host);
  const timed = timesIn(operation, fields.inputs, host);
  const read: InputValues = {
    inputs: timed.inputs,
    ...(whole.body !== undefined && {body: whole.body}),
    ...(globals.unchecked && {unchecked: true}),
  };
  const unread = [...whole.problems, ...fields.problems, ...problemsOfEmpty(operation, read)];
  if (!globals.unchecked) unread.push(...timed.problems);
  const {given, problems: unclear} = clearTexts(operation, read, invocation.clears);
  // Missing members of an unreadable body are unknown.
  const isUnread = whole.problems.length > 0;
  const checked = checkGiven(operation, {...given, ...(isUnread && {unchecked: true})});
  const problems: Problem[] = [...invocation.problems, ...unread, ...unclear];
  // An unreadable input is not reported as missing too.
  problems.push(...checked.problems.filter(({input}) => unread.every(one => one.input !== input)));
  const items = {operation, ...invocation.items};
  const filter = await compileWith(globals, problems, host, operation, items, invocation.command);
  const {notes, warnings} = checked;
  return {given, notes: [...timed.notes, ...notes], warnings, ...(filter && {filter})};
}

/** Replace times in words, loading the words only if there is an input of a time. */
function timesIn(
  operation: Operation,
  inputs: InputValues['inputs'],
  {clock}: CommandHost,
): TimedInputs {
  const find = (name: string): Input | undefined => findInput(operation, name);
  const isTime = (input: Input | undefined): boolean =>
    input !== undefined && (input.type === 'date' || input.type === 'time' || 'time' in input);
  return Object.keys(inputs).some(name => isTime(find(name)))
    ? withTimes(inputs, find, clock.now())
    : {inputs, notes: [], problems: []};
}
