import {Buffer} from 'node:buffer';
import type {ReadStream, WriteStream} from 'node:tty';
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

/** Standard input, read to its end when asked for. */
export function makeInputStream(stream: NodeJS.ReadStream): InputStream {
  return {
    isTTY: (stream as ReadStream).isTTY === true,
    async read() {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) {
        chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

function isGone(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && goneCodes.has(error.code);
}
