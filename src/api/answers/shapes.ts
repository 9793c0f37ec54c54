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

/** An object with these members. */
export function having(members: Readonly<Record<string, Shape>>): ObjectShape {
  const fields = Object.entries(members).map(([name, shape]) => ({...shape, name}));
  return {type: 'object', fields};
}

/** An object with the members of both; objects of the same name are joined too. */
export function joined(one: ObjectShape, other: ObjectShape): ObjectShape {
  const names = new Set(one.fields.map(({name}) => name));
  const fields = one.fields.map(field => {
    const more = other.fields.find(({name}) => name === field.name);
    return more?.type === 'object' && field.type === 'object'
      ? {...joined(field, more), name: field.name}
      : field;
  });
  return {
    type: 'object',
    fields: [...fields, ...other.fields.filter(({name}) => !names.has(name))],
  };
}
