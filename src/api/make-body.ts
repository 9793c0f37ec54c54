import {checkJson} from '../base/json-check.ts';
import {joinBase} from './base-url.ts';
import {bodyOf} from './body-of.ts';
import {hasLoneSurrogate, surrogateError} from './check-value.ts';
import {type BodyPart, mergeJson} from './compose.ts';
import {jsonOfTexts} from './field-text.ts';
import {givenTexts, isGiven, splitValues} from './given-values.ts';
import {findInput, inputsOf, isBodyPath} from './inputs-of.ts';
import type {FieldInput, Operation} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

/** The JSON body built from `--body`, from its fields, or from both. */
export interface BuiltBody {
  /** JSON text; undefined without any input, or if `--body` is not JSON. */
  readonly text?: string;
  readonly problems: readonly Problem[];
  /** Pointers of the fields with invalid texts; they are null in the text. */
  readonly invalid: readonly string[];
  /** Pointer → name of the input that is, or could be, its flag. */
  readonly flags: ReadonlyMap<string, string>;
}

/**
 * Build the JSON body from the inputs: the fields override `--body` (contract 11.2).
 *
 * @param baseUrl base URL for self URLs; absent during validation
 */
export function makeBody(operation: Operation, given: InputValues, baseUrl?: string): BuiltBody {
  const inputs = fieldInputs(operation, given);
  const present = inputs.filter(input => isGiven(input, given));
  const converted = present.map(input => ({input, ...partsOf(input, given, operation, baseUrl)}));
  const wrong = converted.filter(({problem}) => problem !== undefined);
  const parts = converted.flatMap(one => one.parts);
  const built = {
    flags: new Map(inputs.map(({pointer, name}) => [pointer, name])),
    invalid: wrong.flatMap(one => one.parts.map(({pointer}) => pointer)),
    problems: wrong.map(({input: {name}, problem}) => ({
      input: name,
      message: `--${name} ${problem}`,
    })),
  };
  const base = wholeBodyText(operation, given);
  const isEmpty = parts.length === 0 && base === undefined;
  if ((isEmpty && !isNeeded(operation)) || (base !== undefined && checkJson(base) !== undefined))
    return built;
  const implied = present.flatMap(input => impliedParts(input, parts));
  const emptyBody = bodyOf(operation)?.type === 'list' ? '[]' : '{}';
  return {...built, text: mergeJson(base ?? emptyBody, [...implied, ...parts])};
}

/** Return the value for the whole body. */
export function wholeBodyText(operation: Operation, given: InputValues): string | undefined {
  const whole = operation.inputs.find(({place}) => place === 'body');
  return whole && givenTexts(whole, given)[0];
}

/** Check whether a request always has a body: an optional one is not built from nothing. */
function isNeeded({inputs, readFirst}: Operation): boolean {
  return (
    readFirst !== undefined ||
    inputs.some(({place, required}) => required && (place === 'body' || place === 'field'))
  );
}

/** List the fields of an operation, and the deeper ones with a value. */
function fieldInputs(operation: Operation, given: InputValues): readonly FieldInput[] {
  const deeper = Object.keys(given.inputs)
    .filter(isBodyPath)
    .map(name => findInput(operation, name) ?? (given.unchecked && anyField(name)));
  const all = [...inputsOf(operation), ...deeper];
  const fields = all.filter(input => typeof input === 'object' && input.place === 'field');
  return [...new Map(fields.map(input => [input.name, input])).values()];
}

/** Create a field that the record does not have, for --unchecked. */
function anyField(name: string): FieldInput {
  const steps = name.split('.').slice(1);
  return {name, place: 'field', type: 'json', pointer: steps.map(step => `/${step}`).join('')};
}

interface FieldParts {
  readonly parts: readonly BodyPart[];
  readonly problem?: string;
}

function partsOf(
  input: FieldInput,
  given: InputValues,
  operation: Operation,
  baseUrl: string | undefined,
): FieldParts {
  const texts = givenTexts(input, given);
  const {pointer, shape, type} = input;
  if (texts.length === 0) return {parts: [], problem: 'must be text, not bytes'};
  if (pointer.includes('/-/')) return elementParts(input, texts);
  const converted = jsonOfTexts(shape ?? {type: type === 'json' ? 'json' : 'text'}, texts);
  if ('problem' in converted) {
    // An unknown field that is not valid JSON is text.
    const isText = shape === undefined && texts.length === 1;
    return isText
      ? {parts: [{pointer, json: JSON.stringify(texts[0])}]}
      : {parts: [{pointer, json: 'null'}], problem: converted.problem};
  }
  const [id = ''] = texts;
  const addressPrefix = shape?.type === 'text' && /^\d+$/.test(id) ? shape.address : undefined;
  const address =
    addressPrefix && baseUrl && joinBase(operation.root, baseUrl, `${addressPrefix}${id}`);
  return {parts: [{pointer, json: address ? JSON.stringify(address) : converted.json}]};
}

/** Build a list element for each value: `/-/name`. */
function elementParts({pointer}: FieldInput, texts: readonly string[]): FieldParts {
  const values = splitValues(texts);
  const parts = values.map((value, index) => ({
    pointer: pointer.replace('/-/', `/${index}/`),
    json: JSON.stringify(value),
  }));
  if (values.includes('')) return {parts, problem: 'contains an empty value'};
  return values.some(hasLoneSurrogate) ? {parts, problem: surrogateError} : {parts};
}

/** Build the values that a field implies, unless they are set. */
function impliedParts({implies = {}, pointer}: FieldInput, parts: readonly BodyPart[]): BodyPart[] {
  const count = pointer.includes('/-/') ? parts.length : 1;
  return Object.entries(implies).flatMap(([impliedPointer, text]) =>
    Array.from({length: count}, (_, index) => ({
      pointer: impliedPointer.replace('/-/', `/${index}/`),
      json: JSON.stringify(text),
    })).filter(part => !parts.some(given => given.pointer === part.pointer)),
  );
}
