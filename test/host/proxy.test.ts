import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer, request as httpRequest, type Server} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import {type AddressInfo, connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {makeSystemClock} from '../../src/host/make-host.ts';
import {findProxy, proxyAuthorization} from '../../src/host/proxy.ts';
import {makeSend} from '../../src/host/transport.ts';

const proxyOf = (url: string, env: Readonly<Record<string, string>>) =>
  findProxy(new URL(url), env)?.href;

describe('the proxy of a URL', () => {
  const env = {HTTPS_PROXY: 'http://s.example:1', HTTP_PROXY: 'p.example:2'};
  it('is told by its scheme, in either case', () => {
    expect(proxyOf('https://x.example', env)).toBe('http://s.example:1/');
    expect(proxyOf('http://x.example', env)).toBe('http://p.example:2/');
    expect(proxyOf('https://x.example', {https_proxy: 'http://l.example'})).toBe(
      'http://l.example/',
    );
    expect(proxyOf('https://x.example', {HTTP_PROXY: 'http://p.example', HTTPS_PROXY: ''})).toBe(
      undefined,
    );
  });

  it('is none for loopback, and HTTP_PROXY none below a web server', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'a.localhost']) {
      expect(proxyOf(`http://${host}:8080`, env)).toBeUndefined();
    }
    expect(proxyOf('http://x.example', {...env, REQUEST_METHOD: 'GET'})).toBeUndefined();
  });

  it.each([
    ['x.example', true],
    ['.example', true],
    ['*.example', true],
    ['other.example, X.EXAMPLE', true],
    ['x.example:443', true],
    ['x.example:8443', false],
    ['ample', false],
    ['y.x.example', false],
    ['*', true],
    ['', false],
  ])('is none for what NO_PROXY names: %s', (NO_PROXY, isNone) => {
    expect(proxyOf('https://x.example', {...env, NO_PROXY}) === undefined).toBe(isNone);
  });

  it.each([
    ['http://10.1.2.3', '10.0.0.0/8', true],
    ['http://11.1.2.3', '10.0.0.0/8', false],
    ['http://10.1.2.3', '10.0.0.0/99', false],
    ['http://10.1.2.3:81', '10.1.2.3:81', true],
    ['http://[fd00::1]', 'fd00::1', true],
    ['http://[fd00::1]', '[fd00::1]:80', true],
    ['http://[fd00::1]', 'fd00::/8', true],
  ])('is none for addresses and networks: %s %s', (url, NO_PROXY, isNone) => {
    expect(proxyOf(url, {...env, NO_PROXY}) === undefined).toBe(isNone);
  });

  it.each(['socks5://p.example', 'http://', 'http://u:hush@'])('that is none: %s', HTTPS_PROXY => {
    const failure = thrownBy(() => findProxy(new URL('https://x.example'), {HTTPS_PROXY}));
    expect(isFailure(failure) && failure.kind).toBe('config_error');
    expect(String(failure)).not.toContain('hush');
  });
});

describe('the header for a proxy', () => {
  const header = (url: string) => {
    const [scheme, pair = ''] = proxyAuthorization(new URL(url))?.split(' ') ?? [];
    return [scheme, Buffer.from(pair, 'base64').toString('utf8')];
  };

  it('has the name and the password as they are meant, also where a % was not encoded', () => {
    expect(header('http://ann:p%40ss@p.example')).toEqual(['Basic', 'ann:p@ss']);
    expect(header('http://ann:50%@p.example')).toEqual(['Basic', 'ann:50%']);
    expect(proxyAuthorization(new URL('http://p.example'))).toBeUndefined();
  });
});

