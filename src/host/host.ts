import type {Clock} from '../base/clock.ts';
import type {AllowedControls} from '../base/safe-text.ts';
import type {RunLimits} from './run-program.ts';

/** Standard output or standard error. */
export interface OutputStream {
  readonly isTTY: boolean;
  /** Width of the terminal; undefined without one. */
  readonly columns: number | undefined;
  /** Height of the terminal; undefined without one. */
  readonly rows: number | undefined;
  /** Accepts text only: a binary response is rejected. @default false */
  readonly textOnly?: true;
  /** The reader has gone (a closed pipe); writes are dropped. */
  readonly closed: boolean;
  /**
   * Write a text in order; never throws, `flush` reports errors. On a terminal, control characters
   * are escaped.
   *
   * @param may control sequences that the program itself put into the text. @default 'none'
   */
  write(text: string | Uint8Array, may?: AllowedControls): void;
  /**
   * Wait until everything is written. A closed pipe is not an error (contract 3.4).
   *
   * @throws the system's error if writing failed for another reason (a full disk)
   */
  flush(): Promise<void>;
  /** Call the listener whenever the size of the terminal changes. Returns a function to stop. */
  onResize(listener: () => void): () => void;
}

/** A pager on standard output. Has a lifetime: `end` waits until the user quits it. */
export interface Pager {
  readonly stdout: OutputStream;
  end(): Promise<void>;
}

/** Standard input; read only on demand. */
export interface InputStream {
  readonly isTTY: boolean;
  /** Read until the end. */
  read(): Promise<Uint8Array>;
  /** Chunks as they arrive, until the signal is aborted. */
  chunks(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The signals that end a command. */
export type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The operating system, as seen by all layers above. */
export interface Host {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory. */
  readonly cwd: string;
  /** The user's home directory. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The runtime: `Node v20.20.2`, or `executable (Bun 1.4.5)`. */
  readonly runtime: string;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  random(): number;
  /**
   * The bytes of a file; undefined if it does not exist. Relative paths start at the working
   * directory.
   *
   * @param kind 'any' also reads pipes, which may block, and devices, which may be endless; only
   * for input named by the user. @default 'regular'
   * @throws the system's error if it exists and cannot be read
   */
  findFile(path: string, kind?: 'regular' | 'any'): Promise<Uint8Array | undefined>;
  /**
   * Run a program without a shell and return its output, without the final line break.
   *
   * @param argv program and arguments
   * @param limits time limits. @default 30 s
   * @throws Error with the exit reason, never with the output
   */
  runCommand(argv: readonly string[], limits?: RunLimits): Promise<string>;
  /**
   * Ask a question on the terminal of standard input and standard error; one line.
   *
   * @throws Failure 'interrupted' for Ctrl+C and for the end of input
   */
  ask(question: string, options?: {readonly hidden?: boolean}): Promise<string>;
  /**
   * Open a pager on standard output, started with the first text; if it cannot be started, text is
   * written directly.
   *
   * @param command program and arguments as in PAGER; '' for `less -FRX`
   */
  openPager(command: string): Pager;
  /**
   * Call the listener at the next such signal instead of terminating. Returns a function to stop.
   */
  onSignal(signal: EndingSignal, listener: () => void): () => void;
  /**
   * Tune memory settings for one long list before the process ends. Absent for a command within a
   * longer process, such as a test, since the settings apply to all its threads.
   */
  prepareForLongList?(isOneOfMany?: boolean): void;
}

/** The host with standard error, which commands use only through their reporter. */
export interface ProcessHost extends Host {
  readonly stderr: OutputStream;
}
