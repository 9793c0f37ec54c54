import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {Program} from '../../src/commands/context.ts';
import {globalRows} from '../../src/commands/flags.ts';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

let folder: string;

// What several runs print is compared: all answers say the same time.
const headers = {date: 'Fri, 20 Nov 2026 09:00:00 GMT'};
const server = serverForEach(() => ({headers, body: '{"id":"1","title":"t"}'}));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-flags-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

const operationOf: Readonly<Record<Program, readonly string[]>> = {
  jr: ['version', 'get', '--id', '1'],
  cf: ['blogposts', 'get-blog-post-by-id', '--id', '1'],
  steward: [],
};

/** A configuration of three profiles, two of them on the server of the test. */
const config = () => ({
  default_profile: 'work',
  profiles: {
    work: {base_url: server.origin, auth: {type: 'basic', username: 'file-user', token: 'file'}},
    other: {base_url: `${server.origin}/other`, auth: {type: 'bearer', token: 'other'}},
    third: {base_url: `${server.origin}/third`, auth: {type: 'bearer', token: 'third'}},
  },
});

function run(program: Program, line: readonly string[], options: RunCliOptions = {}) {
  return runCli(program, line, {
    config: config(),
    ...options,
    env: {XDG_CACHE_HOME: folder, ...options.env},
  });
}

/** What arrived, told by path and credentials. */
const arrived = () =>
  server.requests.splice(0).map(({url, headers: {authorization = ''}}) => {
    const [kind, value = ''] = authorization.split(' ');
    const shown = kind === 'Basic' ? Buffer.from(value, 'base64').toString() : value;
    return `${url.replace(/\/(rest\/api\/3|blogposts).*/, '') || '/'} ${kind} ${shown}`;
  });

/** One use of each flag; what it does is told by the line standing before the operation. */
const uses: Readonly<Record<string, readonly string[]>> = {
  profile: ['--profile', 'other'],
  'base-url': ['--base-url', 'BASE'],
  'auth-type': ['--auth-type', 'bearer'],
  'auth-user': ['--auth-user', 'ann'],
  'auth-token': ['--auth-token', 'given'],
  preset: ['--preset', 'agent'],
  jq: ['--jq', '.id'],
  fields: ['--fields', 'id,title'],
  cache: ['--cache', '1h'],
  pretty: ['--pretty'],
  'no-paginate': ['--no-paginate'],
  verbose: ['--verbose'],
  'dry-run': ['--dry-run'],
  timeout: ['--timeout', '20s'],
  audit: ['--audit'],
  'audit-file': ['--audit-file', 'mine.log'],
  concurrency: ['--concurrency', '2'],
  retries: ['--retries', '1'],
  partial: ['--partial'],
  wait: ['--wait'],
  write: ['--write'],
  'raw-output': ['--raw-output'],
  output: ['--output', 'yaml'],
  columns: ['--columns', '/id'],
  pager: ['--pager'],
  arg: ['--arg', 'name', 'text'],
  argjson: ['--argjson', 'name', '1'],
  include: ['--include'],
  unchecked: ['--unchecked'],
  clear: ['--clear', 'description'],
  color: ['--color', 'never'],
  'max-answer': ['--max-answer', '1MiB'],
  undoable: ['--undoable'],
  'no-journal': ['--no-journal'],
  'exit-on': ['--exit-on', 'false'],
  names: ['--names'],
  'max-wait': ['--max-wait', '1m'],
  'exit-status': ['-e'],
  'no-guard': ['--no-guard'],
};

/** Flags that mean something for certain operations only. */
const only: Readonly<Record<string, readonly string[]>> = {
  clear: ['version', 'update', '--id', '1'],
};

/** Flags that mean something beside another one only. */
const beside: Readonly<Record<string, readonly string[]>> = {
  columns: ['--output', 'csv'],
  'no-guard': ['--output', 'csv'],
};

