import {findOperation} from '../../api/catalogue.ts';
import {checkInputs} from '../../api/check.ts';
import {clearTexts, isClearable} from '../../api/clear-texts.ts';
import {isSource, readsSource, splitValues} from '../../api/given-values.ts';
import {findInput, inputsOf} from '../../api/inputs-of.ts';
import {
  type FieldInput,
  type Input,
  type Operation,
  programOf,
  type Service,
} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {InputValues, ResolvedCall} from '../../api/request-plan.ts';
import {lookUp} from '../../base/look-up.ts';
import {nearestNames} from '../../base/nearest.ts';
import {quoteWord, splitWords} from '../../base/shell-words.ts';
import type {Params} from '../model/params.ts';
import type {AppState} from '../model/state.ts';
import {resolveCall} from './resolve-call.ts';

/** The words that call an operation: `jr version get`. */
export function commandName(operation: Operation): string {
  return `${programOf(operation.service)} ${operation.group} ${operation.name}`;
}

/**
 * The one-shot command that makes the same request. Never holds a secret: the profile is named,
 * not its token.
 *
 * @param flags words that choose the session, such as `-p staging`; never a secret
 */
export function commandFor(resolved: ResolvedCall, flags: readonly string[]): string {
  const {operation, given} = resolved;
  const words = [commandName(operation)];
  const body = given.bodyFrom === undefined ? given.body : `@${given.bodyFrom}`;
  const texts = typeof body === 'string' ? {...given.inputs, body: [body]} : given.inputs;
  for (const [name, values] of Object.entries(texts)) {
    const input = findInput(operation, name);
    if (input?.type === 'list') {
      words.push(...listFlags(input, values));
      continue;
    }
    if (input?.place === 'field' && name === 'body' && values.some(isSource)) {
      words.push(...intoBody({[input.pointer]: values[0] ?? '', ...impliedBy(input, resolved)}));
      continue;
    }
    if (input && isClearable(input) && values.length > 0 && values.join() === '') {
      words.push('--clear', name);
      continue;
    }
    const isSwitch = input?.type === 'boolean';
    for (const value of values) words.push(...(isSwitch ? onOff(name, value) : flag(name, value)));
  }
  words.push(...flags.map(quoteWord));
  return words.join(' ');
}

/** The command of a reference, such as one on the screen. */
export function commandOfRef(
  ref: OperationRef,
  params: Params,
  {session, nowMs}: Pick<AppState, 'session' | 'nowMs'>,
): string {
  return commandFor(resolveCall(ref, params, nowMs), session.flags[ref.service]);
}

/** The texts of a list as they are: one behind the other, where none would run into the next. */
function listFlags(input: Input, texts: readonly string[]): string[] {
  const {name} = input;
  const joined = texts.join(',');
  const runsOn = texts.slice(0, -1).some(text => text.endsWith('\\'));
  const isRead = runsOn ? texts.some(isSource) : isSource(joined);
  if (isRead && readsSource(input)) return flag(name, JSON.stringify(splitValues(texts)));
  return runsOn ? texts.flatMap(text => flag(name, text)) : flag(name, joined);
}

/** What stands beside a field in the body where nothing was given for it: pointer → text. */
function impliedBy(field: FieldInput, {operation, given}: ResolvedCall): Record<string, string> {
  const filled = Object.keys(given.inputs).map(name => {
    const input = findInput(operation, name);
    return input?.place === 'field' ? input.pointer : '';
  });
  const implied = Object.entries(field.implies ?? {});
  return Object.fromEntries(implied.filter(([pointer]) => !filled.includes(pointer)));
}

/** Flags for places in the body, which take every text as it is: pointer → text. */
function intoBody(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([pointer, text]) =>
    flag(`body${pointer.replaceAll('/', '.')}`, text),
  );
}

