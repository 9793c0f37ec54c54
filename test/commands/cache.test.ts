import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

let folder: string;

const server = serverForEach(() => ({body: '{"a":12345678901234567890, "b":1.0,"c":1e400}'}));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-cached-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

const run = (line: string, options: RunCliOptions = {}) =>
  runCli('jr', line.split(' '), {
    ...options,
    env: {
      XDG_CACHE_HOME: folder,
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      ...options.env,
    },
  });
const get = 'version get --id 1 --cache 5m';
const directory = () => join(folder, 'jr', 'answers');

describe('--cache', () => {
  it('returns the cached response, byte for byte, without a request', async () => {
    const first = await run(get);
    const second = await run(get);
    expect(first.stdout).toBe('{"a":12345678901234567890, "b":1.0,"c":1e400}\n');
    expect(second).toEqual(first);
    expect((await run(`${get} --jq .`)).stdout).toBe(
      '{"a":12345678901234567890,"b":1.0,"c":1e400}\n',
    );
    expect((await run(`${get} --pretty`)).stdout).toContain('"c": 1e400');
    expect(server.requests).toHaveLength(1);
  });

  it('keeps merged pages as one, apart from the first page', async () => {
    const page = (start: number, values: string) =>
      `{"startAt":${start},"maxResults":2,"total":3,"isLast":${start > 0},"values":${values}}`;
    server.answer = ({url}) => ({
      body: url.includes('startAt=2') ? page(2, '[1e400]') : page(0, '[1.0,12345678901234567890]'),
    });
    const list = 'project get-versions-paginated --projectIdOrKey EX --cache 1h';
    const first = await run(list);
    expect(first.stdout).toContain('"values":[1.0,12345678901234567890,1e400]');
    expect((await run(list)).stdout).toBe(first.stdout);
    expect(server.requests).toHaveLength(2);
    expect((await run(`${list} --no-paginate`)).stdout).toContain('"isLast":false');
    expect(server.requests).toHaveLength(3);
  });

  it('with --verbose reports the cached response in one line', async () => {
    await run(get);
    const {stderr} = await run(`${get} --verbose`);
    expect(JSON.parse(stderr)).toEqual({
      method: 'GET',
      url: `${server.origin}/rest/api/3/version/1`,
      status: 200,
      duration_ms: expect.any(Number),
      attempt: 0,
      bytes: 45,
      cached: true,
    });
  });

  it('holds for raw GET, and for its texts where a text is an answer', async () => {
    server.answer = () => ({body: 'plain'});
    const raw = 'raw GET /x --cache 5m';
    expect((await run(raw)).stdout).toBe('plain\n');
    expect((await run(raw)).stdout).toBe('plain\n');
    expect(server.requests).toHaveLength(1);
    expect((await run(`${raw} --jq .`)).exit).toBe(7);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['another user', {JR_AUTH_USER: 'bob'}],
    ['another token', {JR_AUTH_TOKEN: 'other'}],
  ])('gives nothing to %s', async (_, env) => {
    await run(get);
    await run(get, {env});
    expect(server.requests).toHaveLength(2);
  });

  it('keeps nothing without it, with 0, of a failure, of a part, or of a write', async () => {
    await run('version get --id 1');
    await run('version get --id 1 --cache 0');
    await run('raw POST /x --cache 5m');
    server.answer = () => ({status: 404, body: '{}'});
    await run(get);
    server.answer = ({url}) =>
      url.includes('startAt=1')
        ? {status: 400}
        : {body: '{"startAt":0,"maxResults":1,"total":2,"isLast":false,"values":[1]}'};
    await run('project get-versions-paginated --projectIdOrKey EX --cache 1h --partial');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes a damaged answer for none', async () => {
    await run(get);
    const [name = ''] = readdirSync(directory());
    writeFileSync(join(directory(), name), '{"status":200}\n{}');
    expect((await run(get)).stdout).toContain('1e400');
    expect(server.requests).toHaveLength(2);
  });

  it('that cannot be written is a warning', async () => {
    const env = {XDG_CACHE_HOME: join(folder, 'file', 'below')};
    writeFileSync(join(folder, 'file'), '');
    const result = await run(get, {env});
    expect([result.exit, result.stdout]).toEqual([0, expect.stringContaining('1e400')]);
    expect(result.stderr).toMatch(/^\{"warning":"Cannot read the cache: [^\n]*\n\{"warning"/);
  });

  it('writes down no secret', async () => {
    await run(get);
    const [name = ''] = readdirSync(directory());
    const written = name + readFileSync(join(directory(), name), 'utf8');
    const basic = Buffer.from('ann:secret-token').toString('base64');
    for (const secret of ['secret-token', basic, 'ann']) expect(written).not.toContain(secret);
  });
});

describe('a write', () => {
  const other = 'project get --projectIdOrKey EX --cache 5m';
  const callsOf = async (line: string) => {
    const before = server.requests.length;
    await run(line);
    return server.requests.length - before;
  };

  it('drops what its profile keeps of its group, when it was carried out', async () => {
    await run(get);
    await run(other);
    server.answer = () => ({status: 403, body: '{}'});
    await run('version delete --id 2');
    await run('version delete --id 2 --dry-run');
    expect(await callsOf(get)).toBe(0);
    server.answer = () => ({status: 204});
    await run('version delete --id 2');
    expect(await callsOf(get)).toBe(1);
    expect(await callsOf(other)).toBe(0);
  });

  it('that may have been carried out drops it too', async () => {
    await run(get);
    server.answer = () => ({status: 500, body: '{}'});
    await run('version delete --id 2');
    server.answer = () => ({body: '{}'});
    expect(await callsOf(get)).toBe(1);
  });

  it('by raw drops all of the profile, and raw answers go with any write', async () => {
    const raw = 'raw GET /x --cache 5m';
    await run(get);
    await run(raw);
    await run('project delete --projectIdOrKey EX');
    expect([await callsOf(get), await callsOf(raw)]).toEqual([0, 1]);
    await run('raw PUT /rest/api/3/anything');
    expect([await callsOf(get), await callsOf(raw)]).toEqual([1, 1]);
  });

  it('through another profile drops nothing', async () => {
    const profile = {base_url: server.origin, auth: {username: 'ann', token: 't'}};
    const config = {profiles: {work: profile, home: profile}};
    const env = {JR_BASE_URL: '', JR_AUTH_USER: '', JR_AUTH_TOKEN: ''};
    await run(`${get} -p work`, {config, env});
    await run('version delete --id 2 -p home', {config, env});
    await run(`${get} -p work`, {config, env});
    expect(server.requests).toHaveLength(2);
    await run('version delete --id 2 -p work', {config, env});
    await run(`${get} -p work`, {config, env});
    expect(server.requests).toHaveLength(4);
  });

  it('is seen by its own profile, also where another one keeps the same answer', async () => {
    const profile = {base_url: server.origin, auth: {username: 'ann', token: 't'}};
    const config = {profiles: {work: profile, home: profile}};
    const env = {JR_BASE_URL: '', JR_AUTH_USER: '', JR_AUTH_TOKEN: ''};
    await run(`${get} -p work`, {config, env});
    await run('version delete --id 1 -p home', {config, env});
    server.answer = () => ({body: '"new"'});
    expect((await run(`${get} -p home`, {config, env})).stdout).toBe('"new"\n');
  });
});

describe('raw with a header', () => {
  it('is not answered with what was kept for another', async () => {
    for (const type of ['text/a', 'text/b', 'text/a']) {
      await run(`raw GET /x --cache 5m --header Accept:${type}`);
    }
    expect(server.requests.map(({headers}) => headers.accept)).toEqual(['text/a', 'text/b']);
  });
});

describe('cache clear', () => {
  it('deletes the cached responses of every profile and counts them; a dry run only counts', async () => {
    await run(get);
    await run('version get --id 2 --cache 5m');
    const dry = await run('cache clear --dry-run');
    expect(JSON.parse(dry.stdout)).toEqual({status: 'dry_run', entries: 2, path: directory()});
    expect(readdirSync(directory())).toHaveLength(2);
    expect((await run('cache clear --jq .entries')).stdout).toBe('2\n');
    expect(readdirSync(directory())).toEqual([]);
    await run(get);
    expect(server.requests).toHaveLength(3);
  });

  it('of a cache that is not there clears nothing', async () => {
    expect(JSON.parse((await run('cache clear')).stdout)).toMatchObject({entries: 0});
    expect((await run('cache clera')).exit).toBe(1);
  });
});
