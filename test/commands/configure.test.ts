import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-configure-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const fileOf = (program = 'jr', name = 'config.json') => join(home, program, name);
const saved = (program = 'jr') => JSON.parse(readFileSync(fileOf(program), 'utf8'));
const configure = (line: string, options: RunCliOptions = {}, program: 'jr' | 'cf' = 'jr') =>
  runCli(program, ['configure', ...line.split(' ').filter(Boolean)], {
    ...options,
    env: {XDG_CONFIG_HOME: home, ...options.env},
  });
function write(text: string, name = 'config.json', program = 'jr') {
  mkdirSync(join(home, program), {recursive: true});
  writeFileSync(fileOf(program, name), text);
}
const all = '--base-url https://x.example/ --username ann --token s3cret';

describe('configure', () => {
  it('saves a first profile, which becomes the default one, for its owner alone', async () => {
    const result = await configure(all);
    const status = {status: 'saved', profile: 'default', path: fileOf()};
    expect(result).toEqual({exit: 0, stderr: '', stdout: `${JSON.stringify(status)}\n`});
    expect(saved()).toEqual({
      profiles: {
        default: {
          base_url: 'https://x.example',
          auth: {type: 'basic', username: 'ann', token: 's3cret'},
        },
      },
      default_profile: 'default',
    });
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'jr')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(home, 'jr'))).toEqual(['config.json']);
  });

  it('without --profile is about the default profile of the file', async () => {
    write('{"profiles":{"work":{"base_url":"https://w.example"}},"default_profile":"work"}');
    const {exit, stdout} = await configure('--username ann --token s3cret');
    expect([exit, JSON.parse(stdout).profile]).toEqual([0, 'work']);
    expect(Object.keys(saved().profiles)).toEqual(['work']);
    expect(saved().profiles.work.auth).toEqual({username: 'ann', token: 's3cret'});
    const other = await configure(all, {env: {JR_PROFILE: 'home'}});
    expect(JSON.parse(other.stdout).profile).toBe('home');
  });

  it('refuses an empty value, and saves nothing', async () => {
    const text = '{"profiles":{"work":{"base_url":"https://w.example","auth":{"token":"t"}}}}';
    write(text);
    const values = ['profile', 'base-url', 'auth-type', 'auth-user', 'auth-token'];
    for (const flag of [...values, 'username', 'token', 'token-env']) {
      for (const empty of ['', ' \t']) {
        const others = ['--token', 'bad', '--test'].slice(flag.includes('token') ? 3 : 0);
        const line = ['configure', `--${flag}`, empty, ...others];
        const result = await runCli('jr', line, {env: {XDG_CONFIG_HOME: home}});
        expect([flag, result.exit, failureOf(result).errors]).toMatchObject([
          flag,
          4,
          {[flag]: expect.stringContaining(`--${flag} is empty`)},
        ]);
      }
    }
    for (const options of [{stdin: '\n'}, {files: {empty: ''}}]) {
      const result = await configure(`--token ${'stdin' in options ? '-' : '@empty'}`, options);
      expect([result.exit, failureOf(result).message]).toEqual([
        4,
        expect.stringContaining('--token is empty'),
      ]);
    }
    expect(readFileSync(fileOf(), 'utf8')).toBe(text);
  });

  it('with an empty --profile is an error', async () => {
    write('{"profiles":{"work":{"base_url":"https://w.example"}},"default_profile":"work"}');
    for (const line of [
      [...all.split(' '), '--profile', ''],
      ['--profile=', '--test'],
      ['-p', '', '--delete'],
    ]) {
      const result = await runCli('jr', ['configure', ...line], {env: {XDG_CONFIG_HOME: home}});
      expect([result.exit, failureOf(result).errors]).toMatchObject([
        4,
        {profile: expect.stringContaining('--profile is empty')},
      ]);
    }
    expect(Object.keys(saved().profiles)).toEqual(['work']);
  });

  it.each([
    ['--token -', {stdin: 's3cret\n'}],
    ['--token @token.txt', {files: {'token.txt': '  s3cret\r\n'}}],
  ])('takes the token from elsewhere: %s', async (flag, options) => {
    const line = `--base-url https://x.example --username ann ${flag}`;
    const {exit, stderr, stdout} = await configure(line, options);
    expect([exit, stderr, stdout.includes('s3cret')]).toEqual([0, '', false]);
    expect(saved().profiles.default.auth.token).toBe('s3cret');
  });

  it('--token-env saves the name of the variable, not its value', async () => {
    const line = '--base-url https://x.example --username ann --token-env MY_TOKEN';
    expect((await configure(line, {env: {MY_TOKEN: 's3cret'}})).exit).toBe(0);
    expect(saved().profiles.default.auth.token).toEqual({env: 'MY_TOKEN'});
    expect((await configure('--token new')).exit).toBe(0);
    expect(saved().profiles.default.auth.token).toBe('new');
  });

  it.each([
    ['--token -', {stdin: ' \n'}, 'token'],
    ['--token -', {terminal: true}, 'token'],
    ['--token @none.txt', {}, 'token'],
    ['--token a --token-env B', {}, 'token-env'],
    ['--token-env A-B', {}, 'token-env'],
  ])('refuses a token it cannot read: %s %o', async (flag, options, input) => {
    const line = `--base-url https://x.example --username ann ${flag}`;
    const result = await configure(line, options);
    expect([result.exit, failureOf(result).errors]).toMatchObject([
      4,
      {[input]: expect.any(String)},
    ]);
    expect(existsSync(fileOf())).toBe(false);
  });

  it('makes a file and a directory narrow that were wide', async () => {
    write('{}');
    chmodSync(fileOf(), 0o666);
    chmodSync(join(home, 'jr'), 0o777);
    await configure(all);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'jr')).mode & 0o777).toBe(0o700);
  });

  it('keeps every key it was not told to change, number for number', async () => {
    write(
      '{"note": 12345678901234567890, "profiles": {"9": {"base_url": "https://nine.example"}, "a/~b": {"base_url": "https://x.example", "audit_log": true, "site_files": "~/site", "unknown": {"b": 1.0, "a": 1e400}, "auth": {"type": "bearer", "token": {"env": "T"}, "client_secret": "keep", "odd": null}}}, "default_profile": "9"}',
    );
    await configure('--profile a/~b --token new');
    expect(readFileSync(fileOf(), 'utf8')).toBe(`{
  "note": 12345678901234567890,
  "profiles": {
    "9": {
      "base_url": "https://nine.example"
    },
    "a/~b": {
      "base_url": "https://x.example",
      "audit_log": true,
      "site_files": "~/site",
      "unknown": {
        "b": 1.0,
        "a": 1e400
      },
      "auth": {
        "type": "bearer",
        "token": "new",
        "client_secret": "keep",
        "odd": null
      }
    }
  },
  "default_profile": "9"
}
`);
  });

  it('of cf completes a URL with an empty path or /wiki only', async () => {
    for (const [given, kept] of [
      ['https://x.example', 'https://x.example/wiki/api/v2'],
      ['https://x.example/wiki/', 'https://x.example/wiki/api/v2'],
      ['https://x.example/ex/1/wiki/api/v2', 'https://x.example/ex/1/wiki/api/v2'],
    ]) {
      await configure(`--base-url ${given} --username a --token t`, {}, 'cf');
      expect(saved('cf').profiles.default.base_url).toBe(kept);
    }
  });

  it('without a terminal refuses with everything that is missing', async () => {
    const result = await configure('--profile p --auth-type basic');
    expect([result.exit, result.stdout]).toEqual([4, '']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'validation_error',
      errors: {
        'base-url': '--base-url is missing',
        username: '--username is missing',
        token: '--token is missing',
      },
    });
    expect(existsSync(fileOf())).toBe(false);
  });

  it('without a terminal and without any value refuses', async () => {
    await configure(all);
    const result = await configure('');
    expect([result.exit, failureOf(result).message]).toEqual([
      4,
      expect.stringContaining('no value to save: give at least one flag'),
    ]);
  });

  it.each([
    ['--base-url nonsense --username a --token t', 'base-url'],
    ['--base-url https://u:p@x.example --username a --token t', 'base-url'],
    ['--base-url https://x.example --username a:b --token t', 'username'],
  ])('refuses what could never be used: %s', async (line, input) => {
    const result = await configure(line);
    expect(result.exit).toBe(4);
    expect(Object.keys(failureOf(result).errors ?? {})).toEqual([input]);
    expect(existsSync(fileOf())).toBe(false);
  });

  it('does not carry a stored token over to another host', async () => {
    await configure(all);
    const result = await configure('--base-url https://evil.example');
    expect(failureOf(result).errors).toEqual({token: '--token is missing'});
    expect((await configure('--base-url https://x.example/sub')).exit).toBe(0);
    expect(saved().profiles.default.base_url).toBe('https://x.example/sub');
  });

  it('takes nothing to save from the environment', async () => {
    const env = {JR_AUTH_TOKEN: 'env-token', JR_BASE_URL: 'https://env.example'};
    expect((await configure('--username ann', {env})).exit).toBe(4);
  });

  it('refuses oauth2 with the keys to write by hand', async () => {
    const result = await configure('--auth-type oauth2 --base-url https://x.example');
    expect(result.exit).toBe(4);
    for (const key of ['client_id', 'client_secret', 'token_url', 'scopes', fileOf()]) {
      expect(failureOf(result).hint).toContain(key);
    }
  });

  it('refuses to write a YAML file and says why', async () => {
    write('default_profile: a # mine\nprofiles: {}\n', 'config.yaml');
    const result = await configure(all);
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(failureOf(result).message).toContain('comments and layout would be lost');
    expect(readdirSync(join(home, 'jr'))).toEqual(['config.yaml']);
  });

  it('leaves a file it does not understand as it is', async () => {
    write('{"profiles": {');
    const result = await configure(all);
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(readFileSync(fileOf(), 'utf8')).toBe('{"profiles": {');
  });

  it('writes the file a link points at, and leaves the directory of another alone', async () => {
    mkdirSync(join(home, 'dotfiles'));
    chmodSync(join(home, 'dotfiles'), 0o755);
    writeFileSync(join(home, 'dotfiles/jr.json'), '{}');
    mkdirSync(join(home, 'jr'));
    symlinkSync(join(home, 'dotfiles/jr.json'), fileOf());
    expect((await configure(all)).exit).toBe(0);
    expect(readlinkSync(fileOf())).toBe(join(home, 'dotfiles/jr.json'));
    expect(saved().default_profile).toBe('default');
    expect(statSync(join(home, 'dotfiles')).mode & 0o777).toBe(0o755);
  });

  it('writes the file JR_CONFIG_PATH names, and narrows the file alone', async () => {
    chmodSync(home, 0o755);
    await configure(all, {env: {JR_CONFIG_PATH: join(home, 'mine.json')}});
    expect(statSync(join(home, 'mine.json')).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o755);
  });

  it('that cannot write says so and leaves nothing behind', async () => {
    writeFileSync(join(home, 'jr'), 'a file, no directory');
    const result = await configure(all);
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(result.stderr).not.toContain('s3cret');
  });

  it('loses nothing when 50 write at once', async () => {
    const names = Array.from({length: 50}, (_, index) => `p${index}`);
    const results = await Promise.all(names.map(name => configure(`--profile ${name} ${all}`)));
    expect(results.map(({exit}) => exit)).toEqual(names.map(() => 0));
    expect(Object.keys(saved().profiles).sort()).toEqual([...names].sort());
    expect(readdirSync(join(home, 'jr'))).toEqual(['config.json']);
  });

  it('takes a lock over that a process left behind', async () => {
    write('{}');
    writeFileSync(`${fileOf()}.lock`, '');
    const old = new Date(Date.now() - 60_000);
    const {utimesSync} = await import('node:fs');
    utimesSync(`${fileOf()}.lock`, old, old);
    expect((await configure(all)).exit).toBe(0);
    expect(readdirSync(join(home, 'jr'))).toEqual(['config.json']);
  });
});

