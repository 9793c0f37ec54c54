import type {Readable} from 'node:stream';
import {type IPty, spawn} from '@lydell/node-pty';
import {Terminal} from '@xterm/headless';

/** How a program in the pseudo-terminal ended. */
export interface PtyExit {
  readonly code: number;
  /** Signal number, 0 when it ended by itself. */
  readonly signal: number;
  /** The last 400 characters the program wrote, escape sequences included. */
  readonly tail: string;
}

/**
 * A program on a real terminal whose screen can be read. Every wait has a limit and shows the
 * screen when it fails.
 */
export interface PtySession {
  readonly pid: number;
  /** The lines of the screen, trimmed at their ends. */
  screen(): string[];
  /** Everything written so far, escape sequences included. */
  written(): string;
  /** Whether the alternate screen is shown. */
  isAlternate(): boolean;
  /** Wait until the screen holds the pattern; gives its first match. */
  see(pattern: RegExp, limitMs?: number): Promise<RegExpExecArray>;
  /** Wait until the screen no longer holds the pattern. */
  gone(pattern: RegExp, limitMs?: number): Promise<void>;
  /** Wait until nothing was written for `quietMs`. */
  quiet(quietMs?: number, limitMs?: number): Promise<void>;
  /** Send keys by name (`enter`, `esc`, `up`, `ctrl+c`) or, when it is none, as text. */
  press(...keys: readonly string[]): void;
  resize(columns: number, rows: number): void;
  kill(signal: NodeJS.Signals): void;
  exit(limitMs?: number): Promise<PtyExit>;
  /** End the program if it still runs; for the end of a test. */
  close(): Promise<void>;
}

/** What a program is started with. */
export interface PtyOptions {
  /** Columns. @default 80 */
  readonly columns?: number;
  /** Rows. @default 24 */
  readonly rows?: number;
  readonly cwd?: string;
  /** The whole environment of the program; TERM is set. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const keyBytes: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\u001b',
  tab: '\t',
  'shift+tab': '\u001b[Z',
  backspace: '\u007f',
  delete: '\u001b[3~',
  space: ' ',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
};

const pollMs = 10;

/** Start a program on a new pseudo-terminal. */
export function openPty(
  command: string,
  args: readonly string[],
  options: PtyOptions = {},
): PtySession {
  const cols = options.columns ?? 80;
  const rows = options.rows ?? 24;
  const terminal = new Terminal({cols, rows, allowProposedApi: true});
  const child: IPty = spawn(command, [...args], {
    cols,
    rows,
    name: 'xterm-256color',
    cwd: options.cwd ?? process.cwd(),
    env: {...(options.env ?? process.env), TERM: 'xterm-256color'},
  });

  const socket = readToItsEnd(child);
  let written = '';
  /** How the screen reads, until something is drawn. */
  let drawn: string | undefined;
  let lastWrite = performance.now();
  let ended: {code: number; signal: number} | undefined;
  child.onData(data => {
    written += data;
    lastWrite = performance.now();
    terminal.write(data, () => {
      drawn = undefined;
    });
  });
  // Programs ask the terminal for its cursor or colours; the answers go back as typed text would.
  terminal.onData(answer => {
    if (!ended) child.write(answer);
  });
  child.onExit(({exitCode, signal}) => {
    ended = {code: exitCode, signal: signal ?? 0};
    // What it wrote last may arrive after its end: wait for it from here on.
    lastWrite = performance.now();
  });

  const screen = () => {
    const buffer = terminal.buffer.active;
    return Array.from({length: terminal.rows}, (_, row) =>
      (buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? '').trimEnd(),
    );
  };
  const text = () => {
    drawn ??= screen().join('\n');
    return drawn;
  };
  const shown = () => {
    const edge = '-'.repeat(terminal.cols);
    return `${edge}\n${screen().join('\n')}\n${edge}\n${ended ? `ended: ${JSON.stringify(ended)}` : 'still running'}`;
  };
  const until = async (what: string, isDone: () => boolean, limitMs: number) => {
    const limit = performance.now() + limitMs;
    while (!isDone()) {
      if (performance.now() > limit) {
        throw new Error(`waited ${limitMs} ms for ${what}; the screen:\n${shown()}`);
      }
      await new Promise(resolve => setTimeout(resolve, pollMs));
    }
  };

  return {
    pid: child.pid,
    screen,
    written: () => written,
    isAlternate: () => terminal.buffer.active.type === 'alternate',
    async see(pattern, limitMs = 120_000) {
      const find = () => pattern.exec(text());
      await until(`${pattern}`, () => find() !== null, limitMs);
      const match = find();
      if (!match) throw new Error(`${pattern} was there and went; the screen:\n${shown()}`);
      return match;
    },
    gone: (pattern, limitMs = 120_000) =>
      until(`${pattern} to go`, () => !pattern.test(text()), limitMs),
    quiet: (quietMs = 150, limitMs = 120_000) =>
      until('silence', () => performance.now() - lastWrite >= quietMs, limitMs),
    press(...keys) {
      for (const key of keys) child.write(bytesOf(key));
    },
    resize(columns, lines) {
      terminal.resize(columns, lines);
      drawn = undefined;
      child.resize(columns, lines);
    },
    kill: signal => child.kill(signal),
    async exit(limitMs = 120_000) {
      await until('the end of the program', () => ended !== undefined, limitMs);
      // The last bytes may still be on their way when the end is already known. A program that it
      // leaves behind may hold the terminal open.
      const isRead = () => socket?.destroyed ?? performance.now() - lastWrite >= 300;
      await until('the last bytes', isRead, limitMs);
      // The screen draws them when it gets to it, which on a busy machine is later.
      await new Promise<void>(drawn => terminal.write('', drawn));
      const {code, signal} = ended ?? {code: -1, signal: 0};
      return {code, signal, tail: written.slice(-400)};
    },
    async close() {
      if (!ended) child.kill('SIGKILL');
      await until('the program to be killed', () => ended !== undefined, 120_000);
      terminal.dispose();
    },
  };
}

/**
 * The library drops what a program wrote last when it is not read 200 ms after its end, which on a
 * busy machine it may not be: give the reader ten times that.
 */
function readToItsEnd(child: object): Readable | undefined {
  const {_socket: socket} = child as {_socket?: Readable};
  if (socket === undefined) return undefined;
  const destroy = socket.destroy.bind(socket);
  socket.destroy = error => {
    if (error !== undefined || socket.readableEnded) return destroy(error);
    setTimeout(destroy, 1800);
    return socket;
  };
  return socket;
}

function bytesOf(key: string): string {
  const control = /^ctrl\+([a-z])$/.exec(key)?.[1];
  if (control) return String.fromCharCode(control.charCodeAt(0) - 96);
  return keyBytes[key] ?? key;
}
