import {bodyOf, fieldsOf} from './body-of.ts';
import type {EntityKind, Field, ListShape, ObjectShape, Shape} from './field.ts';
import type {Operation} from './operation.ts';

/** Existing objects in a body, identified by their ids, such as the statuses of an update. */
export interface KnownElements {
  /** The path to the list: `body.statuses`. */
  readonly way: string;
  /** Shape of an element. */
  readonly names: EntityKind;
  readonly fields: readonly Field[];
}

/** Find the list in an update's body whose objects have ids; undefined if there is none. */
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

/** List the ids in a form's values, by the index of their object. */
export function idsOfElements(
  {way}: KnownElements,
  values: Readonly<Record<string, readonly string[]>>,
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
