import type {ListInput, QueryInput} from '../api/operation.ts';
import {serviceError} from './errors.ts';
import type {SandboxRequest} from './route.ts';

/** Read a query parameter; undefined when absent or empty. */
export function findText(request: SandboxRequest, name: string): string | undefined {
  return request.query.get(name) || undefined;
}

/**
 * Read the values of a list, repeated or separated by commas as the record defines; empty when
 * absent.
 *
 * @throws SandboxError 400 when there are fewer or more than the record allows
 */
export function readTexts(request: SandboxRequest, name: string): readonly string[] {
  const input = inputOf(request, name);
  const values = request.query.getAll(name);
  const list = input?.type === 'list' ? input : undefined;
  const separated = list?.style === 'repeat' ? values : values.flatMap(value => value.split(','));
  const texts = separated.map(value => value.trim()).filter(value => value !== '');
  const {minItems = 0, maxItems = Number.POSITIVE_INFINITY} = list ?? {};
  if (texts.length < minItems || texts.length > maxItems) {
    const range = `${minItems} to ${maxItems} times`;
    throw wrong(request, `'${name}' must be given ${range}, not ${texts.length} times`);
  }
  return texts;
}

const expansions = new WeakMap<SandboxRequest, ReadonlySet<string>>();

/** Read the names in `expand`; cached, because it is called for every record of a page. */
export function expandOf(request: SandboxRequest): ReadonlySet<string> {
  const expand = expansions.get(request) ?? new Set(readTexts(request, 'expand'));
  expansions.set(request, expand);
  return expand;
}

/**
 * Read a list of ids; undefined when absent.
 *
 * @param most maximum number, where the record does not define it
 * @throws SandboxError 400 for an invalid id or too many of them
 */
export function readIds(
  request: SandboxRequest,
  name: string,
  most = Number.POSITIVE_INFINITY,
): ReadonlySet<string> | undefined {
  const ids = readTexts(request, name);
  if (ids.length > most) throw wrong(request, `At most ${most} values are allowed for '${name}'`);
  for (const id of ids) if (!/^\d+$/.test(id)) throw wrongType(request, id, name, 'long');
  return ids.length === 0 ? undefined : new Set(ids);
}

/** Read an id from the path. @throws SandboxError 400 when it is not all digits */
export function readPathId(request: SandboxRequest, name: string): string {
  const value = request.params[name] ?? '';
  if (!/^\d+$/.test(value)) throw wrongType(request, value, name, 'long');
  return value;
}

/**
 * Read an integer; undefined when absent.
 *
 * @param range overrides the record's range
 * @throws SandboxError 400 when it is not an integer or outside the range; the minimum is 0 if the
 * record defines none
 */
export function readInteger(
  request: SandboxRequest,
  name: string,
  range: {readonly min?: number; readonly max?: number} = {},
): number | undefined {
  const value = findText(request, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw wrongType(request, value, name, 'int');
  const input = inputOf(request, name);
  const recordRange = input?.type === 'integer' ? input : {};
  const {min = 0, max = Number.MAX_SAFE_INTEGER} = {...recordRange, ...range};
  const number = Number(value);
  if (number < min || number > max) {
    throw wrong(
      request,
      `Provided value {${value}} for '${name}' is out of range: ${min} to ${max}`,
    );
  }
  return number;
}

/** Read a boolean. @throws SandboxError 400 when it is neither true nor false */
export function readBoolean(request: SandboxRequest, name: string, whenAbsent = false): boolean {
  const value = findText(request, name)?.toLowerCase();
  if (value === undefined) return whenAbsent;
  if (value !== 'true' && value !== 'false') throw wrongType(request, value, name, 'boolean');
  return value === 'true';
}

/** Read one of several values; undefined when absent. @throws SandboxError 400 for another value */
export function readChoice<Value extends string>(
  request: SandboxRequest,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const value = findText(request, name);
  return value === undefined ? undefined : checkChoice(request, value, name, values);
}

/**
 * Read a list of several values; undefined when absent.
 *
 * @throws SandboxError 400 for another value
 */
export function readChoices<Value extends string>(
  request: SandboxRequest,
  name: string,
  values: readonly Value[],
): readonly Value[] | undefined {
  const choices = readTexts(request, name).map(value => checkChoice(request, value, name, values));
  return choices.length === 0 ? undefined : choices;
}

/**
 * Refuse inputs that are no longer available (services T9.4).
 *
 * @throws SandboxError 400 when the request contains one
 */
export function refuseUnavailable(request: SandboxRequest): void {
  for (const {name, unavailable, wireName = name} of request.operation.inputs) {
    if (unavailable === undefined || !request.query.has(wireName)) continue;
    throw wrong(request, `${wireName}: ${unavailable}.`);
  }
}

/** Normalize text for comparison that ignores case. */
export function normalizeCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function inputOf(
  {operation}: SandboxRequest,
  parameter: string,
): ListInput | QueryInput | undefined {
  return operation.inputs
    .filter(input => input.place === 'query')
    .find(({name, wireName = name}) => wireName === parameter);
}

function checkChoice<Value extends string>(
  request: SandboxRequest,
  value: string,
  name: string,
  values: readonly Value[],
): Value {
  const choice = values.find(one => one === value);
  if (choice !== undefined) return choice;
  const known = values.join(', ');
  throw wrong(request, `Provided value {${value}} for '${name}' is not one of: ${known}`);
}

function wrongType(request: SandboxRequest, value: string, name: string, type: string): Error {
  return wrong(
    request,
    `Provided value {${value}} for '${name}' is not the correct type. Expected type is ${type}`,
  );
}

function wrong({operation}: SandboxRequest, message: string): Error {
  return serviceError(operation.root, 400, message);
}
