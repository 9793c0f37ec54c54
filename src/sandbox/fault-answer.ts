import {serviceError} from './errors.ts';
import type {FaultAnswer, FaultPages} from './fault.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import {rootOfPath} from './router.ts';
import {requestsPerMinute} from './server.ts';

/** Query parameters with the start of a page. */
const startParameters = ['startAt', 'cursor', 'after', 'nextPageToken'];

/**
 * Return the first page of a list for every page requested, with a link to a next page: a new one
 * each time, or always the same.
 *
 * @param answer the server without faults
 */
export function endlessPage(
  pages: FaultPages,
  raw: HttpRequest,
  answer: (raw: HttpRequest) => HttpReply,
): HttpReply {
  const [path = '', query = ''] = raw.target.split('?');
  const requested = new URLSearchParams(query);
  const first = new URLSearchParams(query);
  for (const parameter of startParameters) first.delete(parameter);
  const reply = answer({...raw, target: first.size === 0 ? path : `${path}?${first}`});
  const value: unknown = typeof reply.body === 'string' ? JSON.parse(reply.body || '{}') : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reply;
  const number = Number(requested.get('cursor')?.replace(/\D/g, '') ?? 0);
  const next = pages === 'same' ? 'again' : `page${number + 1}`;
  const {total: _total, ...rest} = {...value} as Record<string, unknown>;
  const startAt = pages === 'same' ? 0 : Number(requested.get('startAt') ?? 0);
  const page = {
    ...rest,
    ...('isLast' in value && {isLast: false}),
    ...('startAt' in value && {startAt}),
    ...('_links' in value && {
      _links: {...(value._links as object), next: `${path}?cursor=${next}`},
    }),
  };
  const {link: _link, ...headers} = {...reply.headers} as Record<string, string>;
  return {...reply, headers, body: JSON.stringify(page)};
}

/** A status returned in place of an operation's response. */
type StatusAnswer = Extract<FaultAnswer, {readonly kind: 'status'}>;

/**
 * Build the response of a fault: the service's own error, or an HTML page as gateways send it; a
 * 429 with the headers of services W5.8.
 *
 * @param now milliseconds since the UNIX epoch
 */
export function faultReply(answer: FaultAnswer, target: string, now: number): HttpReply {
  switch (answer.kind) {
    case 'status':
      return statusReply(answer, target, now);
    case 'redirect':
      return {status: 302, headers: {location: answer.to ?? target}, body: ''};
    default:
      return {status: 0, headers: {}, body: '', delivery: {instead: answer.kind}};
  }
}

function statusReply(answer: StatusAnswer, target: string, now: number): HttpReply {
  const {status, html} = answer;
  const headers = {'cache-control': 'no-store', ...limitHeaders(answer, target, now)};
  if (html) {
    const type = {'content-type': 'text/html;charset=UTF-8'};
    return {status, headers: {...headers, ...type}, body: errorPage(status)};
  }
  const root = rootOfPath(target);
  const {content} = serviceError(root, status, messageOf(status));
  const type = {'content-type': 'application/json;charset=UTF-8'};
  return {status, headers: {...headers, ...type}, body: JSON.stringify(content.json)};
}

function limitHeaders(
  {status, retryAfterSeconds, reason}: StatusAnswer,
  target: string,
  now: number,
): Readonly<Record<string, string>> {
  const retryHeader = (name: string): Readonly<Record<string, string>> =>
    retryAfterSeconds === undefined ? {} : {[name]: String(retryAfterSeconds)};
  if (status !== 429) return retryHeader('retry-after');
  const defaultReason =
    rootOfPath(target) === 'tracker' ? 'jira-burst-based' : 'confluence-quota-tenant-based';
  return {
    ...retryHeader('retry-after'),
    ...retryHeader('beta-retry-after'),
    'x-ratelimit-limit': String(requestsPerMinute),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': new Date(now + (retryAfterSeconds ?? 1) * 1_000).toISOString(),
    'x-ratelimit-nearlimit': 'true',
    'ratelimit-reason': reason ?? defaultReason,
  };
}

const messages: Readonly<Record<number, string>> = {
  401: 'Client must be authenticated to access this resource.',
  403: 'You do not have permission to do this.',
  404: 'Nothing is here.',
  429: 'Rate limit exceeded.',
  502: 'Bad gateway.',
  503: 'The service is temporarily unavailable.',
  504: 'The gateway timed out.',
};

function messageOf(status: number): string {
  return messages[status] ?? `Requested fault: ${status}.`;
}

/** The page of a gateway or a sign-in form, sent in place of a service's response. */
function errorPage(status: number): string {
  const title = status === 200 ? 'Log in to continue' : `${status} ${messageOf(status)}`;
  return `<!DOCTYPE html>
<html>
<head><title>${title}</title></head>
<body><h1>${title}</h1><p>This page is a fault of the sandbox.</p></body>
</html>
`;
}
