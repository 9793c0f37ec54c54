import {Buffer} from 'node:buffer';
import {writeSync} from 'node:fs';
import {constants} from 'node:os';
import process from 'node:process';
import {setImmediate, setTimeout} from 'node:timers/promises';
import {codeOf} from './error-code.ts';

/** Kitty keys, mouse and bracketed paste off, colours reset. */
const resetSequence = '\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[0m';
/** Where there is no other screen this would move the cursor to its top. */
const leaveAlternateScreen = '\x1b[?1049l';
const showCursor = '\x1b[?25h';

/**
 * Signals that end nothing, those that cannot be caught, and faults of the processor: after these no
 * code of the program may run. ctrl+z is a key of the program.
 */
const leftAlone = new Set(
  'KILL STOP CHLD CONT URG WINCH INFO TSTP TTIN TTOU SEGV BUS FPE ILL'
    .split(' ')
    .map(name => `SIG${name}`),
);

/** Number of colours of a terminal, by its environment variables. */
export function colorsOf(env: Readonly<Record<string, string | undefined>>): 16 | 256 | 'all' {
  if (/truecolor|24bit/.test(env.COLORTERM ?? '') || /direct/.test(env.TERM ?? '')) return 'all';
  return /256/.test(env.TERM ?? '') ? 256 : 16;
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

/** What erases the lines that scrolled off, which are the user's and not the program's. */
const eraseScrollback = '\x1b[3J';

/** A frame to draw; parts outside it stay unchanged. */
export function keepScrollback(text: string): string {
  return text.replaceAll(eraseScrollback, '');
}

/**
 * What no frame holds: commands other than CSI, such as titles, clipboards and links, and controls. A
 * frame draws and moves the cursor, no more.
 */
const foreignToFrames = /\x1b(?![[78])|[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Standard output for frames: every text changed on its way, and nothing in it but frames. */
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

/** A terminal that is to be given back. */
export interface Guarded {
  /** Its file descriptor. */
  readonly fd: number;
  /** Whether the alternate screen is shown. */
  readonly alternate: boolean;
  /** Called first: what is drawn later would stand on the screen the user had. */
  readonly stopDrawing: () => void;
  /**
   * Called with an error nobody caught, the terminal still being the program's: what is written to it
   * before it is given back is lost.
   */
  readonly onCrash: (error: unknown) => void;
}

/** Keeps the promise that the terminal is given back as it was, however the program ends. */
export interface TerminalGuard {
  /** Give the terminal back now; a second call does nothing. */
  restore(): void;
  /** Stop listening: the terminal was given back in the ordinary way. */
  release(): void;
}

/**
 * Watch every way the program can end while it owns the terminal: exit, every signal that can be
 * caught, an uncaught exception, an unhandled rejection. Writes synchronously, since nothing later
 * may run.
 */
export function guardTerminal({fd, alternate, stopDrawing, onCrash}: Guarded): TerminalGuard {
  let restored = false;
  const restore = (): void => {
    if (restored) return;
    restored = true;
    try {
      stopDrawing();
    } catch {
      // What draws may be what broke; the terminal is given back all the same.
    }
    try {
      if (process.stdin.isTTY) process.stdin.setRawMode(false);
      writeSync(fd, resetSequence + (alternate ? leaveAlternateScreen : '') + showCursor);
    } catch (error) {
      // The terminal is gone (closed window): there is nothing left to give back.
      if (!isGone(error)) throw error;
    }
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    restore();
    release();
    // Die of the signal itself, so that the parent sees how the program ended.
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

/** Bytes most terminals take in one OSC 52 sequence. */
const largestBytes = 74_994;

/**
 * The sequence that puts a text on the terminal's clipboard (OSC 52), passed through tmux and
 * screen; undefined when the text is too long for it.
 *
 * @param env TMUX and TERM tell what stands between
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
 * What makes a terminal ring and, where it can (OSC 9: iTerm2, WezTerm, kitty, Windows Terminal,
 * ConEmu; OSC 777: rxvt-unicode, foot, and terminals of VTE), show a notification on the desktop. Others
 * ring only.
 *
 * @param text one line; control characters are left out
 * @param env says which terminal it is
 */
export function notificationSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, 200);
  const asks777 = env.VTE_VERSION !== undefined || /^(rxvt|foot)/.test(env.TERM ?? '');
  // In its text a semicolon ends the title.
  const asked = asks777 ? `777;notify;steward;${line.replaceAll(';', ',')}` : `9;${line}`;
  return `\x07\x1b]${asked}\x07`;
}

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

/**
 * Let something else read the terminal, after whoever listened to it here has gone: without a listener
 * a stream still takes what is typed next, and would give it to the program as keys afterwards. Who
 * listens again (`readable`) makes it read again.
 */
export async function lendInput(use: () => Promise<void>): Promise<void> {
  // The stream learns a moment later that its listener has gone, and can be paused only then.
  await setImmediate();
  process.stdin.pause();
  await setImmediate();
  await use();
}
