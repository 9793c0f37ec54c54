import {Buffer} from 'node:buffer';
import {Agent as HttpAgent} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest, type RequestOptions} from 'node:https';
import type {Duplex} from 'node:stream';
import type {ExtendOptions, Got, Method} from 'got';
import {wrongSiteHint} from '../api/hints.ts';
import type {SendPorts} from '../api/retry.ts';
import type {Send, WireRequest, WireResponse} from '../api/send.ts';
import type {Clock} from '../base/clock.ts';
import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import {parseUrl} from '../base/parse-url.ts';
import {defaultMaxAnswerBytes} from '../base/work-limits.ts';
import type {Host} from './host.ts';
import {exchangePlainly, guardRequest, type RawResponse} from './plain-exchange.ts';
import {findProxy} from './proxy.ts';
import {makeRequestLimit, type RequestLimit} from './request-limit.ts';
import {
  failureFromTransport,
  proxyLoginFailure,
  withCertificateDates,
} from './transport-failure.ts';
import {acceptedCodings, tooLongFailure, unpackBody} from './unpack.ts';

export interface TransportOptions {
  readonly clock: Clock;
  /** Environment with HTTPS_PROXY, HTTP_PROXY and NO_PROXY. @default no proxies */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Limit of bytes of a response after decompression. @default 512 MiB */
  readonly maxAnswerBytes?: number;
}

/** Clients of a host by the limit of their responses: its commands share connections. */
const sends = new WeakMap<Clock, Map<number | undefined, Send>>();

/** The ports for sending from this host. */
export function sendPorts(
  {clock, env, random}: Pick<Host, 'clock' | 'env' | 'random'>,
  maxAnswerBytes?: number,
): SendPorts {
  const limits = defined({maxAnswerBytes});
  const ofHost = sends.get(clock) ?? new Map<number | undefined, Send>();
  sends.set(clock, ofHost);
  const send = ofHost.get(maxAnswerBytes) ?? makeSend({clock, env, ...limits});
  ofHost.set(maxAnswerBytes, send);
  return {send, clock, random, ...limits};
}

/** Redirects that a GET follows; the 303 of a write is a response of its own (contract 8.5). */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 10;

/** The state of a request; its redirects share the time limit. */
interface Attempt {
  readonly request: WireRequest;
  readonly startedMs: number;
  readonly proxy: URL | undefined;
}

/** A function that sends a request and receives the response. */
type Exchange = (
  url: string,
  request: WireRequest,
  limit: RequestLimit,
  maxBytes: number,
) => Promise<RawResponse>;

/**
 * Make the HTTP client: requests without a body and proxy use Node itself, all others got, which is
 * loaded with the first such request. Connections are reused; idle ones do not keep the process
 * alive. Nothing is retried here.
 */
export function makeSend(options: TransportOptions): Send {
  const agents = makeAgents(options.clock);
  const plainly: Exchange = (url, request, limit, maxBytes) =>
    exchangePlainly(url, request, limit, maxBytes, agents.for(url));
  const byGot = new Map<string, Promise<Exchange>>();
  const load = (proxy: URL | undefined): Promise<Exchange> => {
    const key = proxy?.href ?? '';
    const loaded =
      byGot.get(key) ?? loadGot(proxy ? throughProxy(proxy, agents.watch) : agents.ofGot());
    byGot.set(key, loaded);
    return loaded;
  };
  return async request => {
    // Redirects stay on the origin, so the first URL determines the proxy.
    const proxy = findProxy(new URL(request.url), options.env ?? {});
    const isPlain = proxy === undefined && request.body === undefined;
    const ask = isPlain ? plainly : await load(proxy);
    if (request.method !== 'GET') agents.dropRested();
    const attempt = {request, startedMs: options.clock.now(), proxy};
    let url = request.url;
    const visited = new Set([url]);
    for (;;) {
      const answer = await exchange(ask, attempt, url, options);
      const next = findRedirect(request, url, answer);
      if (next === undefined) return answer;
      if (visited.has(next) || visited.size > mostRedirects) throw circleFailure(visited.size);
      visited.add(next);
      url = next;
    }
  };
}

/** Idle time in milliseconds after which a connection is not reused for a write. */
const restedMs = 1000;

/**
 * Make the connection pools shared by both clients; each agent is created on demand. The server may
 * close an idle connection just when it is reused. A GET is then retried; for a write the outcome
 * would be unknown, so it uses a connection that was active a moment ago, or a new one.
 */
function makeAgents({now}: Pick<Clock, 'now'>) {
  const keepAlive = {keepAlive: true, scheduling: 'lifo'} as const;
  const watched: HttpAgent[] = [];
  const freeSince = new WeakMap<Duplex, number>();
  const watch = <A extends HttpAgent>(agent: A): A => {
    watched.push(agent);
    return agent.on('free', (socket: Duplex) => freeSince.set(socket, now()));
  };
  let http: HttpAgent | undefined;
  let https: HttpsAgent | undefined;
  const httpAgent = (): HttpAgent => {
    http ??= watch(new HttpAgent(keepAlive));
    return http;
  };
  const httpsAgent = (): HttpsAgent => {
    https ??= watch(new HttpsAgent(keepAlive));
    return https;
  };
  return {
    watch,
    dropRested(): void {
      const free = watched.flatMap(agent => Object.values(agent.freeSockets).flat());
      for (const socket of free) {
        if (socket && now() - (freeSince.get(socket) ?? 0) > restedMs) socket.destroy();
      }
    },
    for: (url: string) => (url.startsWith('https:') ? httpsAgent() : httpAgent()),
    ofGot: async () => ({agent: {http: httpAgent(), https: httpsAgent()}}),
  };
}

