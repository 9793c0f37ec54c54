import type {SandboxRequest} from '../route.ts';
import {invalidParameter} from './problems.ts';

/** A query value that is there and not empty. */
export function findText(request: SandboxRequest, name: string): string | undefined {
  const value = request.query.get(name);
  return value === null || value === '' ? undefined : value;
}

/**
 * An integer of the query.
 *
 * @throws SandboxError 400 when it is no integer or out of range
 */
export function readInteger(
  request: SandboxRequest,
  name: string,
  range: {readonly min: number; readonly max: number},
): number | undefined {
  const value = findText(request, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^-?\d+$/.test(value)) throw wrongType(value, name, 'int');
  if (number < range.min || number > range.max) {
    throw invalidParameter(
      `Provided value {${value}} for '${name}' is out of range: ${range.min} to ${range.max}`,
    );
  }
  return number;
}

/**
 * A boolean of the query; false when absent unless said else.
 *
 * @throws SandboxError 400 when it is neither true nor false
 */
export function readBoolean(request: SandboxRequest, name: string, whenAbsent = false): boolean {
  const value = findText(request, name);
  if (value === undefined) return whenAbsent;
  if (value !== 'true' && value !== 'false') throw wrongType(value, name, 'boolean');
  return value === 'true';
}

/**
 * One of several values.
 *
 * @throws SandboxError 400 when it is another one
 */
export function readChoice<Value extends string>(
  request: SandboxRequest,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const value = findText(request, name);
  return value === undefined ? undefined : chosen(value, name, values);
}

/**
 * Several of several values: the name repeated, or separated by commas; undefined when absent.
 *
 * @throws SandboxError 400 when one is not among them
 */
export function readChoices<Value extends string>(
  request: SandboxRequest,
  name: string,
  values: readonly Value[],
): readonly Value[] | undefined {
  return readList(request, name)?.map(value => chosen(value, name, values));
}

/** Texts of a list, the name repeated or separated by commas; undefined when absent. */
export function readList(request: SandboxRequest, name: string): readonly string[] | undefined {
  const texts = request.query
    .getAll(name)
    .flatMap(value => value.split(','))
    .map(value => value.trim())
    .filter(value => value !== '');
  return texts.length === 0 ? undefined : texts;
}

/**
 * Ids of a list.
 *
 * @param most how many are allowed
 * @throws SandboxError 400 when one is no id or there are too many
 */
export function readIds(
  request: SandboxRequest,
  name: string,
  most: number,
): ReadonlySet<string> | undefined {
  const ids = readList(request, name);
  if (ids === undefined) return undefined;
  for (const id of ids) if (!/^\d+$/.test(id)) throw wrongType(id, name, 'long');
  if (ids.length > most) throw invalidParameter(`At most ${most} values are allowed for '${name}'`);
  return new Set(ids);
}

/**
 * An id of the path.
 *
 * @throws SandboxError 400 when it is not all digits
 */
export function readPathId(request: SandboxRequest, name: string): string {
  const value = request.params[name] ?? '';
  if (!/^\d+$/.test(value)) throw wrongType(value, name, 'long');
  return value;
}

function chosen<Value extends string>(
  value: string,
  name: string,
  values: readonly Value[],
): Value {
  const found = values.find(one => one === value);
  if (found === undefined) {
    throw invalidParameter(
      `Provided value {${value}} for '${name}' is not one of: ${values.join(', ')}`,
    );
  }
  return found;
}

function wrongType(value: string, name: string, type: string): Error {
  return invalidParameter(
    `Provided value {${value}} for '${name}' is not the correct type. Expected type is ${type}`,
  );
}
