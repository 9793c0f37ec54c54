import {spawn} from 'node:child_process';
import {onAbort} from '../base/on-abort.ts';
import {codeOf} from './error-code.ts';

/** How a program is run. */
export interface RunOptions {
  /** It is ended after so many milliseconds. @default 30 000 */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const usualTimeoutMs = 30_000;

/**
 * Run a program without a shell, a text on its standard input; what it prints is not looked at.
 *
 * @param argv program and arguments
 * @returns why it did not end well, as a sentence; undefined when it did
 */
export function runProgram(
  argv: readonly string[],
  input: string,
  {timeoutMs = usualTimeoutMs, signal}: RunOptions = {},
): Promise<string | undefined> {
  const [program = '', ...args] = argv;
  return new Promise(resolve => {
    const child = spawn(program, args, {stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true});
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const release = onAbort(signal, () => child.kill('SIGKILL'));
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      release();
      resolve(problem);
    };
    child.once('error', error => {
      end(codeOf(error) === 'ENOENT' ? `${program} was not found` : `${program}: ${error.message}`);
    });
    child.once('close', (code, by) => {
      if (isLate) end(`${program} was ended after ${Math.round(timeoutMs / 1000)} s`);
      else if (by !== null) end(`${program} was ended by ${by}`);
      else end(code === 0 ? undefined : `${program} ended with exit code ${code}`);
    });
    // One that does not read its input is no fault.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
