import type {ObjectShape, Shape} from '../field.ts';

/** What operations answer, by `group name`. Every member of an answer may be absent. */
export type Answers = Readonly<Record<string, Shape>>;

export const text: Shape = {type: 'text'};
export const integer: Shape = {type: 'integer'};
export const truth: Shape = {type: 'boolean'};
export const date: Shape = {type: 'date'};
export const time: Shape = {type: 'time'};
export const json: Shape = {type: 'json'};

/** Text of known values; a server may know more. */
export function oneOf(...values: readonly string[]): Shape {
  return {type: 'text', values};
}

/** A list of values of one shape. */
export function listOf(items: Shape): Shape {
  return {type: 'list', items};
}

/** An object of any names. */
export function mapOf(values: Shape): Shape {
  return {type: 'map', values};
}

/** Members of an object by their names. */
export type Members = Readonly<Record<string, Shape>>;

/** An object with these members. */
export function having(members: Members): ObjectShape {
  const fields = Object.entries(members).map(([name, shape]) => ({...shape, name}));
  return {type: 'object', fields};
}
