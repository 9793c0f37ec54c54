import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';

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
}

/** An answer ready for the wire. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server that listens. */
export interface Listener {
  readonly port: number;
  /** Stop listening and drop every connection. */
  close(): Promise<void>;
}

/** What a server does. */
export interface ListenOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Bytes of a request body that are read at most. */
  readonly maxBodyBytes: number;
  /** Called with a listener's port and once for each request. */
  readonly answer: (request: RawRequest) => RawReply;
}

const noBytes = new Uint8Array();

/** Milliseconds since the UNIX epoch. */
export function currentTime(): number {
  return Date.now();
}

/**
 * Listen on 127.0.0.1, and nowhere else.
 *
 * @throws the system's error when the port is taken
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer((request, response) => {
    readBody(request, options.maxBodyBytes, (body, tooLarge) => {
      const {method = 'GET', url: target = '/'} = request;
      const headers = flatHeaders(request);
      writeReply(request, response, options.answer({method, target, headers, body, tooLarge}));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
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

function writeReply(request: IncomingMessage, response: ServerResponse, reply: RawReply): void {
  const bytes = Buffer.byteLength(reply.body);
  // 204 and 304 have no body, and no length either.
  const length = reply.status === 204 ? {} : {'content-length': String(bytes)};
  response.writeHead(reply.status, {...reply.headers, ...length});
  response.end(request.method === 'HEAD' || reply.status === 204 ? undefined : reply.body);
}
