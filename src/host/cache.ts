import type {Reply} from '../api/client.ts';
import type {Service} from '../api/operation.ts';
import {
  byNewest,
  type CachedResponse,
  type CacheFile,
  isOrphan,
  listCacheFiles,
  readCacheFile,
  removeCacheFiles,
  writeCacheFile,
} from './cache-files.ts';
import type {CacheKey, CacheScope} from './cache-key.ts';
import type {Host} from './host.ts';
import {cacheDirectory, pathsOf} from './paths.ts';

/** Entries a service's cache has at most (contract 7.1). */
export const mostCacheEntries = 1000;

/** Answers of one service kept in the user's cache directory; any number of processes may use it. */
export interface ResponseCache {
  /**
   * The cached response; a damaged or expired one is removed.
   *
   * @param maxAgeMs older ones are not taken, however long they are kept for
   * @throws the system's error when the directory cannot be read
   */
  find(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | undefined>;
  /**
   * Keep an answer, in the place of an older one; expired entries go, and the ones nearest to it
   * when there are too many.
   *
   * @param settings whether it is JSON, and how long it is kept in milliseconds
   * @throws the system's error when it cannot be written
   */
  keep(
    key: CacheKey,
    reply: Pick<Reply, 'status' | 'text' | 'parts'>,
    settings: {readonly isJson: boolean; readonly forMs: number},
  ): Promise<void>;
  /**
   * Evict the responses that a write made stale.
   *
   * @param groups texts of `staleGroups`; undefined for all of the profile
   * @throws the system's error when the directory cannot be read
   */
  drop(scope: Pick<CacheScope, 'profile'>, groups: readonly string[] | undefined): Promise<void>;
  /**
   * Drop all that is kept of the service, for every profile, and what is left of writing it.
   *
   * @param options.dryRun only count
   * @returns answers kept, and where
   * @throws the system's error when the directory cannot be read or a file cannot be removed
   */
  clear(options: {
    readonly dryRun: boolean;
  }): Promise<{readonly count: number; readonly directory: string}>;
}

type CacheHost = Pick<Host, 'env' | 'home' | 'platform' | 'clock'>;

/** The cache of a service; created on first use. */
export function makeResponseCache(service: Service, host: CacheHost): ResponseCache {
  const path = pathsOf(host);
  const directory = path.join(cacheDirectory(service, host), 'answers');
  return {
    async find({key}, maxAgeMs) {
      const nowMs = host.clock.now();
      const {files} = await listCacheFiles(directory);
      const [newest] = files.filter(file => file.key === key).sort(byNewest);
      if (newest === undefined) return undefined;
      const isExpired = newest.expiresMs <= nowMs;
      // A time to come is one of another clock: how old the answer is cannot be told.
      const ageMs = nowMs - newest.storedMs;
      if (!isExpired && (ageMs >= maxAgeMs || ageMs < 0)) return undefined;
      const answer = isExpired ? undefined : await readCacheFile(path.join(directory, newest.name));
      if (answer === undefined) await removeCacheFiles(directory, [newest]);
      return answer;
    },
    async keep(key, reply, {isJson, forMs}) {
      const storedMs = host.clock.now();
      const file = {...key, storedMs, expiresMs: storedMs + forMs};
      const head = {status: reply.status, isJson};
      // The text of merged pages is made when asked for: with parts there is no need.
      await writeCacheFile(directory, file, head, reply.parts ?? [reply.text]);
      const {files, temporary} = await listCacheFiles(directory);
      const orphans = temporary.filter(one => isOrphan(one, storedMs));
      await removeCacheFiles(directory, [...superfluous(files, storedMs), ...orphans]);
    },
    async drop({profile}, groups) {
      const {files} = await listCacheFiles(directory);
      const stale = files.filter(
        file => file.profile === profile && (groups === undefined || groups.includes(file.group)),
      );
      await removeCacheFiles(directory, stale);
    },
    async clear({dryRun}) {
      const {files, temporary} = await listCacheFiles(directory);
      const orphans = temporary.filter(one => isOrphan(one, host.clock.now()));
      if (!dryRun) await removeCacheFiles(directory, [...files, ...orphans]);
      return {count: files.length, directory};
    },
  };
}

/** Files to evict: expired, replaced by newer ones, or over the limit. */
function superfluous(files: readonly CacheFile[], nowMs: number): readonly CacheFile[] {
  const seen = new Set<string>();
  const goes: CacheFile[] = [];
  const stays: CacheFile[] = [];
  for (const file of [...files].sort(byNewest)) {
    if (file.expiresMs <= nowMs || seen.has(file.key)) goes.push(file);
    else stays.push(file);
    seen.add(file.key);
  }
  const byExpiry = stays.sort(
    (one, other) => other.expiresMs - one.expiresMs || byNewest(one, other),
  );
  return [...goes, ...byExpiry.slice(mostCacheEntries)];
}
