import {checkGiven} from '../api/check.ts';
import {clearAdvice, clearTexts, problemsOfEmpty} from '../api/clear-texts.ts';
import {findInput} from '../api/inputs-of.ts';
import type {Input, Operation} from '../api/operation.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {type TimedInputs, withTimes} from '../api/time-words.ts';
import type {JqFilter} from '../output/select.ts';
import {readBody, readFields} from './body-source.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandHost} from './context.ts';
import {type Invocation, takesBody} from './parse.ts';

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
