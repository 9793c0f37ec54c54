import {pointerSteps} from './json-pointer.ts';
import {skipString} from './json-scan.ts';

/** A JSON value of the terminal app. Numbers that a double cannot represent are strings. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const stringOrNumber = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Matches every number whose digits might change, and a few others. */
const oddNumber = /(?:^|"\s*:|[[,])\s*-?(?:\d{16}|\d+[.eE]|(?<=-)0)/;

/**
 * Parse JSON text. A number whose digits would change (12345678901234567890, 1.0, 1e400) becomes a
 * string, so that the UI shows what the server sent.
 *
 * @throws SyntaxError for invalid JSON
 */
export function parseJsonValue(text: string): JsonValue {
  if (!oddNumber.test(text)) return JSON.parse(text) as JsonValue;
  return JSON.parse(withQuotedNumbers(text)) as JsonValue;
}

/** Quote the numbers whose digits would change. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  stringOrNumber.lastIndex = 0;
  for (let found = stringOrNumber.exec(text); found; found = stringOrNumber.exec(text)) {
    const [token] = found;
    // A pattern for whole strings would exceed the stack for a string of some millions.
    if (token === '"') stringOrNumber.lastIndex = skipString(text, found.index);
    else if (String(Number(token)) !== token) {
      parts.push(text.slice(from, found.index), `"${token}"`);
      from = stringOrNumber.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
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

/** Return the strings of an array; empty for other values. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter(text => typeof text === 'string') : [];
}

/** Return the string members of an object; empty for other values. */
export function textMembers(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const members = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    members.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Check for an object, not an array or null. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Check for an object in any parsed value. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Return the value at a JSON pointer; undefined if absent. `-` as a segment means every element of
 * an array and returns an array of the values found.
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

/** The string, number or boolean at a pointer as text; '' for anything else. */
export function textAt(value: JsonValue | undefined, pointer: string): string {
  const found = readPointer(value, pointer) ?? '';
  return typeof found === 'object' ? '' : String(found);
}

/** Return the array at a JSON pointer; empty for other values. */
export function listAt(value: JsonValue | undefined, pointer: string): readonly JsonValue[] {
  const found = readPointer(value, pointer);
  return isArray(found) ? found : [];
}

/** Return the value at the first of several pointers that is not null. */
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
