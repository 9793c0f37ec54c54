import {Buffer} from 'node:buffer';
import type {ReadStream, WriteStream} from 'node:tty';
import {onAbort} from '../base/on-abort.ts';
import type {InputStream, OutputStream} from './host.ts';

/** What writing fails with when the reader has gone. */
const goneCodes = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Standard output or error as the program writes to it; watches the stream for a reader that goes. */
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
    write(text) {
      if (closed || text.length === 0) return;
      const before = taken;
      const own = new Promise<void>(resolve => stream.write(text, () => resolve()));
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

function isGone(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && goneCodes.has(error.code);
}
