import {mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Failure} from '../base/failure.ts';
import {codeOf, isFileMissing} from './error-code.ts';
import type {Host} from './host.ts';
import {pathsOf, withHome} from './paths.ts';

/** Size of a file that is read. */
const mostBytes = 16 * 1_048_576;

type Places = Pick<Host, 'home' | 'cwd' | 'platform'>;

/** The full path of a folder that the user named. */
export function sitePath(folder: string, host: Places): string {
  return pathsOf(host).resolve(host.cwd, withHome(folder, host));
}

/** Make the access to the files below a folder, as src/site takes it. */
export function siteFilesIn(folder: string) {
  return {
    yaml: () => readYamlFiles(folder),
    find: (path: string) => findText(join(folder, path)),
    write: (changes: ReadonlyMap<string, string | undefined>) => writeSiteFiles(folder, changes),
  };
}

/**
 * Read the YAML files of a folder, by their path below it with `/`, sorted. Folders that begin with
 * a dot are left out, and symbolic links are not followed.
 *
 * @throws Failure 'validation_error' if a file cannot be read or is larger than 16 MB
 */
async function readYamlFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), {withFileTypes: true}).catch(error => {
      if (below === '' && isFileMissing(error)) return [];
      throw unreadable(join(folder, below), error);
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && entry.name.endsWith('.yaml'))
        found.set(path, await readText(folder, path));
    }
  };
  await walk('');
  return found;
}

async function readText(folder: string, path: string): Promise<string> {
  const full = join(folder, path);
  try {
    const {size} = await stat(full);
    if (size <= mostBytes) return await readFile(full, 'utf8');
  } catch (error) {
    throw unreadable(full, error);
  }
  throw new Failure('validation_error', `${full} is larger than 16 MB.`, {hint: 'Split the file.'});
}

/** Read a file that may not exist. */
export async function findText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Failure {
  const why = `cannot be read (${String(codeOf(error))})`;
  return new Failure('validation_error', `${path} ${why}.`, {cause: error});
}

/**
 * Write files below a folder, which is created if needed. Each is replaced at once, so that no
 * reader sees half of it; undefined removes a file.
 *
 * @throws the system's error
 */
export async function writeSiteFiles(
  folder: string,
  changes: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  for (const [path, text] of changes) {
    const full = join(folder, path);
    if (text === undefined) {
      await rm(full, {force: true});
      continue;
    }
    await mkdir(dirname(full), {recursive: true});
    const fresh = `${full}.${process.pid}.tmp`;
    try {
      await writeFile(fresh, text, {flag: 'wx'});
      await rename(fresh, full);
    } catch (error) {
      await rm(fresh, {force: true});
      throw error;
    }
  }
}
