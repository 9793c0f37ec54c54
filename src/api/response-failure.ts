import {Failure, type FailureKind} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {parseUrl} from '../base/parse-url.ts';
import {charsetOf, decodeBody} from './decode-body.ts';
import {readErrorBody, shortText} from './error-body.ts';
import {failureHint, hintOnResponse} from './hints.ts';
import type {RequestPlan} from './request-plan.ts';
import {retryAfterSeconds} from './retry-after.ts';
import type {WireResponse} from './send.ts';

/** Return the failure kind of a status other than success (contract 4). */
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
 * Create the failure for a response with an error status: the readable text of its body, the body
 * if it is JSON, the time to wait, and a hint (contract 4).
 *
 * @param attempts number of times the request was sent
 * @param nowMs milliseconds since the epoch, for a Retry-After with a date
 * @param secretFrom origin of the secret that was sent, as text
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
  const hint = failureHint({...facts, ...(secretFrom !== undefined && {secretFrom})});
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

/** Headers with the id of a request, the service's own first. */
const idHeaders = ['x-arequestid', 'atl-traceid', 'x-request-id', 'x-trace-id'];

function requestIdOf({headers}: WireResponse): {readonly requestId?: string} {
  const name = idHeaders.find(header => headers[header]);
  return name === undefined ? {} : {requestId: headers[name] ?? ''};
}

/** Create the failure for a successful response with an unknown charset. */
export function charsetFailure(plan: RequestPlan, answer: WireResponse, attempts: number): Failure {
  return new Failure(
    'invalid_response',
    `The response has an unsupported charset, ${charsetOf(answer)}.`,
    {status: answer.status, request: {method: plan.method, path: plan.path}, attempts},
  );
}

/** Create the failure for a successful response whose body is not JSON (contract 3.2). */
export function notJsonFailure(plan: RequestPlan, answer: WireResponse, attempts: number): Failure {
  const text = shortText(decodeBody(answer) ?? '');
  const isMeantAsJson = /^[[{]/.test(text);
  const found = isMeantAsJson ? 'invalid JSON' : 'no JSON';
  return new Failure(
    'invalid_response',
    `The server responded with ${statusText(answer.status)} but ${found}${text === '' ? '' : `: ${text}`}.`,
    {
      status: answer.status,
      ...(!isMeantAsJson && {
        hint: 'Check that the base URL is the URL of the service, not of a sign-in page.',
      }),
      isNotJson: true,
      request: {method: plan.method, path: plan.path},
      attempts,
    },
  );
}

/** Maximum length of a body included in a failure. */
const maxBodyLength = 64 * 1024;

/**
 * Create the failure for a successful JSON response without an array at the pointer of the record,
 * such as an error page sent with status 200.
 *
 * @param items JSON pointer of the list; '' is the response itself
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
  const position = items === '' ? '' : ` in ${JSON.stringify(items.slice(1).replaceAll('/', '.'))}`;
  const {message, json} = readErrorBody(text);
  const quotedMessage = message === undefined ? '' : ` It says: ${message}`;
  const body = text.length > maxBodyLength ? undefined : (json ?? compactJson(text));
  return new Failure(
    'invalid_response',
    `The server's response is not a list: ${title} expects an array${position}.${quotedMessage}`,
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
  const line = `The server responded with ${statusText(status)}`;
  if (status >= 300 && status < 400) {
    return `${line}, which redirects ${describeTarget(headers.location)}; the redirect was not followed.`;
  }
  return text === undefined ? `${line}.` : `${line}: ${text}`;
}

/** Describe the target of a redirect, without possible secrets. */
function describeTarget(location: string | undefined): string {
  if (location === undefined) return 'without a target';
  const url = parseUrl(location);
  if (url === undefined) return 'on the same site';
  // Only http and https URLs have an origin; the path of others may be a local file.
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

function statusText(status: number): string {
  const name = names[status];
  return name === undefined ? String(status) : `${status} (${name})`;
}
