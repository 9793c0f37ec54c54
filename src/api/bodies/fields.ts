import type {Field, FieldFacts, IntegerShape, ObjectShape, Shape, TextShape} from '../field.ts';

type Facts = Omit<FieldFacts, 'name'>;

/** A member whose value is text. */
export function text(name: string, more: Facts & Omit<TextShape, 'type'> = {}): Field {
  return {name, type: 'text', ...more};
}

/** A member whose value is text of several lines. */
export function lines(name: string, more: Facts & Omit<TextShape, 'type'> = {}): Field {
  return {name, type: 'text', multiline: true, ...more};
}

/** A member that is a whole number, most often an id. */
export function integer(name: string, more: Facts & Omit<IntegerShape, 'type'> = {}): Field {
  return {name, type: 'integer', ...more};
}

/** A member that is true or false. */
export function truth(name: string, more: Facts = {}): Field {
  return {name, type: 'boolean', ...more};
}

/** A member that is a day, YYYY-MM-DD. */
export function date(name: string, more: Facts = {}): Field {
  return {name, type: 'date', ...more};
}

/** A member that is a list of values of one shape. */
export function list(
  name: string,
  items: Shape,
  more: Facts & {readonly minItems?: number; readonly maxItems?: number} = {},
): Field {
  return {name, type: 'list', items, ...more};
}

/** A member that is an object. */
export function object(name: string, shape: ObjectShape, more: Facts = {}): Field {
  return {name, ...shape, ...more};
}

/** A member that is any JSON. */
export function json(name: string, more: Facts = {}): Field {
  return {name, type: 'json', ...more};
}

/** An object of these members. */
export function members(
  fields: readonly Field[],
  more: Omit<ObjectShape, 'type' | 'fields'> = {},
): ObjectShape {
  return {type: 'object', fields, ...more};
}

/** A body whose shape is not public: sent unchanged, only checked to be JSON. */
export const opaque: Shape = {type: 'json', opaque: true};

/** The same, with an assumed shape for forms and flags. */
export function takenFor(as: Shape): Shape {
  return {type: 'json', opaque: true, as};
}
