import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {FakeHost} from '../support/fake-host.ts';
import {type CannedAnswer, serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let folder: string;

const server = serverForEach(() => ({body: '{}'}));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-audited-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

const run = (line: string, options: RunCliOptions = {}) =>
  runCli('jr', line.split(' ').filter(Boolean), {
    ...options,
    env: {
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      ...options.env,
    },
  });
const standard = () => join(folder, 'jr', 'audit.log');
const entries = (path = standard()): readonly Readonly<Record<string, unknown>>[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
    : [];
const writeProfile = (profile: object) => {
  mkdirSync(join(folder, 'jr'), {recursive: true});
  writeFileSync(join(folder, 'jr', 'config.json'), JSON.stringify({profiles: {work: profile}}));
};
const get = 'version get --id 1';

describe('--audit', () => {
  it('writes one line about an operation, and without it there is none', async () => {
    await run(get);
    expect(entries()).toEqual([]);
    await run(`${get} --expand operations --audit`);
    expect(entries()).toEqual([
      {
        ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        profile: 'default',
        op: 'version get',
        method: 'GET',
        path: '/rest/api/3/version/1?expand=operations',
        status: 200,
        exit: 0,
        duration_ms: expect.any(Number),
        pages: 1,
        dry_run: false,
        cached: false,
        site: server.origin,
        account: 'ann',
        object: '1',
        before: null,
        after: null,
      },
    ]);
  });

  it('tells by hashes what a write changed, with the values before if they were read', async () => {
    const state = {name: '1.0', description: 'old'};
    server.answer = ({method, body}) => {
      if (method === 'PUT') Object.assign(state, JSON.parse(body));
      return {body: JSON.stringify({id: '1', ...state})};
    };
    const update = 'version update --id 1 --description';
    await run(`${update} new --audit`);
    await run(`${update} newer --audit --undoable`);
    await run(`${update} newer --audit --undoable`);
    await run(`${update} newer --name 1.1 --audit`);
    for (const name of ['a', 'b'])
      await run(`raw PUT /rest/api/3/version/1?x=2 --body {"name":"${name}"} --audit`);
    const lines = entries();
    expect(lines.map(({object}) => object)).toEqual(lines.map(() => '1'));
    const [first, second, third, fourth, ...raws] = lines;
    expect(new Set(raws.map(line => line?.after)).size).toBe(2);
    const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    for (const one of raws) expect(one).toMatchObject({before: null, after: hash});
    expect(first).toMatchObject({before: null, after: hash});
    // The second write found what the first had set, the third what it set itself.
    expect(second?.before).toBe(first?.after);
    expect([third?.before, third?.after]).toEqual([second?.after, second?.after]);
    expect(new Set([first, second, fourth].map(line => line?.after)).size).toBe(3);
    expect(readFileSync(standard(), 'utf8')).not.toContain('newer');
  });

  it.each<[string, string, CannedAnswer, object]>([
    ['a dry run', `${get} --dry-run`, {}, {status: null, exit: 0, pages: 0, dry_run: true}],
    ['a failure', get, {status: 404, body: '{}'}, {status: 404, exit: 3, pages: 0}],
    ['a filter that fails', `${get} --jq .a.b.c|error`, {}, {status: 200, exit: 4, pages: 1}],
    ['a filter that does not compile', `${get} --jq .[`, {}, {status: null, exit: 4}],
    ['a refused input', 'version get', {}, {path: '/rest/api/3/version/{id}', exit: 4}],
    ['an unknown flag', `${get} --idd 2 --dry-run`, {}, {exit: 1, dry_run: true}],
    ['an unknown profile', `${get} -p nope`, {}, {exit: 1, profile: 'nope', status: null}],
    ['a write', 'version delete --id 1', {status: 204}, {method: 'DELETE', status: 204, exit: 0}],
    [
      'a raw request',
      'raw get /x --query a=b',
      {},
      {op: 'raw GET', method: 'GET', path: '/x?a=b', status: 200, exit: 0},
    ],
    [
      'a raw request that is refused',
      'raw GET https://ann:pw@other.example/y?z=1',
      {},
      {op: 'raw GET', path: '/y?z=1', exit: 4},
    ],
    ['a raw request without a path', 'raw post', {}, {op: 'raw POST', path: null, exit: 1}],
  ])('tells of %s', async (_, line, canned, expected) => {
    server.answer = () => ({body: '{}', ...canned});
    const result = await run(`${line} --audit`);
    expect(entries()).toHaveLength(1);
    expect(entries()[0]).toMatchObject({...expected, exit: result.exit});
    expect(entries()[0]).toMatchObject(expected);
  });

  it('tells of a server that is not there', async () => {
    const env = {JR_BASE_URL: 'http://127.0.0.1:1'};
    const result = await run(`${get} --audit --retries 0`, {env});
    expect(result.exit).toBe(1);
    expect(entries()).toMatchObject([{status: null, exit: 1, pages: 0}]);
  });

  it('tells of a missing token', async () => {
    const env = {JR_AUTH_TOKEN: ''};
    await run(`${get} --audit`, {env});
    expect(entries()).toMatchObject([{status: null, exit: 2, pages: 0}]);
  });

  it('tells of a kept answer', async () => {
    await run(`${get} --cache 1m --audit`);
    await run(`${get} --cache 1m --audit`);
    expect(entries()).toMatchObject([
      {cached: false, pages: 1, status: 200},
      {cached: true, pages: 0, status: 200},
    ]);
  });

  it('counts pages, and those before a failure', async () => {
    let isBroken = false;
    server.answer = ({url}) =>
      url.includes('startAt=1')
        ? {status: isBroken ? 500 : 200, body: '{"startAt":1,"total":2,"isLast":true,"values":[2]}'}
        : {body: '{"startAt":0,"maxResults":1,"total":2,"isLast":false,"values":[1]}'};
    const list = 'project get-versions-paginated --projectIdOrKey EX --audit --retries 0';
    await run(list);
    isBroken = true;
    await run(list);
    await run(`${list} --partial`);
    expect(entries().map(({status, exit, pages}) => [status, exit, pages])).toEqual([
      [200, 0, 2],
      [500, 7, 1],
      [500, 7, 1],
    ]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('tells of a request that %s ended', async signal => {
    const result = await run(`${get} --audit`, {
      onHost: host => {
        server.answer = () => {
          host.signal(signal);
          return new Promise(() => undefined);
        };
      },
    });
    expect(result.exit).toBe(130);
    expect(entries()).toMatchObject([{status: null, exit: 130, pages: 0}]);
  });

  it('tells of output that could not be written', async () => {
    const full = async () => Promise.reject(new Error('no space left'));
    const onHost = (host: FakeHost) => void Object.assign(host.stdout, {flush: full});
    server.answer = () => ({body: '{"startAt":0,"total":1,"isLast":true,"values":[1]}'});
    for (const line of [get, 'project get-versions-paginated --projectIdOrKey EX']) {
      const result = await run(`${line} --audit`, {onHost});
      expect([result.exit, JSON.parse(result.stderr).error_type]).toEqual([1, 'connection_error']);
    }
    expect(entries()).toMatchObject(Array(2).fill({status: 200, exit: 1}));
  });

  it('tells of every command of a batch', async () => {
    const stdin = JSON.stringify([
      {command: 'version get', args: {id: '1'}},
      {command: 'version get', args: {}},
      {command: 'raw GET', args: {path: '/x'}},
    ]);
    await run('batch --audit', {stdin});
    expect(entries().map(({op, exit}) => [op, exit])).toEqual([
      ['version get', 4],
      ['version get', 1],
      ['raw GET', 1],
    ]);
    await run('batch --audit', {stdin: stdin.replace('"args":{}', '"args":{"id":2}')});
    expect(
      entries()
        .slice(3)
        .map(({exit}) => exit),
    ).toEqual([0, 0, 0]);
  });

  it('writes down no secret', async () => {
    await run(`${get} --audit --auth-token another-secret`);
    await run(`${get} --audit --auth-token another-secret --nope`);
    const text = readFileSync(standard(), 'utf8');
    for (const secret of ['another-secret', 'secret-token']) expect(text).not.toContain(secret);
  });
});

describe('the log', () => {
  it('is the file of --audit-file, which is enough to have one', async () => {
    const path = join(folder, 'logs', 'mine.log');
    await run(`${get} --audit-file ${path}`);
    await run(`version get --audit-file=${path}`);
    expect(entries(path).map(({exit}) => exit)).toEqual([0, 4]);
    expect(entries()).toEqual([]);
  });

  it('is on, off or elsewhere as the profile says', async () => {
    writeProfile({audit_log: true});
    await run(`${get} -p work`);
    await run('version get -p work');
    await run(`${get} -p work --audit=false`);
    expect(entries().map(({profile, exit}) => [profile, exit])).toEqual([
      ['work', 0],
      ['work', 4],
    ]);
    writeProfile({audit_log: 'other.log'});
    await run(`${get} -p work`);
    expect(entries(join(folder, 'jr', 'other.log'))).toHaveLength(1);
    writeProfile({audit_log: false});
    await run(`${get} -p work`);
    expect(entries()).toHaveLength(2);
  });

  it('that cannot be opened is a warning, and the operation goes on', async () => {
    const result = await run(`${get} --audit-file ${folder}`);
    expect([result.exit, result.stdout]).toEqual([0, '{}\n']);
    expect(JSON.parse(result.stderr).warning).toContain('Cannot open the audit log');
    const refused = await run(`version get --audit-file ${folder}`);
    expect(refused.stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  it('that is required and cannot be opened sends nothing', async () => {
    writeProfile({audit_required: true, audit_log: folder});
    const result = await run(`${get} -p work`);
    expect([result.exit, result.stdout]).toEqual([1, '']);
    expect(failureOf(result)).toMatchObject({error_type: 'config_error', attempts: 0});
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(server.requests).toEqual([]);
  });

  it('that is required is on without more, and not to be turned off', async () => {
    writeProfile({audit_required: true});
    await run(`${get} -p work`);
    const result = await run(`${get} -p work --audit=false`);
    expect(failureOf(result)).toMatchObject({error_type: 'config_error'});
    expect(server.requests).toHaveLength(1);
    expect(entries().map(({exit}) => exit)).toEqual([0, 1]);
  });

  it.each([{audit_required: 'yes'}, {audit_log: 5}])(
    'of a profile with %j is refused',
    async profile => {
      writeProfile(profile);
      expect(failureOf(await run(`${get} -p work`))).toMatchObject({error_type: 'config_error'});
    },
  );
});
