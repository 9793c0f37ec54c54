import type {Shape} from '../../../api/field.ts';
import {findInput} from '../../../api/inputs-of.ts';
import {idsOfElements, type KnownElements} from '../../../api/known-elements.ts';
import type {Operation} from '../../../api/operation.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, sliceSpan} from '../../../base/json-scan.ts';
import {textsOfField} from './body-texts.ts';
import type {FormValues} from './state.ts';

/**
 * What objects that were read hold, as the values of their fields.
 *
 * @param answer JSON text: the list of them
 * @param fits whether a field can hold that JSON
 */
export function textsOfElements(
  operation: Operation,
  elements: KnownElements,
  values: FormValues,
  answer: string,
  fits: (json: string, shape: Shape) => boolean,
): FormValues {
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
      if (fits(json, field)) Object.assign(texts, textsOfField(input, json));
    }
  }
  return texts;
}
