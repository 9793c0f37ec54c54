import {open, rm} from 'node:fs/promises';
import {codeOf} from './error-code.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';

/** What became of a file that was to be written: its full path, and whether one was there already. */
export interface SavedFile {
  readonly path: string;
  /** A file of that name is there; it was left as it is. */
  readonly exists: boolean;
}

/**
 * Write a new file that its owner alone may read (mode 0600); one that is there is never touched.
 *
 * @param path absolute, from the working directory, or from the home directory with `~/`
 * @throws the system's error; a file half written is taken away
 */
export async function saveFile(
  path: string,
  text: string,
  host: Pick<Host, 'cwd' | 'home' | 'env' | 'platform'>,
): Promise<SavedFile> {
  const paths = pathsOf(host);
  const expanded = /^~(?=$|[/\\])/.test(path) ? paths.join(host.home, path.slice(1)) : path;
  const full = paths.resolve(host.cwd, expanded);
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(full, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return {path: full, exists: true};
    }
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
