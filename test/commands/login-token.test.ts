import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {completeSiteUrl} from '../../src/api/base-url.ts';
import type {Program} from '../../src/commands/context.ts';
import {signIn} from '../../src/host/sign-in.ts';
import {type Answered, type Received, startServer} from '../api/local-server.ts';
import {fakeHost} from '../support/fake-host.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-login-token-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, {recursive: true});
});

const run = (program: Program, line: readonly string[], options: RunCliOptions = {}) =>
  runCli(program, line, {
    ...options,
    env: {XDG_CONFIG_HOME: home, XDG_STATE_HOME: join(home, 'state'), ...options.env},
  });
const fileOf = (program: 'jr' | 'cf') => join(home, program, 'config.json');
const profilesOf = (program: 'jr' | 'cf') =>
  existsSync(fileOf(program)) ? JSON.parse(readFileSync(fileOf(program), 'utf8')).profiles : {};

const user = 'ana.ruiz@acme.example';
const token = 't0ken-of-ana';
const basic = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

/** What a site responds to a request with good credentials. */
function respond({target}: Received): Answered {
  if (target.includes('/myself')) return {json: {displayName: 'Ana Ruiz', accountId: '1'}};
  if (target.includes('/mypermissions')) {
    return {json: {permissions: {ADMINISTER: {havePermission: true}}}};
  }
  return target.includes('/spaces') ? {json: {results: [], _links: {}}} : {status: 404, json: {}};
}

const site = (respondTo: (request: Received) => Answered | undefined = respond) =>
  startServer(request => {
    if (request.target === '/_edge/tenant_info') return {json: {cloudId: 'cloud-1'}};
    return request.headers.authorization === basic
      ? respondTo(request)
      : {status: 401, json: {errorMessages: ['no']}};
  });

const flags = (url: string) => ['login', '--site', url, '--username', user, '--token', token];

