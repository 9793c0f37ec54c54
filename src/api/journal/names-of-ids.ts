import {findJson, isArray, isObject, type JsonValue} from '../../base/json-value.ts';
import type {OperationRef} from '../operation-ref.ts';
import type {ResolvedCall} from '../request-plan.ts';
import type {PersistedWrite} from './entry.ts';
import {givenFields} from './field-values.ts';
import {nameIn} from './object-of.ts';

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
