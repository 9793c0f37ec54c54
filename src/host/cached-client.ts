import type {Client, Reply, SendingOptions} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite, uncertainKinds} from '../api/uncertain-write.ts';
import {toFailure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';
import {makeResponseCache} from './cache.ts';
import {cacheKeyOf, cacheScopeOf, invalidatedGroups} from './cache-key.ts';
import type {Host} from './host.ts';

/** The identity that cached responses belong to, and the receiver of cache warnings. */
export interface CachedBy {
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
export function cachedClient(
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
