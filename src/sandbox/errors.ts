import type {ApiRoot} from '../api/operation.ts';
import type {SandboxReply} from './route.ts';

/** The content of an error response, without its status. */
type ErrorContent = Omit<SandboxReply, 'status'>;

/** Thrown by a handler to respond with an error; the server converts it to a response. */
export class SandboxError extends Error {
  readonly status: number;
  readonly content: ErrorContent;

  constructor(status: number, content: ErrorContent = {}) {
    super(`response ${status}`);
    this.name = 'SandboxError';
    this.status = status;
    this.content = content;
  }
}

/** Create an error of the tracker: general messages, and messages by field (services W4.26). */
export function trackerError(
  status: number,
  messages: string | readonly string[],
  errors: Readonly<Record<string, string>> = {},
): SandboxError {
  const errorMessages = typeof messages === 'string' ? [messages] : messages;
  return new SandboxError(status, {json: {errorMessages, errors}});
}

/** Create a tracker error about fields of the request: 400. */
export function fieldError(errors: Readonly<Record<string, string>>): SandboxError {
  return trackerError(400, [], errors);
}

/**
 * Create an error of the content service (services W4.26).
 *
 * @param title the problem, for people
 */
function contentError(status: number, title: string): SandboxError {
  const code = contentCodes[status] ?? 'INTERNAL_SERVER_ERROR';
  return new SandboxError(status, {json: {errors: [{status, code, title, detail: null}]}});
}

/** Create a 400 of the content service: an unusable input or body. */
export const invalidParameter = (title: string) => contentError(400, title);

/** Create a 403 of the content service: the caller may view the content but not change it. */
export const forbidden = (title: string) => contentError(403, title);

/**
 * Create a 404 of the content service: the content does not exist, or the caller may not view it.
 */
export const notFound = (title: string) => contentError(404, title);

/** Create a 409 of the content service: another request changed the content in between. */
export const conflict = (title: string) => contentError(409, title);

/** Create an error of the older label API (services L, errors). */
export function labelError(status: number, message: string): SandboxError {
  const errors = [{message: {translation: message, args: []}}];
  const authorized = status !== 401 && status !== 403;
  const data = {authorized, valid: false, errors, successful: false};
  return new SandboxError(status, {json: {statusCode: status, data, message}});
}

const contentCodes: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST_PARAMETER',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'REQUEST_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  501: 'NOT_IMPLEMENTED',
};

/** Create an error with one message, in the format of the API of the root. */
export function serviceError(root: ApiRoot, status: number, message: string): SandboxError {
  switch (root) {
    case 'tracker':
      return trackerError(status, message);
    case 'content':
      return contentError(status, message);
    case 'content-v1':
      return labelError(status, message);
  }
}
