import type {SandboxRequest} from '../route.ts';
import type {ItemBody} from '../world/content-types.ts';
import {invalidParameter} from './problems.ts';
import {parseStorage} from './storage-tree.ts';

/** A JSON object of a request. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON of a request; undefined when its body is empty.
 *
 * @throws SandboxError 400 when it is not JSON
 */
export function readJson(request: SandboxRequest): unknown {
  const text = new TextDecoder().decode(request.body);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidParameter(`The request body is not JSON: ${reason}`);
  }
}

/**
 * The JSON object of a request.
 *
 * @throws SandboxError 400 when it is none
 */
export function readObject(request: SandboxRequest): JsonObject {
  const json = readJson(request);
  if (!isObject(json)) throw invalidParameter('The request body must be a JSON object');
  return json;
}

/**
 * A text member; undefined when absent or null.
 *
 * @throws SandboxError 400 when it is no text, or longer than `most` characters
 */
export function findMember(json: JsonObject, name: string, most = 255): string | undefined {
  const value = json[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidParameter(`'${name}' must be a text`);
  if (value.length > most) throw invalidParameter(`'${name}' has more than ${most} characters`);
  return value;
}

/**
 * A text member that must be there.
 *
 * @throws SandboxError 400 when it is absent, empty or no text
 */
export function readMember(json: JsonObject, name: string): string {
  const value = findMember(json, name);
  if (value === undefined || value.trim() === '') throw invalidParameter(`'${name}' is required`);
  return value;
}

/**
 * A member that is one of several texts; undefined when absent.
 *
 * @throws SandboxError 400 when it is another one
 */
export function findChoice<Value extends string>(
  json: JsonObject,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const given = findMember(json, name);
  const found = values.find(value => value === given);
  if (given !== undefined && found === undefined) {
    throw invalidParameter(`'${name}' must be one of: ${values.join(', ')}`);
  }
  return found;
}

/**
 * The number and message of the version an update makes.
 *
 * @throws SandboxError 400 when there is no number
 */
export function readVersionMember(json: JsonObject): {
  readonly number: number;
  readonly message: string;
} {
  const {version} = json;
  if (!isObject(version) || !Number.isInteger(version.number)) {
    throw invalidParameter("'version.number' is required");
  }
  return {number: Number(version.number), message: findMember(version, 'message') ?? ''};
}

/**
 * The body of a write, flat `{representation, value}` or nested `{storage: {representation, value}}`
 * (services W4.18); undefined when absent. Of the representations that can be written the sandbox
 * takes storage and, for custom content, raw.
 *
 * @throws SandboxError 400 when it has another form or representation, or is not well formed
 */
export function findBodyMember(
  json: JsonObject,
  representations: readonly ItemBody['representation'][],
): ItemBody | undefined {
  const {body} = json;
  if (body === undefined || body === null) return undefined;
  const nested = isObject(body) ? Object.values(body).find(isObject) : undefined;
  const flat = nested ?? body;
  if (!isObject(flat) || typeof flat.value !== 'string') {
    throw invalidParameter("'body' must have 'representation' and 'value'");
  }
  const {value} = flat;
  const representation = representations.find(one => one === flat.representation);
  if (representation === undefined) {
    const known = representations.join(', ');
    throw invalidParameter(
      `The sandbox takes these representations of a body: ${known}; not {${flat.representation}}`,
    );
  }
  if (representation === 'storage') parseStorage(value);
  return {representation, value};
}
