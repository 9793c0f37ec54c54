import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {Host, OutputStream, Pager, ProcessHost} from '../../src/host/host.ts';

/** A host whose streams are buffers; the file system is the real one, below `cwd`. */
export interface FakeHost extends ProcessHost {
  readonly out: () => string;
  /** What was written to standard output, byte for byte. */
  readonly outBytes: () => Buffer;
  readonly err: () => string;
  /** Deliver a signal to whoever listens; the number of listeners it had. */
  signal(name: 'SIGINT' | 'SIGTERM'): number;
}

/** What of a fake host a test sets. */
export interface FakeHostOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
  /** Standard input and output are terminals. */
  readonly terminal?: boolean;
  /** Called for every wait, which takes no time. */
  readonly onSleep?: (ms: number) => void;
  /** What is typed for one question after the other. */
  readonly answers?: readonly string[];
  /** Makes the pager over standard output. */
  readonly openPager?: (command: string, stdout: OutputStream) => Pager;
  /** What a command for a token prints. */
  readonly runCommand?: Host['runCommand'];
}

/** A host for one command line. */
export function fakeHost(options: FakeHostOptions = {}): FakeHost {
  const {terminal = false, cwd = '/nowhere'} = options;
  const stdout = bufferStream(terminal);
  const stderr = bufferStream(terminal);
  const answers = [...(options.answers ?? [])];
  const listeners = new Map<string, Set<() => void>>();
  const stdin = (): Uint8Array => {
    if (options.stdin === undefined) throw new Error('standard input was read');
    return typeof options.stdin === 'string'
      ? new TextEncoder().encode(options.stdin)
      : options.stdin;
  };
  return {
    stdin: {
      isTTY: terminal,
      read: async () => stdin(),
      async *chunks() {
        yield stdin();
      },
    },
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
    cwd,
    home: options.home ?? '/nowhere',
    platform: options.platform ?? 'linux',
    runtime: 'Node v20.19.0',
    clock: {
      now: () => Date.now(),
      async sleep(ms) {
        options.onSleep?.(ms);
      },
    },
    random: () => 0.5,
    openPager(command) {
      if (options.openPager === undefined) throw new Error('a pager was opened');
      return options.openPager(command, stdout.stream);
    },
    async findFile(path) {
      try {
        return await readFile(resolve(cwd, path));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
        throw error;
      }
    },
    runCommand: options.runCommand ?? (async () => Promise.reject(new Error('no such program'))),
    async ask(question, {hidden = false} = {}) {
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`nobody answers: ${question}`);
      stderr.stream.write(`${question}${hidden ? '' : answer}\n`);
      return answer;
    },
    onSignal(name, listener) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => all.delete(listener);
    },
    out: stdout.text,
    outBytes: stdout.bytes,
    err: stderr.text,
    signal(name) {
      const all = [...(listeners.get(name) ?? [])];
      for (const listener of all) listener();
      return all.length;
    },
  };
}

function bufferStream(terminal: boolean): {
  readonly stream: OutputStream;
  readonly text: () => string;
  readonly bytes: () => Buffer;
} {
  const pieces: Uint8Array[] = [];
  const bytes = (): Buffer => Buffer.concat(pieces);
  return {
    text: () => bytes().toString(),
    bytes,
    stream: {
      isTTY: terminal,
      columns: terminal ? 80 : undefined,
      rows: terminal ? 24 : undefined,
      closed: false,
      write(piece) {
        pieces.push(Buffer.from(piece));
      },
      flush: async () => undefined,
      onResize: () => () => undefined,
    },
  };
}