describe('each global flag', () => {
  it('is used here', () => {
    expect(Object.keys(uses)).toEqual(globalRows.map(({name}) => name));
  });

  it.each(
    (['jr', 'cf'] as const).flatMap(program =>
      Object.keys(uses)
        .filter(name => program === 'jr' || only[name] === undefined)
        .map(name => [program, name] as const),
    ),
  )(
    '%s takes before, within and after the operation, after a blank or =: --%s',
    async (program, name) => {
      const flag = (uses[name] ?? []).map(word => (word === 'BASE' ? server.origin : word));
      const joined = [flag.join('=')];
      const [group = '', operation = '', ...inputs] = only[name] ?? operationOf[program];
      const lines = [
        [...flag, group, operation, ...inputs],
        [...joined, group, operation, ...inputs],
        [group, ...flag, operation, ...inputs],
        [group, operation, ...flag, ...inputs],
        [group, operation, ...inputs, ...joined],
        [group, operation, ...inputs, ...flag],
      ];
      const seen = new Set<string>();
      for (const line of lines) {
        rmSync(join(folder, program), {recursive: true, force: true});
        const {stdout, stderr, exit} = await run(program, [...line, ...(beside[name] ?? [])]);
        const told = stderr.replace(/"duration_ms":[\d.]+/g, '');
        seen.add(JSON.stringify({stdout, told, exit, arrived: arrived()}));
      }
      expect([...seen]).toHaveLength(1);
      expect([...seen][0]).toContain('"exit":0');
    },
  );

  it('has its short form', async () => {
    for (const flag of [['-p', 'other'], ['-p=other']]) {
      await run('jr', [...flag, ...operationOf.jr, '-r']);
      expect(arrived()).toEqual(['/other Bearer other']);
    }
    expect((await run('jr', [...operationOf.jr, '-r', '--jq', '.title'])).stdout).toBe('t\n');
  });
});

describe.each([
  ['jr', 'JR'],
  ['cf', 'CF'],
] as const)('%s takes a flag before %s_…, and that before the profile', (program, prefix) => {
  const line = operationOf[program];
  const from = async (given: readonly string[], env: Readonly<Record<string, string>>) => {
    const named = Object.entries(env).map(([name, value]) => [`${prefix}_${name}`, value]);
    const {exit, stderr} = await run(program, [...given, ...line], {
      env: Object.fromEntries(named),
    });
    expect([exit, stderr]).toEqual([0, '']);
    return arrived();
  };

  it('--profile', async () => {
    expect(await from([], {})).toEqual(['/ Basic file-user:file']);
    expect(await from([], {PROFILE: 'other'})).toEqual(['/other Bearer other']);
    expect(await from(['--profile', 'third'], {PROFILE: 'other'})).toEqual(['/third Bearer third']);
  });

  it('--base-url', async () => {
    const env = {BASE_URL: `${server.origin}/env`};
    expect(await from([], env)).toEqual(['/env Basic file-user:file']);
    const flag = ['--base-url', `${server.origin}/flag`];
    expect(await from(flag, env)).toEqual(['/flag Basic file-user:file']);
  });

  it('--auth-type', async () => {
    expect(await from([], {AUTH_TYPE: 'bearer'})).toEqual(['/ Bearer file']);
    const flag = ['--auth-type', 'basic'];
    expect(await from(flag, {AUTH_TYPE: 'bearer'})).toEqual(['/ Basic file-user:file']);
  });

  it('--auth-user', async () => {
    expect(await from([], {AUTH_USER: 'env'})).toEqual(['/ Basic env:file']);
    const flag = ['--auth-user', 'flag'];
    expect(await from(flag, {AUTH_USER: 'env'})).toEqual(['/ Basic flag:file']);
  });

  it('--auth-token', async () => {
    expect(await from([], {AUTH_TOKEN: 'env'})).toEqual(['/ Basic file-user:env']);
    const flag = ['--auth-token', 'flag'];
    expect(await from(flag, {AUTH_TOKEN: 'env'})).toEqual(['/ Basic file-user:flag']);
  });

  it('and nothing of the other service’s environment', async () => {
    const other = prefix === 'JR' ? 'CF' : 'JR';
    const names = globalRows.flatMap(({env}) => (env === undefined ? [] : [env]));
    expect(names).toEqual(['PROFILE', 'BASE_URL', 'AUTH_TYPE', 'AUTH_USER', 'AUTH_TOKEN', 'PAGER']);
    const env = Object.fromEntries(names.map(name => [`${other}_${name}`, 'strange']));
    await run(program, line, {env});
    expect(arrived()).toEqual(['/ Basic file-user:file']);
  });
});

describe('--preset', () => {
  const user = ['user', 'get', '--accountId', 'a', '--preset', 'agent'];

  it('gives way to --fields, and to --jq where it is a filter', async () => {
    await run('jr', [...user, '--fields', 'id']);
    expect(server.requests.at(-1)?.url).toContain('fields=id');
    const {stdout} = await run('cf', [...operationOf.cf, '--preset', 'agent', '--jq', '.title']);
    expect(stdout).toBe('"t"\n');
  });
});

describe('--audit-file', () => {
  it('is enough to have a log, for its owner alone', async () => {
    const file = join(folder, 'mine.log');
    await run('cf', [...operationOf.cf, '--audit-file', file]);
    expect(readdirSync(folder)).toContain('mine.log');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      op: 'blogposts get-blog-post-by-id',
      profile: 'work',
      exit: 0,
    });
  });
});
