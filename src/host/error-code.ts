import process from 'node:process';

/** A system error: the failed call and the error code (`ENOENT`). */
export type SystemError = Error & {readonly code: string};

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** The code of a system error (`ENOENT`); undefined for other thrown values. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Find a member of an error or of its causes: libraries wrap system errors. */
export function findInCauses(error: unknown, name: string): unknown {
  for (let one = error; one instanceof Error; one = one.cause) {
    const value: unknown = Reflect.get(one, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether an error means that a file does not exist. */
export function isFileMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Whether no process of this machine has that id any more.
 *
 * @param pid 1 or more
 */
export function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** An error for a pipe, a device or a directory in place of a regular file. */
export function irregularFile(path: string): Error {
  return Object.assign(new Error(`${path} is not a regular file`), {
    code: 'ENXIO',
    syscall: 'open',
    path,
  });
}
