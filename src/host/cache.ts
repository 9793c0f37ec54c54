import {createHash, randomBytes} from 'node:crypto';
import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Reply} from '../api/client.ts';
import type {Service} from '../api/operation.ts';
import type {CacheKey, CacheScope} from './cache-key.ts';
import {codeOf} from './error-code.ts';
import type {Host} from './host.ts';
import {cacheDirectory, pathsOf} from './paths.ts';
import {makeDirectory, refuseIrregular, replaceFile} from './private-file.ts';

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

/** The file of a cached response, from its name; times are milliseconds since the epoch. */
interface CacheFile extends CacheKey {
  readonly name: string;
  readonly storedMs: number;
  readonly expiresMs: number;
}

/** Content of the file of a cached response. */
interface CachedResponse {
  readonly status: number;
  readonly isJson: boolean;
  readonly text: string;
  /** Length of the text in UTF-8. */
  readonly bytes: number;
}

/** Header of a cached response, before its text. */
type Head = Pick<CachedResponse, 'status' | 'isJson'>;

/** A temporary file of this age was left behind by a terminated process. */
const orphanMs = 600_000;
const hashLength = 64;
const ownNames = /^([0-9a-f]{16})-([0-9a-f]{8})-([0-9a-f]{64})-([0-9a-z]+)-([0-9a-z]+)$/;
const temporaryNames = /^tmp-([0-9a-z]+)-[0-9a-f]+$/;

/**
 * List a cache directory. The names contain everything needed for eviction, so that no file has to
 * be opened.
 *
 * @returns nothing if the directory does not exist
 */
async function listCacheFiles(directory: string): Promise<{
  readonly files: readonly CacheFile[];
  /** Names of temporary files, with their time of creation. */
  readonly temporary: readonly {readonly name: string; readonly madeMs: number}[];
}> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return {
    files: names.flatMap(name => parseName(name) ?? []),
    temporary: names.flatMap(name => {
      const made = temporaryNames.exec(name)?.[1];
      return made === undefined ? [] : [{name, madeMs: Number.parseInt(made, 36)}];
    }),
  };
}

/** Whether a temporary file was left behind. */
function isOrphan({madeMs}: {readonly madeMs: number}, nowMs: number): boolean {
  return nowMs - madeMs > orphanMs;
}

/** Newest first; a total order, so that processes agree on which of two files to keep. */
function byNewest(one: CacheFile, other: CacheFile): number {
  return other.storedMs - one.storedMs || (one.name < other.name ? 1 : -1);
}

/** Read a file; undefined if it is missing or damaged. */
export async function readCacheFile(path: string): Promise<CachedResponse | undefined> {
  await refuseIrregular(path);
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined || bytes.length <= hashLength) return undefined;
  const content = bytes.subarray(0, -hashLength);
  const hash = createHash('sha256').update(content).digest('hex');
  if (bytes.subarray(-hashLength).toString('latin1') !== hash) return undefined;
  const start = content.indexOf('\n') + 1;
  const {status, isJson}: Head = JSON.parse(content.toString('utf8', 0, start));
  return {status, isJson, text: content.toString('utf8', start), bytes: content.length - start};
}

/**
 * Write a response atomically, readable by its owner only.
 *
 * @param parts the text, piece by piece
 * @throws the system's error; no temporary file remains
 */
async function writeCacheFile(
  directory: string,
  file: Omit<CacheFile, 'name'>,
  head: Head,
  parts: Iterable<string>,
): Promise<void> {
  await makeDirectory(directory);
  const temporary = join(
    directory,
    `tmp-${file.storedMs.toString(36)}-${randomBytes(8).toString('hex')}`,
  );
  await replaceFile(join(directory, nameOf(file)), temporary, async handle => {
    const hash = createHash('sha256');
    const {status, isJson} = head;
    for (const part of withHead(`${JSON.stringify({status, isJson})}\n`, parts)) {
      const bytes = Buffer.from(part, 'utf8');
      hash.update(bytes);
      await handle.writeFile(bytes);
    }
    await handle.writeFile(hash.digest('hex'));
  });
}

/** Remove files; missing files are not an error. */
async function removeCacheFiles(
  directory: string,
  files: readonly {readonly name: string}[],
): Promise<void> {
  for (const {name} of files) await rm(join(directory, name), {force: true});
}

function* withHead(head: string, parts: Iterable<string>): Iterable<string> {
  yield head;
  yield* parts;
}

function nameOf({profile, group, key, storedMs, expiresMs}: Omit<CacheFile, 'name'>): string {
  return [profile, group, key, storedMs.toString(36), expiresMs.toString(36)].join('-');
}

function parseName(name: string): CacheFile | undefined {
  const [, profile, group, key, stored, expires] = ownNames.exec(name) ?? [];
  if (!profile || !group || !key || !stored || !expires) return undefined;
  const [storedMs, expiresMs] = [Number.parseInt(stored, 36), Number.parseInt(expires, 36)];
  return {name, profile, group, key, storedMs, expiresMs};
}
