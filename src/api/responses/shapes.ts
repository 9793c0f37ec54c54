import type {EntityKind, ObjectShape, Shape} from '../field.ts';

/**
 * Shapes of responses, by `group name` of the operation. Every member of a response may be absent.
 */
export type ResponseShapes = Readonly<Record<string, Shape>>;

export const text: Shape = {type: 'text'};
export const integer: Shape = {type: 'integer'};
export const boolean: Shape = {type: 'boolean'};
export const date: Shape = {type: 'date'};
export const time: Shape = {type: 'time'};
export const json: Shape = {type: 'json'};

/** Build the shape of a text that identifies another entity. */
export function idOf(names: EntityKind): Shape {
  return {type: 'text', names};
}

/** Build the shape of a number that identifies another entity. */
export function numberOf(names: EntityKind): Shape {
  return {type: 'integer', names};
}

/** Build the shape of a text with known values, separated by spaces; a server may return others. */
export function oneOf(values: string): Shape {
  return {type: 'text', values: values.split(' ')};
}

/** Build the shape of a list. */
export function listOf(items: Shape): Shape {
  return {type: 'list', items};
}

/** Build the shape of an object with arbitrary names. */
export function mapOf(values: Shape): Shape {
  return {type: 'map', values};
}

/** Members of an object by name. */
export type ShapeMembers = Readonly<Record<string, Shape>>;

/** Build the shape of an object with fixed members. */
export function objectOf(members: ShapeMembers): ObjectShape {
  const fields = Object.entries(members).map(([name, shape]) => ({...shape, name}));
  return {type: 'object', fields};
}

/**
 * Build the shape of an object of the tracker: its members in alphabetical order, as in the API
 * documentation.
 */
export function recordOf(members: ShapeMembers): ObjectShape {
  const {type, fields} = objectOf(members);
  return {type, fields: fields.toSorted((one, other) => (one.name < other.name ? -1 : 1))};
}

const membersOf =
  (shape: Shape) =>
  (names: string): ShapeMembers =>
    Object.fromEntries(names.split(' ').map(name => [name, shape]));

/** Build members of one kind; their names are separated by spaces. */
export const texts = membersOf(text);
export const integers = membersOf(integer);
export const truths = membersOf(boolean);
export const times = membersOf(time);
