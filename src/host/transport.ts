import {Buffer} from 'node:buffer';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest, type RequestOptions} from 'node:https';
import type {Duplex} from 'node:stream';
import type {ExtendOptions, Got, Method} from 'got';
import {wrongSiteHint} from '../api/hints.ts';
import type {SendPorts} from '../api/retry.ts';
import type {Send, WireRequest, WireResponse} from '../api/send.ts';
import type {Clock} from '../base/clock.ts';
import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import {onAbort} from '../base/on-abort.ts';
import {parseUrl} from '../base/parse-url.ts';
import {defaultMaxAnswerBytes} from '../base/work-limits.ts';
import type {Host} from './host.ts';
import {findProxy} from './proxy.ts';
import {makeRequestLimit, type RequestLimit} from './request-limit.ts';
import {
  failureFromTransport,
  proxyLoginFailure,
  switchedFailure,
  withCertificateDates,
} from './transport-failure.ts';
import {acceptedCodings, tooLongFailure, unpackBody} from './unpack.ts';

interface TransportOptions {
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

/** A response as received, its body still compressed. */
interface RawResponse {
  readonly statusCode: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawBody: Uint8Array;
}

/**
 * Send a request without a body with Node itself: most commands send a single one, and loading got
 * takes longer than its response (docs/decisions/008).
 *
 * @param maxBytes limit of the body as sent
 * @throws Node's error
 */
function exchangePlainly(
  url: string,
  {method, headers}: Pick<WireRequest, 'method' | 'headers'>,
  limit: RequestLimit,
  maxBytes: number,
  agent: HttpAgent,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    // Like got: no environment variable may disable certificate checks.
    const sent = send(target, {method, headers, agent, rejectUnauthorized: true});
    guardRequest(sent, limit);
    const release = onAbort(limit.signal, () => sent.destroy());
    sent.once('close', release);
    sent.on('error', reject);
    sent.once('response', response => {
      const {statusCode = 0, headers} = response;
      const body = collectBytes(Number(headers['content-length'] ?? 0), maxBytes);
      response.on('data', (chunk: Uint8Array) => {
        if (!body.add(chunk)) limit.end(tooLongFailure(maxBytes));
      });
      response.on('error', reject);
      // Continue in a later turn of the event loop; otherwise Node's stack would retain the body.
      response.on('end', () =>
        setImmediate(() => resolve({statusCode, headers, rawBody: body.all()})),
      );
    });
    sent.end();
  });
}

/** Size from which a second copy of a body matters. */
const longBody = 1024 * 1024;

/**
 * Collect the chunks of a body, in place if its length is announced.
 *
 * @param announced expected number of bytes; 0 if unknown
 */
function collectBytes(announced: number, maxBytes: number) {
  const isKnown = announced > longBody && announced <= maxBytes;
  const whole = isKnown ? Buffer.allocUnsafe(announced) : undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** Add a chunk; false if it exceeds the limit. */
    add(chunk: Uint8Array): boolean {
      const at = length;
      length += chunk.length;
      if (length > maxBytes || (whole && length > whole.length)) return false;
      if (whole) whole.set(chunk, at);
      else chunks.push(chunk);
      return true;
    },
    all: (): Uint8Array => whole?.subarray(0, length) ?? Buffer.concat(chunks, length),
  };
}

/** Statuses whose responses have no body, whatever their headers say. */
const bodiless: ReadonlySet<number | undefined> = new Set([204, 304]);

/**
 * Handle cases that neither Node nor got handles: a switch of protocols (101), whose response never
 * ends, and a body where none is allowed. Some servers send one with 204, which Node reads as the
 * start of a second response and fails. With other statuses such bytes may be the rest of a
 * response, cut by a Content-Length that is too short.
 */
function guardRequest(sent: ClientRequest, limit: RequestLimit): void {
  sent.once('upgrade', (_answer, socket) => {
    socket.destroy();
    limit.end(switchedFailure());
  });
  let answer: IncomingMessage | undefined;
  sent.once('response', response => {
    answer = response;
  });
  const emit = sent.emit.bind(sent);
  sent.emit = (event: string | symbol, ...args: unknown[]) =>
    event === 'error' && answer?.complete && bodiless.has(answer.statusCode)
      ? false
      : emit(event as 'error', ...(args as [Error]));
}
