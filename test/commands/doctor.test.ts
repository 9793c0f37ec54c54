import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly hint?: string;
  readonly error_type?: string;
}

let home: string;

const server = serverForEach(({url}) => {
  if (url.includes('mypermissions')) {
    const held = {ADMINISTER: true, SYSTEM_ADMIN: false, BROWSE_PROJECTS: true};
    const permissions = Object.fromEntries(
      Object.entries(held).map(([key, havePermission]) => [key, {havePermission}]),
    );
    return {body: JSON.stringify({permissions})};
  }
  if (url.includes('/spaces')) return {body: '{"results":[]}'};
  return {body: '{"displayName":"Ann \\u001b[31mRed"}'};
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-doctor-'));
});
afterEach(() => {
  rmSync(home, {recursive: true, force: true});
});

function save(profile: object, program = 'jr', mode = 0o600) {
  mkdirSync(join(home, program), {recursive: true});
  const file = join(home, program, 'config.json');
  writeFileSync(file, JSON.stringify({profiles: {default: profile}}));
  chmodSync(file, mode);
}
const auth = {type: 'basic', username: 'ann', token: 's3cret'};

async function doctor(line = '', options: RunCliOptions = {}, program: 'jr' | 'cf' = 'jr') {
  const result = await runCli(program, ['doctor', ...line.split(' ').filter(Boolean)], {
    ...options,
    env: {XDG_CONFIG_HOME: home, ...options.env},
  });
  const {ok, checks}: {ok: boolean; checks: readonly Check[]} = JSON.parse(result.stdout);
  const named = (name: string) => checks.find(({check}) => check === name);
  return {
    ...result,
    ok,
    checks,
    named,
    states: checks.map(({check, status}) => `${check} ${status}`),
  };
}

