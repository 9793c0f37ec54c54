import {checkJson} from '../../base/json-check.ts';
import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, sliceSpan} from '../../base/json-scan.ts';
import {findJson, isArray} from '../../base/json-value.ts';
import {canRepresent, isGroup, textsOfBody, textsOfField, textsOfResponse} from '../body-texts.ts';
import {isFromBody} from '../given-values.ts';
import {findInput, inputsOf} from '../inputs-of.ts';
import {elementsOfUpdate, idsOfElements, type KnownElements} from '../known-elements.ts';
import type {Input, Operation} from '../operation.ts';
import type {InputTexts, InputValues} from '../request-plan.ts';

/**
 * The fields that are given, also in a body given as a whole or as the text of a post. Path
 * parameters are omitted, since they identify the object, unless the user was asked for them
 * (`asked`).
 */
export function givenFields(
  operation: Operation,
  {inputs, body}: InputValues,
  asked: readonly string[] = [],
): InputTexts {
  const isChange = (name: string): boolean =>
    asked.includes(name) || findInput(operation, name)?.place !== 'path';
  const own = Object.fromEntries(
    Object.entries(inputs).flatMap(([name, texts]) =>
      isChange(name) ? Object.entries(fieldsIn(findInput(operation, name), name, texts)) : [],
    ),
  );
  const text = inputsOf(operation).find(input => input.place === 'field' && isFromBody(input));
  if (text !== undefined && typeof body === 'string') return {...own, [text.name]: [body]};
  if (typeof body !== 'string' || checkJson(body) !== undefined) return own;
  const whole = textsOfBody(operation, body);
  return 'values' in whole ? {...whole.values, ...own} : own;
}

/** The fields of an object given as JSON, or of the only one of a list; else the input itself. */
function fieldsIn(input: Input | undefined, name: string, texts: readonly string[]): InputTexts {
  const [json = ''] = texts;
  const isWhole = input !== undefined && isGroup(input) && checkJson(json) === undefined;
  const parsed = isWhole ? findJson(json) : undefined;
  if (isArray(parsed) && parsed.length > 1) return {[name]: texts};
  return (isWhole ? textsOfField(input, json) : undefined) ?? {[name]: texts};
}

/**
 * The current values of an operation's fields in an object that was read.
 *
 * @param given identifies which of several objects in the body is which
 */
export function currentFieldValues(
  operation: Operation,
  answer: string,
  given: InputValues = {inputs: {}},
): InputTexts {
  const elements = elementsOfUpdate(operation);
  return elements === undefined
    ? textsOfResponse(operation, answer)
    : textsOfElements(operation, elements, givenFields(operation, given), answer);
}

/**
 * The current values of fields in several objects.
 *
 * @param answer JSON text: the list of them
 */
function textsOfElements(
  operation: Operation,
  elements: KnownElements,
  values: InputTexts,
  answer: string,
): InputTexts {
  const root = rootSpan(answer);
  if (kindOf(answer, root) !== 'array') return {};
  const items = itemSpans(answer, root).map(span => makeLookup(sliceSpan(answer, span)));
  const texts: Record<string, readonly string[]> = {};
  for (const [index, id] of idsOfElements(elements, values)) {
    const item = items.find(one => (one.string('/id') ?? one.number('/id')) === id);
    for (const field of elements.fields) {
      const input = findInput(operation, `${elements.way}.${index}.${field.name}`);
      const json = item?.json(`/${field.name}`);
      if (input?.place !== 'field' || json === undefined || json === 'null') continue;
      if (canRepresent(json, field)) Object.assign(texts, textsOfField(input, json));
    }
  }
  return texts;
}
