import {findOperation} from '../../api/catalogue.ts';
import {checkGiven} from '../../api/check.ts';
import {clearTexts} from '../../api/clear-texts.ts';
import {commandFor, commandName} from '../../api/command-for.ts';
import {findInput, inputsOf} from '../../api/inputs-of.ts';
import type {Operation, Service} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {InputValues, ResolvedCall} from '../../api/request-plan.ts';
import {resolveCall} from '../../api/resolve-call.ts';
import {withTimes} from '../../api/time-words.ts';
import {lookUp} from '../../base/look-up.ts';
import {nearestNames} from '../../base/nearest.ts';
import {splitWords} from '../../base/shell-words.ts';
import type {Params} from '../model/params.ts';
import type {AppState} from '../model/state.ts';

/** The command of a reference, such as one on the screen. */
export function commandOfRef(
  ref: OperationRef,
  params: Params,
  {session, nowMs}: Pick<AppState, 'session' | 'nowMs'>,
): string {
  return commandFor(resolveCall(ref, params, nowMs), session.flags[ref.service]);
}

/** A one-shot command typed into the terminal UI, parsed or rejected. */
export type TypedCommand = ResolvedCall | {readonly problem: string};

const services: Readonly<Record<string, Service>> = {jr: 'tracker', cf: 'content'};

/**
 * Parse `jr version get --id 10042 --expand operations` with the rules of the command line: flags
 * are the operation's inputs, a boolean needs no value, a value that starts with a dash follows
 * `=`. Everything that can be checked locally is reported before a request is sent.
 *
 * @param nowMs milliseconds since the UNIX epoch, for times in words
 */
export function readTypedCommand(line: string, nowMs: number): TypedCommand {
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
  const timed = withTimes(read.inputs, name => findInput(operation, name), nowMs);
  const given = {...read, inputs: timed.inputs};
  const wrong = timed.problems.length > 0 ? timed.problems : checkGiven(operation, given).problems;
  if (wrong.length > 0) return {problem: wrong.map(p => p.message).join('; ')};
  return {operation, given};
}

/** The operation that a line starts with; undefined if none. */
export function findTypedOperation(line: string): Operation | undefined {
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

/** The start of a command line for an operation, up to its first required input. */
export function commandStart(operation: Operation): string {
  const required = operation.inputs.find(input => input.required);
  const flag = required === undefined ? '' : `--${required.name} `;
  return `${commandName(operation)} ${flag}`;
}
