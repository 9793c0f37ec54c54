import {Buffer} from 'node:buffer';
import {writeSync} from 'node:fs';
import {constants} from 'node:os';
import process from 'node:process';
import {setImmediate, setTimeout} from 'node:timers/promises';
import {codeOf} from './error-code.ts';

/** Turn off kitty keys, mouse and bracketed paste, turn on wrapping, reset colours. */
const resetSequence =
  '\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[0m';
/** Outside the alternate screen this would move the cursor to the top. */
const leaveAlternateScreen = '\x1b[?1049l';
const showCursor = '\x1b[?25h';

/**
 * Signals that do not terminate, that cannot be caught, that V8's profiler uses, and processor
 * faults, after which no code of the program may run. ctrl+z is handled as a key.
 */
const leftAlone = new Set(
  'KILL STOP CHLD CONT URG WINCH INFO TSTP TTIN TTOU SEGV BUS FPE ILL PROF'
    .split(' ')
    .map(name => `SIG${name}`),
);

/** Number of colours of a terminal, by its environment variables. */
export function colorsOf(env: Readonly<Record<string, string | undefined>>): 16 | 256 | 'all' {
  if (/truecolor|24bit/.test(env.COLORTERM ?? '') || /direct/.test(env.TERM ?? '')) return 'all';
  return /256/.test(env.TERM ?? '') ? 256 : 16;
}

/** Request the terminal's background colour (OSC 11); the reply arrives as input. */
export function queryBackground(env: Readonly<Record<string, string | undefined>>): void {
  // The consoles of Linux and of old serial terminals would print the request.
  if (/^(?:linux|dumb|vt\d+)$/.test(env.TERM ?? '')) return;
  process.stdout.write('\x1b]11;?\x1b\\');
}

/**
 * The sequence that turns mouse reports on or off: clicks and the wheel, with unlimited positions
 * (SGR).
 */
export function mouseSequence(on: boolean): string {
  return on ? '\x1b[?1000h\x1b[?1006h' : '\x1b[?1006l\x1b[?1000l';
}

/** Erases the scrollback, which belongs to the user. */
const eraseScrollback = '\x1b[3J';

/** Remove sequences that erase the scrollback from a frame. */
export function keepScrollback(text: string): string {
  return text.replaceAll(eraseScrollback, '');
}

/**
 * Sequences that frames never contain: commands other than CSI, such as titles, clipboards and
 * links, and control characters. A frame only draws and moves the cursor.
 */
