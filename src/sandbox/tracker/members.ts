import type {JsonObject} from '../body.ts';
import {fieldError} from '../errors.ts';

/**
 * A text of a request body; undefined when absent or null.
 *
 * @param options.most characters allowed
 * @throws SandboxError 400 about the member
 */
export function textMember(
  body: JsonObject,
  name: string,
  options: {readonly most?: number} = {},
): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw fieldError({[name]: `${name} must be a string.`});
  const {most} = options;
  if (most !== undefined && [...value].length > most) {
    throw fieldError({[name]: `${name} must be at most ${most} characters.`});
  }
  return value;
}

/**
 * A boolean of a request body; undefined when absent or null.
 *
 * @throws SandboxError 400 about the member
 */
export function booleanMember(body: JsonObject, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw fieldError({[name]: `${name} must be true or false.`});
  return value;
}

/**
 * An id of a request body, given as a number or as digits; undefined when absent or null.
 *
 * @throws SandboxError 400 about the member
 */
export function idMember(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const text = String(value);
  if ((typeof value !== 'number' && typeof value !== 'string') || !/^-?\d+$/.test(text)) {
    throw fieldError({[name]: `${name} must be an ID.`});
  }
  return text;
}

/**
 * A list of texts of a request body; undefined when absent or null. Null elements are left out.
 *
 * @throws SandboxError 400 about the member
 */
export function textsMember(body: JsonObject, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw fieldError({[name]: `${name} must be a list.`});
  return value.flatMap(item => {
    if (item === null) return [];
    if (typeof item !== 'string') throw fieldError({[name]: `${name} must be a list of strings.`});
    return [item];
  });
}
