import {
  decodeString,
  itemSpans,
  kindOf,
  memberSpans,
  rootSpan,
  type Span,
  sliceSpan,
} from './json-scan.ts';

/** The values of one JSON text by pointer; each object on the way is walked once. */
export interface JsonLookup {
  /** The JSON text it looks into. */
  readonly text: string;
  /** Span of the value; undefined if absent. The last of equal names counts. */
  span(pointer: string): Span | undefined;
  /** JSON text of the value; undefined if absent. */
  json(pointer: string): string | undefined;
  /** The decoded string; undefined if absent or not a string. */
  string(pointer: string): string | undefined;
  /** The number as written; undefined if absent or not a number. */
  number(pointer: string): string | undefined;
  /** The boolean; undefined if absent or not a boolean. */
  boolean(pointer: string): boolean | undefined;
}

/** A list reads the same few pointers from each of its items: their steps are kept. */
const known = new Map<string, readonly string[]>();
const mostKnown = 1000;

/** The steps of a JSON pointer (RFC 6901), decoded; none for `''`, the whole value. */
export function pointerSteps(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const found = known.get(pointer);
  if (found !== undefined) return found;
  const made = pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (known.size >= mostKnown) known.clear();
  known.set(pointer, made);
  return made;
}

/** The JSON pointer (RFC 6901) of some steps. */
export function pointerOf(steps: readonly string[]): string {
  return steps.map(step => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Look into JSON text by pointers.
 *
 * @param text JSON that `checkJson` found no problem in
 * @param within the value the pointers start at; the whole text when absent
 */
export function makeLookup(text: string, within?: Span): JsonLookup {
  const objects = new Map<number, ReadonlyMap<string, Span>>();
  const arrays = new Map<number, readonly Span[]>();
  const stepInto = (span: Span, step: string): Span | undefined => {
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
  const find = (pointer: string): Span | undefined => {
    root ??= rootSpan(text);
    let span: Span | undefined = root;
    for (const step of pointerSteps(pointer)) span = span && stepInto(span, step);
    return span;
  };
  const findKind = (pointer: string, kind: ReturnType<typeof kindOf>): Span | undefined => {
    const span = find(pointer);
    return span && kindOf(text, span) === kind ? span : undefined;
  };
  const sliced = (span: Span | undefined): string | undefined => span && sliceSpan(text, span);
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
 * Where the value a JSON pointer names is; undefined when there is none. Of members with the same
 * name the last counts, as for JSON.parse. For several pointers into one text use `makeLookup`.
 *
 * @param text JSON that `checkJson` found no problem in
 * @param within the value the pointer starts at; the whole text when absent
 */
export function findSpan(text: string, pointer: string, within?: Span): Span | undefined {
  return makeLookup(text, within).span(pointer);
}
