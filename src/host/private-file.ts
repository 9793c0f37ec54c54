import {randomUUID} from 'node:crypto';
import {chmod, open, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makeDirectory} from './make-directory.ts';

/**
 * Write a file that its owner alone may read: a temporary file of mode 0600 beside it, then a
 * rename, so that nobody ever sees half of it and a wider mode it had is gone. Its directory is made
 * with mode 0700 when it is not there; one that `ownsDirectory` says is ours is set to 0700 too.
 *
 * @throws the system's error when it cannot be written; the file is then as it was
 */
export async function writePrivateFile(
  path: string,
  text: string,
  options: {readonly ownsDirectory: boolean},
): Promise<void> {
  await makePrivateDirectory(dirname(path), options);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
}

/** Make a directory that its owner alone may enter. */
export async function makePrivateDirectory(
  path: string,
  {ownsDirectory}: {readonly ownsDirectory: boolean},
): Promise<void> {
  await makeDirectory(path);
  if (ownsDirectory) await chmod(path, 0o700);
}
