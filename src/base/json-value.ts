import {pointerSteps} from './json-pointer.ts';

/** A JSON value as the terminal app holds it. Numbers that a double cannot hold are kept as text. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Holds wherever a number might change its digits; sometimes where none does. */
const oddNumber = /(?:^|"\s*:|[[,])\s*-?(?:\d{16}|\d+[.eE]|(?<=-)0)/;

/**
 * Parse JSON text; a number that would change its digits (12345678901234567890, 1.0, 1e400) becomes
 * a text of those digits, so that what is shown is what the server sent.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseJsonValue(text: string): JsonValue {
  if (!oddNumber.test(text)) return JSON.parse(text) as JsonValue;
  const kept = text.replace(stringsAndNumbers, token =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  );
  return JSON.parse(kept) as JsonValue;
}

/** Parse a text that may not be JSON; undefined if it is not. */
export function findJson(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    return parseJsonValue(text);
  } catch {
    return undefined;
  }
}

/** The texts of an array; none of anything else. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter(text => typeof text === 'string') : [];
}

/** The members of an object that are texts; none of anything else. */
export function textMembers(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const members = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    members.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Whether a value is an object with members. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether anything that was parsed is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array. */
export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Return the value at a JSON pointer; undefined if absent. `-` as a segment means every element of an
 * array and returns an array of the values found.
 */
export function readPointer(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  return readSegments(value, pointerSteps(pointer));
}

function readSegments(
  value: JsonValue | undefined,
  segments: readonly string[],
): JsonValue | undefined {
  let at = value;
  for (const [i, segment] of segments.entries()) {
    if (isArray(at)) {
      if (segment === '-') {
        return at.flatMap(item => readSegments(item, segments.slice(i + 1)) ?? []);
      }
      at = at[Number(segment)];
    } else if (isObject(at)) {
      at = Object.hasOwn(at, segment) ? at[segment] : undefined;
    } else {
      return undefined;
    }
  }
  return at;
}

/** The array a JSON pointer leads to; none where something else is. */
export function listAt(value: JsonValue | undefined, pointer: string): readonly JsonValue[] {
  const found = readPointer(value, pointer);
  return isArray(found) ? found : [];
}

/** The first of several pointers that leads to something other than null. */
export function readFirstOf(
  value: JsonValue | undefined,
  pointers: readonly string[],
): JsonValue | undefined {
  for (const pointer of pointers) {
    const found = readPointer(value, pointer);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}
