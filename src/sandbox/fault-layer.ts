import {serviceError} from './errors.ts';
import {type Fault, type FaultAnswer, type FaultPages, fitsFault} from './fault.ts';
import {type Latency, randomLatency} from './latency.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import {rootOfPath} from './router.ts';
import {requestsPerMinute} from './server.ts';
import {hashNumber, hashText} from './world/random.ts';

interface FaultCount {
  readonly fault: Fault;
  /** Requests that match the fault. */
  readonly matched: number;
  /** Requests to which the fault was applied. */
  readonly applied: number;
}

/** The active faults; they can be changed while the server runs. */
export interface FaultLayer {
  /** Respond to a request, applying the faults that match it. */
  readonly answer: (raw: HttpRequest) => HttpReply;
  counts(): readonly FaultCount[];
  latency(): Latency;
  setFaults(faults: readonly Fault[]): void;
  setLatency(latency: Latency): void;
  /** Restart the counters of `times` and `after`, and the random numbers. */
  reset(): void;
}

interface FaultLayerParts {
  /** Seed of the random numbers: the same requests in the same order get the same faults. */
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly latency: Latency;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** The server without faults. */
  readonly answer: (raw: HttpRequest) => HttpReply;
}

interface Counter {
  matched: number;
  applied: number;
}

/** Create the layer that applies faults between the network and the server. */
export function makeFaultLayer(parts: FaultLayerParts): FaultLayer {
  const {seed} = parts;
  let {latency} = parts;
  let rules = parts.faults.map(createRule);
  let requests = 0;
  return {
    answer(raw) {
      requests += 1;
      const active = rules.filter(rule => applies(rule, raw, seed)).map(({fault}) => fault);
      const reply = active.length === 0 ? parts.answer(raw) : applyFaults(parts, raw, active);
      if (latency.baseMs === 0) return reply;
      const fraction = hashNumber(seed ^ 0x1a7e, requests) / 4_294_967_296;
      return {...reply, delayMs: (reply.delayMs ?? 0) + randomLatency(latency, fraction)};
    },
    counts: () => rules.map(({fault, counter}) => ({fault, ...counter})),
    latency: () => latency,
    setFaults(faults) {
      rules = faults.map(createRule);
    },
    setLatency(next) {
      latency = next;
    },
    reset() {
      rules = rules.map(({fault}) => createRule(fault));
      requests = 0;
    },
  };
}

interface Rule {
  readonly fault: Fault;
  readonly counter: Counter;
}

function createRule(fault: Fault): Rule {
  return {fault, counter: {matched: 0, applied: 0}};
}

function applies({fault, counter}: Rule, raw: HttpRequest, seed: number): boolean {
  if (!fitsFault(fault, raw.method, raw.target)) return false;
  counter.matched += 1;
  if (counter.matched <= fault.after || counter.applied >= fault.times) return false;
  const fraction = hashNumber(hashText(seed, fault.text), counter.matched) / 4_294_967_296;
  if (fraction >= fault.chance) return false;
  counter.applied += 1;
  return true;
}

/** Take the response of the first fault that replaces it; apply the changes of all. */
function applyFaults(
  parts: FaultLayerParts,
  raw: HttpRequest,
  faults: readonly Fault[],
): HttpReply {
  const now = parts.now();
  const first = faults.find(({instead}) => instead !== undefined);
  const pages = faults.find(fault => fault.pages !== undefined)?.pages;
  const answer = pages
    ? (request: HttpRequest) => endlessPage(pages, request, parts.answer)
    : parts.answer;
  // With `done`, the operation runs and its response is discarded.
  const own = first === undefined || first.done ? answer(raw) : undefined;
  const instead = first?.instead && faultReply(first.instead, raw.target, now);
  const reply = instead ?? own ?? emptyReply;
  if (reply.delivery !== undefined) return reply;
  return faults.flatMap(({changes}) => changes).reduce((one, change) => change(one, now), reply);
}

const emptyReply: HttpReply = {status: 500, headers: {}, body: ''};

/** Query parameters with the start of a page. */
const startParameters = ['startAt', 'cursor', 'after', 'nextPageToken'];

/**
 * Return the first page of a list for every page requested, with a link to a next page: a new one
 * each time, or always the same.
 *
 * @param answer the server without faults
 */
function endlessPage(
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
function faultReply(answer: FaultAnswer, target: string, now: number): HttpReply {
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