/** True or false is only taken after `=`, and true is what the flag alone says. */
function onOff(name: string, value: string): string[] {
  return [value === 'true' ? `--${name}` : `--${name}=${quoteWord(value)}`];
}

/** A value that starts with a dash is only taken after `=` (contract 1). */
function flag(name: string, value: string): string[] {
  if (value.startsWith('-') || value === '') return [`--${name}=${quoteWord(value)}`];
  return [`--${name}`, quoteWord(value)];
}

/** A one-shot command typed into the terminal UI, understood or not. */
export type TypedCommand =
  | {readonly operation: Operation; readonly given: InputValues}
  | {readonly problem: string};

const services: Readonly<Record<string, Service>> = {jr: 'tracker', cf: 'content'};

/**
 * Understand `jr version get --id 10042 --expand operations` as the command itself does: the flags
 * are the operation's inputs, a boolean needs no value, a value that starts with a dash comes after
 * `=`. Everything that can be known wrong is said before anything is sent.
 */
export function readTypedCommand(line: string): TypedCommand {
  const split = splitWords(line);
  if ('problem' in split) return split;
  const [program = '', group = '', name = '', ...rest] = split.words;
  const service = lookUp(services, program);
  if (service === undefined)
    return {problem: 'start with jr or cf, then the group and the operation'};
  const operation = findOperation(service, group, name);
  if (operation === undefined)
    return {problem: `${program} has no operation ${group} ${name}`.trim()};
  const read = readFlags(operation, rest);
  if ('problem' in read) return read;
  if (read.body !== undefined && operation.inputs.some(({type}) => type === 'image')) {
    return {problem: `images are chosen in the form: open ${group} ${name} from the palette`};
  }
  const {problems} = checkInputs(operation, read);
  if (problems.length > 0) return {problem: problems.map(p => p.message).join('; ')};
  return {operation, given: read};
}

/** The operation a line begins to name; undefined while it does not. */
export function operationTyped(line: string): Operation | undefined {
  const [program = '', group = '', name = ''] = line.trim().split(/\s+/);
  const service = lookUp(services, program);
  return service === undefined ? undefined : findOperation(service, group, name);
}

function readFlags(
  operation: Operation,
  words: readonly string[],
): InputValues | {readonly problem: string} {
  const inputs: Record<string, string[]> = {};
  const clears: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) return {problem: `unexpected argument ${word}: flags start with --`};
    const input = findInput(operation, name);
    if (input === undefined && name !== 'clear') return {problem: unknownFlag(operation, name)};
    const next = words[i + 1];
    const takesNext = inline === undefined && next !== undefined && !next.startsWith('-');
    if (input?.type === 'boolean' && !(takesNext && /^(?:true|false)$/.test(next ?? ''))) {
      inputs[name] = [inline ?? 'true'];
      continue;
    }
    if (inline === undefined && !takesNext) return {problem: `--${name} needs a value`};
    const value = inline ?? next ?? '';
    if (input === undefined) clears.push(...value.split(','));
    else inputs[name] = [...(inputs[name] ?? []), value];
    if (inline === undefined) i += 1;
  }
  const {body, ...others} = inputs;
  const text = body?.at(-1);
  const typed = text === undefined ? {inputs: others} : {inputs: others, body: text};
  const {given, problems} = clearTexts(operation, typed, clears);
  const [problem] = problems;
  return problem === undefined ? given : {problem: problem.message};
}

function unknownFlag(operation: Operation, name: string): string {
  const [near] = nearestNames(
    name,
    inputsOf(operation).map(input => input.name),
  );
  const more =
    near === undefined ? 'flags such as -p work only in the shell' : `did you mean --${near}?`;
  return `unknown flag --${name}: ${more}`;
}

/** How a line for an operation begins: up to its first required input. */
export function beginCommand(operation: Operation): string {
  const required = operation.inputs.find(input => input.required);
  const flag = required === undefined ? '' : `--${required.name} `;
  return `${commandName(operation)} ${flag}`;
}