/** Not retried like a connection failure: it would loop again. */
function circleFailure(redirects: number): Failure {
  const times = redirects > mostRedirects ? `more than ${mostRedirects} times` : 'in a circle';
  return new Failure('invalid_response', `The server redirects ${times}.`, {
    hint: wrongSiteHint,
  });
}

/** The connection options for got. */
type GotConnection = Pick<ExtendOptions, 'agent' | 'request'>;

/** Use a tunnel for https URLs, and send requests for http URLs to the proxy. */
async function throughProxy(
  proxy: URL,
  watch: (agent: HttpsAgent) => HttpsAgent,
): Promise<GotConnection> {
  const {requestThrough, TunnelAgent} = await import('./proxy-agent.ts');
  const direct = requestThrough(proxy);
  return {
    agent: {https: watch(new TunnelAgent(proxy))},
    request: (url, options, callback) =>
      url.protocol === 'http:'
        ? direct(url, options, callback)
        : httpsRequest(url, options as RequestOptions, callback),
  };
}

async function loadGot(way: Promise<GotConnection>): Promise<Exchange> {
  const {got} = await import('got');
  const own = got.extend({
    ...(await way),
    throwHttpErrors: false,
    followRedirect: false,
    // Decompressed here, with limits on length and time.
    decompress: false,
    retry: {limit: 0},
    responseType: 'buffer',
    allowGetBody: true,
  });
  return (url, request, limit, maxBytes) => exchangeByGot(own, url, request, limit, maxBytes);
}

async function exchangeByGot(
  got: Got,
  url: string,
  {method, headers, body}: WireRequest,
  limit: RequestLimit,
  maxBytes: number,
): Promise<RawResponse> {
  const asked = got(url, {
    method: method as Method,
    headers,
    ...(body !== undefined && {body: typeof body === 'string' ? body : Buffer.from(body)}),
    signal: limit.signal,
  });
  asked.on('request', sent => guardRequest(sent, limit));
  asked.on('downloadProgress', ({transferred}) => {
    if (transferred > maxBytes) limit.end(tooLongFailure(maxBytes));
  });
  return asked;
}

async function exchange(
  ask: Exchange,
  {request, startedMs, proxy}: Attempt,
  url: string,
  {clock, maxAnswerBytes = defaultMaxAnswerBytes}: TransportOptions,
): Promise<WireResponse> {
  const {timeoutMs, signal} = request;
  const leftMs = Math.max(timeoutMs - (clock.now() - startedMs), 1);
  const limit = makeRequestLimit(timeoutMs > 0 ? leftMs : undefined, signal);
  try {
    const answer = answerOf(ask, request, url, limit, maxAnswerBytes);
    return await Promise.race([answer.then(came => checkProxyLogin(came, proxy)), limit.reached]);
  } catch (error) {
    limit.end(new Error('the request failed'));
    const failure = failureFromTransport(error, request, proxy);
    throw await withCertificateDates(failure, url, proxy, clock.now());
  } finally {
    limit.release();
  }
}

/** Behind a proxy, a 407 always comes from the proxy, never from the service. */
function checkProxyLogin(answer: WireResponse, proxy: URL | undefined): WireResponse {
  if (answer.status === 407 && proxy !== undefined) throw proxyLoginFailure(proxy);
  return answer;
}

async function answerOf(
  ask: Exchange,
  request: WireRequest,
  url: string,
  limit: RequestLimit,
  maxBytes: number,
): Promise<WireResponse> {
  const {method, authorize} = request;
  const headers = {
    'accept-encoding': acceptedCodings,
    ...request.headers,
    ...(authorize && {Authorization: authorize(method, url)}),
  };
  const {
    statusCode,
    headers: own,
    rawBody,
  } = await ask(url, {...request, headers}, limit, maxBytes);
  if (rawBody.length > maxBytes) throw tooLongFailure(maxBytes);
  const coding = own['content-encoding'] ?? '';
  return {
    status: statusCode,
    headers: joinHeaders(own),
    body: await unpackBody(rawBody, coding, {maxBytes, signal: limit.signal}),
  };
}

/** The URL of a redirect: only for GET, only on the original origin. */
function findRedirect(request: WireRequest, url: string, answer: WireResponse): string | undefined {
  const {location} = answer.headers;
  if (request.method !== 'GET' || location === undefined) return undefined;
  const next = redirectStatuses.has(answer.status) ? parseUrl(location, url) : undefined;
  if (next === undefined) return undefined;
  const isSafe = next.username === '' && next.password === '';
  return isSafe && next.origin === new URL(request.url).origin ? next.href : undefined;
}

function joinHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}
