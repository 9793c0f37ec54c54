import {createHash, randomBytes} from 'node:crypto';
import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {CacheKey} from './cache-key.ts';
import {codeOf} from './error-code.ts';
import {makeDirectory, refuseIrregular, replaceFile} from './private-file.ts';

/** The file of a cached response, from its name; times are milliseconds since the epoch. */
export interface CacheFile extends CacheKey {
  readonly name: string;
  readonly storedMs: number;
  readonly expiresMs: number;
}

/** Content of the file of a cached response. */
export interface CachedResponse {
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
export async function listCacheFiles(directory: string): Promise<{
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
export function isOrphan({madeMs}: {readonly madeMs: number}, nowMs: number): boolean {
  return nowMs - madeMs > orphanMs;
}

/** Newest first; a total order, so that processes agree on which of two files to keep. */
export function byNewest(one: CacheFile, other: CacheFile): number {
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
export async function writeCacheFile(
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
export async function removeCacheFiles(
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
