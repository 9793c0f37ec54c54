import {Buffer} from 'node:buffer';
import {Agent as HttpAgent} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest, type RequestOptions} from 'node:https';
import type {Duplex} from 'node:stream';
import type {ExtendOptions, Got, Method} from 'got';
import type {Send, WireAnswer, WireRequest} from '../api/send.ts';
import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';
import {parseUrl} from '../base/parse-url.ts';
import {findProxy} from './proxy.ts';
import {makeRequestLimit, type RequestLimit} from './request-limit.ts';
import {failureFromTransport} from './transport-failure.ts';
import {acceptedCodings, tooLongFailure, unpackBody} from './unpack.ts';

/** What a transport is made with. */
export interface TransportOptions {
  readonly clock: Clock;
  /** Where the proxies are told (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). @default no proxies */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Bytes an answer may have, unpacked. @default 512 MiB */
  readonly maxAnswerBytes?: number;
}

/** Redirects that say where the same thing is now; 303 is an answer of its own (contract 8.5). */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const mostRedirects = 10;
/** Longest answer, in bytes, when nothing else is said (contract 14). */
const defaultMaxAnswerBytes = 512 * 1024 * 1024;

/** One request as far as it has come: its redirects share the time limit. */
interface Attempt {
  readonly request: WireRequest;
  readonly startedMs: number;
  readonly proxy: URL | undefined;
}

/**
 * The exchange over HTTP, by got, which is loaded with the first request. Connections are kept for
 * further requests; idle ones never keep the process alive. Nothing is tried twice here.
 */
export function makeSend(options: TransportOptions): Send {
  const keepAlive = {keepAlive: true, scheduling: 'lifo'} as const;
  const loading = new Map<string, Promise<Got>>();
  const load = (proxy: URL | undefined): Promise<Got> => {
    const key = proxy?.href ?? '';
    const loaded = loading.get(key) ?? (proxy ? loadThrough(proxy) : loadDirect());
    loading.set(key, loaded);
    return loaded;
  };
  const loadDirect = (): Promise<Got> =>
    loadGot({agent: {http: new HttpAgent(keepAlive), https: new HttpsAgent(keepAlive)}});
  return async request => {
    // Redirects stay on the origin, so the first URL tells the proxy of them all.
    const proxy = findProxy(new URL(request.url), options.env ?? {});
    const got = await load(proxy);
    const attempt = {request, startedMs: options.clock.now(), proxy};
    let url = request.url;
    const visited = new Set([url]);
    for (;;) {
      const answer = await exchange(got, attempt, url, options);
      const next = findRedirect(request, url, answer);
      if (next === undefined) return answer;
      if (visited.has(next) || visited.size > mostRedirects) throw circleFailure(visited.size);
      visited.add(next);
      url = next;
    }
  };
}

/** No fault of the connection: asking again would go round again. */
function circleFailure(redirects: number): Failure {
  const times = redirects > mostRedirects ? `more than ${mostRedirects} times` : 'in a circle';
  return new Failure('invalid_response', `The server redirects ${times}.`, {
    hint: 'Look at the base URL: is it the address of the service itself?',
  });
}

/** A proxy is asked for a tunnel to https addresses, and for the thing itself at http addresses. */
async function loadThrough(proxy: URL): Promise<Got> {
  const {requestThrough, TunnelAgent} = await import('./proxy-agent.ts');
  const direct = requestThrough(proxy);
  return loadGot({
    agent: {https: new TunnelAgent(proxy)},
    request: (url, options, callback) =>
      url.protocol === 'http:'
        ? direct(url, options, callback)
        : httpsRequest(url, options as RequestOptions, callback),
  });
}

async function loadGot(way: Pick<ExtendOptions, 'agent' | 'request'>): Promise<Got> {
  const {got} = await import('got');
  return got.extend({
    ...way,
    throwHttpErrors: false,
    followRedirect: false,
    // Unpacked here, where its length and time are bound.
    decompress: false,
    retry: {limit: 0},
    responseType: 'buffer',
    allowGetBody: true,
  });
}

async function exchange(
  got: Got,
  {request, startedMs, proxy}: Attempt,
  url: string,
  {clock, maxAnswerBytes = defaultMaxAnswerBytes}: TransportOptions,
): Promise<WireAnswer> {
  const {timeoutMs, signal} = request;
  const leftMs = Math.max(timeoutMs - (clock.now() - startedMs), 1);
  const limit = makeRequestLimit(timeoutMs > 0 ? leftMs : undefined, signal);
  try {
    return await Promise.race([answerOf(got, request, url, limit, maxAnswerBytes), limit.reached]);
  } catch (error) {
    limit.end(new Error('the request failed'));
    throw failureFromTransport(error, request, proxy);
  } finally {
    limit.release();
  }
}

async function answerOf(
  got: Got,
  {method, headers, body}: WireRequest,
  url: string,
  limit: RequestLimit,
  maxBytes: number,
): Promise<WireAnswer> {
  const asked = got(url, {
    method: method as Method,
    headers: {'accept-encoding': acceptedCodings, ...headers},
    ...(body !== undefined && {body: typeof body === 'string' ? body : Buffer.from(body)}),
    signal: limit.signal,
  });
  asked.on('request', sent => {
    // Such an answer has no end, and the request library waits for one for ever.
    sent.once('upgrade', (_answer, socket: Duplex) => {
      socket.destroy();
      limit.end(switchedFailure());
    });
  });
  asked.on('downloadProgress', ({transferred}) => {
    if (transferred > maxBytes) limit.end(tooLongFailure(maxBytes));
  });
  const response = await asked;
  if (response.rawBody.length > maxBytes) throw tooLongFailure(maxBytes);
  const coding = response.headers['content-encoding'] ?? '';
  return {
    status: response.statusCode,
    headers: joinHeaders(response.headers),
    body: await unpackBody(response.rawBody, coding, {maxBytes, signal: limit.signal}),
  };
}

function switchedFailure(): Failure {
  return new Failure('invalid_response', 'The server answered 101: it speaks another protocol.', {
    status: 101,
    hint: 'Look at the base URL: is it the address of the service itself?',
  });
}

/** Where to go on: only GET, only on the origin it started from. */
function findRedirect(request: WireRequest, url: string, answer: WireAnswer): string | undefined {
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
