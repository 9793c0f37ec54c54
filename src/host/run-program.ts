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
      const code = codeOf(error);
      end(code === 'ENOENT' ? describeEnd(program, {code}) : `${program}: ${error.message}`);
    });
    child.once('close', (code, signal) => {
      if (isLate) end(`${program} was ended after ${Math.round(timeoutMs / 1000)} s`);
      else end(code === 0 ? undefined : describeEnd(program, {code, signal}));
    });
    // One that does not read its input is no fault.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/**
 * How a program ended that did not end well, as a sentence without what it printed: that may be half a
 * secret.
 *
 * @param end an exit code, or what the system says of one that did not start; else a signal
 */
export function describeEnd(
  program: string,
  {code, signal}: {readonly code?: unknown; readonly signal?: unknown},
): string {
  if (code === 'ENOENT') return `${program} was not found`;
  if (typeof code === 'number') return `${program} ended with exit code ${code}`;
  return `${program} was ended by ${String(signal ?? code)}`;
}
