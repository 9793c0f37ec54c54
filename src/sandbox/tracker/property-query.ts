import {isJsonObject} from '../body.ts';
import {trackerError} from '../errors.ts';

/** `key.path.to=value`, taken apart (services T2.3). */
export interface PropertyQuery {
  readonly key: string;
  readonly path: readonly string[];
  readonly expected: string;
}

/**
 * Take a property search apart. Dots separate path elements, so keys with a dot cannot be searched;
 * `[key].path` is the form of the project search.
 *
 * @throws SandboxError 400 when it has no key or no value
 */
export function parsePropertyQuery(text: string | undefined): PropertyQuery | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf('=');
  const [key = '', ...path] = splitPath(text.slice(0, at));
  const expected = text.slice(at + 1);
  if (at === -1 || key === '' || expected === '' || expected.startsWith('{')) {
    throw trackerError(400, `The property query “${text}” must look like key.path.to=value.`);
  }
  return {key, path, expected: expected.replace(/^"(.*)"$/, '$1')};
}

function splitPath(text: string): readonly string[] {
  const bracketed = /^\[([^\]]+)\](?:\.(.+))?$/.exec(text);
  if (bracketed === null) return text.split('.');
  return [bracketed[1] ?? '', ...(bracketed[2]?.split('.') ?? [])];
}

/** Whether a property has the expected value at the path; arrays match by any element. */
export function matchesProperty(
  properties: ReadonlyMap<string, unknown>,
  query: PropertyQuery,
): boolean {
  let value: unknown = properties.get(query.key);
  for (const name of query.path) value = isJsonObject(value) ? value[name] : undefined;
  const values = Array.isArray(value) ? value : [value];
  return values.some(one => one !== undefined && one !== null && String(one) === query.expected);
}
