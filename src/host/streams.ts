import {Buffer} from 'node:buffer';
import {fstatSync, statSync, writeSync} from 'node:fs';
import process from 'node:process';
import type {ReadStream, WriteStream} from 'node:tty';
import {onAbort} from '../base/on-abort.ts';
import {makeReleasableWaits} from '../base/releasable-waits.ts';
import {escapeOutput} from '../base/safe-text.ts';
import {inputTooLarge, maxInputBytes} from '../base/work-limits.ts';
import {codeOf} from './error-code.ts';
import type {InputStream, OutputStream} from './host.ts';

/** Error codes for writing to a closed pipe. */
const goneCodes: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Standard output or error of this process. */
export interface OwnOutput extends OutputStream {
  /**
   * From now on, drop the rest once the reader has taken nothing for this time.
   *
   * @param ms it may be twice as long
   */
  limitWaits(ms: number): void;
}

/** Bytes written to a pipe at once; more may block the process, which then handles no signals. */
const directBytes = 16_384;

/**
 * Make standard output or error of this process. A file, and the first bytes to a pipe, are written
 * directly without loading Node's network modules. Node's stream is opened for a terminal, and for
 * more than fits into a pipe.
 */
export function makeOwnOutput(fd: number, open: () => NodeJS.WriteStream): OwnOutput {
  const kind = kindOf(fd);
  /** A device that is not a terminal, such as /dev/full, is written like a file. */
  let direct = process.platform === 'win32' ? false : kind === 'device' ? undefined : true;
  let directLeft = kind === 'pipe' ? directBytes : Number.POSITIVE_INFINITY;
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
  const waits = makeReleasableWaits();
  let [waiting, taken] = [0, 0];
  const writeNow = (text: string | Uint8Array): string | Uint8Array => {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    const end = Math.min(bytes.length, directLeft);
    directLeft -= end;
    let written = 0;
    try {
      while (written < end) written += writeSync(fd, bytes, written, end - written);
    } catch (error) {
      if (!isBusy(error)) {
        failure = error;
        return '';
      }
    }
    return bytes.subarray(written);
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
      if (own === undefined) return;
      waiting += 1;
      await waits.wait(own.flush()).finally(() => {
        waiting -= 1;
        taken += 1;
      });
    },
    limitWaits(ms) {
      // Two ticks, since the first may come late, before what was taken meanwhile is known.
      let takenBefore: number | undefined;
      const timer = setInterval(() => {
        if (waiting > 0 && taken === takenBefore) {
          clearInterval(timer);
          failure ??= Object.assign(new Error('the reader does not read'), {code: 'EPIPE'});
          waits.release();
        }
        takenBefore = taken;
      }, ms);
      timer.unref();
    },
    onResize: listener => (isDirect() ? () => undefined : stream().onResize(listener)),
  };
}

/**
 * The kind of a file descriptor; a device may be a terminal. Node's own check would load its
 * streams.
 */
function kindOf(fd: number): 'device' | 'pipe' | 'file' {
  try {
    const own = fstatSync(fd);
    if (own.isFIFO() || own.isSocket()) return 'pipe';
    return own.isCharacterDevice() && own.rdev !== statSync('/dev/null').rdev ? 'device' : 'file';
  } catch {
    return 'device';
  }
}

/** Another process has made the pipe non-blocking. */
function isBusy(error: unknown): boolean {
  return codeOf(error) === 'EAGAIN';
}

/** Wrap a stream as an OutputStream; detects a reader that closes the pipe. */
export function makeOutputStream(stream: NodeJS.WriteStream): OutputStream {
  const terminal = stream.isTTY ? (stream as WriteStream) : undefined;
  let closed = false;
  let failure: Error | undefined;
  let taken: Promise<void> = Promise.resolve();
  stream.on('error', error => {
    closed = true;
    // The terminal was closed.
    const isHungUp = terminal !== undefined && codeOf(error) === 'EIO';
    if (!isGone(error) && !isHungUp) failure = error;
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
      const shown = terminal === undefined ? text : escapeOutput(textOf(text), may);
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

/** Standard input, read on demand. */
export function makeInputStream(stream: NodeJS.ReadStream): InputStream {
  async function* chunks(signal?: AbortSignal): AsyncGenerator<Buffer> {
    // An open stream would keep the process alive.
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
    read: () => readWhole(chunks(), 'standard input'),
  };
}

/**
 * Read all chunks of an input that may have no end.
 *
 * @param name for the failure
 * @throws Failure 'too_large' beyond `maxInputBytes`
 */
export async function readWhole(chunks: AsyncIterable<Buffer>, name: string): Promise<Buffer> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxInputBytes) throw inputTooLarge(name);
    all.push(chunk);
  }
  return Buffer.concat(all, length);
}

function isGone(error: unknown): boolean {
  return goneCodes.has(codeOf(error));
}
