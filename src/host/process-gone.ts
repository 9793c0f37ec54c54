import process from 'node:process';

/**
 * Whether no process of this machine has that number any more.
 *
 * @param pid 1 or more
 */
export function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
