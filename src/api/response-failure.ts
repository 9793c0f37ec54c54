import {Failure, type FailureKind} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {parseUrl} from '../base/parse-url.ts';
import {charsetOf, decodeBody} from './decode-body.ts';
import {readErrorBody, shortText} from './error-body.ts';
import {hintFor, hintOnResponse} from './hints.ts';
import type {RequestPlan} from './request-plan.ts';
import {retryAfterSeconds} from './retry-after.ts';
import type {WireResponse} from './send.ts';

/** The failure kind of a status that is no success (contract 4). */
export function kindOfStatus(status: number): FailureKind {
  switch (status) {
    case 400:
    case 422:
      return 'validation_error';
    case 401:
    case 403:
      return 'auth_failed';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 410:
      return 'gone';
    case 429:
      return 'rate_limited';
  }
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'client_error' : 'invalid_response';
}

/**
 * The failure of an answer whose status is no success: the readable text of its body, the body when
 * it was JSON, how long to wait, and what to do (contract 4).
 *
 * @param attempts how many times the request was sent
 * @param nowMs milliseconds since the epoch, for a Retry-After that is a date
 * @param secretFrom where the secret that was sent comes from, in words
 */
export function failureFromResponse(
  plan: RequestPlan,
  answer: WireResponse,
  attempts: number,
  nowMs: number,
  secretFrom?: string,
): Failure {
  const {status} = answer;
  const kind = kindOfStatus(status);
  const body = readErrorBody(decodeBody(answer) ?? '');
  const wait = retryAfterSeconds(answer.headers, nowMs);
  const facts = {kind, status, plan, message: body.message ?? '', retryAfterSeconds: wait};
  const hint = hintFor({...facts, ...(secretFrom !== undefined && {secretFrom})});
  return new Failure(
    kind,
    body.json && body.message ? body.message : statusLine(answer, body.message),
    {
      status,
      ...(body.errors && {errors: body.errors}),
      ...(hint !== undefined && {hint}),
      request: {method: plan.method, path: plan.path},
      ...requestIdOf(answer),
      ...(wait !== undefined && {retryAfterSeconds: wait}),
      attempts,
      ...(body.json !== undefined && {body: body.json}),
    },
  );
}

/** Headers that name a request, the service's own first. */
const idHeaders = ['x-arequestid', 'atl-traceid', 'x-request-id', 'x-trace-id'];

function requestIdOf({headers}: WireResponse): {readonly requestId?: string} {
  const name = idHeaders.find(header => headers[header]);
  return name === undefined ? {} : {requestId: headers[name] ?? ''};
}

/** The failure of a success whose text cannot be read, because nobody knows its charset. */
export function charsetFailure(plan: RequestPlan, answer: WireResponse, attempts: number): Failure {
  return new Failure(
    'invalid_response',
    `The response has an unsupported charset, ${charsetOf(answer)}.`,
    {status: answer.status, request: {method: plan.method, path: plan.path}, attempts},
  );
}

/** The failure of a success whose body is no JSON although it is due (contract 3.2). */
export function notJsonFailure(plan: RequestPlan, answer: WireResponse, attempts: number): Failure {
  const text = shortText(decodeBody(answer) ?? '');
  return new Failure(
    'invalid_response',
    `The server answered ${named(answer.status)} without JSON${text === '' ? '' : `: ${text}`}.`,
    {
      status: answer.status,
      hint: 'Check that the base URL is the URL of the service, not of a sign-in page.',
      request: {method: plan.method, path: plan.path},
      attempts,
    },
  );
}

/** Characters of a body that a failure carries along; a longer one is left out. */
const longestBody = 64 * 1024;

/**
 * Make the failure of a success that is JSON but has no array where the record says the list is, such
 * as an error page sent with status 200.
 *
 * @param items JSON pointer of the list; '' is the answer itself
 */
export function notListFailure(
  {method, path, service, title}: RequestPlan,
  items: string,
  {
    status,
    text,
    attempts,
  }: {
    readonly status: number;
    readonly text: string;
    readonly attempts: number;
  },
): Failure {
  const place = items === '' ? '' : ` in ${JSON.stringify(items.slice(1).replaceAll('/', '.'))}`;
  const {message, json} = readErrorBody(text);
  const says = message === undefined ? '' : ` It says: ${message}`;
  const body = text.length > longestBody ? undefined : (json ?? compactJson(text));
  return new Failure(
    'invalid_response',
    `The server's response is not a list: ${title} expects an array${place}.${says}`,
    {
      status,
      hint: hintOnResponse(service, path),
      request: {method, path},
      attempts,
      ...(body !== undefined && {body}),
    },
  );
}

function statusLine({status, headers}: WireResponse, text: string | undefined): string {
  const line = `The server answered ${named(status)}`;
  if (status >= 300 && status < 400) {
    return `${line}, which redirects ${placeOf(headers.location)}; the redirect was not followed.`;
  }
  return text === undefined ? `${line}.` : `${line}: ${text}`;
}

/** Where a redirect leads, without what may be secret in it. */
function placeOf(location: string | undefined): string {
  if (location === undefined) return 'without a target';
  const url = parseUrl(location);
  if (url === undefined) return 'on the same site';
  // Only addresses of the web have an origin; of others the path may be one of this machine.
  return /^https?:$/.test(url.protocol)
    ? `to ${url.origin}${url.pathname}`
    : `to a ${url.protocol} URL`;
}

const names: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function named(status: number): string {
  const name = names[status];
  return name === undefined ? String(status) : `${status} (${name})`;
}
