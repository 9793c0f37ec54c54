import {spawn} from 'node:child_process';
import process from 'node:process';
import {makeReleasableWaits} from '../base/releasable-waits.ts';
import {type AllowedControls, escapeOutput} from '../base/safe-text.ts';
import {splitWords} from '../base/shell-words.ts';
import {childEnv} from './child-env.ts';
import type {OutputStream, Pager} from './host.ts';

/** Default pager; exits at once if the output fits on the screen. */
const usualPager = 'less -FRX';

/**
 * Open a pager for a terminal, without a shell; it starts with the first text. If it cannot be
 * started, text is written directly.
 *
 * @param command as in PAGER; '' for `less -FRX`
 */
export function openPager(command: string, stdout: OutputStream): Pager {
  const found = splitWords(command.trim() === '' ? usualPager : command);
  const words = 'words' in found ? found.words : [];
  const decoder = new TextDecoder();
  let reader: Reader | undefined;
  return {
    stdout: Object.create(stdout, {
      closed: {get: () => reader?.isClosed() ?? stdout.closed},
      write: {
        value(text: string | Uint8Array, may?: AllowedControls) {
          reader ??= startReader(words, stdout);
          // Pagers pass on styles and, with some options, all control sequences.
          reader.write(escapeOutput(typeof text === 'string' ? text : decoder.decode(text), may));
        },
      },
      flush: {value: () => reader?.flush() ?? stdout.flush()},
    }),
    end: async () => reader?.end(),
  };
}

interface Reader extends Pick<OutputStream, 'flush'> {
  /** @param text escaped text, possibly with styles */
  write(text: string): void;
  isClosed(): boolean;
  end(): Promise<void>;
}

function startReader([program = 'less', ...args]: readonly string[], stdout: OutputStream): Reader {
  const child = spawn(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: childEnv(),
  });
  /** Output written before the pager had started. */
  let early: string[] | undefined = [];
  let state: 'reading' | 'gone' | 'failed' = 'reading';
  let taken: Promise<void> = Promise.resolve();
  // An interrupt is for the pager, which returns to its prompt; a key quits it.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  child.once('spawn', () => {
    early = undefined;
  });
  const left = new Promise<void>(resolve => {
    child.once('error', () => {
      state = 'failed';
      for (const text of early ?? []) stdout.write(text, 'style');
      resolve();
    });
    child.once('close', () => {
      if (state === 'reading') state = 'gone';
      resolve();
    });
  }).finally(() => process.off('SIGINT', ignore));
  const waits = makeReleasableWaits();
  void left.then(waits.release);
  child.stdin.on('error', () => {
    if (state === 'reading') state = 'gone';
  });
  return {
    write(text) {
      if (state === 'failed') return stdout.write(text, 'style');
      if (state === 'gone' || text.length === 0) return;
      early?.push(text);
      const before = taken;
      const own = new Promise<void>(resolve => child.stdin.write(text, () => resolve()));
      taken = before.then(() => own);
    },
    async flush() {
      await waits.wait(taken);
      if (state === 'failed') await stdout.flush();
    },
    isClosed: () => (state === 'failed' ? stdout.closed : state === 'gone'),
    async end() {
      child.stdin.end();
      await left;
      if (state === 'failed') await stdout.flush();
    },
  };
}
