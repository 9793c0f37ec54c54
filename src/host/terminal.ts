import {writeSync} from 'node:fs';
import process from 'node:process';

/** Leave the alternate screen, show the cursor, mouse, bracketed paste and kitty keys off, colours reset. */
const restoreSequence =
  '\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m\x1b[?1049l\x1b[?25h';

const signals = {SIGHUP: 1, SIGINT: 2, SIGTERM: 15} as const;

/** Whether a terminal has 256 colours or more. */
export function isRichTerminal(env: Readonly<Record<string, string | undefined>>): boolean {
  return /truecolor|24bit/.test(env.COLORTERM ?? '') || /256|direct/.test(env.TERM ?? '');
}

/** Ask the terminal for the colour of its background (OSC 11); the answer comes as if it were typed. */
export function askBackground(env: Readonly<Record<string, string | undefined>>): void {
  // The consoles of Linux and of old serial lines would print the question.
  if (/^(?:linux|dumb|vt\d+)$/.test(env.TERM ?? '')) return;
  process.stdout.write('\x1b]11;?\x1b\\');
}

/** What switches mouse reports on or off: presses and the wheel, positions without limit (SGR). */
export function mouseSequence(on: boolean): string {
  return on ? '\x1b[?1000h\x1b[?1006h' : '\x1b[?1006l\x1b[?1000l';
}

/** Standard output with every text changed on its way; all else is as it is. */
export function translatedStdout(translate: (text: string) => string): NodeJS.WriteStream {
  const {stdout} = process;
  const write = (chunk: string | Uint8Array, ...rest: never[]): boolean =>
    stdout.write(typeof chunk === 'string' ? translate(chunk) : chunk, ...rest);
  return new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Keeps the promise that the terminal is given back as it was, however the program ends. */
export interface TerminalGuard {
  /** Give the terminal back now; a second call does nothing. */
  restore(): void;
  /** Stop listening: the terminal was given back in the ordinary way. */
  release(): void;
}

/**
 * Watch every way the program can end while it owns the terminal: exit, SIGHUP, SIGINT, SIGTERM, an
 * uncaught exception, an unhandled rejection. Writes synchronously, since nothing later may run.
 *
 * @param fd file descriptor of the terminal
 * @param onCrash called after the terminal was given back: reports the error and ends the program
 */
export function guardTerminal(fd: number, onCrash: (error: unknown) => void): TerminalGuard {
  let restored = false;
  const restore = (): void => {
    if (restored) return;
    restored = true;
    try {
      if (process.stdin.isTTY) process.stdin.setRawMode(false);
      writeSync(fd, restoreSequence);
    } catch (error) {
      // The terminal is gone (closed window): there is nothing left to give back.
      if (!isGone(error)) throw error;
    }
  };
  const onSignal = (signal: keyof typeof signals): void => {
    restore();
    release();
    // Die of the signal itself, so that the parent sees how the program ended.
    process.kill(process.pid, signal);
  };
  const onError = (error: unknown): void => {
    restore();
    release();
    onCrash(error);
  };
  const handlers = Object.keys(signals).map(
    name => [name as keyof typeof signals, () => onSignal(name as keyof typeof signals)] as const,
  );
  for (const [name, handler] of handlers) process.on(name, handler);
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  process.on('exit', restore);
  function release(): void {
    for (const [name, handler] of handlers) process.off(name, handler);
    process.off('uncaughtException', onError);
    process.off('unhandledRejection', onError);
    process.off('exit', restore);
  }
  return {restore, release};
}

function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EIO' || code === 'EBADF' || code === 'EPIPE' || code === 'ENXIO';
}
