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

/** A request as it came over the wire. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case; several values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body was longer than allowed; what came of it is dropped. */
  readonly tooLarge: boolean;
  /** It came over the loopback interface, from this machine. */
  readonly fromHere: boolean;
}

/** An answer ready for the wire. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Milliseconds it is held back. @default 0 */
  readonly delayMs?: number;
  /** @default at once and whole */
  readonly delivery?: Delivery;
}

/** How an answer comes when it does not come at once and whole. */
export interface Delivery {
  /** Close or reset the connection instead of answering, or go over to another protocol on it. */
  readonly instead?: 'drop' | 'reset' | 'upgrade';
  /** Reset the connection in the middle of the head, or of the body. */
  readonly resetIn?: 'headers' | 'body';
  /** Bytes more than there are that Content-Length says, or fewer. */
  readonly lengthOff?: number;
  /** Close the connection after so many bytes of the body; `half` of it. */
  readonly cutAt?: number | 'half';
  /** Milliseconds the body takes, in pieces. */
  readonly overMs?: number;
}

export interface Listener {
  readonly port: number;
  /** The address as it stands in a URL: an IPv6 one in brackets. */
  readonly urlHost: string;
  /** Stop listening and drop every connection. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Address or name of the interface to listen on. */
  readonly host: string;
  /** Bytes of a request body that are read at most. */
  readonly maxBodyBytes: number;
  /** Called with a listener's port and once for each request. */
  readonly answer: (request: RawRequest) => RawReply;
}

const noBytes = new Uint8Array();

const packed = new Map<string, Uint8Array>();

/** So many blanks, packed as an answer of that encoding is; the same bytes every time. */
export function compressed(encoding: 'gzip' | 'br', bytes: number): Uint8Array {
  const known = packed.get(`${encoding} ${bytes}`);
  if (known !== undefined) return known;
  const blanks = Buffer.alloc(bytes, ' ');
  const made =
    encoding === 'gzip'
      ? gzipSync(blanks, {level: 1})
      : brotliCompressSync(blanks, {params: {[constants.BROTLI_PARAM_QUALITY]: 1}});
  packed.set(`${encoding} ${bytes}`, made);
  return made;
}

/** Milliseconds since the UNIX epoch. */
export function currentTime(): number {
  return Date.now();
}

/**
 * The text of a file; undefined when there is none.
 *
 * @throws the system's error when it cannot be read, or is no file
 */
export function readTextFile(path: string): string | undefined {
  if (statSync(path, {throwIfNoEntry: false}) === undefined) return undefined;
  return readFileSync(path, 'utf8');
}

/**
 * Put a file in place as a whole, for its owner alone: whoever reads it, and whatever breaks off, it is
 * the old one or the new one.
 *
 * @throws the system's error when it cannot be written; the old one is as it was
 */
export function writeFileWhole(path: string, text: string): void {
  const fresh = `${path}.${randomUUID()}.new`;
  try {
    const file = openSync(fresh, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, {force: true});
    throw error;
  }
}

/** Put text at the end of a file. @throws the system's error when it cannot be written */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text);
}

/**
 * Listen on one address, and nowhere else.
 *
 * @throws the system's error when the port is taken or the address is not this machine's
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer((request, response) => {
    readBody(request, options.maxBodyBytes, (body, tooLarge) => {
      const {method = 'GET', url: target = '/'} = request;
      const headers = flatHeaders(request);
      const fromHere = isLoopback(request.socket.remoteAddress ?? '');
      const raw = {method, target, headers, body, tooLarge, fromHere};
      const reply = options.answer(raw);
      waitFor(response, reply.delayMs ?? 0, () => writeReply(request, response, reply));
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

/** Give the body once it is there; a request that breaks off gives nothing. */
function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Uint8Array, tooLarge: boolean) => void,
): void {
  const {headers} = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    // No body announced: answer at once. Most requests are of this kind.
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
  // The client went away: nobody is left to answer.
  request.on('error', () => chunks.splice(0));
}

function flatHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** Whether an address is one of this machine's own that nobody else can reach. */
function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Go on later, unless the connection is gone by then; at once after 0 ms. */
function waitFor(response: ServerResponse, ms: number, goOn: () => void): void {
  if (ms === 0) {
    goOn();
    return;
  }
  const stop = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    response.off('close', stop);
    goOn();
  }, ms);
  response.once('close', stop);
}

function writeReply(request: IncomingMessage, response: ServerResponse, reply: RawReply): void {
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
  const bytes = Buffer.byteLength(reply.body) + (delivery?.lengthOff ?? 0);
  const bodiless = request.method === 'HEAD' || reply.status === 204;
  // 204 and 304 have no body, and no length either.
  const length = reply.status === 204 ? {} : {'content-length': String(bytes)};
  response.writeHead(reply.status, {...reply.headers, ...length});
  if (bodiless) response.end();
  else if (delivery === undefined) response.end(reply.body);
  else writePieces(response, Buffer.from(reply.body as Uint8Array), delivery);
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
      // The connection stays: what comes on it is no HTTP any more.
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
      );
  }
}

/** Pieces a slow body comes in. */
const slowPieces = 10;

/** Write a body bit by bit, and close the connection where it is cut. */
function writePieces(response: ServerResponse, body: Buffer, delivery: Delivery): void {
  const {overMs = 0, resetIn} = delivery;
  const cutAt = delivery.cutAt ?? (resetIn === 'body' ? 'half' : undefined);
  const half = Math.floor(body.length / 2);
  const end = Math.min(body.length, cutAt === 'half' ? half : (cutAt ?? body.length));
  const finish = (): void => {
    if (resetIn === 'body') response.socket?.resetAndDestroy();
    else if (end < body.length) response.socket?.destroy();
    else response.end();
  };
  const pieces = overMs === 0 ? 1 : slowPieces;
  const size = Math.max(1, Math.ceil(end / pieces));
  const writeFrom = (from: number): void => {
    if (from >= end) {
      finish();
      return;
    }
    response.write(body.subarray(from, Math.min(end, from + size)), () => {
      // The next piece is written once this one has left.
      const rest = from + size < end ? overMs / pieces : 0;
      waitFor(response, rest, () => writeFrom(from + size));
    });
  };
  response.flushHeaders();
  waitFor(response, overMs / pieces, () => writeFrom(0));
}
