import {contentError, type SandboxError} from '../errors.ts';

/** 400: an input or a body that cannot be used. */
export function invalidParameter(title: string): SandboxError {
  return contentError(400, 'INVALID_REQUEST_PARAMETER', title);
}

/** 404: not there, or not visible to the caller. */
export function notFound(title: string): SandboxError {
  return contentError(404, 'NOT_FOUND', title);
}

/** 403: visible, but not to be changed by the caller. */
export function forbidden(title: string): SandboxError {
  return contentError(403, 'FORBIDDEN', title);
}

/** 409: changed by somebody else in between. */
export function conflict(title: string): SandboxError {
  return contentError(409, 'CONFLICT', title);
}
