import type {Field, FieldMembers, IntegerShape, ObjectShape, Shape, TextShape} from '../field.ts';

type Facts = Omit<FieldMembers, 'name'>;

/** Build a text member. */
export function text(name: string, more: Facts & Omit<TextShape, 'type'> = {}): Field {
  return {name, type: 'text', ...more};
}

/** Build a text member of several lines. */
export function lines(name: string, more: Facts & Omit<TextShape, 'type'> = {}): Field {
  return {name, type: 'text', multiline: true, ...more};
}

/** Build an integer member, usually an id. */
export function integer(name: string, more: Facts & Omit<IntegerShape, 'type'> = {}): Field {
  return {name, type: 'integer', ...more};
}

/** Build a boolean member. */
export function boolean(name: string, more: Facts = {}): Field {
  return {name, type: 'boolean', ...more};
}

/** Build a date member, YYYY-MM-DD. */
export function date(name: string, more: Facts = {}): Field {
  return {name, type: 'date', ...more};
}

/** Build a list member. */
export function list(
  name: string,
  items: Shape,
  more: Facts & {readonly minItems?: number; readonly maxItems?: number} = {},
): Field {
  return {name, type: 'list', items, ...more};
}

/** Build an object member. */
export function object(name: string, shape: ObjectShape, more: Facts = {}): Field {
  return {name, ...shape, ...more};
}

/** Build a member with any JSON. */
export function json(name: string, more: Facts = {}): Field {
  return {name, type: 'json', ...more};
}

/** Build the shape of an object. */
export function members(
  fields: readonly Field[],
  more: Omit<ObjectShape, 'type' | 'fields'> = {},
): ObjectShape {
  return {type: 'object', fields, ...more};
}

/** A body without a public shape: sent unchanged, only checked to be JSON. */
export const opaque: Shape = {type: 'json', opaque: true};

/** Build a body without a public shape, with an assumed shape for forms and flags. */
export function assumedShape(as: Shape): Shape {
  return {type: 'json', opaque: true, as};
}
