import {bodyOf, fieldsOf} from '../../../api/body-of.ts';
import type {Field, ListShape, Named, ObjectShape, Shape} from '../../../api/field.ts';
import {findInput} from '../../../api/inputs-of.ts';
import type {Operation} from '../../../api/operation.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {itemSpans, kindOf, rootSpan, sliceSpan} from '../../../base/json-scan.ts';
import {textsOfField} from './body-texts.ts';
import type {FormValues} from './state.ts';

/** Objects in a body that are there already, each told by its id: the statuses of an update. */
export interface KnownElements {
  /** The way to the list: `body.statuses`. */
  readonly way: string;
  /** What one of them is. */
  readonly names: Named;
  readonly fields: readonly Field[];
}

/** The list of an update's body whose objects have ids; undefined where there is none. */
export function elementsOfUpdate(operation: Operation): KnownElements | undefined {
  if (operation.effect !== 'update') return undefined;
  for (const field of fieldsOf(bodyOf(operation))) {
    if (!isListOfObjects(field)) continue;
    const {fields} = field.items;
    const id = fields.find(one => one.name === 'id' && one.required);
    const names = id && 'names' in id ? id.names : undefined;
    if (names !== undefined) return {way: `body.${field.name}`, names, fields};
  }
  return undefined;
}

function isListOfObjects(shape: Shape): shape is ListShape & {readonly items: ObjectShape} {
  return shape.type === 'list' && shape.items.type === 'object';
}

/** The ids that a form holds, by the index of their object. */
export function idsOfElements(
  {way}: KnownElements,
  values: FormValues,
): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(values).flatMap(([name, [text = '']]) => {
      const [, index] = name.startsWith(`${way}.`)
        ? (/^\.(\d+)\.id$/.exec(name.slice(way.length)) ?? [])
        : [];
      return index === undefined || text === '' ? [] : [[Number(index), text] as const];
    }),
  );
}

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
