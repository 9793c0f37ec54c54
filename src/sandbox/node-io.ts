import {randomUUID} from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {brotliCompressSync, constants, gzipSync} from 'node:zlib';

/** A request as received. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case; several values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body was longer than allowed and was discarded. */
  readonly tooLarge: boolean;
  /** Received over the loopback interface, from this machine. */
  readonly isLocal: boolean;
}

/** A response ready to be sent. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Milliseconds to delay the response. @default 0 */
  readonly delayMs?: number;
  /** @default at once and complete */
  readonly delivery?: DeliveryFault;
}

/** Deviations from sending a response at once and completely. */
export interface DeliveryFault {
  /** Close or reset the connection instead of responding, or switch it to another protocol. */
  readonly instead?: 'drop' | 'reset' | 'upgrade';
  /** Reset the connection in the middle of the headers or of the body. */
  readonly resetIn?: 'headers' | 'body';
  /** Difference between Content-Length and the number of bytes sent. */
  readonly lengthOff?: number;
  /** Close the connection after this many bytes of the body, or after half of it. */
  readonly cutAt?: number | 'half';
  /** Milliseconds over which the body is sent, in chunks. */
  readonly overMs?: number;
}

export interface Listener {
  readonly port: number;
  /** The host as part of a URL: IPv6 addresses in brackets. */
  readonly urlHost: string;
  /** Stop listening and drop every connection. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Address or name of the interface to listen on. */
  readonly host: string;
  /** Maximum number of bytes read from a request body. */
  readonly maxBodyBytes: number;
  /** Called once for each request. */
  readonly answer: (request: HttpRequest) => HttpReply;
}

const noBytes = new Uint8Array();

const compressedBlanks = new Map<string, Uint8Array>();

/** Compress a number of blanks with an encoding; results are cached. */
export function compressed(encoding: 'gzip' | 'br', length: number): Uint8Array {
  const cached = compressedBlanks.get(`${encoding} ${length}`);
  if (cached !== undefined) return cached;
  const blanks = Buffer.alloc(length, ' ');
  const bytes =
    encoding === 'gzip'
      ? gzipSync(blanks, {level: 1})
      : brotliCompressSync(blanks, {params: {[constants.BROTLI_PARAM_QUALITY]: 1}});
  compressedBlanks.set(`${encoding} ${length}`, bytes);
  return bytes;
}

/** Milliseconds since the UNIX epoch. */
export function currentTime(): number {
  return Date.now();
}

/**
 * Read the text of a file; undefined when it does not exist.
 *
 * @throws the system's error when it cannot be read or is not a file
 */
export function readTextFile(path: string): string | undefined {
  const found = statSync(path, {throwIfNoEntry: false});
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new Error('it is not a regular file');
  return readFileSync(path, 'utf8');
}

/**
 * Write a file atomically, readable by its owner only: readers see the old or the new content, also
 * after an interruption.
 *
 * @throws the system's error when it cannot be written; the old content is unchanged
 */
export function writeFileAtomically(path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, {force: true});
    throw error;
  }
}

/** Append text to a file. @throws the system's error when it cannot be written */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text);
}

/**
 * How long an idle connection stays open, in milliseconds. Node counts a response as sent while a
 * slow client still reads it, and after its five seconds would close the connection in between.
 */
const keepAliveTimeout = 60_000;

/**
 * Listen on one address.
 *
 * @throws the system's error when the port is taken or the address is not this machine's
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer({keepAliveTimeout}, (request, response) => {
    readBody(request, options.maxBodyBytes, (body, tooLarge) => {
      const {method = 'GET', url: target = '/'} = request;
      const headers = flatHeaders(request);
      const isLocal = isLoopback(request.socket.remoteAddress ?? '');
      const raw = {method, target, headers, body, tooLarge, isLocal};
      const reply = options.answer(raw);
      delay(response, reply.delayMs ?? 0, () => writeReply(request, response, reply));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const {host} = options;
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    urlHost: host.includes(':') ? `[${host}]` : host,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Read a request body; the callback is not called for a request that is aborted. */
function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Uint8Array, tooLarge: boolean) => void,
): void {
  const {headers} = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    // Most requests have no body: respond at once.
    done(noBytes, false);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  request.on('end', () => {
    const tooLarge = size > maxBytes;
    done(tooLarge ? noBytes : Buffer.concat(chunks), tooLarge);
  });
  // The client closed the connection, so no response is sent.
  request.on('error', () => chunks.splice(0));
}

function flatHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** Check for an address that only this machine can reach. */
function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Continue after a delay, at once for 0 ms, unless the connection is closed by then. */
function delay(response: ServerResponse, ms: number, callback: () => void): void {
  if (ms === 0) {
    callback();
    return;
  }
  const stop = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    response.off('close', stop);
    callback();
  }, ms);
  response.once('close', stop);
}

function writeReply(request: IncomingMessage, response: ServerResponse, reply: HttpReply): void {
  const {delivery} = reply;
  if (delivery?.instead !== undefined) {
    breakOff(request.socket, delivery.instead);
    return;
  }
  if (delivery?.resetIn === 'headers') {
    const head = `HTTP/1.1 ${reply.status} OK\r\nContent-Type: appl`;
    request.socket.write(head, () => request.socket.resetAndDestroy());
    return;
  }
  const length = Buffer.byteLength(reply.body) + (delivery?.lengthOff ?? 0);
  const bodiless = request.method === 'HEAD' || reply.status === 204;
  // 204 and 304 have no body and no length.
  const lengthHeader = reply.status === 204 ? {} : {'content-length': String(length)};
  response.writeHead(reply.status, {...reply.headers, ...lengthHeader});
  if (bodiless) response.end();
  else if (delivery === undefined) response.end(reply.body);
  else writeChunks(response, Buffer.from(reply.body as Uint8Array), delivery);
}

function breakOff(socket: Socket, how: 'drop' | 'reset' | 'upgrade'): void {
  switch (how) {
    case 'drop':
      socket.destroy();
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'upgrade':
      // The connection stays open for a protocol other than HTTP.
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
      );
  }
}

/** Number of chunks of a slow body. */
const slowChunks = 10;

/** Write a body in chunks, and close the connection where it is cut. */
function writeChunks(response: ServerResponse, body: Buffer, delivery: DeliveryFault): void {
  const {overMs = 0, resetIn} = delivery;
  const cutAt = delivery.cutAt ?? (resetIn === 'body' ? 'half' : undefined);
  const half = Math.floor(body.length / 2);
  const end = Math.min(body.length, cutAt === 'half' ? half : (cutAt ?? body.length));
  const finish = (): void => {
    if (resetIn === 'body') response.socket?.resetAndDestroy();
    else if (end < body.length) response.socket?.destroy();
    else response.end();
  };
  const chunks = overMs === 0 ? 1 : slowChunks;
  const size = Math.max(1, Math.ceil(end / chunks));
  const writeFrom = (from: number): void => {
    if (from >= end) {
      finish();
      return;
    }
    response.write(body.subarray(from, Math.min(end, from + size)), () => {
      // The next chunk is written once this one was sent.
      const pause = from + size < end ? overMs / chunks : 0;
      delay(response, pause, () => writeFrom(from + size));
    });
  };
  response.flushHeaders();
  delay(response, overMs / chunks, () => writeFrom(0));
}
