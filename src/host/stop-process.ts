import process from 'node:process';
import {setTimeout} from 'node:timers/promises';

const msToStop = 100;

/**
 * Stop the program as ctrl+z does, and go on when the shell says so. Where nothing can bring it back
 * (no job control, Windows) it is not stopped.
 *
 * @returns false where programs cannot be stopped
 */
export async function stopProcess(): Promise<boolean> {
  if (process.platform === 'win32') return false;
  // To the whole group, as the terminal does: a wrapper that started it stops too.
  process.kill(0, 'SIGTSTP');
  // The signal arrives a moment later; while it is stopped no time passes here.
  await setTimeout(msToStop);
  return true;
}
