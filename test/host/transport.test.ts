import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {createServer as createTlsServer, type Server as TlsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {brotliCompressSync, deflateRawSync, deflateSync, gzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import type {WireRequest, WireResponse} from '../../src/api/send.ts';
import {isFailure} from '../../src/base/failure.ts';
import {makeSystemClock} from '../../src/host/make-host.ts';
import {makeSend} from '../../src/host/transport.ts';
import {ownCertificate} from '../support/own-certificate.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let connections = 0;
let seen: string[] = [];
let handle: Handler = (_, response) => response.end();

beforeEach(async () => {
  connections = 0;
  seen = [];
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

const send = makeSend({clock: makeSystemClock()});

function ask(path: string, more: Partial<WireRequest> = {}): Promise<WireResponse> {
  return send({method: 'GET', url: origin + path, headers: {}, timeoutMs: 5000, ...more});
}

async function failureOf(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isFailure(error)) throw new Error(`no failure: ${String(error)}`);
  return error;
}

const text = (answer: WireResponse): string => new TextDecoder().decode(answer.body);

describe('an exchange', () => {
  it('hands over status, headers and body, whatever the status', async () => {
    handle = (_, response) => {
      response.writeHead(503, {'X-One': 'a', 'set-cookie': ['b', 'c']});
      response.end('busy');
    };
    const answer = await ask('/x');
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({'x-one': 'a', 'set-cookie': 'b, c'});
    expect(text(answer)).toBe('busy');
    expect(seen).toEqual(['GET /x']);
  });

  it.each([
    ['POST', '{"a":1.0}'],
    ['PUT', new Uint8Array([0, 255, 1])],
    ['DELETE', '{}'],
    ['PATCH', '[]'],
  ])('sends method, headers and body of %s as they are', async (method, body) => {
    let received: unknown;
    handle = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received = [request.headers.authorization, Buffer.concat(chunks)];
      response.end();
    };
    await ask('/', {method, body, headers: {Authorization: 'Basic x'}});
    expect(received).toEqual(['Basic x', Buffer.from(body)]);
    expect(seen).toEqual([`${method} /`]);
  });

  it('sends a write without a body with its length', async () => {
    let length: string | undefined;
    handle = (request, response) => {
      length = request.headers['content-length'];
      response.end();
    };
    await ask('/', {method: 'POST'});
    expect(length).toBe('0');
  });

  it('decompresses', async () => {
    handle = (_, response) => {
      response.writeHead(200, {'content-encoding': 'gzip'});
      response.end(gzipSync('{"a":1}'));
    };
    expect(text(await ask('/'))).toBe('{"a":1}');
  });

  it.each([
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['X-GZIP', gzipSync],
    ['identity', Buffer.from],
    ['deflate, br', (body: string) => brotliCompressSync(deflateSync(body))],
  ])('decompresses %s', async (coding, pack) => {
    handle = (_, response) =>
      response.writeHead(200, {'content-encoding': coding}).end(pack('{"a":1}'));
    expect(text(await ask('/'))).toBe('{"a":1}');
  });

  it('uses one connection for several requests', async () => {
    handle = (_, response) => response.end('{}');
    for (let i = 0; i < 3; i++) await ask('/');
    expect(connections).toBe(1);
  });
});

describe('a redirect', () => {
  const redirect = (status: number, location: string): void => {
    handle = (request, response) => {
      if (request.url === '/there') response.end('arrived');
      else response.writeHead(status, {location}).end('moved');
    };
  };

  it.each([301, 302, 303, 307, 308])(
    'of %i is followed for GET on the same origin',
    async status => {
      redirect(status, '/there');
      expect(text(await ask('/here'))).toBe('arrived');
    },
  );

  it('of 303 after a write is an answer of its own', async () => {
    redirect(303, '/there');
    const answer = await ask('/here', {method: 'DELETE'});
    expect([answer.status, text(answer)]).toEqual([303, 'moved']);
  });

  it('of a write is not followed', async () => {
    redirect(307, '/there');
    expect((await ask('/here', {method: 'POST', body: '{}'})).status).toBe(307);
    expect(seen).toEqual(['POST /here']);
  });

  it.each(['http://localhost:1/there', '//127.0.0.1:1/there', 'https://127.0.0.1/there'])(
    'to %s leaves the origin and is not followed',
    async location => {
      redirect(302, location);
      expect((await ask('/here', {headers: {Authorization: 'secret'}})).status).toBe(302);
      expect(seen).toEqual(['GET /here']);
    },
  );

  it('in a circle is a failure', async () => {
    redirect(302, '/here');
    const failure = await failureOf(ask('/here'));
    expect([failure.kind, failure.message]).toEqual([
      'invalid_response',
      'The server redirects in a circle.',
    ]);
    expect(seen).toHaveLength(1);
  });

  it('to ever another place is a failure after ten', async () => {
    handle = (_, response) => response.writeHead(302, {location: `/${seen.length}`}).end();
    expect((await failureOf(ask('/here'))).kind).toBe('invalid_response');
    expect(seen).toHaveLength(11);
  });
});

describe('no answer', () => {
  it('in time is a timeout_error', async () => {
    handle = () => undefined;
    const {kind, message} = await failureOf(ask('/', {timeoutMs: 50}));
    expect(kind).toBe('timeout_error');
    expect(message).toContain('50 ms');
  });

  it('in time is a timeout_error when only the head came', async () => {
    handle = (_, response) => response.writeHead(200).write('{');
    expect((await failureOf(ask('/', {timeoutMs: 80}))).kind).toBe('timeout_error');
  });

  it('never ends without a time limit unless it is interrupted', async () => {
    handle = () => undefined;
    const interrupt = new AbortController();
    const asked = failureOf(ask('/', {timeoutMs: 0, signal: interrupt.signal}));
    setTimeout(() => interrupt.abort(), 30);
    expect((await asked).kind).toBe('interrupted');
  });

  it('on a dead port is a connection_error with a hint', async () => {
    const failure = await failureOf(ask('/', {url: 'http://127.0.0.1:1/'}));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toBe('Connection refused by 127.0.0.1:1.');
    expect(failure.details.hint).toContain('URL of the site');
  });

  it('from an unknown host is a connection_error', async () => {
    const failure = await failureOf(ask('/', {url: 'http://nobody.invalid/'}));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('nobody.invalid');
  });

  it('in TLS from a server without it is a connection_error', async () => {
    const failure = await failureOf(ask('/', {url: origin.replace('http:', 'https:')}));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('TLS');
  });

  it('but a closed connection is a connection_error', async () => {
    handle = request => request.socket.destroy();
    expect((await failureOf(ask('/'))).kind).toBe('connection_error');
    expect(seen).toEqual(['GET /']);
  });

  it('but a broken compression is a connection_error', async () => {
    handle = (_, response) => {
      response.writeHead(200, {'content-encoding': 'gzip'});
      response.end('this is not gzip');
    };
    expect((await failureOf(ask('/'))).kind).toBe('connection_error');
  });
});

/** Writes for as long as somebody reads. */
function pour(response: ServerResponse, piece: Uint8Array): void {
  while (!response.destroyed && response.write(piece));
  response.once('drain', () => pour(response, piece));
}

describe('an answer that is too long', () => {
  const small = makeSend({clock: makeSystemClock(), maxAnswerBytes: 100_000});
  const askSmall = (): Promise<WireResponse> =>
    small({method: 'GET', url: origin, headers: {}, timeoutMs: 60_000});

  it('is given up while it comes', async () => {
    const gone = vi.fn();
    handle = (request, response) => {
      request.socket.on('close', gone);
      pour(response, Buffer.alloc(10_000, ' '));
    };
    const failure = await failureOf(askSmall());
    expect([failure.kind, failure.message]).toEqual([
      'invalid_response',
      'The response is larger than 100000 bytes.',
    ]);
    expect(failure.details.hint).toContain('--max-answer');
    await vi.waitFor(() => expect(gone).toHaveBeenCalled(), {timeout: 120_000});
  });

  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['gzip, gzip', (body: Buffer) => gzipSync(gzipSync(body))],
  ])('when it is unpacked is given up: %s', async (coding, pack) => {
    const bomb = pack(Buffer.alloc(5_000_000, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    handle = (_, response) => response.writeHead(200, {'content-encoding': coding}).end(bomb);
    expect((await failureOf(askSmall())).kind).toBe('invalid_response');
  });

  it('may be as long as the limit', async () => {
    handle = (_, response) => response.end(Buffer.alloc(100_000, ' '));
    expect((await askSmall()).body.length).toBe(100_000);
  });
});

describe('an answer that never ends', () => {
  it('when it is unpacked is a timeout_error', async () => {
    handle = (_, response) => {
      const packed = response.writeHead(200, {'content-encoding': 'gzip'});
      pour(packed, gzipSync(Buffer.alloc(1_000_000, ' ')));
    };
    expect((await failureOf(ask('/', {timeoutMs: 40}))).kind).toBe('timeout_error');
  });

  it('because the server switches the protocol is a failure at once', async () => {
    handle = (_, response) =>
      response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    const failure = await failureOf(ask('/', {timeoutMs: 0}));
    expect([failure.kind, failure.details.status]).toEqual(['invalid_response', 101]);
    expect(seen).toHaveLength(1);
  });

  it('in an unknown coding is refused', async () => {
    handle = (_, response) => response.writeHead(200, {'content-encoding': 'snappy'}).end('x');
    expect((await failureOf(ask('/'))).kind).toBe('invalid_response');
  });
});

describe.each([
  ['without a body, sent by Node itself', {}],
  ['with a body, sent by the request library', {method: 'POST', body: '{}'}],
] as const)('a request %s', (_, request) => {
  it('gets status, headers and body', async () => {
    handle = (_request, response) => {
      response.writeHead(418, {'content-encoding': 'gzip', 'set-cookie': ['b', 'c']});
      response.end(gzipSync('tea'));
    };
    const answer = await ask('/', request);
    expect([answer.status, answer.headers['set-cookie'], text(answer)]).toEqual([
      418,
      'b, c',
      'tea',
    ]);
  });

  it('is a connection_error when the answer breaks off', async () => {
    handle = (_request, response) => {
      response.writeHead(200, {'content-length': '10'}).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    const {kind, message} = await failureOf(ask('/', request));
    expect([kind, message]).toEqual([
      'connection_error',
      `The connection to ${new URL(origin).host} closed before the response was complete.`,
    ]);
  });

  it('is a timeout_error when only half of the answer comes', async () => {
    handle = (_request, response) => void response.writeHead(200).write('half');
    expect(await failureOf(ask('/', {...request, timeoutMs: 100}))).toMatchObject({
      kind: 'timeout_error',
    });
  });

  it('is interrupted while the answer comes', async () => {
    const abort = new AbortController();
    handle = (_request, response) => {
      response.writeHead(200).write('half');
      setTimeout(() => abort.abort(), 20);
    };
    expect(await failureOf(ask('/', {...request, signal: abort.signal}))).toMatchObject({
      kind: 'interrupted',
    });
  });

  it('is refused when the server does not speak HTTP', async () => {
    handle = ({socket}) => socket.end('SSH-2.0\r\n');
    expect(await failureOf(ask('/', request))).toMatchObject({kind: 'connection_error'});
  });

  it.each(['', 'Connection: close\r\n'])('is no failure after 204 with a body, %j', async more => {
    handle = ({socket}) => {
      socket.write(`HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n${more}\r\n{}`);
      if (more !== '') socket.end();
    };
    const first = await ask('/', request);
    expect([first.status, text(first)]).toEqual([204, '']);
    expect((await ask('/', request)).status).toBe(204);
  });

  it('is a failure when the server switches the protocol', async () => {
    handle = ({socket}) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    };
    expect(await failureOf(ask('/', request))).toMatchObject({kind: 'invalid_response'});
  });
});

describe('TLS', () => {
  let own: TlsServer;
  beforeEach(async () => {
    own = createTlsServer(ownCertificate, (_request, response) => response.end('{}'));
    await new Promise<void>(resolve => own.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise(resolve => own.close(resolve)));

  it.each([
    ['without a body', {}],
    ['with a body', {method: 'POST', body: '{}'}],
  ] as const)(
    'from somebody unknown is refused, %s, whatever Node was told to let through',
    async (_, request) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
      try {
        const {port} = own.address() as AddressInfo;
        const url = `https://127.0.0.1:${port}/`;
        const failure = await failureOf(
          send({method: 'GET', url, headers: {}, timeoutMs: 5000, ...request}),
        );
        expect([failure.kind, failure.message]).toEqual([
          'connection_error',
          `The certificate of 127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).`,
        ]);
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );
});
