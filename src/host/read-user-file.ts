import {open, readdir} from 'node:fs/promises';
import {Failure} from '../base/failure.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';

/** Bytes of a file that is read whole. */
const longestFile = 16 * 1_048_576;

type Places = Pick<Host, 'home' | 'cwd' | 'platform'>;

/** A path with the home directory in place of `~`. */
function withHome(path: string, {home}: Places): string {
  return path.replace(/^~(?=[/\\]|$)/, home);
}

/**
 * The bytes of a file that the user named: `~` is the home directory, what is relative starts at the
 * working directory. `path` is how a command names it.
 *
 * @throws Failure 'validation_error' of one over 16 MB or that is no file; else the system's error
 */
export async function readUserFile(
  named: string,
  host: Places,
): Promise<{readonly path: string; readonly bytes: Uint8Array}> {
  const path = withHome(named, host);
  const handle = await open(pathsOf(host).resolve(host.cwd, path), 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > longestFile) {
      const why = found.isFile() ? 'has more than 16 MB' : 'is no file';
      throw new Failure('validation_error', `${named} ${why}.`, {hint: 'Name a smaller file.'});
    }
    return {path, bytes: await handle.readFile()};
  } finally {
    await handle.close();
  }
}

/** Names in a folder that are listed at most. */
const listedAtMost = 1000;

/**
 * What is in a folder that the user named, folders with a `/` behind them; '' is the working directory.
 * What begins with a dot is left out. Nothing where it cannot be read.
 */
export async function listUserFolder(folder: string, host: Places): Promise<readonly string[]> {
  const path = pathsOf(host).resolve(host.cwd, withHome(folder, host));
  const found = await readdir(path, {withFileTypes: true}).catch(() => []);
  return found
    .filter(({name}) => !name.startsWith('.'))
    .slice(0, listedAtMost)
    .map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((one, other) => one.localeCompare(other, 'en', {numeric: true}));
}
