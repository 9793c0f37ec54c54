import {stat} from 'node:fs/promises';

/** The permission bits of a file, such as 0o600; undefined when it is not there. */
export async function findFileMode(path: string): Promise<number | undefined> {
  try {
    const {mode} = await stat(path);
    return mode & 0o777;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
