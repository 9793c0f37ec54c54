import {open, readdir, rm} from 'node:fs/promises';
import {Failure} from '../base/failure.ts';
import {codeOf, isFileMissing} from './error-code.ts';
import type {Host} from './host.ts';
import {pathsOf, withHome} from './paths.ts';

/** Limit of bytes of a file that is read completely. */
const longestFile = 16 * 1_048_576;

type Places = Pick<Host, 'home' | 'cwd' | 'platform'>;

/**
 * Read a file named by the user: `~` is the home directory, relative paths start at the working
 * directory. `path` is for showing it in a command.
 *
 * @throws Failure 'validation_error' if it cannot be read, is larger than 16 MB or not a file
 */
export async function readUserFile(
  named: string,
  host: Places,
): Promise<{readonly path: string; readonly bytes: Uint8Array}> {
  const path = withHome(named, host);
  const handle = await open(pathsOf(host).resolve(host.cwd, path), 'r').catch((error: unknown) => {
    const why = isFileMissing(error)
      ? 'file not found'
      : `cannot be read (${String(codeOf(error))})`;
    throw new Failure('validation_error', `${named}: ${why}.`, {cause: error});
  });
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > longestFile) {
      const why = found.isFile() ? 'is larger than 16 MB' : 'is not a file';
      throw new Failure('validation_error', `${named} ${why}.`, {hint: 'Use a smaller file.'});
    }
    return {path, bytes: await handle.readFile()};
  } finally {
    await handle.close();
  }
}

/** Limit of names listed in a folder. */
const listedAtMost = 1000;

/**
 * List a folder named by the user, folders with a trailing `/`; '' is the working directory. Names
 * starting with a dot are skipped. Empty if it cannot be read.
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

/** The result of writing a file: its full path, and whether it existed already. */
export interface SavedFile {
  readonly path: string;
  /** A file of that name exists and was not changed. */
  readonly exists: boolean;
}

/**
 * Write a new file readable by its owner only (mode 0600); an existing one is never changed.
 *
 * @param path absolute, from the working directory, or from the home directory with `~/`
 * @throws the system's error; an incomplete file is deleted
 */
export async function saveFile(path: string, text: string, host: Places): Promise<SavedFile> {
  const full = pathsOf(host).resolve(host.cwd, withHome(path, host));
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(full, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return {path: full, exists: true};
    throw error;
  }
  try {
    await file.writeFile(text);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(full, {force: true});
    throw error;
  }
  return {path: full, exists: false};
}
