import type {ExchangeEvent, Reply} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import {isWrite} from '../api/look-first.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {type FailureKind, toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {makeAnswerCache} from '../host/cache.ts';
import {cacheKeyOf, cacheScopeOf, staleGroups} from '../host/cache-key.ts';
import type {Host} from '../host/host.ts';
import type {Target} from '../host/settings.ts';
import {reportRemark} from './report.ts';

/** What the cache has to know of a request. */
export interface CacheUse {
  readonly plan: RequestPlan;
  readonly target: Target;
  readonly credentials: Credentials;
  /** --cache in milliseconds; undefined or 0 for none. */
  readonly keepMs: number | undefined;
  readonly paginate: boolean;
  /** Whether an answer that is no JSON is one (`raw` without a filter). */
  readonly allowText: boolean;
  /** Hears of an answer that was kept. */
  readonly onExchange: (event: ExchangeEvent) => void;
}

/** Failures after which a write may have been carried out all the same. */
const uncertainKinds: ReadonlySet<FailureKind> = new Set([
  'connection_error',
  'timeout_error',
  'server_error',
  'invalid_response',
  'interrupted',
]);

/**
 * The stage around sending that keeps answers (contract 7.1): a GET that was kept is answered
 * without a call, a successful one is kept, and a write drops what it made stale. A cache that does
 * not work is a warning; the request goes on without it.
 *
 * @param send what is to be done without a kept answer
 * @throws Failure of `send`
 */
export async function withCache(
  use: CacheUse,
  host: Host,
  send: () => Promise<Reply>,
): Promise<Reply> {
  if (isWrite(use.plan)) return dropAfter(use, host, send);
  if (use.plan.method !== 'GET' || !use.keepMs) return send();
  return readThrough({...use, keepMs: use.keepMs}, host, send);
}

async function readThrough(
  use: CacheUse & {readonly keepMs: number},
  host: Host,
  send: () => Promise<Reply>,
): Promise<Reply> {
  const {plan, target, credentials, paginate, keepMs} = use;
  const startedMs = host.clock.now();
  const key = cacheKeyOf(plan, target, credentials, paginate);
  const cache = makeAnswerCache(target.service, host);
  const kept = await orWarn('The cache cannot be read', host, () => cache.find(key, keepMs));
  if (kept !== undefined && (kept.isJson || use.allowText)) {
    const {status, text, bytes} = kept;
    const durationMs = host.clock.now() - startedMs;
    const {method, url} = plan;
    use.onExchange({method, url, status, durationMs, attempt: 0, bytes, cached: true});
    return {status, headers: {}, text, pages: 0, durationMs, cached: true};
  }
  const reply = await send();
  // Neither what may not be all nor what is no text.
  if (reply.failure ?? reply.warning ?? reply.bytes) return reply;
  const isJson = !use.allowText || reply.parts !== undefined || checkJson(reply.text) === undefined;
  await orWarn('The answer cannot be kept', host, () =>
    cache.keep(key, reply, {isJson, forMs: keepMs}),
  );
  return reply;
}

async function dropAfter(
  {plan, target}: CacheUse,
  host: Host,
  send: () => Promise<Reply>,
): Promise<Reply> {
  const drop = async (): Promise<void> => {
    const cache = makeAnswerCache(target.service, host);
    await orWarn('Kept answers cannot be dropped', host, () =>
      cache.drop(cacheScopeOf(plan, target), staleGroups(plan)),
    );
  };
  try {
    const reply = await send();
    await drop();
    return reply;
  } catch (error) {
    if (uncertainKinds.has(toFailure(error).kind)) await drop();
    throw error;
  }
}

async function orWarn<T>(what: string, host: Host, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    reportRemark('warning', `${what}: ${toFailure(error).message}`, host.stderr);
    return undefined;
  }
}
