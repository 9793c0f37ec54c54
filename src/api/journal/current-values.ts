import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, sliceSpan} from '../../base/json-scan.ts';
import {canRepresent, textsOfField, textsOfResponse} from '../body-texts.ts';
import {findInput} from '../inputs-of.ts';
import {elementsOfUpdate, idsOfElements, type KnownElements} from '../known-elements.ts';
import type {Operation} from '../operation.ts';
import type {InputTexts, InputValues} from '../request-plan.ts';
import {givenFields} from './given-fields.ts';

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
