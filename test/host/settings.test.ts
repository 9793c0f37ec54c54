import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {
  readCredentials,
  resolveSettings,
  resolveTarget,
  type SettingsFlags,
} from '../../src/host/settings.ts';
import {type FakeHostOptions, fakeHost} from '../support/fake-host.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-settings-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const work = {
  base_url: 'https://work.example/',
  auth: {type: 'basic', username: 'ann', token: 'stored-secret'},
};

function host(config: unknown, options: FakeHostOptions = {}) {
  if (config !== undefined) {
    mkdirSync(join(home, '.config/jr'), {recursive: true});
    writeFileSync(join(home, '.config/jr/config.json'), JSON.stringify(config));
  }
  return fakeHost({home, cwd: home, ...options});
}

const settings = (config: unknown, flags: SettingsFlags = {}, options: FakeHostOptions = {}) =>
  resolveSettings('tracker', flags, host(config, options));

async function failureOf(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isFailure(error)) throw new Error(`no failure: ${String(error)}`);
  return {kind: error.kind, message: error.message, hint: error.details.hint ?? ''};
}

const profiles = {
  default_profile: 'work',
  profiles: {work, other: {base_url: 'https://o.example'}},
};

describe('the folder of a profile with the files of its site', () => {
  const withFolder = (folder: unknown) => ({
    default_profile: 'work',
    profiles: {work: {...work, site_files: folder}},
  });

  it.each([
    ['site', '.config/jr/site'],
    ['~/conf/site', 'conf/site'],
    ['/srv/site', undefined],
  ])('%s is beside the configuration file, or where it says', async (folder, expected) => {
    const {siteFiles} = await settings(withFolder(folder));
    expect(siteFiles).toBe(expected === undefined ? folder : join(home, expected));
  });

  it('is not that of another site', async () => {
    const flags = {baseUrl: 'https://other.example', authToken: 't'};
    expect(await settings(withFolder('site'), flags)).not.toHaveProperty('siteFiles');
  });

  it('must be a string', async () => {
    const {kind, message} = await failureOf(settings(withFolder(7)));
    expect([kind, message]).toEqual([
      'config_error',
      expect.stringContaining('profile "work": site_files must be a string'),
    ]);
  });
});

describe('settings', () => {
  it('are those of the default profile', async () => {
    expect(await settings(profiles)).toMatchObject({
      service: 'tracker',
      profile: 'work',
      baseUrl: 'https://work.example',
      credentials: {type: 'basic', user: 'ann', token: 'stored-secret'},
      protected: false,
      warnings: [],
    });
  });

  it('take flags before the environment before the profile', async () => {
    const env = {
      JR_BASE_URL: 'https://env.example',
      JR_AUTH_TYPE: 'bearer',
      JR_AUTH_TOKEN: 'env-token',
      JR_AUTH_USER: 'env-user',
    };
    expect(await settings(profiles, {}, {env})).toMatchObject({
      baseUrl: 'https://env.example',
      credentials: {type: 'bearer', token: 'env-token'},
    });
    const flags = {
      baseUrl: 'https://flag.example/x/',
      authType: 'basic',
      authUser: 'flag-user',
      authToken: 'flag-token',
    };
    expect(await settings(profiles, flags, {env})).toMatchObject({
      baseUrl: 'https://flag.example/x',
      credentials: {type: 'basic', user: 'flag-user', token: 'flag-token'},
    });
  });

  it('of cf take CF_ and never JR_', async () => {
    const env = {JR_BASE_URL: 'https://jr.example', CF_BASE_URL: 'https://cf.example/wiki/api/v2'};
    const {baseUrl} = await resolveSettings('content', {}, host(undefined, {env}));
    expect(baseUrl).toBe('https://cf.example/wiki/api/v2');
  });

  it('take the profile JR_PROFILE or -p names', async () => {
    const env = {JR_PROFILE: 'other'};
    expect(await settings(profiles, {}, {env})).toMatchObject({profile: 'other'});
    expect(await settings(profiles, {profile: 'work'}, {env})).toMatchObject({profile: 'work'});
  });

  it('take empty texts as not given', async () => {
    const env = {JR_BASE_URL: '', JR_PROFILE: ''};
    expect(await settings(profiles, {authToken: ''}, {env})).toMatchObject({profile: 'work'});
  });

  it('without credentials are anonymous', async () => {
    expect(await settings(profiles, {profile: 'other'})).toMatchObject({
      credentials: {type: 'none'},
    });
  });

  it('pass on what a profile says besides', async () => {
    const full = {
      ...work,
      protected: true,
      allowed_operations: ['project *'],
      denied_operations: ['project delete'],
      headers: {'X-One': '1'},
      presets: {mine: {jq: '.a'}},
    };
    expect(await settings({profiles: {default: full}})).toMatchObject({
      profile: 'default',
      protected: true,
      policy: {allowed: ['project *'], denied: ['project delete']},
      headers: {'X-One': '1'},
      presets: {mine: {jq: '.a'}},
    });
  });
});

