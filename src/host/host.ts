import type {Clock} from '../base/clock.ts';
import type {AllowedControls} from '../base/safe-text.ts';
import type {RunLimits} from './run-program.ts';

/** Where text goes: standard output or standard error. */
export interface OutputStream {
  /** Whether a terminal shows it. */
  readonly isTTY: boolean;
  /** Columns of the terminal; undefined unless it is a terminal. */
  readonly columns: number | undefined;
  /** Rows of the terminal; undefined unless it is a terminal. */
  readonly rows: number | undefined;
  /** Accepts text only: a binary response is refused. @default false */
  readonly textOnly?: true;
  /** The reader has gone (a closed pipe): whatever is written is dropped. */
  readonly closed: boolean;
  /**
   * Hand a text over in order; never throws, `flush` tells how it went. On a terminal whatever could
   * steer it is shown as escapes.
   *
   * @param may what of that the program itself put into the text. @default 'none'
   */
  write(text: string | Uint8Array, may?: AllowedControls): void;
  /**
   * Wait until everything written has been taken. A reader that has gone is no error
   * (contract 3.4).
   *
   * @throws the system's error when writing failed for another reason (a full disk)
   */
  flush(): Promise<void>;
  /** Call the listener whenever the terminal changes its size. Returns how to stop. */
  onResize(listener: () => void): () => void;
}

/** Standard output by the page. Has a lifetime: `end` waits until its reader has left it. */
export interface Pager {
  readonly stdout: OutputStream;
  end(): Promise<void>;
}

/** Standard input; read only when asked for. */
export interface InputStream {
  readonly isTTY: boolean;
  /** Everything up to its end. */
  read(): Promise<Uint8Array>;
  /** Chunks as they arrive, until the signal is aborted. */
  chunks(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The machine as everything above the host floor sees it. */
export interface Host {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory. */
  readonly cwd: string;
  /** The user's home directory. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** What runs the program: `Node v20.20.2`, or `executable (Bun 1.4.5)`. */
  readonly runtime: string;
  readonly clock: Clock;
  /** From 0 to 1, 1 excluded. */
  random(): number;
  /**
   * The bytes of a file; undefined when there is none. Relative paths start at the working directory.
   *
   * @param kind 'any' also reads what is no regular file: a pipe, which may never answer, or a device,
   * which may never end. For what the user names as input alone. @default 'regular'
   * @throws the system's error when it is there and cannot be read
   */
  findFile(path: string, kind?: 'regular' | 'any'): Promise<Uint8Array | undefined>;
  /**
   * Run a program without a shell and return what it printed, without the final line break.
   *
   * @param argv program and arguments
   * @param limits how long it may run; without them 30 s
   * @throws Error with the exit reason, never with the output
   */
  runCommand(argv: readonly string[], limits?: RunLimits): Promise<string>;
  /**
   * Ask on the terminal that standard input and standard error are; one line.
   *
   * @throws Failure 'interrupted' for Ctrl+C and for the end of input
   */
  ask(question: string, options?: {readonly hidden?: boolean}): Promise<string>;
  /**
   * A pager over standard output, started when the first text comes; one that cannot be started lets
   * all through.
   *
   * @param command program and arguments as PAGER has them; '' for `less -FRX`
   */
  openPager(command: string): Pager;
  /** Call the listener at the next such signal instead of ending. Returns how to stop. */
  onSignal(signal: 'SIGINT' | 'SIGTERM', listener: () => void): () => void;
  /**
   * Tune the memory of the process for one long list, after which it ends. Absent where the command
   * is a guest in a process that stays, such as a test: the settings hold for all its threads.
   */
  prepareForLongList?(): void;
}

/** The host with standard error, which a command writes through its reporter alone. */
export interface ProcessHost extends Host {
  readonly stderr: OutputStream;
}
