import {createReadStream, readFileSync, statSync} from 'node:fs';
import {homedir, userInfo} from 'node:os';
import {isAbsolute, resolve} from 'node:path';
import process from 'node:process';
import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';
import {onAbort} from '../base/on-abort.ts';
import {inputTooLarge, maxInputBytes} from '../base/work-limits.ts';
import {irregularFile, isFileMissing} from './error-code.ts';
import type {Host, ProcessHost} from './host.ts';
import {prepareForLongList} from './own-process.ts';
import {openPager} from './pager.ts';
import type {Prompter} from './prompt.ts';
import {readCommand} from './run-program.ts';
import {makeInputStream, makeOwnOutput, readWhole} from './streams.ts';

/** The host of this process. Standard input is not opened before it is read. */
export function makeHost(): ProcessHost {
  let stdin: Host['stdin'] | undefined;
  let prompter: Promise<Prompter> | undefined;
  const stdout = makeOwnOutput(1, () => process.stdout);
  const stderr = makeOwnOutput(2, () => process.stderr);
  const limitWaits = (): void => {
    stdout.limitWaits(unreadMs);
    stderr.limitWaits(unreadMs);
  };
  return {
    get stdin() {
      stdin ??= makeInputStream(process.stdin);
      return stdin;
    },
    stdout,
    stderr,
    env: process.env,
    get cwd() {
      return workingDirectory();
    },
    get home() {
      return homeDirectory();
    },
    platform: process.platform,
    runtime:
      process.versions.bun === undefined
        ? `Node ${process.version}`
        : `executable (Bun ${process.versions.bun})`,
    clock: makeSystemClock(),
    random: () => Math.random(),
    findFile: (path, kind) => findFile(resolve(workingDirectory(), path), kind),
    runCommand: readCommand,
    ask: async (question, {hidden = false} = {}) => {
      prompter ??= import('./prompt.ts').then(({makePrompter}) => makePrompter());
      return (await prompter).ask(question, hidden);
    },
    openPager: command => openPager(command, stdout),
    onSignal: makeSignals(limitWaits),
    prepareForLongList,
  };
}

/**
 * The working directory; if it has been deleted, its former path, so that no other directory is
 * used.
 */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return resolve('/', process.env.PWD ?? '');
  }
}

/**
 * The user's home directory. If HOME is empty or relative, that of the account, or none: a
 * configuration is never searched for in the working directory (contract 8.1).
 */
function homeDirectory(): string {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // The account has no entry in the system's list.
    }
  }
  return resolve('/');
}

/** Milliseconds that output waits for a reader that takes nothing, after a signal. */
const unreadMs = 1000;

/**
 * One listener per signal, however many wait for it: Node reports the eleventh as a leak, and a
 * batch runs 16 commands at a time. The second signal ends the process.
 */
function makeSignals(received: () => void): Host['onSignal'] {
  const waiting = new Map<string, Set<() => void>>();
  const tell = (signal: NodeJS.Signals): void => {
    const listeners = waiting.get(signal) ?? [];
    waiting.delete(signal);
    process.off(signal, tell);
    received();
    for (const listener of listeners) listener();
  };
  return (signal, listener) => {
    const listeners = waiting.get(signal) ?? new Set();
    if (!waiting.has(signal)) process.on(signal, tell);
    waiting.set(signal, listeners);
    const own = (): void => listener();
    listeners.add(own);
    return () => {
      listeners.delete(own);
      if (listeners.size > 0 || waiting.get(signal) !== listeners) return;
      waiting.delete(signal);
      process.off(signal, tell);
    };
  };
}

async function findFile(
  path: string,
  kind: 'regular' | 'any' = 'regular',
): Promise<Uint8Array | undefined> {
  try {
    const found = statSync(path);
    if (kind === 'regular' && !found.isFile()) throw irregularFile(path);
    if (kind === 'any') {
      if (found.isFile() && found.size > maxInputBytes) throw inputTooLarge(path);
      // A pipe or device may have no end, and waiting for one must not block signals.
      if (!found.isFile()) return await readWhole(createReadStream(path), path);
    }
    // Loading Node's promise-based file functions takes longer than reading these small files.
    return readFileSync(path);
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw error;
  }
}

/** The system's clock. */
export function makeSystemClock(): Clock {
  return {
    now: () => Date.now(),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        let release = (): void => undefined;
        const timer = setTimeout(() => {
          release();
          resolve();
        }, ms);
        release = onAbort(signal, () => {
          clearTimeout(timer);
          reject(new Failure('interrupted', 'Interrupted while waiting.'));
        });
      });
    },
  };
}
