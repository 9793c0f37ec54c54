import {constants} from 'node:fs';
import {open, rename, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Clock} from '../base/clock.ts';
import {withFileLock} from './file-lock.ts';
import {makePrivateDirectory} from './private-file.ts';

/** Bytes after which a file is put aside for a new one. */
const longest = 4_000_000;
const lineBreak = 0x0a;

/**
 * Append a line to a file that its owner alone may read (mode 0600), and have it on the disk before
 * going on. It is one write of the whole line, so that lines of many processes never mix; one that a
 * process was ended in stays a line of its own. Where another process was half through its line, an
 * empty one comes between. A file of more than 4 MB is put aside first.
 *
 * @param aside where a long file goes, in place of the one before it
 * @throws the system's error when it cannot be written
 */
export async function appendLine(
  path: string,
  aside: string,
  line: string,
  clock: Clock,
): Promise<void> {
  await makePrivateDirectory(dirname(path), {ownsDirectory: true});
  await putAside(path, aside, clock);
  const {O_APPEND, O_CREAT, O_RDWR} = constants;
  const file = await open(path, O_APPEND | O_CREAT | O_RDWR, 0o600);
  try {
    const {size} = await file.stat();
    const last = new Uint8Array(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const isWhole = size === 0 || last[0] === lineBreak;
    const bytes = new TextEncoder().encode(`${isWhole ? '' : '\n'}${line}\n`);
    const {bytesWritten} = await file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('the line was cut off');
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function putAside(path: string, aside: string, clock: Clock): Promise<void> {
  const isLong = async (): Promise<boolean> => {
    const found = await stat(path).catch(() => undefined);
    return found !== undefined && found.size > longest;
  };
  if (!(await isLong())) return;
  // Two at once would put the new file aside in place of the old one.
  await withFileLock(`${path}.lock`, {clock, staleMs: 30_000, waitMs: 5000}, async () => {
    if (await isLong()) await rename(path, aside);
  });
}