const foreignToFrames = /\x1b(?![[78])|[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Make a standard output for frames that translates texts and removes all other sequences. */
export function translatedStdout(translate: (text: string) => string): NodeJS.WriteStream {
  const {stdout} = process;
  const framed = (text: string): string => translate(text).replace(foreignToFrames, '·');
  const write = (chunk: string | Uint8Array, ...rest: never[]): boolean =>
    stdout.write(typeof chunk === 'string' ? framed(chunk) : chunk, ...rest);
  return new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A terminal to be restored at the end. */
export interface GuardedTerminal {
  /** Its file descriptor. */
  readonly fd: number;
  /** Whether the alternate screen is shown. */
  readonly alternate: boolean;
  /** Called first: later frames would appear on the user's screen. */
  readonly stopDrawing: () => void;
  /**
   * Called with an uncaught error before the terminal is restored; text written to the terminal by
   * then is lost.
   */
  readonly onCrash: (error: unknown) => void;
}

/** Restores the terminal, however the program ends. */
export interface TerminalGuard {
  /** Restore the terminal now; a second call does nothing. */
  restore(): void;
  /** Stop listening after the terminal was restored normally. */
  release(): void;
}

/**
 * Handle every way the program can end while it uses the terminal: exit, every signal that can be
 * caught, an uncaught exception, an unhandled rejection. Writes synchronously, since nothing later
 * may run.
 */
export function guardTerminal({
  fd,
  alternate,
  stopDrawing,
  onCrash,
}: GuardedTerminal): TerminalGuard {
  let restored = false;
  const restore = (): void => {
    if (restored) return;
    restored = true;
    try {
      stopDrawing();
    } catch {
      // Rendering may be broken; the terminal must be restored anyway.
    }
    try {
      if (process.stdin.isTTY) process.stdin.setRawMode(false);
      writeSync(fd, resetSequence + (alternate ? leaveAlternateScreen : '') + showCursor);
    } catch (error) {
      // The terminal is gone (closed window), so it need not be restored.
      if (!isGone(error)) throw error;
    }
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    restore();
    release();
    // As at any other end, so that the compiled code is cached (tools/build/start.cjs).
    process.emit('exit', 128 + constants.signals[signal]);
    // Re-raise the signal, so that the parent sees how the program ended.
    process.kill(process.pid, signal);
  };
  const caught = (Object.keys(constants.signals) as NodeJS.Signals[]).filter(
    name => !leftAlone.has(name),
  );
  for (const name of caught) process.on(name, onSignal);
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
  process.on('exit', restore);
  function release(): void {
    for (const name of caught) process.off(name, onSignal);
    process.off('uncaughtException', onCrash);
    process.off('unhandledRejection', onCrash);
    process.off('exit', restore);
  }
  return {restore, release};
}

function isGone(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EIO' || code === 'EBADF' || code === 'EPIPE' || code === 'ENXIO';
}

/** Bytes that most terminals accept in one OSC 52 sequence. */
const largestBytes = 74_994;

/**
 * The sequence that copies a text to the terminal's clipboard (OSC 52), passed through tmux and
 * screen; undefined if the text is too long for it.
 *
 * @param env TMUX and TERM indicate multiplexers
 */
export function clipboardSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  if (encoded.length > largestBytes) return undefined;
  const sequence = `\x1b]52;c;${encoded}\x07`;
  if (env.TMUX) return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  return env.TERM?.startsWith('screen') ? `\x1bP${sequence}\x1b\\` : sequence;
}

/**
 * The sequence that rings the bell and, if supported (OSC 9: iTerm2, WezTerm, kitty, Windows
 * Terminal, ConEmu; OSC 777: rxvt-unicode, foot, and terminals of VTE), shows a desktop
 * notification.
 *
 * @param text one line; control characters are removed
 * @param env identifies the terminal
 */
export function notificationSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, 200);
  const asks777 = env.VTE_VERSION !== undefined || /^(rxvt|foot)/.test(env.TERM ?? '');
  // A semicolon in its text would end the title.
  const asked = asks777 ? `777;notify;steward;${line.replaceAll(';', ',')}` : `9;${line}`;
  return `\x07\x1b]${asked}\x07`;
}

const msToStop = 100;

/**
 * Suspend the program like ctrl+z, until the shell continues it. If nothing could continue it (no
 * job control, Windows), it is not suspended.
 *
 * @returns false if programs cannot be suspended
 */
export async function stopProcess(): Promise<boolean> {
  if (process.platform === 'win32') return false;
  // Signal the whole group, as the terminal does, including a wrapper that started it.
  process.kill(0, 'SIGTSTP');
  // The signal arrives a moment later; no time passes here while it is suspended.
  await setTimeout(msToStop);
  return true;
}

/**
 * Let another program read the terminal, after the listener here was removed: a stream without a
 * listener would still read what is typed next, and pass it on later. A new listener (`readable`)
 * resumes reading. Keys that the program left unread were meant for it, and are discarded.
 */
export async function lendInput(use: () => Promise<void>): Promise<void> {
  // The stream notices a moment later that its listener was removed, and can be paused only then.
  await setImmediate();
  process.stdin.pause();
  await setImmediate();
  await use();
  await discardInput();
}

/** Discard what was typed and not read yet, also a line without its end. */
async function discardInput(): Promise<void> {
  const {stdin} = process;
  const discard = (): void => undefined;
  stdin.setRawMode(true);
  stdin.on('data', discard).resume();
  // Once to start reading, once to read.
  await setImmediate();
  await setImmediate();
  stdin.off('data', discard).pause();
  // The stream stops reading a moment later, and would stop the next listener's reading.
  await setImmediate();
}
