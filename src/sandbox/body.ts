import {bodyOf} from '../api/body-of.ts';
import type {Field, ListShape, ObjectShape, Shape, TextShape} from '../api/field.ts';
import {fieldError, type SandboxError, serviceError} from './errors.ts';
import type {JsonObject, SandboxRequest} from './route.ts';

/** Members of a body that was held against its shape: each may be missing, or null. */
export type Given<Members> = {
  readonly [Name in keyof Members]?: Members[Name] | null | undefined;
};

/** Whether a parsed value is an object with members, not an array and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON of the request's body.
 *
 * @throws SandboxError 400 when there is none or it cannot be parsed, 415 when it is called something else
 */
export function readJson(request: SandboxRequest): unknown {
  const {root} = request.operation;
  if (request.body.byteLength === 0) throw serviceError(root, 400, 'No request body was sent.');
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw serviceError(root, 415, `The body must be application/json, not “${type}”.`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(request.body));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw serviceError(root, 400, `The request body could not be parsed as JSON: ${reason}`);
  }
}

/**
 * The JSON object of the request's body, held against the shape its operation's record has: types,
 * limits, closed choices and required members. Ids are texts in it, whatever they were; null in a list
 * is left out. What holds between members, and what an id is of, the operation sees to.
 *
 * @param called what the errors of the operation call a member, where that is not its name
 * @throws SandboxError 400 about the member; a member of a nested object is told of as that object
 */
export function readBody<Members>(
  request: SandboxRequest,
  called: Readonly<Record<string, string>> = {},
): Given<Members> {
  const {root} = request.operation;
  const value = readJson(request);
  if (!isJsonObject(value)) {
    throw serviceError(root, 400, 'The request body must be a JSON object.');
  }
  const refuse: Refuse = (name, what) => {
    if (root === 'tracker') return fieldError({[called[name] ?? name]: `${name} ${what}.`});
    return serviceError(root, 400, `'${name}' ${what}`);
  };
  const shape = bodyOf(request.operation);
  // The record tells the types of the members, and its transcription test holds the record.
  return (
    shape?.type === 'object' ? holdObject(value, shape, undefined, refuse) : value
  ) as Given<Members>;
}

type Refuse = (name: string, what: string) => SandboxError;

/** @param within the object that its members are told of as */
function holdObject(
  value: JsonObject,
  {fields}: ObjectShape,
  within: string | undefined,
  refuse: Refuse,
): JsonObject {
  const held: Record<string, unknown> = {...value};
  for (const field of fields) {
    const name = within ?? field.name;
    const given = value[field.name];
    if (given !== undefined && given !== null) held[field.name] = hold(given, field, name, refuse);
    else if (isNeeded(field, value)) throw refuse(name, 'is required');
  }
  return held;
}

function isNeeded({name, required, unless, nullable}: Field, value: JsonObject): boolean {
  if (required === undefined || (nullable !== undefined && value[name] === null)) return false;
  return unless === undefined || value[unless] === undefined || value[unless] === null;
}

function hold(value: unknown, shape: Shape, name: string, refuse: Refuse): unknown {
  const need = (holds: boolean, what: string): void => {
    if (!holds) throw refuse(name, `must be ${what}`);
  };
  switch (shape.type) {
    case 'json':
      return value;
    case 'boolean':
      need(typeof value === 'boolean', 'true or false');
      return value;
    case 'date':
      // An empty one takes the day away.
      need(value === '' || isDay(value), 'a day such as 2026-03-14');
      return value;
    case 'time':
      need(typeof value === 'string' && !Number.isNaN(Date.parse(value)), 'a time in ISO 8601');
      return value;
    case 'integer': {
      const {min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, names} = shape;
      const isDigits = typeof value === 'string' && /^-?\d+$/.test(value);
      if (names === undefined) need(Number.isInteger(value), 'a whole number');
      else need(Number.isInteger(value) || isDigits, 'an ID');
      need(Number(value) >= min && Number(value) <= max, `from ${min} to ${max}`);
      return names === undefined ? value : String(value);
    }
    case 'storage':
    case 'text': {
      const isId = shape.type === 'text' && shape.names !== undefined && Number.isInteger(value);
      const text = isId ? String(value) : value;
      need(typeof text === 'string', 'a text');
      if (shape.type === 'text') holdText(String(text), shape, need);
      return text;
    }
    case 'list':
      need(Array.isArray(value), 'a list');
      return holdList(value as readonly unknown[], shape, name, refuse);
    case 'map':
    case 'object': {
      need(isJsonObject(value), 'an object');
      const object = value as JsonObject;
      if (shape.type === 'object') return holdObject(object, shape, name, refuse);
      const held = Object.entries(object).map(([key, one]) => [
        key,
        hold(one, shape.values, name, refuse),
      ]);
      return Object.fromEntries(held);
    }
  }
}

function holdText(
  text: string,
  {maxLength = Number.POSITIVE_INFINITY, maxBytes, pattern, values = [], closed}: TextShape,
  need: (holds: boolean, what: string) => void,
): void {
  need(
    text.length <= maxLength || [...text].length <= maxLength,
    `at most ${maxLength} characters`,
  );
  const isLong = maxBytes !== undefined && new TextEncoder().encode(text).length > maxBytes;
  need(!isLong, `at most ${maxBytes} bytes`);
  const fits = pattern === undefined || new RegExp(`^(?:${pattern.source})$`).test(text);
  need(fits, pattern?.says ?? '');
  need(closed === undefined || values.includes(text), `one of ${values.join(', ')}`);
}

function holdList(
  value: readonly unknown[],
  {items, minItems = 0, maxItems = Number.POSITIVE_INFINITY}: ListShape,
  name: string,
  refuse: Refuse,
): readonly unknown[] {
  if (value.length < minItems) throw refuse(name, `must have at least ${minItems} elements`);
  if (value.length > maxItems) throw refuse(name, `must have at most ${maxItems} elements`);
  return value
    .filter(one => one !== null)
    .map(one => {
      // Members of the elements are told of by their own names.
      if (items.type === 'object' && isJsonObject(one)) {
        return holdObject(one, items, undefined, refuse);
      }
      return hold(one, items, name, refuse);
    });
}

/** A day such as 2026-02-30 would be taken for another one. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false;
}
