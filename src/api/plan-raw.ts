import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {parseUrl} from '../base/parse-url.ts';
import {normalBaseUrl} from './base-url.ts';
import {allOperations} from './catalogue.ts';
import {hasLoneSurrogate, problemsOfJson, surrogateError} from './check-value.ts';
import {type Operation, placeholders, type Service} from './operation.ts';
import {joinQuery, percentEncode} from './percent.ts';
import {fieldsQuery, inputFailure, type PlanOptions, type PlanTarget, planHeaders} from './plan.ts';
import type {PlannedBody, Problem, RequestPlan} from './request-plan.ts';

/** A raw request as typed: `jr raw <METHOD> <path> [--query k=v]… [--body …]`. */
export interface RawRequest {
  /** Case-insensitive. */
  readonly method: string;
  /** Path below the base URL, with or without a leading slash; or an absolute URL on its origin. */
  readonly path: string;
  /** Decoded pairs in order, appended to those of the path. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** JSON text, or content of the type `contentType`. */
  readonly body?: string | Uint8Array;
  /** Media type of the body. @default 'application/json' */
  readonly contentType?: string;
  /** The list is paged by `nextPageToken`: in the query, or in the body if there is one. */
  readonly paginate?: boolean;
  /** Additional headers in order; repeated ones are sent as one, with values joined by commas. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const withoutBody = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Plan the request of `raw` (contract 1). An absolute URL is accepted only on the base URL's
 * origin. The paging is that of a matching record, or detected from the response.
 *
 * @throws Failure 'validation_error' with all problems, 'config_error' for an unusable base URL
 */
export function planRaw(
  service: Service,
  request: RawRequest,
  target: PlanTarget,
  options: Pick<PlanOptions, 'fields'> = {},
): RequestPlan {
  const method = request.method.toUpperCase();
  const base = normalBaseUrl(target.baseUrl);
  const url = urlOf(request.path, base);
  const problems = [...problemsOf(method, request)];
  if (typeof url === 'string') problems.push({input: 'path', message: url});
  if (typeof url === 'string' || problems.length > 0) throw inputFailure(undefined, problems);
  const addedQuery = joinQuery([
    ...request.query.map(([name, value]) => [name, percentEncode(value)] as const),
    ...fieldsQuery(method, options.fields),
  ]);
  const search = url.search === '' ? addedQuery : url.search + addedQuery.replace('?', '&');
  const path = url.pathname + search;
  const body = bodyOf(request);
  const below = new URL(base).pathname.replace(/\/$/, '');
  const relativePath = path.startsWith(`${below}/`) ? path.slice(below.length) : path;
  const like = findByPath(service, method, relativePath);
  const paging = like?.paging;
  return {
    service,
    title: `raw ${method}`,
    method,
    url: url.origin + path,
    path: hideUrlSecrets(relativePath),
    headers: withHeaders(planHeaders(body), request.headers ?? []),
    ...(body && {body}),
    ...(paging && {paging}),
    ...(request.paginate && {hasTokens: true as const}),
    ...(like && {like}),
    notes: [],
  };
}

/** Build the URL without --query additions, or explain why it is invalid. */
function urlOf(path: string, base: string): URL | string {
  if (hasLoneSurrogate(path)) return `the path ${surrogateError}`;
  // Characters that URL parsing drops or converts to a slash would change the target.
  if (/[\p{Cc}\\]/u.test(path)) return 'the path contains a control character or a backslash';
  if (path.startsWith('//')) return 'the path starts with //, like the address of a host';
  if (path.includes('#')) return 'the path contains #, which is never sent; write %23';
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    const url = parseUrl(path);
    const sameOrigin = url?.origin === new URL(base).origin;
    return url && sameOrigin && url.username === '' && url.password === ''
      ? url
      : `an absolute URL must be on ${new URL(base).origin}`;
  }
  const joined = `${base}${path.startsWith('/') ? '' : '/'}${path}`;
  const url = parseUrl(joined);
  if (url === undefined) return 'the path cannot be joined to the base URL';
  const isBelowBase = `${url.origin}${url.pathname}`.startsWith(`${base}/`);
  return isBelowBase ? url : 'the path leaves the base URL';
}

const isMethod = 'is set by the method';

