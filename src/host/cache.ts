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

/** Limit of entries in a service's cache (contract 7.1). */
export const mostCacheEntries = 1000;

/** Cached responses of one service in the user's cache directory; safe for concurrent processes. */
export interface ResponseCache {
  /**
   * Find a cached response; a damaged or expired one is removed.
   *
   * @param maxAgeMs limit of its age, whatever its expiry
   * @throws the system's error if the directory cannot be read
   */
  find(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | undefined>;
  /**
   * Store a response, replacing an older one; expired entries are evicted, and the oldest beyond
   * the limit.
   *
   * @param settings whether it is JSON, and its lifetime in milliseconds
   * @throws the system's error if it cannot be written
   */
  keep(
    key: CacheKey,
    reply: Pick<Reply, 'status' | 'text' | 'parts'>,
    settings: {readonly isJson: boolean; readonly forMs: number},
  ): Promise<void>;
  /**
   * Evict the responses that a write invalidated.
   *
   * @param groups result of `staleGroups`; undefined for all of the profile
   * @throws the system's error if the directory cannot be read
   */
  drop(scope: Pick<CacheScope, 'profile'>, groups: readonly string[] | undefined): Promise<void>;
  /**
   * Delete all cached responses of the service, for every profile, including temporary files.
   *
   * @param options.dryRun only count
   * @returns the number of responses, and their directory
   * @throws the system's error if the directory cannot be read or a file cannot be removed
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
      // A time in the future is from another clock: the age is unknown.
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
      // The text of merged pages is built on access; the parts make it unnecessary.
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

/** Files to evict: expired, replaced by newer ones, or beyond the limit. */
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