describe('login with an API token', () => {
  it.each(['jr', 'cf', 'steward'] as const)(
    '%s tests it on both services and saves one profile for each',
    async program => {
      await using server = await site();
      const result = await run(program, [...flags(server.url), '--expires', '2027-01-31']);
      expect(result.exit).toBe(0);
      expect(result.stdout).not.toContain(token);
      expect(JSON.parse(result.stdout)).toMatchObject({
        status: 'saved',
        profile: 'default',
        site: server.url,
        tested: true,
        jr: {status: 'saved', user: 'Ana Ruiz', site_administrator: true},
        cf: {status: 'saved', base_url: `${server.url}/wiki/api/v2`},
      });
      const auth = {type: 'basic', username: user, token};
      expect([profilesOf('jr').default, profilesOf('cf').default]).toEqual([
        {base_url: server.url, expires: '2027-01-31', auth},
        {base_url: `${server.url}/wiki/api/v2`, expires: '2027-01-31', auth},
      ]);
    },
  );

  it('asks on a terminal for what is missing, the token without showing it', async () => {
    await using server = await site();
    const answers = [server.url, user, token];
    const result = await run('jr', ['login'], {terminal: true, answers});
    expect(result.exit).toBe(0);
    expect(result.stderr).not.toContain(token);
    expect(profilesOf('cf').default.auth.username).toBe(user);
  });

  it('saves nothing when neither service accepts it, and names the cure', async () => {
    await using server = await site();
    const line = ['login', '--site', server.url, '--username', user, '--token', 'wrong-one'];
    const result = await run('jr', line);
    const failure = failureOf(result);
    expect([result.exit, failure.error_type]).toEqual([2, 'auth_failed']);
    expect(failure.hint).toContain('Nothing was saved. Check the e-mail address and the token');
    expect(result.stderr + result.stdout).not.toContain('wrong-one');
    expect([profilesOf('jr'), profilesOf('cf')]).toEqual([{}, {}]);
  });

  it.each([
    {
      where: 'a closed port',
      url: () => 'http://127.0.0.1:1',
      hint: /URL of the site and the network/,
    },
    {where: 'another server', url: (of: string) => of, hint: /Check --site: neither Jira nor/},
    {where: 'no web address', url: () => 'ftp://acme', hint: undefined},
  ])('names only its own flags when the site is $where', async ({url, hint}) => {
    await using server = await startServer(() => ({status: 404, text: '<h1>Not here</h1>'}));
    const line = ['login', '--site', url(server.url), '--username', user, '--token', token];
    const failure = failureOf(await run('jr', line));
    if (hint !== undefined) expect(failure.hint).toMatch(hint);
    expect(JSON.stringify(failure)).not.toMatch(/base.url/i);
  });

  /** Files that cannot be written: YAML is refused, and nothing can be created in /proc. */
  const unwritable = [
    {what: 'is YAML', file: () => join(home, 'cf.yaml'), said: 'is YAML'},
    ...(process.platform === 'linux'
      ? [{what: 'cannot be written', file: () => '/proc/cf.json', said: 'Nothing was saved.'}]
      : []),
  ];

  it.each(unwritable)('saves nothing when the second configuration $what', async ({file, said}) => {
    await using server = await site();
    const env = {CF_CONFIG_PATH: file()};
    if (file().endsWith('.yaml')) writeFileSync(file(), 'profiles: {}\n');
    const result = await run('jr', flags(server.url), {env});
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(result.stderr).toContain(said);
    expect([profilesOf('jr'), result.stdout]).toEqual([{}, '']);

    // The sign-in card of the UI.
    const host = fakeHost({env: {XDG_CONFIG_HOME: home, ...env}, home, cwd: home});
    const typed = {site: server.url, username: user, token};
    const outcome = await signIn(typed, host, new AbortController().signal);
    expect(outcome).toMatchObject({problem: expect.stringContaining(said)});
    expect(profilesOf('jr')).toEqual({});
  });

  it('connects a site without a content service for jr alone, and says so', async () => {
    await using server = await site(request =>
      request.target.startsWith('/wiki') ? {status: 404, json: {}} : respond(request),
    );
    const result = await run('jr', flags(server.url));
    expect(result.exit).toBe(0);
    expect(result.stderr).toContain('cf is not connected');
    expect(JSON.parse(result.stdout).cf).toMatchObject({
      status: 'not_connected',
      error_type: 'not_found',
    });
    expect([Object.keys(profilesOf('jr')), profilesOf('cf')]).toEqual([['default'], {}]);
  });

  it('tests the content service by one page of its spaces', async () => {
    const asked: string[] = [];
    await using server = await site(request => {
      if (!request.target.startsWith('/wiki')) return respond(request);
      asked.push(request.target);
      const next = `/wiki/api/v2/spaces?limit=1&cursor=${asked.length}`;
      return {json: {results: [{id: '1'}], _links: asked.length < 5 ? {next} : {}}};
    });
    expect((await run('cf', flags(server.url))).exit).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('waits for as long as --timeout says', async () => {
    await using server = await startServer(() => new Promise(() => undefined));
    const result = await run('jr', [...flags(server.url), '--timeout', '300ms']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'timeout_error',
      message: expect.stringContaining('300 ms'),
    });
  });

  it('tries a token that the site rejects at the gateway, and keeps the site for links', async () => {
    await using gateway = await startServer(request =>
      request.headers.authorization === basic ? respond(request) : {status: 401, json: {}},
    );
    await using server = await startServer(request =>
      request.target === '/_edge/tenant_info'
        ? {json: {cloudId: 'cloud-1'}}
        : {status: 401, json: {}},
    );
    const result = await run('jr', [...flags(server.url), '--gateway-url', gateway.url]);
    expect(result.exit).toBe(0);
    expect(profilesOf('jr').default).toMatchObject({
      base_url: `${gateway.url}/ex/jira/cloud-1`,
      site: server.url,
    });
    expect(profilesOf('cf').default).toMatchObject({
      base_url: `${gateway.url}/ex/confluence/cloud-1/wiki/api/v2`,
      site: server.url,
    });
    const asked = server.received.find(({target}) => target === '/_edge/tenant_info');
    expect(asked?.headers.authorization).toBeUndefined();
    const opened = await run('jr', ['open', 'project', 'HPAY', '--print']);
    expect(JSON.parse(opened.stdout).url).toBe(`${server.url}/projects/HPAY`);
    const who = await run('jr', ['whoami']);
    expect(JSON.parse(who.stdout).site).toBe(server.url);
  });

  it('sends the token to no gateway for a site of its own domain', async () => {
    await using server = await startServer(() => ({status: 401, json: {}}));
    const result = await run('jr', flags(server.url));
    expect(result.exit).toBe(2);
    expect(server.received.map(({target}) => target)).not.toContain('/_edge/tenant_info');
  });

  it.each([
    [['--username', user, '--token', token], 'site'],
    [['--site', 'acme', '--token', token], 'username'],
    [['--site', 'acme', '--username', user], 'token'],
    [['--site', '', '--username', user, '--token', token], 'site'],
    [['--site', 'acme', '--username', ' ', '--token', token], 'username'],
    [['--site', 'acme', '--username', user, '--token', ''], 'token'],
    [['--site', 'ftp://acme', '--username', user, '--token', token], 'site'],
    [['--site', 'acme', '--username', user, '--token', token, '--expires', 'soon'], 'expires'],
    [['--site', 'acme', '--username', user, '--token', token, '--auth-type', 'app'], 'auth-type'],
    [['--site', 'acme', '--username', user, '--token', token, '--client-id', 'x'], 'client-id'],
  ])('refuses login %j for its --%s before anything is sent', async (line, flag) => {
    const result = await run('jr', ['login', '--no-test', ...line]);
    expect(result.exit).toBe(4);
    expect(Object.keys(failureOf(result).errors as object)).toContain(flag);
    expect(profilesOf('jr')).toEqual({});
  });

  it('reports an empty flag once', async () => {
    const result = await run('jr', ['login', '--site', '', '--username', user, '--token', token]);
    expect(failureOf(result).errors).toEqual({site: '--site is empty'});
  });

  it('names the program of the command that creates a missing profile', async () => {
    for (const program of ['jr', 'cf'] as const) {
      const result = await run(program, ['whoami', '--profile', 'zebra']);
      expect(failureOf(result).hint).toBe(
        `Create a profile with: ${program} login --profile zebra`,
      );
    }
  });

  it('never asks with --no-input, also on a terminal', async () => {
    const result = await run('jr', ['login', '--no-input'], {terminal: true});
    expect(result.exit).toBe(4);
    expect(result.stderr).toContain('--site is missing');
  });

  it('replaces a profile of another site only if it is named', async () => {
    await using server = await site();
    const elsewhere = ['configure', '--base-url', 'https://other.example'];
    await run('jr', [...elsewhere, '--username', 'b', '--token', 'c']);
    const result = await run('jr', flags(server.url));
    expect(failureOf(result).hint).toContain('login --profile default');
    expect(profilesOf('jr').default.base_url).toBe('https://other.example');
    expect((await run('jr', [...flags(server.url), '--profile', 'default'])).exit).toBe(0);
    expect(profilesOf('jr').default.base_url).toBe(server.url);
  });

  it('keeps the policy of a profile and drops the credentials it had before', async () => {
    await using server = await site();
    mkdirSync(join(home, 'jr'), {recursive: true});
    const old = {
      base_url: server.url,
      denied_operations: ['project delete'],
      auth: {type: 'oauth2', client_id: 'c', refresh_token: 'r'},
    };
    writeFileSync(fileOf('jr'), JSON.stringify({profiles: {work: old}}), {mode: 0o600});
    await run('jr', [...flags(server.url), '--profile', 'work']);
    expect(profilesOf('jr').work).toEqual({
      base_url: server.url,
      denied_operations: ['project delete'],
      auth: {type: 'basic', username: user, token},
    });
  });

  it('saves without a request with --no-test, and prints what it would save with --dry-run', async () => {
    await using server = await site();
    const dry = await run('jr', [...flags(server.url), '--dry-run']);
    expect(JSON.parse(dry.stdout)).toMatchObject({status: 'dry_run', jr: {base_url: server.url}});
    expect(dry.stdout).not.toContain(token);
    expect(profilesOf('jr')).toEqual({});
    const saved = await run('jr', [...flags(server.url), '--no-test']);
    expect(JSON.parse(saved.stdout).tested).toBe(false);
    expect([server.received.length, Object.keys(profilesOf('cf'))]).toEqual([0, ['default']]);
  });

  it('stores the token in the keychain, never on a command line', async () => {
    await using server = await site();
    const tools = join(home, 'bin');
    mkdirSync(tools);
    const tool = join(tools, 'secret-tool');
    writeFileSync(
      tool,
      `#!/bin/sh\necho "$@" >> ${home}/argv\nif [ "$1" = store ]; then cat > ${home}/stored; else cat ${home}/stored; fi\n`,
    );
    chmodSync(tool, 0o755);
    vi.stubEnv('PATH', `${tools}:/usr/bin:/bin`);
    const result = await run('jr', [...flags(server.url), '--keychain']);
    expect(result.exit).toBe(0);
    expect(readFileSync(join(home, 'stored'), 'utf8')).toBe(token);
    expect(readFileSync(join(home, 'argv'), 'utf8')).not.toContain(token);
    expect(readFileSync(fileOf('jr'), 'utf8')).not.toContain(token);
    expect(profilesOf('jr').default.auth.token.command.slice(0, 2)).toEqual([
      'secret-tool',
      'lookup',
    ]);
  });

  it('saves nothing if the keychain cannot be used', async () => {
    await using server = await site();
    vi.stubEnv('PATH', join(home, 'nothing'));
    const failure = failureOf(await run('jr', [...flags(server.url), '--keychain']));
    expect(failure.hint).toContain('Without --keychain');
    expect(profilesOf('jr')).toEqual({});
  });
});

describe('logout', () => {
  it('removes the credentials from both configurations and nothing else', async () => {
    await using server = await site();
    await run('jr', [...flags(server.url), '--profile', 'work', '--expires', '2027-01-31']);
    const result = await run('steward', ['logout', '--profile', 'work']);
    expect(JSON.parse(result.stdout)).toMatchObject({status: 'signed_out', profile: 'work'});
    expect([profilesOf('jr'), profilesOf('cf')]).toEqual([
      {work: {base_url: server.url}},
      {work: {base_url: `${server.url}/wiki/api/v2`}},
    ]);
    const unknown = failureOf(await run('jr', ['logout', '--profile', 'wrok']));
    expect(unknown.hint).toContain('work');
  });
});

describe('the address of a site', () => {
  it.each([
    ['acme', 'https://acme.atlassian.net'],
    [' Acme ', 'https://acme.atlassian.net'],
    ['acme.atlassian.net', 'https://acme.atlassian.net'],
    ['https://acme.atlassian.net/wiki/spaces/DEV?x=1#top', 'https://acme.atlassian.net'],
    ['acme.atlassian.net/jira/software/projects/HPAY', 'https://acme.atlassian.net'],
    ['jira.acme.example/context/', 'https://jira.acme.example/context'],
    ['https://jira.acme.example/context/browse/HPAY-1', 'https://jira.acme.example/context'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['localhost:8080', 'http://localhost:8080'],
  ])('%s is %s', (typed, url) => {
    expect(completeSiteUrl(typed)).toBe(url);
  });

  it.each(['', 'ftp://acme', 'http://a b', 'https://me:pw@acme.atlassian.net'])(
    '%j is none',
    typed => {
      expect(() => completeSiteUrl(typed)).toThrow();
    },
  );
});