describe('a profile', () => {
  it('that is named and missing is a config_error listing those there are', async () => {
    const {kind, message, hint} = await failureOf(settings(profiles, {profile: 'wrk'}));
    expect(kind).toBe('config_error');
    expect(message).toContain('has other, work');
    expect(hint).toContain('work');
  });

  it('that is only the default and missing is a warning', async () => {
    const config = {default_profile: 'gone', profiles: {}};
    const {warnings} = await settings(config, {baseUrl: 'https://x.example'});
    expect(warnings?.[0]).toContain('default_profile "gone"');
  });

  it.each([
    [{base_url: 7}, 'base_url must be a string'],
    [{auth: {type: 'magic'}}, 'auth.type must be one of'],
    [{auth: {token: {env: ''}}}, 'auth.token must be'],
    [{denied_operations: 'x'}, 'denied_operations must be a list'],
    [{headers: {a: 1}}, 'headers.a must be a string'],
    [[], 'it must be an object'],
  ])('of the wrong shape is refused: %j', async (profile, problem) => {
    const {kind, message} = await failureOf(settings({profiles: {default: profile}}));
    expect(kind).toBe('config_error');
    expect(message).toContain(problem);
  });

  it('is not one of the language’s own names', async () => {
    expect((await failureOf(settings(profiles, {profile: 'constructor'}))).kind).toBe(
      'config_error',
    );
  });
});

describe('the stored secret', () => {
  const elsewhere = {baseUrl: 'https://elsewhere.example'};

  it('is not sent to another origin', async () => {
    const {kind, message, hint} = await failureOf(settings(profiles, elsewhere));
    expect(kind).toBe('config_error');
    expect(message).toContain('https://work.example');
    expect(message).toContain('https://elsewhere.example');
    expect(hint).toContain('--auth-token');
    expect(message + hint).not.toContain('stored-secret');
    const env = {JR_BASE_URL: 'http://work.example'};
    expect((await failureOf(settings(profiles, {}, {env}))).kind).toBe('config_error');
  });

  it('is kept for another path of its origin', async () => {
    const flags = {baseUrl: 'https://work.example/gateway'};
    expect(await settings(profiles, flags)).toMatchObject({credentials: {token: 'stored-secret'}});
  });

  it('is not needed where a token is given', async () => {
    const flags = {...elsewhere, authToken: 'own'};
    expect(await settings(profiles, flags)).toMatchObject({credentials: {token: 'own'}});
  });

  it('nor are the profile’s headers', async () => {
    const config = {profiles: {default: {...work, headers: {'X-Key': 'k'}}}};
    const flags = {...elsewhere, authToken: 'own'};
    expect((await settings(config, flags)).headers).toEqual({});
  });

  it('may be in the environment or what a command prints', async () => {
    const at = (token: unknown) => ({profiles: {default: {...work, auth: {...work.auth, token}}}});
    const env = {MY_TOKEN: 'from-env'};
    expect(await settings(at({env: 'MY_TOKEN'}), {}, {env})).toMatchObject({
      credentials: {token: 'from-env'},
    });
    const runCommand = async (argv: readonly string[]) => argv.join('+');
    expect(await settings(at({command: ['pass', 'jr']}), {}, {runCommand})).toMatchObject({
      credentials: {token: 'pass+jr'},
    });
    expect((await failureOf(settings(at({env: 'MY_TOKEN'})))).kind).toBe('auth_error');
    expect((await failureOf(settings(at({command: ['no']})))).kind).toBe('auth_error');
  });

  it('passes --timeout on to a command that prints the token', async () => {
    const auth = {...work.auth, token: {command: ['pass']}};
    const given = host(
      {profiles: {default: {...work, auth}}},
      {
        runCommand: async (_argv, limits) => `${limits?.timeoutMs}`,
      },
    );
    const target = await resolveTarget('tracker', {}, given);
    const tokens = [{timeoutMs: 2000}, {timeoutMs: 0}, {}, {timeoutMs: 300_000}].map(async limits =>
      readCredentials(target, given, limits),
    );
    expect(await Promise.all(tokens)).toMatchObject(
      ['2000', '30000', '30000', '30000'].map(token => ({token})),
    );
  });

  it('is not read for a target', async () => {
    const config = {profiles: {default: {...work, auth: {...work.auth, token: {command: ['no']}}}}};
    expect(await resolveTarget('tracker', {}, host(config))).toMatchObject({
      secret: {command: ['no']},
    });
  });
});

describe('settings that cannot be used', () => {
  it('without a base URL name the ways to give one', async () => {
    const {kind, hint} = await failureOf(settings(undefined));
    expect(kind).toBe('config_error');
    for (const way of ['jr login', 'JR_BASE_URL', 'jr sandbox']) expect(hint).toContain(way);
  });

  it('without a base URL name the profiles there are, where the default one is none of them', async () => {
    const failure = await failureOf(settings({profiles: {work, own: work}}));
    expect(failure.message).toContain('has no profile "default"; it has own, work');
    expect(failure.hint).toContain('jr profile use own');
  });

  it.each([
    [{authUser: 'ann'}, 'auth_error', 'no token'],
    [{authToken: 't'}, 'auth_error', 'also needs a user name'],
    [{authType: 'oauth2', authToken: 't'}, 'auth_error', 'client_id, client_secret, token_url'],
    [{authType: 'magic'}, 'config_error', 'magic'],
    [{baseUrl: 'https://u:p@x.example'}, 'config_error', 'user name or password'],
    [{baseUrl: 'x.example'}, 'config_error', 'absolute'],
  ])('%j', async (flags, kind, message) => {
    const failure = await failureOf(settings(undefined, {baseUrl: 'https://x.example', ...flags}));
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain(message);
  });

  it('warn of plain http to another machine only', async () => {
    const warnings = async (baseUrl: string) => (await settings(undefined, {baseUrl})).warnings;
    expect((await warnings('http://x.example'))?.[0]).toContain('plain http');
    for (const own of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1']) {
      expect(await warnings(own)).toEqual([]);
    }
  });
});
