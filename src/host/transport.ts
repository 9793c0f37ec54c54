import {Buffer} from 'node:buffer';
import {Agent as HttpAgent} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest, type RequestOptions} from 'node:https';
import type {ExtendOptions, Got, Method} from 'got';
import type {Send, WireAnswer, WireRequest} from '../api/send.ts';
import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';
import {findProxy} from './proxy.ts';
import {failureFromTransport} from './transport-failure.ts';

/** What a transport is made with. */
export interface TransportOptions {
  readonly clock: Clock;
  /** Where the proxies are told (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). @default no proxies */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Redirects that say where the same thing is now; 303 is an answer of its own (client-contract 8.5). */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const mostRedirects = 10;
/** Longest delay of a timer: no limit, as far as a command goes. */
const noLimitMs = 2 ** 31 - 1;

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
    for (let redirects = 0; ; redirects++) {
      const answer = await exchange(got, attempt, url, options);
      const next = findRedirect(request, url, answer);
      if (next === undefined) return answer;
      if (redirects === mostRedirects) {
        throw new Failure('connection_error', `The server redirects more than ${redirects} times.`);
      }
      url = next;
    }
  };
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
    decompress: true,
    retry: {limit: 0},
    responseType: 'buffer',
    allowGetBody: true,
  });
}

async function exchange(
  got: Got,
  {request, startedMs, proxy}: Attempt,
  url: string,
  {clock}: TransportOptions,
): Promise<WireAnswer> {
  const {method, headers, body, timeoutMs, signal} = request;
  const leftMs = timeoutMs - (clock.now() - startedMs);
  const limit = proxy && limitOf(timeoutMs > 0 ? Math.max(leftMs, 1) : undefined, signal);
  try {
    const answer = got(url, {
      method: method as Method,
      headers: {...headers},
      ...(body !== undefined && {body: typeof body === 'string' ? body : Buffer.from(body)}),
      ...(timeoutMs > 0 && {timeout: {request: Math.max(leftMs, 1)}}),
      ...(signal && {signal}),
    });
    const response = await (limit ? Promise.race([answer, limit.reached]) : answer);
    return {
      status: response.statusCode,
      headers: joinHeaders(response.headers),
      body: response.rawBody,
    };
  } catch (error) {
    throw failureFromTransport(error, request, proxy);
  } finally {
    limit?.release();
  }
}

/**
 * The limits of a request through a proxy. Node ends a request that still waits for its connection
 * only when that is there or has failed, and the connection waits for the proxy. It also keeps the
 * process until then, which the proxy's connection must not do when the request has ended.
 */
function limitOf(
  leftMs: number | undefined,
  signal: AbortSignal | undefined,
): {readonly reached: Promise<never>; release(): void} {
  const {promise: reached, reject} = withReject();
  const stop = (name: string): void => {
    const error = new Error('the request was ended');
    error.name = name;
    reject(error);
  };
  const abort = (): void => stop('AbortError');
  const timer = setTimeout(() => stop('TimeoutError'), leftMs ?? noLimitMs);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, {once: true});
  return {
    reached,
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function withReject(): {readonly promise: Promise<never>; readonly reject: (error: Error) => void} {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = refuse;
  });
  return {promise, reject};
}

/** Where to go on: only GET, only on the origin it started from. */
function findRedirect(request: WireRequest, url: string, answer: WireAnswer): string | undefined {
  const {location} = answer.headers;
  if (request.method !== 'GET' || location === undefined) return undefined;
  if (!redirectStatuses.has(answer.status) || !URL.canParse(location, url)) return undefined;
  const next = new URL(location, url);
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
