import {checkJson} from '../base/json-check.ts';
import {joinBase} from './base-url.ts';
import {bodyOf} from './body-of.ts';
import {halfProblem, holdsHalf} from './check-value.ts';
import {type BodyPart, mergeJson} from './compose.ts';
import {jsonOfTexts} from './field-text.ts';
import {givenTexts, isGiven, splitValues} from './given-values.ts';
import {findInput, inputsOf, isWayIntoBody} from './inputs-of.ts';
import type {FieldInput, Operation} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

/** The JSON body that was given, as a whole, by its fields, or both. */
export interface MadeBody {
  /** JSON text; undefined when nothing was given, or when what was given as a whole is no JSON. */
  readonly text?: string;
  readonly problems: readonly Problem[];
  /** Pointers of the fields whose text is no value at all; they are null in the text. */
  readonly spoiled: readonly string[];
  /** Pointer → name of the input that is, or would be, its flag. */
  readonly flags: ReadonlyMap<string, string>;
}

/**
 * Make the JSON body of what was given: the flags of its fields laid over `--body`, or alone
 * (contract 11.2).
 *
 * @param baseUrl what addresses are made with; absent while it is only checked
 */
export function makeBody(operation: Operation, given: InputValues, baseUrl?: string): MadeBody {
  const inputs = fieldInputs(operation, given);
  const there = inputs.filter(input => isGiven(input, given));
  const laid = there.map(input => ({input, ...partsOf(input, given, operation, baseUrl)}));
  const wrong = laid.filter(({problem}) => problem !== undefined);
  const parts = laid.flatMap(one => one.parts);
  const made = {
    flags: new Map(inputs.map(({pointer, name}) => [pointer, name])),
    spoiled: wrong.flatMap(one => one.parts.map(({pointer}) => pointer)),
    problems: wrong.map(({input: {name}, problem}) => ({
      input: name,
      message: `--${name} ${problem}`,
    })),
  };
  const base = wholeText(operation, given);
  const isEmpty = parts.length === 0 && base === undefined;
  if ((isEmpty && !isNeeded(operation)) || (base !== undefined && checkJson(base) !== undefined))
    return made;
  const implied = there.flatMap(input => impliedParts(input, parts));
  const blank = bodyOf(operation)?.type === 'list' ? '[]' : '{}';
  return {...made, text: mergeJson(base ?? blank, [...implied, ...parts])};
}

/** The value given for the whole body. */
export function wholeText(operation: Operation, given: InputValues): string | undefined {
  const whole = operation.inputs.find(({place}) => place === 'body');
  return whole && givenTexts(whole, given)[0];
}

/** Whether a request always has a body: one that may be left out is not made of nothing. */
function isNeeded({inputs, readFirst}: Operation): boolean {
  return (
    readFirst !== undefined ||
    inputs.some(({place, required}) => required && (place === 'body' || place === 'field'))
  );
}

/** The fields of an operation, and those deeper in its body that were given. */
function fieldInputs(operation: Operation, given: InputValues): readonly FieldInput[] {
  const deeper = Object.keys(given.inputs)
    .filter(isWayIntoBody)
    .map(name => findInput(operation, name) ?? (given.unchecked && anyField(name)));
  const all = [...inputsOf(operation), ...deeper];
  const fields = all.filter(input => typeof input === 'object' && input.place === 'field');
  return [...new Map(fields.map(input => [input.name, input])).values()];
}

/** A field the record does not know, as --unchecked sends it. */
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
  const made = jsonOfTexts(shape ?? {type: type === 'json' ? 'json' : 'text'}, texts);
  if ('problem' in made) {
    // An unknown field that is not valid JSON is text.
    const isText = shape === undefined && texts.length === 1;
    return isText
      ? {parts: [{pointer, json: JSON.stringify(texts[0])}]}
      : {parts: [{pointer, json: 'null'}], problem: made.problem};
  }
  const [id = ''] = texts;
  const place = shape?.type === 'text' && /^\d+$/.test(id) ? shape.address : undefined;
  const address = place && baseUrl && joinBase(operation.root, baseUrl, `${place}${id}`);
  return {parts: [{pointer, json: address ? JSON.stringify(address) : made.json}]};
}

/** A list element for each value: `/-/name`. */
function elementParts({pointer}: FieldInput, texts: readonly string[]): FieldParts {
  const values = splitValues(texts);
  const parts = values.map((value, index) => ({
    pointer: pointer.replace('/-/', `/${index}/`),
    json: JSON.stringify(value),
  }));
  if (values.includes('')) return {parts, problem: 'contains an empty value'};
  return values.some(holdsHalf) ? {parts, problem: halfProblem} : {parts};
}

/** Values added next to a field unless given. */
function impliedParts({implies = {}, pointer}: FieldInput, parts: readonly BodyPart[]): BodyPart[] {
  const count = pointer.includes('/-/') ? parts.length : 1;
  return Object.entries(implies).flatMap(([place, text]) =>
    Array.from({length: count}, (_, index) => ({
      pointer: place.replace('/-/', `/${index}/`),
      json: JSON.stringify(text),
    })).filter(part => !parts.some(given => given.pointer === part.pointer)),
  );
}
