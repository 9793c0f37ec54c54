import {accountOf} from '../api/account.ts';
import {checkCaller} from '../api/callers.ts';
import type {Client, Reply, SendingOptions} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import type {ExecutePorts} from '../api/exchange.ts';
import {followTask} from '../api/follow-task.ts';
import {guardedClient, makeClient} from '../api/make-client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import type {Send} from '../api/send.ts';
import {isWrite, uncertainKinds} from '../api/uncertain-write.ts';
import type {Clock} from '../base/clock.ts';
import {defined} from '../base/defined.ts';
import {toFailure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';
import type {AuditChoice} from './audit.ts';
import {auditedClient} from './audit-trail.ts';
import {makeResponseCache} from './cache.ts';
import {cacheKeyOf, cacheScopeOf, invalidatedGroups} from './cache-key.ts';
import type {Host} from './host.ts';
import {policyClient} from './policy.ts';
import {identityOf, type Settings} from './settings.ts';
import {paceFor} from './shared-pause.ts';
import {sendPorts} from './transport.ts';

/** Limits of a client's responses (contract 14). */
interface ResponseLimits {
  /** Bytes of one response after decompression. @default 512 MiB */
  readonly maxAnswerBytes?: number | undefined;
}

/** The ports for executing plans with these settings on this host. */
export function portsFor(
  settings: Pick<Settings, 'credentials' | 'headers' | 'secretFrom'>,
  host: Host,
  {maxAnswerBytes}: ResponseLimits = {},
): ExecutePorts {
  const {credentials, headers = {}, secretFrom} = settings;
  const ports = sendPorts(host, maxAnswerBytes);
  return {
    ...ports,
    send: withHeaders(ports.send, headers),
    credentials,
    secrets: Object.values(headers),
    ...defined({secretFrom}),
  };
}

/** Layers of a client in addition to the policy of its profile. */
interface ClientOptions extends ResponseLimits {
  /** The log for its writes. @default none */
  readonly audit?: AuditChoice | undefined;
  /** Receives warnings about a failing cache or a log that is not required. @default none */
  readonly warn?: (text: string) => void;
}

/**
 * A client of one service with all layers, from the outside: audit log, policy, and those of
 * `openClient`.
 */
export function clientFor(settings: Settings, host: Host, options: ClientOptions = {}): Client {
  const {audit, warn = () => undefined} = options;
  const client = policyClient(openClient(settings, host, options), settings.policy);
  return audit ? auditedClient(client, audit, warn, host) : client;
}

/**
 * The layers that need the credentials, from the outside: callers check, following tasks, cache.
 * Retries are innermost, around each request: a failed page must not repeat the preceding ones.
 */
export function openClient(settings: Settings, host: Host, options: ClientOptions = {}): Client {
  const {credentials, headers = {}} = settings;
  const {warn = () => undefined} = options;
  const identity = identityOf(settings);
  const pace = paceFor(accountOf(identity), host);
  const plain = makeClient(identity, {...portsFor(settings, host, options), pace});
  const cached = cachedClient(plain, {credentials, headers, warn}, host);
  const following = followingClient(cached, host.clock);
  return guardedClient(following, plan => checkCaller(plan, identity));
}

/** Create the layer that follows the task of a response, if the call has `onProgress`. */
export function followingClient(client: Client, clock: Clock): Client {
  return {
    ...client,
    async request(plan, options = {}) {
      const reply = await client.request(plan, options);
      return options.onProgress ? followTask(reply, client, clock, options) : reply;
    },
  };
}

/** Add the profile's headers to every request; the request's own headers take precedence. */
function withHeaders(send: Send, headers: Readonly<Record<string, string>>): Send {
  const added = Object.entries(headers);
  if (added.length === 0) return send;
  return request => {
    const own = new Set(Object.keys(request.headers).map(name => name.toLowerCase()));
    if (request.authorize) own.add('authorization');
    const missing = added.filter(([name]) => !own.has(name.toLowerCase()));
    return send({...request, headers: {...Object.fromEntries(missing), ...request.headers}});
  };
}

/** The identity that cached responses belong to, and the receiver of cache warnings. */
interface CachedBy {
  readonly credentials: Credentials;
  /** Headers of the profile. */
  readonly headers: Readonly<Record<string, string>>;
  readonly warn: (text: string) => void;
}

/**
 * A client layer that caches responses (contract 7.1): a cached GET is served without a request,
 * and a successful one is stored, both if the call sets `keepMs`; a write evicts what it
 * invalidates. A cache failure is a warning; the request continues without it.
 */
function cachedClient(
  client: Client,
  {credentials, headers, warn}: CachedBy,
  host: Pick<Host, 'env' | 'home' | 'platform' | 'clock'>,
): Client {
  const target = {...client.identity, headers};
  const cache = makeResponseCache(target.service, host);

  async function readThrough(
    plan: RequestPlan,
    keepMs: number,
    options: SendingOptions,
  ): Promise<Reply> {
    const {paginate = true, allowText = false, onExchange} = options;
    const startedMs = host.clock.now();
    const key = cacheKeyOf(plan, target, credentials, paginate);
    const kept = await orWarn('Cannot read the cache', () => cache.find(key, keepMs));
    if (kept !== undefined && (kept.isJson || allowText)) {
      const {status, text, bytes} = kept;
      const durationMs = host.clock.now() - startedMs;
      const {method} = plan;
      const url = hideUrlSecrets(plan.url);
      onExchange?.({method, url, status, durationMs, attempt: 0, bytes, cached: true});
      return {status, headers: {}, text, pages: 0, durationMs, cached: true};
    }
    const reply = await client.request(plan, options);
    // Neither incomplete nor binary responses are cached.
    if (reply.failure ?? reply.warning ?? reply.bytes) return reply;
    const isJson = !allowText || reply.parts !== undefined || checkJson(reply.text) === undefined;
    await orWarn('Cannot cache the response', () =>
      cache.keep(key, reply, {isJson, forMs: keepMs}),
    );
    return reply;
  }

  async function dropAfter(plan: RequestPlan, options: SendingOptions): Promise<Reply> {
    const drop = () =>
      orWarn('Cannot delete cached responses', () =>
        cache.drop(cacheScopeOf(plan, target), invalidatedGroups(plan)),
      );
    try {
      const reply = await client.request(plan, options);
      await drop();
      return reply;
    } catch (error) {
      if (uncertainKinds.has(toFailure(error).kind)) await drop();
      throw error;
    }
  }

  async function orWarn<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      warn(`${what}: ${toFailure(error).message}`);
      return undefined;
    }
  }

  return {
    ...client,
    request(plan, options = {}) {
      if (isWrite(plan)) return dropAfter(plan, options);
      const {keepMs} = options;
      return plan.method === 'GET' && keepMs
        ? readThrough(plan, keepMs, options)
        : client.request(plan, options);
    },
  };
}
