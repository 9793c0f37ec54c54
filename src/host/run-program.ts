import {Buffer} from 'node:buffer';
import {type ChildProcess, spawn} from 'node:child_process';
import process from 'node:process';
import {onAbort} from '../base/on-abort.ts';
import {childEnv} from './child-env.ts';
import {codeOf} from './error-code.ts';

/** Time limits of a program. */
export interface RunLimits {
  /** Milliseconds until it is terminated. @default 30 000 */
  readonly timeoutMs?: number | undefined;
  /** Terminates it when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to finish after `signal` is aborted. @default 0 */
  readonly graceMs?: number | undefined;
}

/** How a program ended. */
export interface ProgramResult {
  /**
   * `done`: exit code 0. `failed`: another exit code, or a signal. `timed-out`: the time limit.
   * `not-started`: the system could not start it. `interrupted`: terminated by the caller's signal.
   */
  readonly kind: 'done' | 'failed' | 'timed-out' | 'not-started' | 'interrupted';
  /** The problem as a sentence, without the program's output; absent if done. */
  readonly problem?: string;
}

/** The default time limit of a program, milliseconds. */
export const programTimeoutMs = 30_000;
/** Milliseconds from SIGTERM to SIGKILL. */
const killAfterMs = 2000;
/** Milliseconds after SIGKILL until a program that still runs (on a hung disk) is abandoned. */
const abandonAfterMs = 1000;
/**
 * Milliseconds to read the remaining output after the end: a child process may keep the pipe open.
 */
const drainMs = 250;
/** Longest output of a command, bytes. */
const maxOutputBytes = 1_000_000;

/**
 * Run a program without a shell, with a text on its standard input; its output is discarded.
 *
 * It gets its own process group, so that the time limit also ends its children.
 *
 * @param argv program and arguments
 */
export function runProgram(
  argv: readonly string[],
  input: string,
  limits: RunLimits = {},
): Promise<ProgramResult> {
  const [program = '', ...args] = argv;
  let child: ChildProcess;
  try {
    const options = {windowsHide: true, detached: hasGroups, env: childEnv()} as const;
    child = spawn(program, args, {...options, stdio: ['pipe', 'ignore', 'ignore']});
  } catch (error) {
    return Promise.resolve(notStarted(program, error));
  }
  // A program may ignore its input.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return waitForEnd(child, program, limits, name => killGroup(child, name)).finally(() =>
    child.stdin?.destroy(),
  );
}

/**
 * Run a program without a shell and return its output, without the final line break. It stays in
 * the process group of the terminal, where it may ask for a passphrase.
 *
 * @param argv program and arguments
 * @throws Error that tells how it ended, without its output
 */
export async function readCommand(
  argv: readonly string[],
  limits: RunLimits = {},
): Promise<string> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, {stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true});
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxOutputBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  const read = new Promise(resolve => child.stdout.once('close', resolve));
  try {
    const {problem} = await waitForEnd(child, program, limits, name => child.kill(name));
    if (length > maxOutputBytes) throw new Error(`${program} printed more than 1 MB`);
    if (problem !== undefined) throw new Error(problem);
    await within(drainMs, read);
    return Buffer.concat(chunks)
      .toString('utf8')
      .replace(/\r?\n$/, '');
  } finally {
    child.stdout.destroy();
  }
}

/** Windows has no process groups: detaching opens a window there. */
const hasGroups = process.platform !== 'win32';

function killGroup(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined || !hasGroups) return void child.kill(name);
  try {
    process.kill(-child.pid, name);
  } catch {
    // The process group is empty.
  }
}

/**
 * Wait for a program to exit, not for its pipes to close. After a limit it is terminated, then
 * killed, then abandoned, which takes at most three seconds more.
 */
function waitForEnd(
  child: ChildProcess,
  program: string,
  {timeoutMs = programTimeoutMs, signal, graceMs = 0}: RunLimits,
  kill: (name: 'SIGTERM' | 'SIGKILL') => void,
): Promise<ProgramResult> {
  return new Promise(resolve => {
    let ending: ProgramResult | undefined;
    const timers: NodeJS.Timeout[] = [];
    const end = (result: ProgramResult): void => {
      for (const timer of timers) clearTimeout(timer);
      release();
      resolve(ending ?? result);
    };
    const askToEnd = (reason: ProgramResult): void => {
      if (ending !== undefined) return;
      ending = reason;
      kill('SIGTERM');
      timers.push(
        setTimeout(() => kill('SIGKILL'), killAfterMs),
        setTimeout(() => {
          child.unref();
          end(reason);
        }, killAfterMs + abandonAfterMs),
      );
    };
    const late = `${program} was stopped after ${Math.round(timeoutMs / 100) / 10} s`;
    timers.push(setTimeout(() => askToEnd({kind: 'timed-out', problem: late}), timeoutMs));
    let release = (): void => undefined;
    child.once('error', error => end(notStarted(program, error)));
    child.once('exit', (code, signal) => {
      // Terminate the processes it started and left behind.
      if (ending !== undefined) kill('SIGKILL');
      if (code === 0) end({kind: 'done'});
      else end({kind: 'failed', problem: describeEnd(program, {code, signal})});
    });
    release = onAbort(signal, () => {
      const interrupt = () =>
        askToEnd({kind: 'interrupted', problem: `${program} was interrupted`});
      if (graceMs === 0) interrupt();
      else timers.push(setTimeout(interrupt, graceMs));
    });
  });
}

function notStarted(program: string, error: unknown): ProgramResult {
  const code = codeOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  const problem = code === 'ENOENT' ? describeEnd(program, {code}) : `${program}: ${reason}`;
  return {kind: 'not-started', problem};
}

/** Wait for something, but at most this long. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise(resolve => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/**
 * Describe how a program failed, without its output, which may contain part of a secret.
 *
 * @param end an exit code, a signal, or the system's error if it did not start
 */
function describeEnd(
  program: string,
  {code, signal}: {readonly code?: unknown; readonly signal?: unknown},
): string {
  if (code === 'ENOENT') return `${program} was not found`;
  if (typeof code === 'number') return `${program} exited with code ${code}`;
  return `${program} was terminated by ${String(signal ?? code)}`;
}
