import {findInput} from '../../../api/inputs-of.ts';
import {findJson} from '../../../base/json-value.ts';
import type {ResolvedCall} from '../../model/call.ts';
import {heldBy} from '../../views/form/read-before.ts';
import type {FormValues} from '../../views/form/state.ts';
import {canTakeBack, inverseCalls, isPlainUpdate, looksAfter} from '../../write/inverse-call.ts';
import type {WriteRequest} from '../../write/state.ts';
import {givenFields} from './change-rows.ts';

/** What the fields that an update gives held before, and those of which that is not known or nothing empties them. */
export interface OldValues {
  readonly values: FormValues;
  readonly stay: readonly string[];
}

/** What the fields an update gives go back to. */
export function oldValues({operation, given}: ResolvedCall, before: string): OldValues {
  const held = heldBy(operation, before, given.inputs);
  const names = Object.keys(givenFields(operation, given));
  const values = names.flatMap(name => {
    const texts = held[name] ?? emptied({operation, given}, name);
    return texts === undefined ? [] : [[name, texts] as const];
  });
  const known = new Set(values.map(([name]) => name));
  return {values: Object.fromEntries(values), stay: names.filter(name => !known.has(name))};
}

/** What empties a field that held nothing. */
function emptied({operation}: ResolvedCall, name: string): readonly string[] | undefined {
  const input = findInput(operation, name);
  // What must be there, and what is one of few, is never empty.
  if (input?.place !== 'field' || input.required || input.enforced) return undefined;
  if (input.type === 'string' && input.names === undefined) return [''];
  return 'nullable' in {...input, ...input.shape} ? ['null'] : undefined;
}

/**
 * Whether a request can be taken back, by what is known of its object so far, and the fields that
 * stay as it makes them.
 */
export function comesBack({call, before}: WriteRequest): false | {readonly but: readonly string[]} {
  if (!canTakeBack(call)) return false;
  if (typeof before !== 'object' || !('text' in before)) return {but: []};
  if (looksAfter(call)) return {but: []};
  const calls = inverseCalls({call, before: findJson(before.text) ?? null, answer: answered});
  if (calls !== undefined) return calls.length > 0 && {but: []};
  if (!isPlainUpdate(call)) return {but: []};
  const {values, stay} = oldValues(call, before.text);
  return Object.keys(values).length > 0 && {but: stay};
}

/** Any answer: that of a write is not known before it is sent. */
const answered = {id: '1'};
