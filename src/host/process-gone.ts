import process from 'node:process';
import {codeOf} from './error-code.ts';

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
    return codeOf(error) === 'ESRCH';
  }
}
