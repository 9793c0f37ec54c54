import {utimes} from 'node:fs/promises';
import {hostname} from 'node:os';
import {formatCursor, type PersistedCursor, parseCursor} from '../api/watch/cursor-text.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {safeText} from '../base/safe-text.ts';
import {
  findHolder,
  findText,
  isOlder,
  lockText,
  makeOnce,
  readOwner,
  releaseLock,
  removeStale,
  unwrittenStaleMs,
} from './file-lock.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/**
 * The place of a watch as its file has it; undefined when there is no file yet, and what is wrong
 * with it as a sentence fragment. A relative path starts at the working directory.
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
 * Write the place of a watch: as a whole or not at all, for its owner alone.
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

/** A holder shows so often that it is there, milliseconds. */
const beatMs = 10_000;
/** A lock owner that cannot be checked (on another machine, say) is dead after this silence. */
const silentMs = 120_000;

/**
 * Hold a file for as long as the process works with it: one process at a time. The lock of a process
 * that is gone is taken over: on this machine when the process that made it no longer runs, else when
 * it was silent for two minutes.
 *
 * @param path of the file, absolute; `.lock` is put behind it
 * @returns lets it go
 * @throws Failure 'conflict' that says who holds it; the system's error when no lock can be made
 */
export async function holdFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const own = lockText();
  while (!(await makeOnce(lock, own))) {
    if (await removeStale(lock, text => isLeftBehind(lock, text))) continue;
    const text = await findText(lock);
    if (text !== undefined) throw held(path, text);
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

function held(path: string, text: string): Failure {
  const holder = readOwner(text);
  const since = holder?.since ? ` since ${safeText(holder.since)}` : '';
  const who = holder ? `process ${holder.pid} on ${safeText(holder.host)}${since}` : 'a process';
  return new Failure('conflict', `${path} is in use: ${who} is watching with this file.`, {
    hint: `Two watches would report everything twice: stop the other watch, or use another file. If that process no longer exists, remove ${path}.lock.`,
    attempts: 0,
  });
}
