import {mkdir} from 'node:fs/promises';
import {dirname} from 'node:path';
import {codeOf} from './error-code.ts';

/**
 * Make a directory and those above it that are missing, for their owner alone (0700). Node's own
 * recursive mkdir never comes back where the system says ENOENT for a directory that is there
 * (/proc): here each directory is tried once more and no more.
 *
 * @throws the system's error when it cannot be made
 */
export async function makeDirectory(path: string): Promise<void> {
  if (await made(path)) return;
  const above = dirname(path);
  if (above !== path) await makeDirectory(above);
  await mkdir(path, {mode: 0o700}).catch(error => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Whether the directory is there now; false when one above it is missing. */
async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, {mode: 0o700});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
