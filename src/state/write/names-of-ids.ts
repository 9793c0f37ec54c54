import {findJson, isArray, isObject, type JsonValue} from '../../base/json-value.ts';
import type {KeptCall} from './journal.ts';
import {nameIn} from './object-of.ts';

const idMembers = ['id', 'accountId', 'groupId', 'key'] as const;

/**
 * Find the names of what calls name by id, in answers that were read anyway, so that undoing a write can
 * say them.
 *
 * @param known what is known already: `kind id` → name
 * @returns id → name, without what nothing tells
 */
export function namesOfIds(
  calls: readonly KeptCall[],
  answers: readonly JsonValue[],
  known: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const ids = new Set(
    calls.flatMap(({inputs, body}) => [
      ...Object.values(inputs).flat(),
      ...leavesOf(findJson(body)),
    ]),
  );
  const names: Record<string, string> = {};
  for (const [key, name] of Object.entries(known)) {
    const id = key.slice(key.indexOf(' ') + 1);
    if (name !== '' && ids.has(id)) names[id] = name;
  }
  const walk = (value: JsonValue): void => {
    if (isArray(value)) return void value.forEach(walk);
    if (!isObject(value)) return;
    const name = nameIn(value);
    for (const member of name === undefined ? [] : idMembers) {
      const id = String(value[member] ?? '');
      if (name !== undefined && ids.has(id)) names[id] ??= name;
    }
    Object.values(value).forEach(walk);
  };
  for (const answer of answers) walk(answer);
  return names;
}

/** The texts and numbers of a body, at any depth. */
function leavesOf(value: JsonValue | undefined): readonly string[] {
  if (isArray(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.values(value).flatMap(leavesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
