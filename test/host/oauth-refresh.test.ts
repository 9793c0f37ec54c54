import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {startServer} from '../api/local-server.ts';
import {
  type RotatingIssuer,
  type RotatingOptions,
  startRotatingIssuer,
} from '../support/rotating-issuer.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-refresh-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const folder = () => join(home, 'state/steward/oauth');
const file = () => join(folder(), readdirSync(folder())[0] ?? '');
const kept = () => JSON.parse(readFileSync(file(), 'utf8'));
const expire = () => writeFileSync(file(), JSON.stringify({...kept(), endsMs: 0}));

/** A profile that signed in, with its issuer and a service that takes the newest token alone. */
async function signedIn(options: RotatingOptions = {}) {
  const issuer = await startRotatingIssuer(options);
  let isEcho = false;
  const service = await startServer(({headers: {authorization = ''}}) => {
    const headers = {'x-echo': authorization};
    if (isEcho) return {status: 400, headers, json: {errorMessages: [`bad ${authorization}`]}};
    return authorization === `Bearer ${issuer.accessToken()}`
      ? {json: {id: '7'}}
      : {status: 401, json: {errorMessages: ['token']}};
  });
  const auth = {
    type: 'oauth2',
    client_id: 'client',
    client_secret: 'cl13nt-s3cret',
    token_url: `${issuer.url}/oauth/token`,
    refresh_token: 'refresh-0',
  };
  const run = (more: object = {}, extra: RunCliOptions = {}, ...flags: readonly string[]) =>
    runCli('jr', ['version', 'get', '--id', '7', ...flags], {
      config: {profiles: {default: {base_url: service.url, auth: {...auth, ...more}}}},
      ...extra,
      env: {
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CACHE_HOME: join(home, 'cache'),
        ...extra.env,
      },
    });
  return {
    issuer,
    service,
    run,
    /** From now on the service repeats what it was sent, in its headers and in its error. */
    echo: () => {
      isEcho = true;
    },
    async [Symbol.asyncDispose]() {
      await issuer[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const grantsOf = ({received}: RotatingIssuer) =>
  received.map(({body}) => JSON.parse(body).refresh_token);

describe('a sign-in with a refresh token', () => {
  it('asks in JSON, and saves what follows for its owner alone before it is used', async () => {
    await using at = await signedIn();
    const {issuer, run} = at;
    expect((await run()).stdout).toBe('{"id":"7"}\n');
    const [request] = issuer.received;
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      grant_type: 'refresh_token',
      client_id: 'client',
      client_secret: 'cl13nt-s3cret',
      refresh_token: 'refresh-0',
    });
    expect(kept()).toMatchObject({token: 'access-1', refreshToken: 'refresh-1'});
    expect([statSync(file()).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(readFileSync(file(), 'utf8')).not.toMatch(/refresh-0|cl13nt/);
  });

  it('is renewed by the token that followed, also after `cache clear`', async () => {
    await using at = await signedIn();
    const {issuer, run} = at;
    await run();
    await run();
    expire();
    rmSync(join(home, 'cache'), {recursive: true, force: true});
    expect((await run()).exit).toBe(0);
    expect(grantsOf(issuer)).toEqual(['refresh-0', 'refresh-1']);
  });

  it('keeps the token that was sent when no other comes back', async () => {
    await using issuer = await startServer(() => ({json: {access_token: 'a', expires_in: 3600}}));
    await using at = await signedIn();
    const auth = {token_url: `${issuer.url}/t`};
    expect((await at.run(auth, {})).exit).toBe(2);
    expect(kept().refreshToken).toBe('refresh-0');
  });

  it('leaves its secrets in its own file alone', async () => {
    await using at = await signedIn();
    const flags = ['--verbose', '--audit', '--cache', '1h', '--include'];
    const audit = join(home, 'audit.log');
    const good = await at.run({}, {}, ...flags, '--audit-file', audit);
    at.echo();
    const bad = await at.run({}, {}, ...flags.slice(0, 2), '--audit-file', audit);
    expect(bad.exit).toBe(4);
    const shown = [good, bad].map(({stdout, stderr}) => stdout + stderr).join();
    const own = file();
    const others = readdirSync(home, {recursive: true, encoding: 'utf8'})
      .map(name => join(home, name))
      .filter(path => path !== own && statSync(path).isFile())
      .map(path => readFileSync(path, 'utf8'));
    expect(others.length).toBeGreaterThan(1);
    expect(shown + others.join()).not.toMatch(/access-\d|refresh-\d|cl13nt/);
  });

  it('is renewed once by many commands at a time', async () => {
    await using at = await signedIn();
    const {issuer, run} = at;
    const results = await Promise.all(Array.from({length: 20}, () => run()));
    expect(results.map(({exit}) => exit)).toEqual(results.map(() => 0));
    expect([issuer.issued(), issuer.reused]).toEqual([1, []]);
  });

  it('begins with the token of the profile again when that is another one', async () => {
    await using at = await signedIn();
    const {issuer, run} = at;
    const refresh_token = {env: 'FIRST'};
    await run({refresh_token}, {env: {FIRST: 'refresh-0'}});
    expire();
    expect((await run({refresh_token}, {env: {FIRST: 'refresh-0'}})).exit).toBe(0);
    expire();
    // A new sign-in of the same profile: nothing of the old one is sent.
    await run({refresh_token}, {env: {FIRST: 'refresh-2'}});
    expect(grantsOf(issuer)).toEqual(['refresh-0', 'refresh-1', 'refresh-2']);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it('uses no token up that could not be followed', async () => {
    await using at = await signedIn();
    writeFileSync(join(home, 'state'), 'a file, no directory');
    const result = await at.run();
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).message).toContain('cannot be saved');
    expect(at.issuer.received).toEqual([]);
  });

  it('does not renew without the lock', async () => {
    await using at = await signedIn();
    await at.run();
    expire();
    const {hostname} = await import('node:os');
    const lock = JSON.stringify({pid: process.pid, host: hostname(), id: 'hangs'});
    writeFileSync(`${file()}.lock`, lock);
    const result = await at.run({}, {}, '--timeout', '200ms');
    expect(failureOf(result).error_type).toBe('auth_error');
    expect(at.issuer.issued()).toBe(1);
  });

  it.each(['.lock', '.renewal.lock'])(
    'takes over an empty %s of a process that was killed',
    async name => {
      await using at = await signedIn();
      await at.run();
      expire();
      const lock = file() + name;
      writeFileSync(lock, '');
      const longAgo = Date.now() / 1000 - 10;
      utimesSync(lock, longAgo, longAgo);
      expect((await at.run({}, {}, '--timeout', '200ms')).exit).toBe(0);
      expect(readdirSync(folder())).toHaveLength(1);
    },
  );

  it.each(['drop', 'fail'] as const)(
    'tries the same token again when nobody knows whether it was used: %s',
    async fate => {
      const before = async (count: number) => (count === 1 ? fate : undefined);
      await using at = await signedIn({graceMs: 60_000, before});
      expect((await at.run()).exit).toBe(0);
      expect(grantsOf(at.issuer)).toEqual(['refresh-0', 'refresh-0']);
    },
  );

  it('says how to sign in again when the server takes the token no more', async () => {
    await using at = await signedIn();
    const result = await at.run({refresh_token: 'refresh-99'});
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).hint).toContain('jr login --web');
    expect(result.stderr).not.toMatch(/refresh-99|cl13nt/);
    expect(at.issuer.received).toHaveLength(1);
  });

  it('falls back to a form where the endpoint does not read JSON', async () => {
    await using issuer = await startServer(({headers, body}) =>
      headers['content-type'] === 'application/json'
        ? {status: 415}
        : {json: {access_token: 'a', refresh_token: 'b', got: body}},
    );
    await using at = await signedIn();
    await at.run({token_url: `${issuer.url}/t`});
    expect(kept()).toMatchObject({token: 'a', refreshToken: 'b'});
  });
});
