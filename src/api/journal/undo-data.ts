import {findJson, isArray, isObject, type JsonValue} from '../../base/json-value.ts';
import type {OperationRef} from '../operation-ref.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {refOfCall} from '../resolve-call.ts';
import {restorableValues, undoCalls, undoRestoresValues} from '../undo.ts';
import type {PersistedWrite} from './entry.ts';
import {givenFields} from './field-values.ts';
import {nameIn} from './object-of.ts';

/**
 * The data that undoes a write: the calls, or the previous values.
 *
 * @param read JSON texts of the object before and after the write, and of the answer
 * @param known `kind id` → name
 */
export function undoDataOf(
  call: ResolvedCall,
  {
    before: previous,
    after,
    answer,
  }: {
    readonly before?: string | undefined;
    readonly after?: string | undefined;
    readonly answer?: string | undefined;
  },
  known: Readonly<Record<string, string>> = {},
): PersistedWrite | undefined {
  const isFile = call.given.body instanceof Uint8Array;
  const kept = {...refOfCall(call), ...(isFile && {file: true as const})};
  const [was = null, is = null, said = null] = [previous, after, answer].map(findJson);
  const ruled = undoCalls({call, before: was, after: is, answer: said});
  const undo = ruled?.map(refOfCall);
  const names = namesOfIds([kept, ...(undo ?? [])], [was, is, said], known);
  const called = Object.keys(names).length === 0 ? {} : {called: names};
  const leaves = is !== null && undoRestoresValues(call) ? restorableValues(call, is) : undefined;
  if (undo !== undefined) return {...kept, undo, ...(leaves && {leaves}), ...called};
  if (isFile) return undefined;
  return {...kept, ...called, ...(previous !== undefined && {before: previous})};
}

const idMembers = ['id', 'accountId', 'groupId', 'key'] as const;

/**
 * Find the names of the ids in calls, in responses that were read anyway, so that an undo can show
 * them.
 *
 * @param known names known already: `kind id` → name
 * @returns id → name, without unknown ids
 */
export function namesOfIds(
  calls: readonly Pick<OperationRef, 'inputs' | 'body'>[],
  answers: readonly JsonValue[],
  known: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const ids = new Set(
    calls.flatMap(({inputs, body}) => [
      ...Object.values(inputs).flat(),
      ...[body].flat().flatMap(text => leavesOf(findJson(text))),
    ]),
  );
  const names: Record<string, string> = {};
  for (const [key, name] of Object.entries(known)) {
    const id = key.slice(key.indexOf(' ') + 1);
    if (name !== '' && ids.has(id)) names[id] = name;
  }
  for (const value of everyValue(answers)) {
    const name = isObject(value) ? nameIn(value) : undefined;
    if (!isObject(value) || name === undefined) continue;
    for (const member of idMembers) {
      const id = String(value[member] ?? '');
      if (ids.has(id)) names[id] ??= name;
    }
  }
  return names;
}

/** Find the names of the ids in the calls that undo a write: id → name. */
export function namesInUndo(
  calls: readonly ResolvedCall[],
  back: Pick<PersistedWrite, 'before' | 'called'> = {},
): Readonly<Record<string, string>> {
  const known = Object.entries(back.called ?? {}).map(([id, name]) => [` ${id}`, name] as const);
  const refs = calls.map(({operation, given: {inputs, body}}) => ({
    inputs: {...inputs, ...givenFields(operation, {inputs})},
    ...(typeof body === 'string' && {body}),
  }));
  return namesOfIds(refs, [findJson(back.before) ?? null], Object.fromEntries(known));
}

/** The strings and numbers of a body, at any depth. */
function leavesOf(body: JsonValue | undefined): readonly string[] {
  return everyValue(body === undefined ? [] : [body]).flatMap(value =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );
}

/**
 * All values in some values, including themselves; without recursion, since a server may nest them
 * deeply.
 */
function everyValue(values: readonly JsonValue[]): readonly JsonValue[] {
  const all = [...values];
  for (let at = 0; at < all.length; at++) {
    const value = all[at];
    if (isArray(value)) for (const one of value) all.push(one);
    else if (isObject(value)) for (const one of Object.values(value)) all.push(one);
  }
  return all;
}
