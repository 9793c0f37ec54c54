import {trackerError} from '../errors.ts';
import type {SandboxRequest} from '../route.ts';

/** A value of the query that is there and not empty. */
export function findText(request: SandboxRequest, name: string): string | undefined {
  const value = request.query.get(name);
  return value === null || value === '' ? undefined : value;
}

/** All values of a repeated name. */
export function repeatedTexts(request: SandboxRequest, name: string): readonly string[] {
  return request.query.getAll(name).filter(value => value !== '');
}

/** The values of a name, separated by commas or repeated. */
export function commaTexts(request: SandboxRequest, name: string): readonly string[] {
  return request.query
    .getAll(name)
    .flatMap(value => value.split(','))
    .map(value => value.trim())
    .filter(value => value !== '');
}

/** The names `expand` asks for. */
export function expandOf(request: SandboxRequest): ReadonlySet<string> {
  return new Set(commaTexts(request, 'expand'));
}

/**
 * A boolean of the query.
 *
 * @throws SandboxError 400 when it is neither true nor false
 */
export function readBoolean(request: SandboxRequest, name: string, whenAbsent: boolean): boolean {
  const value = findText(request, name)?.toLowerCase();
  if (value === undefined) return whenAbsent;
  if (value !== 'true' && value !== 'false') {
    throw trackerError(400, `The value “${value}” of ${name} must be true or false.`);
  }
  return value === 'true';
}

/**
 * One of several values; undefined when absent.
 *
 * @throws SandboxError 400 when it is another one
 */
export function readChoice<Value extends string>(
  request: SandboxRequest,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = findText(request, name);
  if (text === undefined) return undefined;
  const found = values.find(value => value === text);
  if (found === undefined) {
    throw trackerError(400, `The value “${text}” of ${name} is not one of: ${values.join(', ')}.`);
  }
  return found;
}

/**
 * Refuse inputs that are no longer available (services T9.4).
 *
 * @throws SandboxError 400 when one of them is given
 */
export function refuseGone(request: SandboxRequest, names: readonly string[]): void {
  const given = names.filter(name => request.query.has(name));
  if (given.length > 0) {
    throw trackerError(400, `No longer available: ${given.join(', ')}. Use accountId instead.`);
  }
}

/** Letters compared without case. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Order of texts as people read them. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