describe('a request through a proxy', () => {
  let folder: string;
  let origin: Server;
  let secure: ReturnType<typeof createTlsServer>;
  let proxy: Server;
  let seen: string[];
  let refuse: number | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'steward-proxy-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=site.example', '-addext', 'subjectAltName=DNS:site.example'];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-keyout',
        key,
        '-out',
        cert,
      ].concat(subject),
      {stdio: 'ignore'},
    );
    secure = createTlsServer(
      {key: readFileSync(key), cert: readFileSync(cert)},
      (request, response) =>
        response.end(`${request.method} ${request.url} ${request.headers.host}`),
    );
    origin = createServer((request, response) => {
      const {host, 'proxy-authorization': leaked = 'none'} = request.headers;
      response.end(`${request.method} ${request.url} ${host} ${leaked}`);
    });
    await Promise.all([listen(secure), listen(origin)]);
  });
  afterAll(() => {
    secure.close();
    secure.closeAllConnections();
    origin.close();
    origin.closeAllConnections();
    rmSync(folder, {recursive: true, force: true});
  });

  beforeEach(async () => {
    seen = [];
    refuse = undefined;
    // Every name leads to the two servers here, as only a proxy could make it.
    proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
      if (refuse !== undefined) {
        response.writeHead(refuse).end();
        return;
      }
      const {pathname, search, host} = new URL(request.url ?? '');
      const path = pathname + search;
      const {'proxy-authorization': _, ...rest} = request.headers;
      const headers = {...rest, host};
      const onward = httpRequest({
        port: portOf(origin),
        host: '127.0.0.1',
        method: request.method,
        path,
        headers,
      });
      request.pipe(onward).on('response', answer => answer.pipe(response));
    });
    proxy.on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
      if (refuse !== undefined) {
        socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
        return;
      }
      const onward = connect(portOf(secure), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    await listen(proxy);
  });
  afterEach(() => {
    proxy.close();
    proxy.closeAllConnections();
  });

  const ask = async (url: string, auth = '') => {
    const address = `http://${auth}127.0.0.1:${portOf(proxy)}`;
    const send = makeSend({
      clock: makeSystemClock(),
      env: {HTTP_PROXY: address, HTTPS_PROXY: address},
    });
    const request = {method: 'GET', url, headers: {}, timeoutMs: 5000};
    const {body} = await send(request);
    await send(request);
    return new TextDecoder().decode(body);
  };

  it('to an http address gives the proxy the whole URL, and the far end no password', async () => {
    expect(await ask('http://site.example/a?b=c', 'me:p%40ss@')).toBe(
      'GET /a?b=c site.example none',
    );
    expect(seen[0]).toBe(`GET http://site.example/a?b=c Basic ${btoa('me:p@ss')}`);
  });

  it('does not trust a certificate because it came through a proxy', async () => {
    const failure = await ask('https://site.example/a', 'me:p@').catch((error: unknown) => error);
    expect(String(failure)).toContain('The certificate of site.example is not trusted');
    expect(seen).toEqual([`CONNECT site.example:443 Basic ${btoa('me:p')}`]);
  });

  it('that the proxy refuses is a connection_error about the proxy, without its password', async () => {
    refuse = 407;
    const failure = await ask('https://site.example/a', 'me:hush@').catch(
      (error: unknown) => error,
    );
    if (!isFailure(failure)) throw failure;
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('it responded 407 to CONNECT site.example:443');
    expect(failure.details.hint).toContain('NO_PROXY');
    expect(JSON.stringify(failure.details) + failure.message).not.toContain('hush');
  });

  it('to an http address that the proxy wants a login for is about the proxy, not the server', async () => {
    refuse = 407;
    const failure = await ask('http://site.example/a', 'me:hush@').catch((error: unknown) => error);
    if (!isFailure(failure)) throw failure;
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toMatch(
      /^The proxy 127\.0\.0\.1:\d+ rejected the user name and password/,
    );
    expect(JSON.stringify(failure.details) + failure.message).not.toContain('hush');
  });

  it('to a proxy that is not there names the proxy', async () => {
    const address = `http://127.0.0.1:1`;
    const send = makeSend({
      clock: makeSystemClock(),
      env: {HTTP_PROXY: address, HTTPS_PROXY: address},
    });
    for (const url of ['http://site.example', 'https://site.example']) {
      const request = {method: 'GET', url, headers: {}, timeoutMs: 5000};
      const failure = await send(request).catch((error: unknown) => error);
      expect(String(failure)).toContain('127.0.0.1:1');
      expect(isFailure(failure) && failure.details.hint).toContain('HTTPS_PROXY');
    }
  });
});

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
