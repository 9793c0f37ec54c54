import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type Answered, type LocalServer, startServer} from '../api/local-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let cache: string;
let issuer: LocalServer;
let service: LocalServer;
let issued: number;
let issue: (count: number) => Answered;
/** The token the service takes. */
let good: () => string;

beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'steward-oauth-'));
  issued = 0;
  issue = count => ({json: {access_token: `access-${count}`, expires_in: 3600}});
  good = () => `access-${issued}`;
  issuer = await startServer(() => issue(++issued));
  service = await startServer(({headers}) =>
    headers.authorization === `Bearer ${good()}`
      ? {json: {id: '7'}}
      : {status: 401, json: {errorMessages: ['token']}},
  );
});
afterEach(async () => {
  await issuer[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  rmSync(cache, {recursive: true, force: true});
});

const auth = () => ({
  type: 'oauth2',
  client_id: 'me',
  client_secret: 'hush+hush',
  token_url: `${issuer.url}/oauth/token`,
  scopes: ['read:a', 'write:b'],
});
const config = (more: object = {}) => ({
  default_profile: 'work',
  profiles: {work: {base_url: service.url, auth: {...auth(), ...more}}},
});
const get = (options: RunCliOptions = {}, ...flags: readonly string[]) =>
  runCli('jr', ['version', 'get', '--id', '7', ...flags], {
    config: config(),
    ...options,
    env: {XDG_CACHE_HOME: cache, ...options.env},
  });
const folder = () => join(cache, 'jr/oauth');
const files = () => readdirSync(folder());
const keptText = () => readFileSync(join(folder(), files()[0] ?? ''), 'utf8');

describe('oauth2', () => {
  it('fetches a token by client credentials and signs with it', async () => {
    expect((await get()).stdout).toBe('{"id":"7"}\n');
    const [request] = issuer.received;
    expect([request?.method, request?.target, request?.headers['content-type']]).toEqual([
      'POST',
      '/oauth/token',
      'application/x-www-form-urlencoded',
    ]);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'me',
      client_secret: 'hush+hush',
      scope: 'read:a write:b',
    });
  });

  it('keeps the token for its owner alone and uses it until it ends', async () => {
    await get();
    await get();
    expect(issued).toBe(1);
    expect(files()).toHaveLength(1);
    expect(statSync(join(folder(), files()[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(keptText() + files()[0]).not.toContain('hush');
    writeFileSync(
      join(folder(), files()[0] ?? ''),
      JSON.stringify({token: 'access-1', endsMs: Date.now() - 1}),
    );
    expect((await get()).exit).toBe(0);
    expect(issued).toBe(2);
  });

  it('does not use a token in the last tenth of its life', async () => {
    issue = count => ({json: {access_token: `access-${count}`, expires_in: '10'}});
    await get();
    // A time that is kept, not one that passed: a slower machine reads a later now.
    expect(JSON.parse(keptText()).endsMs).toBeLessThanOrEqual(Date.now() + 9000);
  });

  it('takes a damaged file as none', async () => {
    await get();
    for (const damage of ['{"token":', '[]', '{"token":7,"endsMs":1e99}', '']) {
      writeFileSync(join(folder(), files()[0] ?? ''), damage);
      expect((await get()).exit).toBe(0);
    }
    expect(issued).toBe(5);
  });

  it('renews a refused token once, for a write too', async () => {
    await get();
    good = () => 'access-2';
    const result = await runCli('jr', ['version', 'delete', '--id', '7'], {
      config: config(),
      env: {XDG_CACHE_HOME: cache},
    });
    expect(result.exit).toBe(0);
    expect(service.received.map(({method}) => method)).toEqual(['GET', 'DELETE', 'DELETE']);
    expect(issued).toBe(2);
  });

  it('gives up when the new token is refused too', async () => {
    good = () => 'never';
    const result = await get();
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_failed']);
    expect([issued, service.received.length, failureOf(result).attempts]).toEqual([2, 2, 2]);
  });

  it('fetches once for many commands at a time', async () => {
    const results = await Promise.all(Array.from({length: 20}, () => get()));
    expect(results.map(({exit}) => exit)).toEqual(results.map(() => 0));
    expect(issued).toBe(1);
    good = () => 'access-2';
    await Promise.all(Array.from({length: 20}, () => get()));
    expect(issued).toBe(2);
    expect(files()).toHaveLength(1);
  });

  it('takes a lock over whose process is gone', async () => {
    await get();
    const lock = join(folder(), `${files()[0]}.lock`);
    const {hostname} = await import('node:os');
    writeFileSync(lock, JSON.stringify({pid: 2 ** 22 + 7, host: hostname(), id: 'x'}));
    good = () => 'access-2';
    expect((await get()).exit).toBe(0);
    expect(files()).toHaveLength(1);
  });

  it('works where nothing can be kept', async () => {
    writeFileSync(join(cache, 'jr'), 'a file, no directory');
    expect((await get()).exit).toBe(0);
  });

  it('is used though it cannot be kept, once it is there', async () => {
    await get();
    const kept = join(folder(), files()[0] ?? '');
    rmSync(kept);
    mkdirSync(join(kept, 'in the way'), {recursive: true});
    expect((await get()).exit).toBe(0);
    expect(issued).toBe(2);
    expect(files()).toHaveLength(1);
  });

  it('is fetched without the lock when another process holds that past --timeout', async () => {
    await get();
    const {hostname} = await import('node:os');
    const lock = JSON.stringify({pid: process.pid, host: hostname(), id: 'hangs'});
    writeFileSync(join(folder(), `${files()[0]}.lock`), lock);
    good = () => 'access-2';
    expect((await get({}, '--timeout', '3s')).exit).toBe(0);
    expect(issued).toBe(2);
  });

  it('takes the secret from the environment or a command', async () => {
    const env = {SECRET: 'from-env'};
    await get({config: config({client_secret: {env: 'SECRET'}}), env});
    expect(issuer.received[0]?.body).toContain('client_secret=from-env');
    const runCommand = async () => 'from-command';
    await get({config: config({client_secret: {command: ['pass', 'x']}}), runCommand});
    expect(issuer.received[1]?.body).toContain('client_secret=from-command');
    const missing = await get({config: config({client_secret: {env: 'NONE'}})});
    expect([missing.exit, failureOf(missing).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(missing).hint).toContain('auth.client_secret');
  });

  it('is an auth_error when the endpoint refuses, and says nothing secret', async () => {
    issue = () => ({
      status: 401,
      json: {error: 'invalid_client', error_description: 'hush+hush is wrong'},
    });
    const result = await get();
    const failure = failureOf(result);
    expect([result.exit, failure.error_type, failure.status]).toEqual([2, 'auth_error', 401]);
    expect(failure.message).toContain('invalid_client: *** is wrong');
    expect(failure.request).toEqual({method: 'POST', path: '/oauth/token'});
    expect(result.stderr).not.toContain('hush');
    expect(service.received).toEqual([]);
  });

  it.each([
    ['no JSON', {text: '<html>'}],
    ['no token', {json: {token_type: 'bearer'}}],
    ['a redirect', {status: 302, headers: {location: 'http://127.0.0.1:1/'}}],
  ])('is an auth_error when the answer is %s', async (_name, answer) => {
    issue = () => answer;
    expect((await get()).exit).toBe(2);
  });

  it('is an auth_error when the endpoint does not answer', async () => {
    const result = await get({config: config({token_url: 'http://127.0.0.1:1/t'})});
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).message).toContain('Cannot fetch a token: Connection refused');
  });

  it('names every key that is missing', async () => {
    const result = await get({config: config({client_secret: '', token_url: undefined})});
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).message).toContain('client_secret, token_url');
  });

  it('shows its exchanges under --verbose without a token', async () => {
    const {stderr} = await get({}, '--verbose');
    const urls = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).url);
    expect(urls).toEqual([`${issuer.url}/oauth/token`, `${service.url}/rest/api/3/version/7`]);
    expect(stderr).not.toMatch(/access-|hush/);
  });

  it('under --dry-run fetches nothing', async () => {
    const {stdout} = await get({}, '--dry-run');
    expect(JSON.parse(stdout).headers.Authorization).toBe('***');
    expect([issued, service.received.length]).toEqual([0, 0]);
  });

  it('is not sent to another origin', async () => {
    const result = await get({}, '--base-url', 'http://127.0.0.1:1');
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(issued).toBe(0);
  });

  it('works as --auth-type for a profile that has the keys', async () => {
    const both = config({type: 'basic', username: 'ann', token: 'basic-token'});
    expect((await get({config: both}, '--auth-type', 'oauth2')).exit).toBe(0);
    expect(issued).toBe(1);
  });
});

describe('a profile with a cloud_id and no base URL', () => {
  const auth = {type: 'bearer', token: 't', cloud_id: 'a1-b2'};
  it.each([
    [
      'cf',
      'blogposts get-blog-posts',
      'https://api.atlassian.com/ex/confluence/a1-b2/wiki/api/v2/',
    ],
    ['jr', 'resolution search', 'https://api.atlassian.com/ex/jira/a1-b2/rest/api/3/'],
  ] as const)('goes through the gateway: %s', async (program, line, start) => {
    const {stdout} = await runCli(program, [...line.split(' '), '--dry-run'], {
      config: {profiles: {default: {auth}}},
    });
    expect(JSON.parse(stdout).url).toMatch(new RegExp(`^${start}`));
  });
});