/** Headers set by other means, with the reason; made-up lengths or credentials would be invalid. */
const reserved: Readonly<Record<string, string>> = {
  authorization: 'is set from the credentials: --auth-type, --auth-user, a profile',
  'content-type': 'is set by --content-type',
  'proxy-authorization': 'is set from the proxy URL',
  cookie: 'is never sent',
  host: 'is set from the URL',
  'content-length': 'is set from the body',
  'transfer-encoding': 'is set from the body',
  connection: 'is set by steward',
  expect: 'is set by steward',
  // With one of these a GET could delete despite the profile's policy (contract 8.7).
  'x-http-method-override': isMethod,
  'x-http-method': isMethod,
  'x-method-override': isMethod,
};

function problemsOfHeaders({headers = [], contentType, body}: RawRequest): Problem[] {
  const wrong = headers.flatMap(([name, value]) => {
    const reason = reserved[name.toLowerCase()];
    if (reason !== undefined) return [`--header ${name} ${reason}`];
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return ['--header is a pair "Name: value"'];
    return isHeaderText(value) ? [] : [`--header ${name} holds a character no header may hold`];
  });
  const problems = wrong.map(message => ({input: 'header', message}));
  if (contentType === undefined) return problems;
  const isType = /^[\w.+-]+\/[\w.+*-]+/.test(contentType) && isHeaderText(contentType);
  const why = isType
    ? '--content-type needs a body: --body'
    : `--content-type must be a media type such as text/plain, not ${JSON.stringify(contentType)}`;
  const isWrong = !isType || body === undefined;
  return isWrong ? [...problems, {input: 'content-type', message: why}] : problems;
}

/** Check for a value that HTTP allows: no controls, only single bytes. */
function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

function withHeaders(
  headers: Record<string, string>,
  added: readonly (readonly [string, string])[],
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of added) {
    const known = Object.keys({...headers, ...given});
    const key = known.find(one => one.toLowerCase() === name.toLowerCase()) ?? name;
    given[key] = given[key] === undefined ? value : `${given[key]}, ${value}`;
  }
  return {...headers, ...given};
}

/** Check for a JSON media type, whose text is validated before sending. */
export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
}

function problemsOf(method: string, request: RawRequest): Problem[] {
  const {body, query, contentType = 'application/json'} = request;
  const problems = problemsOfHeaders(request);
  if (query.flat().some(hasLoneSurrogate)) {
    problems.push({input: 'query', message: `--query ${surrogateError}`});
  }
  if (!methods.includes(method)) {
    const message = `the method must be one of ${methods.join(', ')}, not ${JSON.stringify(method)}`;
    problems.push({input: 'method', message});
  }
  if (request.paginate) problems.push(...problemsOfPaginate(method, request));
  if (body === undefined) return problems;
  if (withoutBody.includes(method)) {
    problems.push({input: 'body', message: `--body cannot be sent with ${method}`});
  }
  if (typeof body !== 'string' || !isJsonType(contentType)) return problems;
  const wrong = problemsOfJson(body).map(message => ({
    input: 'body',
    message: `--body ${message}`,
  }));
  return [...problems, ...wrong];
}

/**
 * Check --paginate: the token of the next page is sent in the query of a GET, or in a JSON object.
 */
function problemsOfPaginate(method: string, {body}: RawRequest): Problem[] {
  if (method !== 'GET' && method !== 'POST') {
    return [{input: 'paginate', message: `--paginate works for GET and POST, not for ${method}`}];
  }
  const isObject = typeof body === 'string' && body.trimStart().startsWith('{');
  const message = '--paginate puts nextPageToken into the body, which must be a JSON object';
  return method === 'GET' || isObject ? [] : [{input: 'paginate', message}];
}

function bodyOf({body, contentType = 'application/json'}: RawRequest): PlannedBody | undefined {
  return body === undefined ? undefined : {contentType, content: body};
}

/**
 * Find the operation of a raw request by method and path; undefined if the catalogue has none. If
 * several match, take the one with the fewest placeholders: `/project/search` is not
 * `/project/{projectIdOrKey}`.
 *
 * @param path below the base URL of the service, with or without a query
 */
function findByPath(service: Service, method: string, path: string): Operation | undefined {
  const segments = segmentsOf(path.replace(/[?#].*$/s, ''));
  return allOperations()
    .filter(one => one.service === service && one.method === method && one.root === service)
    .filter(one => matchesPath(segmentsOf(one.path), segments))
    .sort((a, b) => placeholders(a.path).length - placeholders(b.path).length)[0];
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function matchesPath(pattern: readonly string[], segments: readonly string[]): boolean {
  const isSame = (part: string, at: number): boolean =>
    part.startsWith('{') ? segments[at] !== '' : part === segments[at];
  return pattern.length === segments.length && pattern.every(isSame);
}
