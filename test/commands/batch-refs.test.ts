import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(({url}) => ({
  body: url.includes('/version') ? '{"id":"10042"}' : '{"id":"10000","key":"HPAY"}',
}));

interface Result {
  readonly index: number;
  readonly exit_code: number;
  readonly data?: {readonly url?: string; readonly body?: unknown};
  readonly error?: {readonly message: string; readonly error_type: string};
}

async function batch(commands: readonly unknown[], flags = '', options: RunCliOptions = {}) {
  const words = ['batch', ...flags.split(' ').filter(word => word !== '')];
  const {stdout, exit} = await runCli('jr', words, {
    stdin: JSON.stringify(commands),
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'a-secret'},
    ...options,
  });
  return {results: JSON.parse(stdout) as Result[], exit};
}

const get = {command: 'project get', args: {projectIdOrKey: 'HPAY'}};
const from = (index: number, pointer?: string) => ({$from: index, ...(pointer && {pointer})});
const sent = () => server.requests.map(({method, url, body}) => `${method} ${url} ${body}`.trim());

describe('a value from an earlier command', () => {
  it('goes into paths, fields of bodies, lists and nested JSON', async () => {
    const {exit} = await batch([
      get,
      {command: 'version create', args: {name: '2.1', projectId: from(0, '/id')}},
      {command: 'version get', args: {id: from(1, '/id')}},
      {command: 'raw POST', args: {path: '/x', body: {a: [{b: from(0, '/key')}]}}},
    ]);
    expect(exit).toBe(0);
    expect(sent()).toEqual([
      'GET /rest/api/3/project/HPAY',
      'POST /rest/api/3/version {"name":"2.1","projectId":10000}',
      'GET /rest/api/3/version/10042',
      'POST /x {"a":[{"b":"HPAY"}]}',
    ]);
  });

  it('is what the filter of that command gave, whole without a pointer', async () => {
    await batch([
      {...get, jq: '.id'},
      {command: 'version get', args: {id: from(0)}},
    ]);
    expect(sent()[1]).toBe('GET /rest/api/3/version/10000');
  });

  it('is waited for, however many run at a time', async () => {
    const {results, exit} = await batch(
      [
        get,
        ...Array.from({length: 6}, () => ({command: 'version get', args: {id: from(0, '/id')}})),
      ],
      '--concurrency 4',
    );
    expect(exit).toBe(0);
    expect(results).toHaveLength(7);
    expect(sent()[0]).toBe('GET /rest/api/3/project/HPAY');
  });
});

describe('a batch is refused before anything is sent', () => {
  it.each([
    [
      [{command: 'version get', args: {id: from(0, '/id')}}],
      'the first command has no earlier one',
    ],
    [[get, {command: 'version get', args: {id: from(2, '/id')}}], 'earlier commands are 0 to 0'],
    [[get, {command: 'version get', args: {id: from(0, '/idd')}}], 'did you mean id?'],
    [
      [get, {command: 'version get', args: {id: {$from: 0, pinter: '/id'}}}],
      'unknown member "pinter"',
    ],
    [
      [get, {command: 'version get', args: {id: {$from: '0'}}}],
      'the position of an earlier command',
    ],
    [
      [get, {command: 'version get', args: {id: {$from: 0, pointer: 'id'}}}],
      'must be a JSON pointer',
    ],
    [
      [
        {...get, dry_run: true},
        {command: 'version get', args: {id: from(0, '/id')}},
      ],
      'is a dry run',
    ],
    [
      [get, {command: 'version create', args: {naem: 'x', projectId: from(0, '/id')}}],
      'unknown args.naem',
    ],
    [
      [get, {command: 'version create', args: {projectId: from(0, '/id'), releaseDate: 'x'}}],
      'releaseDate',
    ],
  ])('%j', async (commands, why) => {
    const {results, exit} = await batch(commands);
    expect(results.at(-1)?.error?.message).toContain(why);
    expect([exit, sent()]).toEqual([4, []]);
  });

  it('also when the profile lets that command write nothing', async () => {
    const config = {profiles: {default: {base_url: server.origin, protected: true}}};
    const {results} = await batch(
      [get, {command: 'version delete', args: {id: from(0, '/id')}}],
      '',
      {config, env: {JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'x'}},
    );
    expect(results[1]?.error?.error_type).toBe('policy_denied');
    expect(sent()).toEqual([]);
  });
});

describe('a command that needs an earlier result', () => {
  it('is not sent when that failed, or has nothing there', async () => {
    server.answer = ({url}) => (url.includes('HPAY') ? {status: 404, body: '{}'} : {body: '{}'});
    const failed = await batch([get, {command: 'version get', args: {id: from(0, '/id')}}]);
    expect(failed.results[1]?.error?.message).toContain(
      'the command needs the result of command 0',
    );
    server.answer = () => ({body: '{"key":"HPAY"}'});
    const empty = await batch([get, {command: 'version get', args: {id: from(0, '/id')}}]);
    expect(empty.results[1]?.error?.message).toContain('has nothing at /id');
    expect(sent()).toHaveLength(2);
  });

  it('is refused by what the value is, when it is there', async () => {
    const {results, exit} = await batch([
      get,
      {command: 'version create', args: {name: 'x', projectId: from(0, '/key')}},
    ]);
    expect(results[1]?.error?.message).toContain('projectId');
    expect([exit, sent().length]).toEqual([4, 1]);
  });

  it('shows its request under --dry-run with the place marked', async () => {
    const {results} = await batch(
      [
        get,
        {command: 'version create', args: {name: '2.1', projectId: from(0, '/id')}},
        {command: 'version get', args: {id: from(1, '/id')}},
      ],
      '--dry-run',
    );
    expect(results[1]?.data?.body).toEqual({name: '2.1', projectId: '{$from 0 /id}'});
    expect(results[2]?.data?.url).toBe(`${server.origin}/rest/api/3/version/{$from 1 /id}`);
    expect(sent()).toEqual([]);
  });

  it('has one line in the audit log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-refs-'));
    const file = `${folder}/audit.log`;
    await batch(
      [get, {command: 'version get', args: {id: from(0, '/id')}}],
      `--audit-file ${file}`,
    );
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
    rmSync(folder, {recursive: true});
  });
});
