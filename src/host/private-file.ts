import {randomUUID} from 'node:crypto';
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import process from 'node:process';
import {codeOf, irregularFile, isFileMissing, isProcessGone} from './error-code.ts';

/** Age after which a temporary file is deleted whose process cannot be checked. */
const orphanMs = 3_600_000;

/**
 * Write a file readable by its owner only: a temporary file of mode 0600, then a rename, so that it
 * is never incomplete and a wider mode is reset. A missing directory is created with mode 0700;
 * with `ownsDirectory` an existing one is set to 0700 too. Temporary files left by killed processes
 * are deleted, since they have the same content.
 *
 * @throws the system's error if it cannot be written; then the file is unchanged
 */
export async function writePrivateFile(
  path: string,
  text: string,
  options: {readonly ownsDirectory: boolean},
): Promise<void> {
  await replacePrivateFile(path, file => file.writeFile(text), options);
}

/**
 * The same with a function that writes the text, for text that is only known once the file is open.
 *
 * @throws exceptions of `write`, too; then the file is unchanged
 */
export async function replacePrivateFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  options: {readonly ownsDirectory: boolean},
): Promise<void> {
  await (await preparePrivateFile(path, write, options)).commit();
}

/** A file written under a temporary name. One of its functions is called. */
export interface PreparedFile {
  /** Rename it to its final name; on an error it is removed. */
  commit(): Promise<void>;
  /** Remove it; never throws. */
  discard(): Promise<void>;
}

/**
 * Write a private file under its temporary name only, so that several files are replaced after all
 * of them are written.
 *
 * @throws exceptions of `write`, and the system's error; no temporary file remains
 */
export async function preparePrivateFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  options: {readonly ownsDirectory: boolean},
): Promise<PreparedFile> {
  await makePrivateDirectory(dirname(path), options);
  await removeLeftBehind(path);
  return prepareFile(path, `${path}.${process.pid}-${randomUUID()}.tmp`, async file => {
    await write(file);
    await file.sync();
  });
}

/**
 * Write a temporary file of mode 0600, then rename it, so that it is complete or absent.
 *
 * @param write receives the temporary file, which is closed afterwards
 * @throws the system's error; no temporary file remains
 */
export async function replaceFile(
  path: string,
  temporary: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  await (await prepareFile(path, temporary, write)).commit();
}

async function prepareFile(
  path: string,
  temporary: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<PreparedFile> {
  await refuseIrregular(path);
  const discard = () => rm(temporary, {force: true});
  const orDiscard = async (work: Promise<void>) => {
    await work.catch(async error => {
      await discard();
      throw error;
    });
  };
  const writeAll = async () => {
    const file = await open(temporary, 'wx', 0o600);
    await write(file).finally(() => file.close());
  };
  await orDiscard(writeAll());
  return {commit: () => orDiscard(rename(temporary, path)), discard};
}

/**
 * Reject a symbolic link whose target is missing instead of reading an empty file: its disk may not
 * be mounted.
 *
 * @throws Error for such a link
 */
export async function refuseDangling(path: string): Promise<void> {
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return;
  const isThere = await stat(path).then(
    () => true,
    error => !isFileMissing(error),
  );
  if (!isThere) throw new Error(`${path} is a link to ${target}, which does not exist`);
}

/**
 * Reject anything but a regular file: a pipe may block, a device may be endless, and neither must
 * be replaced.
 *
 * @throws the error of `irregularFile`, or the system's
 */
export async function refuseIrregular(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (!isFileMissing(error)) throw error;
  });
  if (found !== undefined && !found.isFile()) throw irregularFile(path);
}

/** Create a directory that only its owner can enter. */
export async function makePrivateDirectory(
  path: string,
  {ownsDirectory}: {readonly ownsDirectory: boolean},
): Promise<void> {
  await makeDirectory(path);
  if (ownsDirectory) await chmod(path, 0o700);
}

/**
 * Create a directory and its missing parents with mode 0700. Node's recursive mkdir never returns
 * if the system reports ENOENT for an existing directory (/proc); here each directory is tried only
 * once more.
 *
 * @throws the system's error if it cannot be created
 */
export async function makeDirectory(path: string): Promise<void> {
  if (await createDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) await makeDirectory(above);
  await mkdir(path, {mode: 0o700}).catch(error => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Create one directory; false if its parent is missing. */
async function createDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path, {mode: 0o700});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function removeLeftBehind(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(start)) continue;
    const found = /^(?:(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/.exec(
      name.slice(start.length),
    );
    if (found === null) continue;
    const temporary = join(dirname(path), name);
    const isGone = found[1] !== undefined && isProcessGone(Number(found[1]));
    if (isGone || (await isOld(temporary))) await rm(temporary, {force: true});
  }
}

async function isOld(path: string): Promise<boolean> {
  // Another process may have removed it meanwhile.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > orphanMs;
}

/** The permission bits of a file, such as 0o600; undefined if it does not exist. */
export async function findFileMode(path: string): Promise<number | undefined> {
  try {
    const {mode} = await stat(path);
    return mode & 0o777;
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw error;
  }
}
