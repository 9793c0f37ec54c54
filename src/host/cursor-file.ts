import {utimes} from 'node:fs/promises';
import {hostname} from 'node:os';
import {formatCursor, type PersistedCursor, parseCursor} from '../api/watch/cursor-text.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {safeText} from '../base/safe-text.ts';
import {
  createExclusively,
  findHolder,
  findText,
  isOlder,
  lockText,
  readOwner,
  releaseLock,
  removeStale,
  unwrittenStaleMs,
} from './file-lock.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/**
 * Read the cursor of a watch; undefined if there is no file yet; a problem is a sentence fragment.
 * A relative path starts at the working directory.
 */
export async function readCursorFile(
  path: string,
  host: Pick<Host, 'findFile'>,
): Promise<PersistedCursor | {readonly problem: string} | undefined> {
  try {
    const bytes = await host.findFile(path);
    return bytes && parseCursor(new TextDecoder().decode(bytes));
  } catch (error) {
    return {problem: `cannot be read (${toFailure(error).message})`};
  }
}

/**
 * Write the cursor of a watch atomically, readable by its owner only.
 *
 * @throws the system's error
 */
export async function writeCursorFile(
  path: string,
  kept: PersistedCursor,
  host: Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>,
): Promise<void> {
  const file = pathsOf(host).resolve(host.cwd, path);
  await writePrivateFile(file, formatCursor(kept), {ownsDirectory: false});
}

/** Interval at which a lock owner updates its lock, in milliseconds. */
const beatMs = 10_000;
/**
 * A lock owner that cannot be checked (on another machine, say) is considered dead after this
 * silence.
 */
const silentMs = 120_000;

/**
 * Lock a file while the process works with it. A stale lock is taken over: on this machine if its
 * process no longer runs, else after two minutes without an update.
 *
 * @param path absolute path of the file; `.lock` is appended
 * @returns releases the lock
 * @throws Failure 'conflict' that names the owner of the lock; the system's error if no lock can be
 * created
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const own = lockText();
  while (!(await createExclusively(lock, own))) {
    if (await removeStale(lock, text => isLeftBehind(lock, text))) continue;
    const text = await findText(lock);
    if (text !== undefined) throw lockedFailure(path, text);
  }
  const beat = setInterval(() => {
    const now = new Date();
    void utimes(lock, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  return async () => {
    clearInterval(beat);
    await releaseLock(lock, own);
  };
}

async function isLeftBehind(lock: string, text: string): Promise<boolean> {
  if (text === '') return isOlder(lock, unwrittenStaleMs);
  const owner = readOwner(text);
  const holder = owner?.host === hostname() ? findHolder(owner) : 'unknown';
  return holder === 'unknown' ? isOlder(lock, silentMs) : holder === 'gone';
}

function lockedFailure(path: string, text: string): Failure {
  const holder = readOwner(text);
  const since = holder?.since ? ` since ${safeText(holder.since)}` : '';
  const who = holder ? `process ${holder.pid} on ${safeText(holder.host)}${since}` : 'a process';
  return new Failure('conflict', `${path} is in use: ${who} is watching with this file.`, {
    hint: `Two watches would report everything twice: stop the other watch, or use another file. If that process no longer exists, remove ${path}.lock.`,
    attempts: 0,
  });
}
