import {
  decodeString,
  itemSpans,
  kindOf,
  memberSpans,
  rootSpan,
  type Span,
} from '../base/json-scan.ts';

/** One step of a plain path: a member's name, an index (from the end when negative), or every element. */
export type PathStep = string | number | typeof everyElement;

/** The step `[]`. */
export const everyElement: unique symbol = Symbol('every element');

/** A name, a quoted name, a bracketed name, an index, or every element; the dot before each. */
const stepForms =
  /\.([A-Za-z_]\w*)|\."([^"\\\u0000-\u001f]*)"|\.?\["([^"\\\u0000-\u001f]*)"\]|\.?\[(-?\d{1,9})\]|\.?(\[\])/y;

/**
 * The steps of a filter that is nothing but a path, such as `.`, `.a.b[0]`, `.values[].name`;
 * undefined for any other filter. What such a path gives is known without a jq engine.
 */
export function parsePlainPath(filter: string): readonly PathStep[] | undefined {
  const text = filter.trim();
  if (text === '.') return [];
  // A path starts with a dot; `["a"]` alone is an array that holds a text.
  if (!text.startsWith('.')) return undefined;
  const steps: PathStep[] = [];
  stepForms.lastIndex = 0;
  while (stepForms.lastIndex < text.length) {
    const from = stepForms.lastIndex;
    const found = stepForms.exec(text);
    if (found === null) return undefined;
    const [whole, name, quoted, inBrackets, index, every] = found;
    // Only the first step is a dot and a bracket.
    if (from > 0 && whole.startsWith('.[')) return undefined;
    if (every !== undefined) steps.push(everyElement);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? quoted ?? inBrackets ?? '');
  }
  return steps;
}

/**
 * What a plain path gives, as JSON text that stands in the answer exactly like that; undefined
 * where jq would fail or its answer is not certain: then the engine must say.
 */
export function applyPlainPath(
  text: string,
  steps: readonly PathStep[],
): readonly string[] | undefined {
  let found: readonly Found[] = [rootSpan(text)];
  for (const step of steps) {
    const next: Found[] = [];
    for (const value of found) {
      const values = takeStep(text, value, step);
      if (values === undefined) return undefined;
      // One by one: a long list would overflow the stack as arguments.
      for (const one of values) next.push(one);
    }
    found = next;
  }
  return found.map(value => (value === null ? 'null' : text.slice(value.start, value.end)));
}

/** A value that is there, or the null that jq gives for one that is not. */
type Found = Span | null;

function takeStep(text: string, value: Found, step: PathStep): readonly Found[] | undefined {
  const kind = value === null ? 'null' : kindOf(text, value);
  if (value === null || kind === 'null') return step === everyElement ? undefined : [null];
  if (typeof step === 'string') {
    return kind === 'object' ? [findMember(text, value, step)] : undefined;
  }
  if (step === everyElement) return everyValue(text, value, kind);
  if (kind !== 'array') return undefined;
  return [itemSpans(text, value).at(step) ?? null];
}

function everyValue(text: string, value: Span, kind: string): readonly Span[] | undefined {
  if (kind === 'array') return itemSpans(text, value);
  if (kind !== 'object') return undefined;
  const members = memberSpans(text, value);
  const names = new Set(members.map(({name}) => name));
  // Of equal names the engine keeps one; which place it takes is its own affair.
  return names.size === members.length ? members.map(member => member.value) : undefined;
}

/** The last member of that name, as for jq. */
function findMember(text: string, object: Span, name: string): Found {
  return memberSpans(text, object).findLast(member => member.name === name)?.value ?? null;
}

/** The text a JSON string stands for; undefined when the value is none. */
export function stringValue(json: string): string | undefined {
  const span = rootSpan(json);
  return kindOf(json, span) === 'string' ? decodeString(json, span) : undefined;
}
