import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
} from '../base/json-scan.ts';

/** A step of a plain path: a member's name, an index (negative from the end), or every element. */
export type PathStep = string | number | typeof everyElement;

/** The step `[]`. */
export const everyElement: unique symbol = Symbol('every element');

/**
 * Matches a name, a quoted name, a bracketed name, an index, or every element; with the dot before
 * it.
 */
const stepForms =
  /\.([A-Za-z_]\w*)|\."([^"\\\u0000-\u001f]*)"|\.?\["([^"\\\u0000-\u001f]*)"\]|\.?\[(-?\d{1,9})\]|\.?(\[\])/y;

/**
 * Parse a filter that is only a path, such as `.`, `.a.b[0]`, `.values[].name`; undefined for other
 * filters. Such a path is evaluated without the jq engine.
 */
export function parsePlainPath(filter: string): readonly PathStep[] | undefined {
  const text = filter.trim();
  if (text === '.') return [];
  // A path starts with a dot; `["a"]` alone is an array literal.
  if (!text.startsWith('.')) return undefined;
  const steps: PathStep[] = [];
  stepForms.lastIndex = 0;
  while (stepForms.lastIndex < text.length) {
    const from = stepForms.lastIndex;
    const found = stepForms.exec(text);
    if (found === null) return undefined;
    const [whole, name, quoted, inBrackets, index, every] = found;
    // Only the first step can be a dot followed by a bracket.
    if (from > 0 && whole.startsWith('.[')) return undefined;
    if (every !== undefined) steps.push(everyElement);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? quoted ?? inBrackets ?? '');
  }
  return steps;
}

/**
 * Evaluate a plain path, as JSON text copied from the response; undefined where jq would fail or
 * its result is uncertain, so that the engine must run.
 */
export function applyPlainPath(
  text: string,
  steps: readonly PathStep[],
): readonly string[] | undefined {
  let values: readonly PathValue[] = [rootSpan(text)];
  for (const step of steps) {
    const next: PathValue[] = [];
    for (const value of values) {
      const results = takeStep(text, value, step);
      if (results === undefined) return undefined;
      // Pushed one by one: spreading a long list would overflow the stack.
      for (const one of results) next.push(one);
    }
    values = next;
  }
  return values.map(value => (value === null ? 'null' : text.slice(value.start, value.end)));
}

/** An existing value, or null for a missing one, as in jq. */
type PathValue = JsonSpan | null;

function takeStep(
  text: string,
  value: PathValue,
  step: PathStep,
): readonly PathValue[] | undefined {
  const kind = value === null ? 'null' : kindOf(text, value);
  if (value === null || kind === 'null') return step === everyElement ? undefined : [null];
  if (typeof step === 'string') {
    return kind === 'object' ? [findMember(text, value, step)] : undefined;
  }
  if (step === everyElement) return everyValue(text, value, kind);
  if (kind !== 'array') return undefined;
  return [itemSpans(text, value).at(step) ?? null];
}

function everyValue(text: string, value: JsonSpan, kind: string): readonly JsonSpan[] | undefined {
  if (kind === 'array') return itemSpans(text, value);
  if (kind !== 'object') return undefined;
  const members = memberSpans(text, value);
  const names = new Set(members.map(({name}) => name));
  // For duplicate names the engine returns one value at an unspecified position.
  return names.size === members.length ? members.map(member => member.value) : undefined;
}

/** Find the last member with a name, as jq does. */
function findMember(text: string, object: JsonSpan, name: string): PathValue {
  return memberSpans(text, object).findLast(member => member.name === name)?.value ?? null;
}

/** Decode a JSON string; undefined for other values. */
export function stringValue(json: string): string | undefined {
  const span = rootSpan(json);
  return kindOf(json, span) === 'string' ? decodeString(json, span) : undefined;
}
