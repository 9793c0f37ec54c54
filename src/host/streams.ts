import {Buffer} from 'node:buffer';
import {fstatSync, statSync, writeSync} from 'node:fs';
import process from 'node:process';
import type {ReadStream, WriteStream} from 'node:tty';
import {onAbort} from '../base/on-abort.ts';
import {guardedText} from '../base/safe-text.ts';
import {codeOf} from './error-code.ts';
import type {InputStream, OutputStream} from './host.ts';

/** What writing fails with when the reader has gone. */
const goneCodes: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * Standard output or error of this process. To a file or a pipe it is written at once, which Node's
 * stream does too, but loads the network for; the stream is opened for a terminal, and when the other
 * end takes nothing just now.
 */
export function makeOwnOutput(fd: number, open: () => NodeJS.WriteStream): OutputStream {
  /** A device that is no terminal, such as /dev/full, is written as a file is. */
  let direct = process.platform === 'win32' ? false : mayBeTerminal(fd) ? undefined : true;
  const isDirect = (): boolean => {
    direct ??= !open().isTTY;
    return direct;
  };
  let own: OutputStream | undefined;
  let failure: unknown;
  const stream = (): OutputStream => {
    own ??= makeOutputStream(open());
    return own;
  };
  const writeNow = (text: string | Uint8Array): string | Uint8Array => {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      return '';
    } catch (error) {
      if (isBusy(error)) return bytes.subarray(written);
      failure = error;
      return '';
    }
  };
  return {
    get isTTY() {
      return !isDirect() && stream().isTTY;
    },
    get columns() {
      return isDirect() ? undefined : stream().columns;
    },
    get rows() {
      return isDirect() ? undefined : stream().rows;
    },
    get closed() {
      return failure !== undefined || (own?.closed ?? false);
    },
    write(text, may) {
      if (failure !== undefined) return;
      const rest = isDirect() && own === undefined ? writeNow(text) : text;
      if (rest.length > 0) stream().write(rest, may);
    },
    async flush() {
      if (failure !== undefined && !isGone(failure)) throw failure;
      await own?.flush();
    },
    onResize: listener => (isDirect() ? () => undefined : stream().onResize(listener)),
  };
}

/** Whether it may be a terminal; Node's own answer loads its streams, which what nobody reads is not worth. */
function mayBeTerminal(fd: number): boolean {
  try {
    const own = fstatSync(fd);
    return own.isCharacterDevice() && own.rdev !== statSync('/dev/null').rdev;
  } catch {
    return true;
  }
}

/** Another process has made the pipe non-blocking. */
function isBusy(error: unknown): boolean {
  return codeOf(error) === 'EAGAIN';
}

/** A stream as the program writes to it; watches it for a reader that goes. */
export function makeOutputStream(stream: NodeJS.WriteStream): OutputStream {
  const terminal = stream.isTTY ? (stream as WriteStream) : undefined;
  let closed = false;
  let failure: Error | undefined;
  let taken: Promise<void> = Promise.resolve();
  stream.on('error', error => {
    closed = true;
    if (!isGone(error)) failure = error;
  });
  return {
    isTTY: terminal !== undefined,
    get columns() {
      return terminal?.columns;
    },
    get rows() {
      return terminal?.rows;
    },
    get closed() {
      return closed;
    },
    write(text, may) {
      if (closed || text.length === 0) return;
      const shown = terminal === undefined ? text : guardedText(textOf(text), may);
      const before = taken;
      const own = new Promise<void>(resolve => stream.write(shown, () => resolve()));
      taken = before.then(() => own);
    },
    async flush() {
      await taken;
      if (failure !== undefined) throw failure;
    },
    onResize(listener) {
      terminal?.on('resize', listener);
      return () => terminal?.off('resize', listener);
    },
  };
}

function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
}

/** Standard input, read when asked for. */
export function makeInputStream(stream: NodeJS.ReadStream): InputStream {
  async function* chunks(signal?: AbortSignal): AsyncGenerator<Buffer> {
    // Left open it would keep the process alive.
    const release = onAbort(signal, () => stream.destroy());
    try {
      for await (const chunk of stream) {
        yield typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      release();
    }
  }
  return {
    isTTY: (stream as ReadStream).isTTY === true,
    chunks,
    async read() {
      const all: Buffer[] = [];
      for await (const chunk of chunks()) all.push(chunk);
      return Buffer.concat(all);
    },
  };
}

function isGone(error: unknown): boolean {
  return goneCodes.has(codeOf(error));
}
