import {randomUUID} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {readFile, rm, stat} from 'node:fs/promises';
import {hostname} from 'node:os';
import process from 'node:process';
import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import {codeOf, isProcessGone} from './error-code.ts';
import {refuseIrregular} from './private-file.ts';

/** Options for waiting for a lock. */
export interface LockOptions {
  readonly clock: Clock;
  /** Age in milliseconds after which a lock counts as stale; longer than its work ever takes. */
  readonly staleMs: number;
  /** Longest wait in milliseconds. */
  readonly waitMs: number;
  /** @default nothing interrupts the wait */
  readonly signal?: AbortSignal;
}

const pollMs = 25;
/**
 * Removing a stale lock takes milliseconds; a crash during removal blocks others no longer than
 * this.
 */
const takeOverStaleMs = 5000;
/** Age after which an empty lock counts as stale; writing it takes milliseconds too. */
export const unwrittenStaleMs = 5000;

/**
 * Run something exclusively, using a lock file that only one process can create. A stale lock, or
 * one whose process has ended, is taken over.
 *
 * @param path path of the lock file; its directory must exist
 * @throws Failure 'timeout_error' if it is locked for longer than `waitMs`, 'interrupted'; the
 * system's error if the file cannot be created
 */
export async function withFileLock<T>(
  path: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const own = lockText();
  // The system's time, not the clock's, since it is compared with file times.
  const startedMs = Date.now();
  while (!(await createExclusively(path, own))) {
    if (await removeStale(path, text => isStale(path, text, options.staleMs))) continue;
    if (Date.now() - startedMs > options.waitMs) throw isStillLocked(path);
    await options.clock.sleep(Math.min(pollMs, options.waitMs), options.signal);
  }
  try {
    return await work();
  } finally {
    await releaseLock(path, own);
  }
}

/** The process that created a lock. */
export interface LockOwner {
  readonly pid: number;
  /** Name of the machine. */
  readonly host: string;
  /** ISO 8601; empty if unknown. */
  readonly since: string;
  /** Start of the process, by `processStart`; absent if the system does not report it. */
  readonly started?: string;
}

/** Make the text of a lock, unique to this process. */
export function lockText(): string {
  const started = processStart(process.pid);
  const owner = {pid: process.pid, host: hostname(), since: new Date().toISOString()};
  return JSON.stringify({...owner, ...(started && {started}), id: randomUUID()});
}

/**
 * Check whether the process that created a lock on this machine is running. Its id is not enough:
 * after a reboot, or in a container, another process may have it.
 *
 * @returns `unknown` if a process has the id but may be another one
 */
export function findHolder({pid, started}: LockOwner): 'running' | 'gone' | 'unknown' {
  if (isProcessGone(pid)) return 'gone';
  const now = processStart(pid);
  if (started === undefined || now === undefined) return 'unknown';
  return started === now ? 'running' : 'gone';
}

/**
 * The start of a process, as a text that differs for every process and boot; Linux only (proc(5)).
 */
function processStart(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Parse after the name, which may contain spaces: the first field there is the third.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3];
    return ticks && `${boot} ${ticks}`;
  } catch {
    return undefined;
  }
}

/** The owner in the text of a lock; undefined if it is being written, or not ours. */
export function readOwner(text: string): LockOwner | undefined {
  const value = findJson(text);
  const {pid, host, since, started} = isObject(value) ? value : {};
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1) return undefined;
  if (typeof host !== 'string') return undefined;
  return {
    pid,
    host,
    since: typeof since === 'string' ? since : '',
    ...(typeof started === 'string' && {started}),
  };
}

/** Remove the lock with that text; one with another text belongs to another process. */
export async function releaseLock(path: string, own: string): Promise<void> {
  if ((await findText(path)) === own) await rm(path, {force: true});
}

/**
 * Create a file with this text.
 *
 * @returns false if it exists already
 */
export async function createExclusively(path: string, text: string): Promise<boolean> {
  try {
    // At once: a process killed before it wrote its owner would block others until the lock is
    // stale.
    writeFileSync(path, text, {flag: 'wx', mode: 0o600});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Created, but the disk is full: a lock without an owner would block everyone.
    const written = await findText(path);
    if (written !== undefined && text.startsWith(written)) await rm(path, {force: true});
    throw error;
  }
}

/**
 * Remove a stale lock; only one process at a time checks and removes it.
 *
 * @param isLeft whether the lock with that text is stale
 * @returns true if the lock may have been removed
 */
export async function removeStale(
  path: string,
  isLeft: (text: string) => Promise<boolean>,
): Promise<boolean> {
  const seen = await findText(path);
  if (seen === undefined) return true;
  if (!(await isLeft(seen))) return false;
  const guard = `${path}.take-over`;
  if (!(await createExclusively(guard, lockText()))) {
    const holder = await findText(guard);
    if (holder === undefined || !(await isStale(guard, holder, takeOverStaleMs))) return false;
    await releaseLock(guard, holder);
    return true;
  }
  try {
    // Meanwhile, another process may have taken it over.
    if ((await findText(path)) === seen) await rm(path, {force: true});
    return true;
  } finally {
    await rm(guard, {force: true});
  }
}

async function isStale(path: string, text: string, staleMs: number): Promise<boolean> {
  // An empty lock is being written, or its process was killed before that.
  if (await isOlder(path, text === '' ? unwrittenStaleMs : staleMs)) return true;
  const owner = readOwner(text);
  return owner?.host === hostname() && findHolder(owner) === 'gone';
}

/** Whether a file has been unchanged for this long; false if it does not exist. */
export async function isOlder(path: string, ms: number): Promise<boolean> {
  try {
    const {mtimeMs} = await stat(path);
    return Date.now() - mtimeMs > ms;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The text of a lock; undefined if it does not exist. */
export async function findText(path: string): Promise<string | undefined> {
  await refuseIrregular(path);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isStillLocked(path: string): Failure {
  return new Failure('timeout_error', `${path} is locked by another process.`, {
    hint: 'Try again. If no steward process is running, remove that file.',
    attempts: 0,
  });
}
