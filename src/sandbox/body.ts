import {bodyOf} from '../api/body-of.ts';
import type {Field, ListShape, ObjectShape, Shape, TextShape} from '../api/field.ts';
import {fieldError, type SandboxError, serviceError} from './errors.ts';
import type {JsonMembers, SandboxRequest} from './route.ts';

/** Members of a validated request body: each may be missing or null. */
export type BodyValues<Members> = {
  readonly [Name in keyof Members]?: Members[Name] | null | undefined;
};

/** Check whether a parsed value is an object, not an array or null. */
export function isJsonObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parse the JSON of the request's body.
 *
 * @throws SandboxError 400 for an empty or invalid body, 415 for another content type
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
 * Parse the request's body and validate it against the shape in its operation's record: types,
 * limits, closed choices and required members. Ids become strings; null in a list is dropped. Rules
 * between members, and whether an id exists, are checked by the operation.
 *
 * @param errorNames member → its name in the operation's errors, where it differs
 * @throws SandboxError 400 about the member; for a member of a nested object, about that object
 */
export function readBody<Members>(
  request: SandboxRequest,
  errorNames: Readonly<Record<string, string>> = {},
): BodyValues<Members> {
  const {root} = request.operation;
  const value = readJson(request);
  if (!isJsonObject(value)) {
    throw serviceError(root, 400, 'The request body must be a JSON object.');
  }
  const refuse: Refuse = (name, what) => {
    if (root === 'tracker') return fieldError({[errorNames[name] ?? name]: `${name} ${what}.`});
    return serviceError(root, 400, `'${name}' ${what}`);
  };
  const shape = bodyOf(request.operation);
  // The record defines the types of the members; the transcription test checks the record.
  return (
    shape?.type === 'object' ? validateObject(value, shape, undefined, refuse) : value
  ) as BodyValues<Members>;
}

type Refuse = (name: string, what: string) => SandboxError;

/** @param within the object that errors name instead of its members */
function validateObject(
  value: JsonMembers,
  {fields}: ObjectShape,
  within: string | undefined,
  refuse: Refuse,
): JsonMembers {
  const validated: Record<string, unknown> = {...value};
  for (const field of fields) {
    const name = within ?? field.name;
    const received = value[field.name];
    if (received !== undefined && received !== null)
      validated[field.name] = validate(received, field, name, refuse);
    else if (isNeeded(field, value)) throw refuse(name, 'is required');
  }
  return validated;
}

function isNeeded({name, required, unless, nullable}: Field, value: JsonMembers): boolean {
  if (required === undefined || (nullable !== undefined && value[name] === null)) return false;
  return unless === undefined || value[unless] === undefined || value[unless] === null;
}

function validate(value: unknown, shape: Shape, name: string, refuse: Refuse): unknown {
  const require = (isValid: boolean, what: string): void => {
    if (!isValid) throw refuse(name, `must be ${what}`);
  };
  switch (shape.type) {
    case 'json':
      return value;
    case 'boolean':
      require(typeof value === 'boolean', 'true or false');
      return value;
    case 'date':
      // An empty date clears the member.
      require(value === '' || isDay(value), 'a day such as 2026-03-14');
      return value;
    case 'time':
      require(typeof value === 'string' && !Number.isNaN(Date.parse(value)), 'a time in ISO 8601');
      return value;
    case 'integer': {
      const {min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, names} = shape;
      const isDigits = typeof value === 'string' && /^-?\d+$/.test(value);
      if (names === undefined) require(Number.isInteger(value), 'a whole number');
      else require(Number.isInteger(value) || isDigits, 'an ID');
      require(Number(value) >= min && Number(value) <= max, `from ${min} to ${max}`);
      return names === undefined ? value : String(value);
    }
    case 'storage':
    case 'text': {
      const isId = shape.type === 'text' && shape.names !== undefined && Number.isInteger(value);
      const text = isId ? String(value) : value;
      require(typeof text === 'string', 'a text');
      if (shape.type === 'text') validateText(String(text), shape, require);
      return text;
    }
    case 'list':
      require(Array.isArray(value), 'a list');
      return validateList(value as readonly unknown[], shape, name, refuse);
    case 'map':
    case 'object': {
      require(isJsonObject(value), 'an object');
      const object = value as JsonMembers;
      if (shape.type === 'object') return validateObject(object, shape, name, refuse);
      const entries = Object.entries(object).map(([key, one]) => [
        key,
        validate(one, shape.values, name, refuse),
      ]);
      return Object.fromEntries(entries);
    }
  }
}

function validateText(
  text: string,
  {maxLength = Number.POSITIVE_INFINITY, maxBytes, pattern, values = [], closed}: TextShape,
  require: (isValid: boolean, what: string) => void,
): void {
  require(text.length <= maxLength ||
    [...text].length <= maxLength, `at most ${maxLength} characters`);
  const isLong = maxBytes !== undefined && new TextEncoder().encode(text).length > maxBytes;
  require(!isLong, `at most ${maxBytes} bytes`);
  const fits = pattern === undefined || new RegExp(`^(?:${pattern.source})$`).test(text);
  require(fits, pattern?.description ?? '');
  require(closed === undefined || values.includes(text), `one of ${values.join(', ')}`);
}

function validateList(
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
      // Errors name members of list elements directly.
      if (items.type === 'object' && isJsonObject(one)) {
        return validateObject(one, items, undefined, refuse);
      }
      return validate(one, items, name, refuse);
    });
}

/** `Date` would read 2026-02-30 as another day. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false;
}
