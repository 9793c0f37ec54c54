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
import {codeOf, irregularFile, isAbsent, isProcessGone} from './error-code.ts';

/** A temporary file of another machine's process, or of one whose number is taken again, goes after this. */
const orphanMs = 3_600_000;

/**
 * Write a file that its owner alone may read: a temporary file of mode 0600 beside it, then a
 * rename, so that nobody ever sees half of it and a wider mode it had is gone. Its directory is made
 * with mode 0700 when it is not there; one that `ownsDirectory` says is ours is set to 0700 too.
 * Temporary files of the same file that a killed process left go: they hold what the file holds.
 *
 * @throws the system's error when it cannot be written; the file is then as it was
 */
export async function writePrivateFile(
  path: string,
  text: string,
  options: {readonly ownsDirectory: boolean},
): Promise<void> {
  await replacePrivateFile(path, file => file.writeFile(text), options);
}

/**
 * Do the same with a function that writes the text, for one that is only known once the file is open.
 *
 * @throws what `write` throws, too; the file is then as it was
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
  /** Put it in its place; on an error it is removed. */
  commit(): Promise<void>;
  /** Remove it; never throws. */
  discard(): Promise<void>;
}

/**
 * Write a private file under its temporary name only, so that several files are replaced after all of
 * them are written.
 *
 * @throws what `write` throws, and the system's error; nothing stays behind
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
 * Write a file of mode 0600 under a temporary name, then put it in its place: it is there as a whole or
 * not at all.
 *
 * @param write gets the temporary file, which is closed after it
 * @throws the system's error; nothing stays behind
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
 * Refuse to read a link whose file is not there as an empty file: what is missing may be on a disk that
 * is not mounted.
 *
 * @throws Error when there is such a link
 */
export async function refuseDangling(path: string): Promise<void> {
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return;
  const isThere = await stat(path).then(
    () => true,
    error => !isAbsent(error),
  );
  if (!isThere) throw new Error(`${path} is a link to ${target}, which does not exist`);
}

/**
 * Refuse what is there and is no regular file: a pipe may never answer, a device never end, and neither
 * is to be replaced.
 *
 * @throws the error of `irregularFile`, or the system's
 */
export async function refuseIrregular(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });
  if (found !== undefined && !found.isFile()) throw irregularFile(path);
}

/** Make a directory that its owner alone may enter. */
export async function makePrivateDirectory(
  path: string,
  {ownsDirectory}: {readonly ownsDirectory: boolean},
): Promise<void> {
  await makeDirectory(path);
  if (ownsDirectory) await chmod(path, 0o700);
}

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
  // Another process may have taken it away meanwhile.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > orphanMs;
}

/** The permission bits of a file, such as 0o600; undefined when it is not there. */
export async function findFileMode(path: string): Promise<number | undefined> {
  try {
    const {mode} = await stat(path);
    return mode & 0o777;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
