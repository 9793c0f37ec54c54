import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from './json-scan.ts';

/** The values of one JSON text by pointer; each enclosing object is scanned once. */
export interface JsonLookup {
  /** The scanned JSON text. */
  readonly text: string;
  /** Find the span of a value; undefined if absent. The last of several equal names is used. */
  span(pointer: string): JsonSpan | undefined;
  /** Return the JSON text of a value; undefined if absent. */
  json(pointer: string): string | undefined;
  /** Return a decoded string; undefined if absent or not a string. */
  string(pointer: string): string | undefined;
  /** Return a number as written; undefined if absent or not a number. */
  number(pointer: string): string | undefined;
  /** Return a boolean; undefined if absent or not a boolean. */
  boolean(pointer: string): boolean | undefined;
}

/** Cache of parsed pointers, since a list reads the same few pointers from each item. */
const stepsByPointer = new Map<string, readonly string[]>();
const maxCachedPointers = 1000;

/** Split a JSON pointer (RFC 6901) into decoded steps; empty for `''`, the whole value. */
export function pointerSteps(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const cached = stepsByPointer.get(pointer);
  if (cached !== undefined) return cached;
  const steps = pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (stepsByPointer.size >= maxCachedPointers) stepsByPointer.clear();
  stepsByPointer.set(pointer, steps);
  return steps;
}

/** Join steps to a JSON pointer (RFC 6901). */
export function pointerOf(steps: readonly string[]): string {
  return steps.map(step => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Create a lookup of values by pointer.
 *
 * @param text valid JSON (see `checkJson`)
 * @param within the value the pointers start at; the whole text when absent
 */
export function makeLookup(text: string, within?: JsonSpan): JsonLookup {
  const objects = new Map<number, ReadonlyMap<string, JsonSpan>>();
  const arrays = new Map<number, readonly JsonSpan[]>();
  const stepInto = (span: JsonSpan, step: string): JsonSpan | undefined => {
    if (kindOf(text, span) === 'array') {
      const items = arrays.get(span.start) ?? itemSpans(text, span);
      arrays.set(span.start, items);
      return /^(0|[1-9]\d*)$/.test(step) ? items[Number(step)] : undefined;
    }
    const members =
      objects.get(span.start) ??
      new Map(memberSpans(text, span).map(({name, value}) => [name, value]));
    objects.set(span.start, members);
    return members.get(step);
  };
  let root = within;
  const find = (pointer: string): JsonSpan | undefined => {
    root ??= rootSpan(text);
    let span: JsonSpan | undefined = root;
    for (const step of pointerSteps(pointer)) span = span && stepInto(span, step);
    return span;
  };
  const findKind = (pointer: string, kind: ReturnType<typeof kindOf>): JsonSpan | undefined => {
    const span = find(pointer);
    return span && kindOf(text, span) === kind ? span : undefined;
  };
  const sliced = (span: JsonSpan | undefined): string | undefined => span && sliceSpan(text, span);
  return {
    text,
    span: find,
    json: pointer => sliced(find(pointer)),
    string(pointer) {
      const span = findKind(pointer, 'string');
      return span && decodeString(text, span);
    },
    number: pointer => sliced(findKind(pointer, 'number')),
    boolean(pointer) {
      const span = findKind(pointer, 'boolean');
      return span && sliceSpan(text, span) === 'true';
    },
  };
}

/**
 * Find the span of the value at a JSON pointer; undefined if absent. The last of several equal
 * names is used, as by JSON.parse. For several pointers into one text use `makeLookup`.
 *
 * @param text valid JSON (see `checkJson`)
 */
export function findSpan(text: string, pointer: string): JsonSpan | undefined {
  return makeLookup(text).span(pointer);
}
