import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import {type AddressInfo, connect} from 'node:net';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {startServer} from '../api/local-server.ts';
import {type BuiltCommands, layBuiltCommands, node, runInShell} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

const processes = 20;
const values = '--base-url https://x.example --username ann --token s3cret';

let built: BuiltCommands;
const sessions: PtySession[] = [];

beforeEach(() => {
  built = layBuiltCommands();
});
afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
  built.remove();
});

const configFile = () => join(built.folder, '.config/jr/config.json');
const saved = () => JSON.parse(readFileSync(configFile(), 'utf8'));
const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  runInShell(line, {...built.env(), ...env}, built.folder);

function open(...args: readonly string[]): PtySession {
  const session = openPty(node, [join(root, 'dist/bin/jr.js'), ...args], {
    cwd: built.folder,
    env: built.env(),
  });
  sessions.push(session);
  return session;
}

describe('configure in a terminal', () => {
  it('asks one thing after the other and never shows the token', async () => {
    const session = open('configure');
    await session.see(/Base URL:/);
    session.press('https://x.example', 'enter');
    await session.see(/Credentials \(basic, bearer or app\) \[basic\]:/);
    session.press('enter');
    await session.see(/User name:/);
    session.press('anx', 'backspace', 'n', 'enter');
    await session.see(/Token:/);
    session.press('s3cret', 'enter');
    await session.see(/"status": "saved"/);
    expect((await session.exit()).code).toBe(0);
    expect(session.written()).not.toContain('s3cret');
    expect(saved().profiles.default).toEqual({
      base_url: 'https://x.example',
      auth: {type: 'basic', username: 'ann', token: 's3cret'},
    });
    expect(statSync(configFile()).mode & 0o777).toBe(0o600);
  });

  it.each(['ctrl+c', 'ctrl+d'])('ends at %s with 130 and saves nothing', async key => {
    const session = open('configure');
    await session.see(/Base URL:/);
    session.press('https://x.example', 'enter', 'enter', 'ann', 'enter');
    await session.see(/Token:/);
    session.press(key);
    expect((await session.exit()).code).toBe(130);
    expect(session.screen().join('')).toContain('error: Interrupted.');
    expect(() => statSync(configFile())).toThrow('ENOENT');
  });
});

describe(`${processes} processes at once`, () => {
  it('configure without losing a profile', async () => {
    const names = Array.from({length: processes}, (_, index) => `p${index}`);
    const ended = await Promise.all(
      names.map(name => run(`jr configure --profile ${name} ${values}`)),
    );
    expect(ended.map(({exit}) => exit)).toEqual(names.map(() => 0));
    expect(Object.keys(saved().profiles).sort()).toEqual([...names].sort());
    expect(readdirSync(join(built.folder, '.config/jr'))).toEqual(['config.json']);
  });

  it('fetch one oauth2 token between them, which is in no file others can read', async () => {
    let issued = 0;
    await using server = await startServer(({target}) => {
      if (!target.startsWith('/token')) return {json: {id: '7'}};
      issued++;
      return {json: {access_token: `access-${issued}`, expires_in: 3600}};
    });
    await run(`jr configure ${values}`);
    const profile = {
      base_url: server.url,
      auth: {
        type: 'oauth2',
        client_id: 'a',
        client_secret: 'hush',
        token_url: `${server.url}/token`,
      },
    };
    const config = JSON.stringify({profiles: {default: profile}});
    await run(`umask 077; printf '%s' '${config}' > '${configFile()}'`);
    const ended = await Promise.all(
      Array.from({length: processes}, () => run('jr version get --id 7')),
    );
    expect(new Set(ended.map(({stdout, stderr}) => stdout + stderr))).toEqual(
      new Set(['{"id":"7"}\n']),
    );
    expect(issued).toBe(1);
    const folder = join(built.folder, '.cache/jr/oauth');
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o600);
  });
});

describe('a proxy that never answers', () => {
  it('is a timeout_error, and does not keep the process', async () => {
    const proxy = createServer().on('connect', () => undefined);
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const {exit, stderr} = await run('jr raw GET /x --timeout 300ms', {
      JR_BASE_URL: 'https://site.example',
      JR_AUTH_TYPE: 'bearer',
      JR_AUTH_TOKEN: 't',
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    proxy.closeAllConnections();
    proxy.close();
    expect([exit, JSON.parse(stderr).error_type]).toEqual([1, 'timeout_error']);
  });
});

describe('an https address behind a proxy, with a private authority', () => {
  it('is reached by a tunnel, and trusted by NODE_EXTRA_CA_CERTS alone', async () => {
    const [key, cert] = [join(built.folder, 'key.pem'), join(built.folder, 'cert.pem')];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'];
    const named = ['-subj', '/CN=site.example', '-addext', 'subjectAltName=DNS:site.example'];
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert, ...named], {stdio: 'ignore'});
    const tls = {key: readFileSync(key), cert: readFileSync(cert)};
    const site = createTlsServer(tls, (request, response) =>
      response.end(JSON.stringify({host: request.headers.host, url: request.url})),
    );
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      const onward = connect((site.address() as AddressInfo).port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    for (const server of [site, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
    const env = {
      JR_BASE_URL: 'https://site.example',
      JR_AUTH_TYPE: 'bearer',
      JR_AUTH_TOKEN: 't',
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    };
    try {
      const trusted = await run('jr raw GET /x', {...env, NODE_EXTRA_CA_CERTS: cert});
      expect(trusted).toEqual({
        stdout: '{"host":"site.example","url":"/x"}\n',
        stderr: '',
        exit: 0,
      });
      const strange = await run('jr raw GET /x --retries 0', env);
      expect([strange.exit, strange.stdout]).toEqual([1, '']);
      expect(strange.stderr).toContain('The certificate of site.example is not trusted');
      expect(asked).toEqual(['site.example:443', 'site.example:443']);
    } finally {
      for (const server of [site, proxy]) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(key);
    }
  });
});