describe('configure --dry-run', () => {
  it('saves nothing and shows what would be saved, secrets starred out', async () => {
    const old = {
      extra_secret: 'hush',
      headers: {'X-Key': 'hush'},
      base_url: 'https://x.example',
      auth: {client_secret: 'hush', type: 'basic', username: 'bob', token: 'hush'},
    };
    write(JSON.stringify({profiles: {default: old}}));
    const before = readFileSync(fileOf(), 'utf8');
    const result = await configure(`${all} --test --dry-run`);
    expect(JSON.parse(result.stdout)).toEqual({
      status: 'dry_run',
      profile: 'default',
      path: fileOf(),
      default_profile: 'default',
      saves: {
        extra_secret: '***',
        headers: '***',
        base_url: 'https://x.example',
        auth: {client_secret: '***', type: 'basic', username: 'ann', token: '***'},
      },
      note: '--dry-run does not test the credentials.',
    });
    expect(result.stdout + result.stderr).not.toMatch(/hush|s3cret/);
    const {note: _, ...shown} = JSON.parse(result.stdout);
    expect(JSON.parse((await configure(`${all} --dry-run`)).stdout)).toEqual(shown);
    expect(readFileSync(fileOf(), 'utf8')).toBe(before);
    expect(JSON.parse((await configure('--profile default --delete --dry-run')).stdout)).toEqual({
      status: 'dry_run',
      deletes: 'default',
      path: fileOf(),
    });
    expect(readFileSync(fileOf(), 'utf8')).toBe(before);
  });
});

describe('configure --delete', () => {
  it('removes the profile, and the default when it was that one', async () => {
    await configure(`--profile one ${all}`);
    await configure(`--profile two ${all}`);
    const result = await configure('--profile one --delete');
    expect(JSON.parse(result.stdout)).toMatchObject({status: 'deleted', profile: 'one'});
    expect(Object.keys(saved().profiles)).toEqual(['two']);
    expect(saved()).not.toHaveProperty('default_profile');
  });

  it('needs a profile by name, alone, that is there', async () => {
    await configure(all);
    const bare = await configure('--delete --token x', {env: {JR_PROFILE: 'default'}});
    expect([bare.exit, Object.keys(failureOf(bare).errors ?? {})]).toEqual([
      4,
      ['profile', 'token'],
    ]);
    const gone = await configure('--delete --profile defalt');
    expect([gone.exit, failureOf(gone).error_type]).toEqual([1, 'config_error']);
    expect(failureOf(gone).hint).toContain('default');
    expect(Object.keys(saved().profiles)).toEqual(['default']);
  });
});
