import {writeSync} from 'node:fs';
import process from 'node:process';

/**
 * Tell when the process ends although the run has not: Node ends it with success once nothing is
 * left that could go on, and a promise that nothing will settle is nothing. A run without an answer
 * is never exit 0 (contract 3.4).
 *
 * @param line what is written to standard error then
 * @returns to be called when the run has ended
 */
export function guardEnd(line: string): () => void {
  const tell = (exitCode: number): void => {
    if (exitCode !== 0) return;
    process.exitCode = 1;
    writeSync(process.stderr.fd, `${line}\n`);
  };
  process.once('exit', tell);
  return () => process.off('exit', tell);
}
