import {checkJson} from '../base/json-check.ts';
import {acceptsList, splitValues} from './given-values.ts';
import {imageTypeOf} from './image.ts';
import type {BodyInput, Input, ListInput, PathInput, QueryInput, ScalarType} from './operation.ts';

/** Problems and notes of one input: sentences without the input's name. */
export interface Findings {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Problem of a text with an unpaired surrogate, which UTF-8 cannot encode. */
export const surrogateError = 'contains an incomplete character';

/** Check for an unpaired surrogate. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udfff]/u.test(text);
}

/** An input of the URL; the body is checked by its shape. */
type UrlInput = PathInput | QueryInput | ListInput;

/** Check the texts given for an input outside the body (contract 2). */
export function checkTexts(input: UrlInput, texts: readonly string[]): Findings {
  if (acceptsList(input)) return checkList(input, splitValues(texts));
  if (texts.length > 1) {
    return {problems: [`takes one value, not ${texts.length}`], notes: []};
  }
  const value = texts[0] ?? '';
  const problems = [...problemsOfScalar(input, value), ...problemsOfSize(input, value)];
  return withKnownValues(input, [value], problems);
}

/** Check a body given as a whole: JSON text or an image. */
export function checkBody(input: BodyInput, body: string | Uint8Array): string[] {
  switch (input.type) {
    case 'json':
      return problemsOfJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
    case 'image':
      if (typeof body === 'string') return ['takes an image, as @file or -'];
      return imageTypeOf(body) === undefined ? ['is no JPEG, GIF or PNG image'] : [];
  }
}

/** Report a JSON syntax error with its line and column. */
export function problemsOfJson(text: string): string[] {
  const problem = checkJson(text);
  if (problem === undefined) return [];
  const {line, column, message} = problem;
  return [`is not JSON: line ${line}, column ${column}: ${message}`];
}

function checkList(input: ListInput, values: readonly string[]): Findings {
  const problems: string[] = [];
  if (values.includes('')) problems.push('contains an empty value');
  for (const value of values) problems.push(...problemsOfType(input.items, value));
  problems.push(...problemsOfCount(values.length, input.minItems, input.maxItems));
  if (input.style === 'comma' && values.some(value => value.includes(','))) {
    problems.push('cannot contain a comma inside a value: the service separates values by commas');
  }
  if (values.some(hasLoneSurrogate)) problems.push(surrogateError);
  for (const value of values) {
    problems.push(...problemsOfLength(value, input.maxLength, ' a value'));
  }
  return withKnownValues(input, values, [...new Set(problems)]);
}

function problemsOfScalar(input: UrlInput, value: string): string[] {
  if (hasLoneSurrogate(value)) return [surrogateError];
  if (value === '') {
    if (input.place === 'path') return ['is empty; it is part of the address'];
    if (input.required) return ['is empty'];
  }
  if (input.place === 'path' && (value === '.' || value === '..')) {
    return [`cannot be ${value}: it is part of the address`];
  }
  return problemsOfType(input.type, value);
}

function problemsOfType(type: ScalarType | 'list', value: string): string[] {
  switch (type) {
    case 'string':
    case 'list':
      return [];
    case 'integer':
      return /^-?\d+$/.test(value) ? [] : [`must be a whole number, not ${quoted(value)}`];
    case 'id':
      return /^\d+$/.test(value) ? [] : [`must be an id (digits only), not ${quoted(value)}`];
    case 'boolean':
      return value === 'true' || value === 'false'
        ? []
        : [`must be true or false, not ${quoted(value)}`];
  }
}

function problemsOfSize(input: Input, value: string): string[] {
  if (input.place !== 'query' || input.type === 'list') return [];
  const problems = [...problemsOfRange(input, value), ...problemsOfLength(value, input.maxLength)];
  if (input.never !== undefined && value.includes(input.never.character)) {
    problems.push(`cannot contain ${quoted(input.never.character)}: ${input.never.why}`);
  }
  return problems;
}

function problemsOfLength(value: string, most: number | undefined, each = ''): string[] {
  const characters = [...value].length;
  return most !== undefined && characters > most
    ? [`takes at most ${most} characters${each}, not ${characters}`]
    : [];
}

function problemsOfRange({type, counts, max, ...input}: QueryInput, value: string): string[] {
  const min = input.min ?? (counts ? 0 : undefined);
  if (type !== 'integer' || !/^-?\d+$/.test(value)) return [];
  const number = BigInt(value);
  const low = min !== undefined && number < BigInt(min);
  const high = max !== undefined && number > BigInt(max);
  return low || high ? [`must be ${range(min, max)}, not ${value}`] : [];
}

function problemsOfCount(
  count: number,
  min: number | undefined,
  max: number | undefined,
): string[] {
  const few = min !== undefined && count < min;
  const many = max !== undefined && count > max;
  return few || many ? [`takes ${range(min, max)} values, not ${count}`] : [];
}

function range(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}

/** Check values against the known ones: a problem if they are enforced, otherwise a note. */
function withKnownValues(
  input: Input,
  values: readonly string[],
  problems: readonly string[],
): Findings {
  const known = input.values ?? [];
  const notes = values.flatMap(value => {
    const why = input.refused?.[value];
    return why === undefined ? [] : [`is ${value}, which the cloud service refuses: ${why}`];
  });
  const outside = values.filter(value => value !== '' && !known.includes(value)).map(quoted);
  if (known.length === 0 || outside.length === 0) return {problems, notes};
  const list = known.join(', ');
  return input.enforced
    ? {problems: [...problems, `must be one of ${list}, not ${outside.join(', ')}`], notes: []}
    : {
        problems,
        notes: [
          `is sent unchanged; ${outside.join(', ')} is not among the documented values: ${list}`,
        ],
      };
}

function quoted(value: string): string {
  const short = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return JSON.stringify(short);
}
