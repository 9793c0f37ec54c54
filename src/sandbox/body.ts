import {serviceError} from './errors.ts';
import type {SandboxRequest} from './route.ts';

/** Members of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

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
 * The JSON object of the request's body.
 *
 * @throws SandboxError 400 when it is no object
 */
export function readJsonObject(request: SandboxRequest): JsonObject {
  const value = readJson(request);
  if (!isJsonObject(value)) {
    throw serviceError(request.operation.root, 400, 'The request body must be a JSON object.');
  }
  return value;
}
