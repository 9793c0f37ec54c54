import {open} from 'node:fs/promises';
import {Failure} from '../base/failure.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';

/** Bytes of a file that is read whole. */
const longestFile = 16 * 1_048_576;

/**
 * The text of a file that the user named: `~` is the home directory, what is relative starts at the
 * working directory.
 *
 * @throws Failure 'validation_error' of one over 16 MB or that is no file; else the system's error
 */
export async function readUserFile(
  path: string,
  host: Pick<Host, 'home' | 'cwd' | 'platform'>,
): Promise<string> {
  const whole = pathsOf(host).resolve(host.cwd, path.replace(/^~(?=[/\\]|$)/, host.home));
  const handle = await open(whole, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > longestFile) {
      const why = found.isFile() ? 'has more than 16 MB' : 'is no file';
      throw new Failure('validation_error', `${path} ${why}.`, {hint: 'Name a smaller file.'});
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
