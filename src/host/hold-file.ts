import {randomUUID} from 'node:crypto';
import {readFile, rm, stat, utimes} from 'node:fs/promises';
import {hostname} from 'node:os';
import process from 'node:process';
import {Failure} from '../base/failure.ts';
import {safeText} from '../base/safe-text.ts';
import {makeOnce, removeStale} from './file-lock.ts';
import {isProcessGone} from './process-gone.ts';

/** A holder shows so often that it is there, milliseconds. */
const beatMs = 10_000;
/** Of another machine nobody can ask: one that was silent for so long is gone. */
const silentMs = 120_000;

/** Who holds a file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Hold a file for as long as the process works with it: one at a time. What a process left behind that
 * is gone is taken over: on this machine when there is no such process, on another when it was silent for
 * two minutes.
 *
 * @param path of the file, absolute; `.lock` is put behind it
 * @returns lets it go
 * @throws Failure 'conflict' that says who holds it; the system's error when no lock can be made
 */
export async function holdFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const holder = {pid: process.pid, host: hostname(), since: new Date().toISOString()};
  const own = JSON.stringify({...holder, id: randomUUID()});
  while (!(await makeOnce(lock, own))) {
    if (await removeStale(lock, text => isLeftBehind(lock, text))) continue;
    throw held(path, await readFile(lock, 'utf8').catch(() => ''));
  }
  const beat = setInterval(() => {
    const now = new Date();
    void utimes(lock, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  return async () => {
    clearInterval(beat);
    // One that was taken over meanwhile belongs to somebody else.
    if ((await readFile(lock, 'utf8').catch(() => '')) === own) await rm(lock, {force: true});
  };
}

async function isLeftBehind(lock: string, text: string): Promise<boolean> {
  const holder = readHolder(text);
  if (holder?.host === hostname()) {
    // This process holds it only from here on: the number was another's.
    return holder.pid === process.pid || isProcessGone(holder.pid);
  }
  const found = await stat(lock).catch(() => undefined);
  return found === undefined || Date.now() - found.mtimeMs > silentMs;
}

function readHolder(text: string): Holder | undefined {
  try {
    const {pid, host, since} = JSON.parse(text) as Record<string, unknown>;
    if (!Number.isInteger(pid) || Number(pid) < 1 || typeof host !== 'string') return undefined;
    return {pid: Number(pid), host, since: typeof since === 'string' ? since : ''};
  } catch {
    // Being written, or not ours: its age tells.
    return undefined;
  }
}

function held(path: string, text: string): Failure {
  const holder = readHolder(text);
  const since = holder?.since ? ` since ${safeText(holder.since)}` : '';
  const who = holder ? `process ${holder.pid} on ${safeText(holder.host)}${since}` : 'a process';
  return new Failure('conflict', `${path} is in use: ${who} watches with it.`, {
    hint: `Two watches would tell everything twice: end that one, or use another file. When it is gone for good, remove ${path}.lock.`,
    attempts: 0,
  });
}
