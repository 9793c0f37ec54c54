import process from 'node:process';
import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import {Failure} from '../base/failure.ts';

/**
 * Ask on the terminal: the question goes to standard error, the answer is one line of standard input.
 *
 * @param hidden what is typed is not shown
 * @throws Failure 'interrupted' for Ctrl+C and for the end of input
 */
export function askOnTerminal(question: string, hidden: boolean): Promise<string> {
  const {stdin, stderr} = process;
  stderr.write(hidden ? question : '');
  const silent = new Writable({write: (_chunk, _encoding, done) => done()});
  const reader = createInterface({
    input: stdin,
    output: hidden ? silent : stderr,
    terminal: true,
    historySize: 0,
  });
  return new Promise((resolve, reject) => {
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => {
      // Left open it would keep the process waiting for input.
      stdin.unref?.();
      reject(new Failure('interrupted', 'Interrupted.', {attempts: 0}));
    });
    stdin.ref?.();
    reader.question(hidden ? '' : question, answer => {
      resolve(answer);
      reader.close();
      if (hidden) stderr.write('\n');
    });
  });
}
