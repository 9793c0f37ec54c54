import {isArray, type JsonValue, readPointer} from '../base/json-value.ts';

/**
 * An operation with its inputs, as data. An input is a template or, as an array, values that are
 * used unchanged. `{name}` in a template is a parameter, `{source/pointer}` a value of a source:
 * `{row/key}`, `{answer/driver}`.
 */
export interface OperationRef {
  readonly service: 'tracker' | 'content';
  /** `group name`, as in the catalogue. */
  readonly operation: string;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
  /** JSON with placeholders, which are replaced by JSON; as an array, the body itself. */
  readonly body?: string | readonly [string];
  /** Reads sent together with this one; each response becomes a member of this one's. */
  readonly also?: Readonly<Record<string, OperationRef>>;
  /**
   * Reads filled from the response, `{answer/pointer}`, and left out if it lacks a value; each
   * response becomes a member.
   */
  readonly after?: Readonly<Record<string, OperationRef>>;
  /**
   * A template: the operation is called for each of its values, `{each}` in the inputs. Of a read
   * in `after`, the first 50.
   */
  readonly each?: string;
  /** Read only the first page of a list, such as for its total. @default all pages, merged */
  readonly firstPage?: true;
  /** JSON text used as the response if the service responds with 404, or a read for it. */
  readonly orElse?: string | OperationRef;
  /**
   * Of a read in `also` or `after`: if it fails, the whole read fails, or it is left out.
   * @default the response has the reason in its place
   */
  readonly onFailure?: 'fail' | 'omit';
}

const refOf =
  (service: OperationRef['service']) =>
  <More extends object = Omit<OperationRef, 'service' | 'operation' | 'inputs'>>(
    operation: string,
    inputs: OperationRef['inputs'] = {},
    more?: More,
  ): OperationRef & More =>
    ({service, operation, inputs, ...more}) as OperationRef & More;

/** Makes a reference to an operation of the tracker. */
export const trackerRef = refOf('tracker');
/** Makes a reference to an operation of the content service. */
export const contentRef = refOf('content');

/** Returns the value at a JSON pointer of a source; undefined or null if it has none. */
export type ValueSource = (pointer: string) => JsonValue | undefined;

/** Sources by the names that placeholders use; `{name}` is short for `{place/name}`. */
export type Sources = Readonly<Record<string, ValueSource>>;

/** Makes a source of a value. */
export const sourceOf =
  (value: JsonValue | undefined): ValueSource =>
  pointer =>
    readPointer(value, pointer);

/** A placeholder of a template. */
export interface Placeholder {
  /** `place` for parameters. */
  readonly source: string;
  /** JSON pointer; of a parameter `/` and its name. */
  readonly pointer: string;
  /** The text of the placeholder. */
  readonly text: string;
  /** `{name?}`: without a value, the input is left out. */
  readonly isOptional: boolean;
  /** The template is this placeholder alone. */
  readonly isWhole: boolean;
}

const pattern = /\{([A-Za-z][\w.-]*)(\/[^{}?]*)?(\?)?\}/g;
const listOfPlaceholders = /^\{[^{}]*\}(?:,\{[^{}]*\})*$/;

/** List what a template needs, in order. */
export function needsOf(template: string): readonly Placeholder[] {
  return [...template.matchAll(pattern)].map(([text, name = '', pointer, optional]) => ({
    source: pointer === undefined ? 'place' : name,
    // `{before/}` is the whole value.
    pointer: pointer === '/' ? '' : (pointer ?? `/${name}`),
    text,
    isOptional: optional !== undefined,
    isWhole: text === template,
  }));
}

/** Names of the parameters that a reference takes, in order. */
export function paramsOf({
  inputs = {},
  body = '',
}: Partial<Pick<OperationRef, 'inputs' | 'body'>>): readonly string[] {
  const templates = [...Object.values(inputs), body].filter(value => typeof value === 'string');
  const needs = templates.flatMap(needsOf).filter(({source}) => source === 'place');
  return [...new Set(needs.map(({pointer}) => pointer.slice(1)))];
}

/** The parameter that is the whole value of an input; undefined if the input is something else. */
export function paramOf(value: string | readonly string[] | undefined): string | undefined {
  const [only] = typeof value === 'string' ? needsOf(value) : [];
  return only?.isWhole && only.source === 'place' ? only.pointer.slice(1) : undefined;
}

/** Values of the inputs of a reference. */
export interface FilledInputs {
  readonly given: {
    readonly inputs: Readonly<Record<string, readonly string[]>>;
    readonly body?: string;
  };
  /** Placeholders without a value, except optional ones. */
  readonly missing: readonly Placeholder[];
}

/**
 * Fill the templates of a reference. Placeholders that make up a whole template, alone or separated
 * by commas, give all their values, once each; within a text, a placeholder gives its first value.
 */
export function fillInputs(
  {inputs, body}: Pick<OperationRef, 'inputs' | 'body'>,
  sources: Sources,
): FilledInputs {
  const missing: Placeholder[] = [];
  const given: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries(inputs)) {
    const texts = typeof value === 'string' ? fillTemplate(value, sources, missing) : value;
    if (texts.length > 0 || typeof value !== 'string') given[name] = texts;
  }
  if (body === undefined) return {given: {inputs: given}, missing};
  if (typeof body !== 'string') return {given: {inputs: given, body: body[0]}, missing};
  const needs = needsOf(body);
  const values = needs.map(one => valueAt(one, sources));
  missing.push(...needs.filter((_, i) => values[i] === null));
  const json = replaced(body, i => jsonOf(values[i] ?? null));
  return {given: {inputs: given, body: json}, missing};
}

/** The values of a template; none if a placeholder has none, which is added to `missing`. */
export function fillTemplate(
  template: string,
  sources: Sources,
  missing: Placeholder[] = [],
): readonly string[] {
  const needs = needsOf(template);
  if (needs.length === 0) return [template];
  const texts = needs.map(one => scalarsIn(valueAt(one, sources)));
  if (listOfPlaceholders.test(template)) {
    const all = texts.flat();
    if (all.length === 0) missing.push(...needs.filter(({isOptional}) => !isOptional));
    return [...new Set(all)];
  }
  const lacking = needs.filter((_, i) => texts[i]?.length === 0);
  missing.push(...lacking);
  return lacking.length === 0 ? [replaced(template, i => texts[i]?.[0] ?? '')] : [];
}

/** A template with the value of each placeholder, by its index. */
function replaced(template: string, value: (index: number) => string): string {
  let index = 0;
  return template.replace(pattern, () => value(index++));
}

function valueAt({source, pointer}: Placeholder, sources: Sources): JsonValue {
  return sources[source]?.(pointer) ?? null;
}

function scalarsIn(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(scalarsIn);
  return value === null || typeof value === 'object' ? [] : [String(value)];
}

/** JSON of a value; a text of 16 or more digits is a number that a double cannot hold. */
function jsonOf(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  return typeof value === 'string' && /^\d{16,}$/.test(value) ? value : JSON.stringify(value);
}