describe('doctor', () => {
  it('finds everything well, with three GETs and no secret shown', async () => {
    save({base_url: server.origin, auth});
    const {exit, ok, stdout, stderr, states, named} = await doctor();
    expect([exit, ok, stderr]).toEqual([0, true, '']);
    expect(states).toEqual([
      'configuration ok',
      'profile ok',
      'base_url ok',
      'proxy ok',
      'credentials ok',
      'connection ok',
      'clock ok',
      'sign_in ok',
      'permissions ok',
      'terminal ok',
    ]);
    expect(named('credentials')?.message).toBe(
      `basic, user ann, token from profile "default" of ${join(home, 'jr', 'config.json')}`,
    );
    expect(named('permissions')?.message).toBe('ADMINISTER, BROWSE_PROJECTS');
    expect(server.requests.map(({method, url}) => `${method} ${url.split('?')[0]}`)).toEqual([
      'GET /rest/api/3/serverInfo',
      'GET /rest/api/3/myself',
      'GET /rest/api/3/mypermissions',
    ]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(stdout).not.toMatch(/s3cret|YW5uOnMzY3JldA/);
  });

  it.each([
    [-3, 'warning', 'expired on'],
    [5, 'warning', 'in 5 days'],
    [60, 'ok', 'expires on'],
  ])('a token that expires in %i days is a %s', async (days, status, message) => {
    const day = new Date(Date.now() + (days + 1) * 86_400_000).toISOString().slice(0, 10);
    save({base_url: server.origin, auth, expires: day});
    const {exit, named} = await doctor();
    expect([exit, named('expiry')?.status]).toEqual([0, status]);
    expect(named('expiry')?.message).toContain(message);
  });

  it('without a configuration says how to make one, and fails as every command would', async () => {
    const {exit, ok, states, named} = await doctor();
    expect([exit, ok]).toEqual([1, false]);
    expect(states.slice(0, 2)).toEqual(['configuration warning', 'profile error']);
    expect(named('configuration')?.hint).toMatch(/^Run jr login to create one/);
    expect(named('profile')).toMatchObject({
      error_type: 'config_error',
      hint: expect.stringContaining('jr login'),
    });
    const env = {JR_BASE_URL: server.origin, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 's3cret'};
    const given = await doctor('', {env});
    expect(given.exit).toBe(0);
    expect(given.named('configuration')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^no file at .*; none is required$/),
    });
  });

  it('reports the file that JR_CONFIG_PATH names but that does not exist', async () => {
    const env = {
      JR_CONFIG_PATH: '/nowhere/config.json',
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 's3cret',
    };
    const {exit, named} = await doctor('', {env});
    expect(exit).toBe(1);
    expect(named('configuration')).toEqual({
      check: 'configuration',
      status: 'error',
      message: 'no file at /nowhere/config.json',
      hint: 'Correct or unset JR_CONFIG_PATH, which names it.',
      error_type: 'config_error',
    });
    const who = await runCli('jr', ['whoami'], {env});
    expect(JSON.parse(who.stdout).writes).toBe('no');
    expect(who.stderr).toContain('which does not exist; all writes are refused');
  });

  it('of cf asks for one space and has no permissions to show', async () => {
    save({base_url: `${server.origin}/wiki/api/v2`, auth}, 'cf');
    const {exit, states} = await doctor('', {}, 'cf');
    expect(exit).toBe(0);
    expect(states).not.toContain('permissions ok');
    expect(server.requests.map(({url}) => url)).toEqual([
      '/wiki/api/v2/spaces?limit=1',
      '/wiki/api/v2/spaces?limit=1',
    ]);
  });

  it('tells where a token comes from that is not the profile’s', async () => {
    save({base_url: server.origin, auth});
    const env = {JR_AUTH_TOKEN: 'other'};
    const {named} = await doctor('--dry-run', {env});
    expect(named('credentials')?.message).toContain('token from JR_AUTH_TOKEN');
  });

  it.each([
    [401, 'auth_failed', 2],
    [404, 'not_found', 3],
    [503, 'server_error', 7],
  ])('ends with the exit code of what fails: %i', async (status, kind, code) => {
    save({base_url: server.origin, auth});
    server.answer = () => ({status, body: '{}'});
    const {exit, ok, named, states} = await doctor('--retries 0');
    expect([exit, ok, named('sign_in')?.error_type]).toEqual([code, false, kind]);
    expect(states).toContain('connection ok');
    expect(states.join()).not.toContain('permissions');
  });

  it('tells a server that cannot be reached from credentials', async () => {
    save({base_url: 'http://127.0.0.1:1', auth});
    const {exit, named, states} = await doctor('--retries 0');
    expect([exit, named('connection')?.error_type]).toEqual([1, 'connection_error']);
    expect(states.join()).not.toContain('sign_in');
  });

  it('goes on without credentials and says what is missing', async () => {
    save({base_url: server.origin});
    const {exit, named, states} = await doctor();
    expect([exit, named('credentials')?.error_type]).toEqual([2, 'auth_error']);
    expect(states).toContain('connection ok');
    expect(states).toContain('sign_in skipped');
    expect(server.requests).toHaveLength(1);
  });

  it('says what is wrong with the configuration', async () => {
    save({base_url: server.origin, auth: {type: 'magic'}});
    const wrong = await doctor();
    expect([wrong.exit, wrong.named('profile')?.error_type]).toEqual([1, 'config_error']);
    writeFileSync(join(home, 'jr/config.json'), '{"profiles":{"a":{"auth":{"token":"s3cret"');
    const torn = await doctor();
    expect([torn.exit, torn.named('configuration')?.error_type]).toEqual([1, 'config_error']);
    expect(torn.stdout).not.toContain('s3cret');
    rmSync(join(home, 'jr'), {recursive: true});
    const none = await doctor();
    expect([none.exit, none.named('profile')?.hint]).toEqual([
      1,
      expect.stringContaining('jr login'),
    ]);
  });

  it('says what is wrong with a policy, and what of it means nothing here', async () => {
    save({base_url: server.origin, auth, denied_operations: ['project delet']});
    const wrong = await doctor('');
    expect(wrong.exit).toBe(1);
    expect(wrong.named('profile')).toMatchObject({
      status: 'error',
      error_type: 'config_error',
      message: expect.stringContaining('did you mean "project delete"?'),
    });
    save({base_url: server.origin, auth, read_only: true});
    const doubtful = await doctor('');
    expect(doubtful.exit).toBe(1);
    expect(doubtful.named('policy')).toMatchObject({
      status: 'error',
      error_type: 'config_error',
      message: expect.stringContaining('"read_only"'),
    });
    save({base_url: server.origin, auth, denied_operations: ['issue *']});
    const noted = await doctor('');
    expect(noted.exit).toBe(0);
    expect(noted.named('settings')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('issue *'),
    });
  });

  it('warns of a file others can read, without failing', async () => {
    save({base_url: server.origin, auth}, 'jr', 0o644);
    const {exit, named} = await doctor();
    expect(exit).toBe(0);
    expect(named('configuration')).toMatchObject({
      status: 'warning',
      hint: expect.stringMatching(/^chmod 600 /),
    });
  });

  it.each([
    [-3_600_000, 'ahead of'],
    [3_600_000, 'behind'],
  ])('warns of a clock that is wrong: %i ms', async (skewMs, words) => {
    save({base_url: server.origin, auth});
    const date = new Date(Date.now() + skewMs).toUTCString();
    server.answer = () => ({body: '{}', headers: {date}});
    const {exit, named} = await doctor();
    expect(exit).toBe(0);
    expect(named('clock')?.status).toBe('warning');
    expect(named('clock')?.message).toMatch(new RegExp(`3[56]\\d\\d s ${words} the server`));
  });

  it('shows the proxy without its password, and one that is none as the error', async () => {
    save({base_url: 'http://site.example', auth});
    const shown = await doctor('--dry-run', {env: {HTTP_PROXY: 'http://u:hush@p.example:3128'}});
    expect(shown.named('proxy')?.message).toBe('http://p.example:3128');
    expect(shown.stdout).not.toContain('hush');
    const {exit, named} = await doctor('', {env: {HTTP_PROXY: 'socks5://u:hush@p.example'}});
    expect([exit, named('proxy')?.error_type]).toEqual([1, 'config_error']);
    expect(named('connection')?.status).toBe('skipped');
  });

  it('sends nothing under --dry-run', async () => {
    save({base_url: server.origin, auth});
    const {exit, named} = await doctor('--dry-run');
    expect([exit, named('connection')?.status]).toEqual([0, 'skipped']);
    expect(server.requests).toEqual([]);
  });

  it('asks nothing the profile does not allow', async () => {
    save({base_url: server.origin, auth, denied_operations: ['my*', 'serverInfo *']});
    const {exit, states} = await doctor();
    expect(exit).toBe(0);
    expect(states).toContain('connection skipped');
    expect(states).toContain('sign_in skipped');
    expect(server.requests).toEqual([]);
  });

  it('takes a service that does not tell permissions as no fault', async () => {
    save({base_url: server.origin, auth});
    const whole = server.answer;
    server.answer = request =>
      request.url.includes('myperm') ? {status: 404, body: '{}'} : whole(request);
    const {exit, named} = await doctor();
    expect([exit, named('permissions')?.status]).toEqual([0, 'skipped']);
  });

  it('on a terminal prints text that cannot steer it', async () => {
    save({base_url: server.origin, auth});
    const {stdout, exit} = await runCli('jr', ['doctor'], {
      env: {XDG_CONFIG_HOME: home, TERM: 'xterm'},
      terminal: true,
    });
    expect(exit).toBe(0);
    expect(stdout).toContain('ok       sign_in        signed in as Ann');
    expect(stdout).toContain('80 columns, 24 rows');
    expect(stdout).not.toContain('\u001b');
  });

  it('calls a permission that the answer leaves out unknown, not lacking', async () => {
    save({base_url: server.origin, auth});
    const told = (permissions: object) => {
      const {answer} = server;
      server.answer = request =>
        request.url.includes('mypermissions')
          ? {body: JSON.stringify({permissions})}
          : answer(request);
    };
    told({BROWSE_PROJECTS: {havePermission: true}});
    expect((await doctor()).named('permissions')).toMatchObject({
      status: 'skipped',
      message: 'the service does not report ADMINISTER',
    });
    told({ADMINISTER: {havePermission: false}});
    expect((await doctor()).named('permissions')).toMatchObject({
      status: 'warning',
      message: 'none of the checked permissions; not ADMINISTER',
    });
  });

  it('does not call a response without a user a sign-in', async () => {
    save({base_url: server.origin, auth});
    server.answer = () => ({body: '{"message":"Your session has expired"}'});
    expect((await doctor()).named('sign_in')).toMatchObject({
      status: 'warning',
      message: 'the response does not contain a user',
    });
  });
});
