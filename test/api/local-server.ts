import {once} from 'node:events';
import {createServer, type IncomingMessage, request, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Send} from '../../src/api/send.ts';
import type {Clock} from '../../src/base/clock.ts';
import {Failure} from '../../src/base/failure.ts';

/** A request as the local server got it. */
export interface Received {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the local server answers: a status, headers, and text or a value sent as JSON. */
export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly json?: unknown;
}

/** A real HTTP server on loopback. */
export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  /** Every request so far, in order. */
  readonly received: readonly Received[];
  /** The most requests that were open at a time. */
  readonly mostOpen: number;
  /** Requests whose caller went away before they were answered. */
  readonly dropped: readonly Received[];
}

/** Start a server that answers each request as `answer` says; `undefined` drops the connection. */
export async function startServer(
  answer: (
    request: Received,
    index: number,
  ) => Answered | undefined | Promise<Answered | undefined>,
): Promise<LocalServer> {
  const received: Received[] = [];
  const dropped: Received[] = [];
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    mostOpen = Math.max(mostOpen, ++open);
    response.on('close', () => open--);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const target = request.url ?? '';
      const seen: Received = {
        method: request.method ?? '',
        target,
        query: new URL(target, 'http://x').searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(seen);
      const ended = () => {
        if (!response.writableEnded) dropped.push(seen);
      };
      // The caller may be gone before its request was read.
      if (response.closed) ended();
      else response.on('close', ended);
      write(response, await answer(seen, received.length - 1));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    dropped,
    get mostOpen() {
      return mostOpen;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write(response: ServerResponse, answered: Answered | undefined): void {
  if (answered === undefined) {
    response.destroy();
    return;
  }
  const {
    status = 200,
    headers = {},
    json,
    text = json === undefined ? '' : JSON.stringify(json),
  } = answered;
  response.writeHead(status, {'content-type': 'application/json', ...headers});
  response.end(text);
}

/** The port over Node's plain client: enough for tests, without redirects. */
export const send: Send = ({method, url, headers, body, timeoutMs, signal}) =>
  new Promise((resolve, reject) => {
    const sent = request(url, {method, headers: {...headers}});
    const end = (failure: Failure): void => {
      reject(failure);
      sent.destroy();
    };
    const stop = (): void => end(new Failure('interrupted', 'Interrupted.'));
    const broken = (cause: unknown): void =>
      end(new Failure('connection_error', 'No connection.', {cause}));
    const timer = setTimeout(() => end(new Failure('timeout_error', 'Timed out.')), timeoutMs);
    signal?.addEventListener('abort', stop, {once: true});
    sent.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
    sent.on('error', broken);
    sent.on('response', async response => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const told = Object.entries(response.headers).map(([name, value = '']) => [
          name,
          String(value),
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(told),
          body: new Uint8Array(Buffer.concat(chunks)),
        });
      } catch (error) {
        broken(error);
      }
    });
    if (signal?.aborted) stop();
    else sent.end(body);
  });

/** A clock that moves only when slept on, and remembers its sleeps in milliseconds. */
export interface TestClock extends Clock {
  readonly sleeps: readonly number[];
}

/** A clock that starts at a given time and never really waits. */
export function makeTestClock(startMs = Date.UTC(2026, 3, 1)): TestClock {
  const sleeps: number[] = [];
  let nowMs = startMs;
  return {
    sleeps,
    now: () => nowMs,
    async sleep(ms, signal) {
      if (signal?.aborted) throw new Failure('interrupted', 'Interrupted.');
      sleeps.push(ms);
      nowMs += ms;
    },
  };
}
