import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let folder: string;

const page = (...values: readonly object[]) => ({
  body: JSON.stringify({startAt: 0, maxResults: 50, total: values.length, isLast: true, values}),
});
const harbour = {id: '10000', key: 'HPAY', name: 'Harbour Payments'};
const hotel = {id: '10001', key: 'HOTEL', name: 'Hotel Payments'};
const status = (id: string, name: string, project: string) => ({
  id,
  name,
  statusCategory: 'TODO',
  scope: {type: 'PROJECT', project: {id: project}},
});

const groupId = '1c224a78-0fa3-4c4f-a42e-bc1581f64acc';
const accountId = '5f0606d12e471d65da7652de';

const server = serverForEach(({url}) =>
  url.includes('query=HPAX') ? page() : page(harbour, hotel),
);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-named-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

const run = (argv: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', ['id', ...argv], {
    ...options,
    env: {
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      ...options.env,
    },
  });
const asked = () => server.requests.map(({url}) => url);

describe('jr id', () => {
  it('prints the bare id of the one thing of a name, by one narrowed request', async () => {
    for (const name of ['HPAY', 'hpay', 'Harbour Payments']) {
      server.requests.length = 0;
      expect(await run(['project', name])).toEqual({stdout: '10000\n', stderr: '', exit: 0});
      expect(asked()).toEqual([`/rest/api/3/project/search?query=${encodeURIComponent(name)}`]);
    }
  });

  it('finds an issue type by name or id without a project, in the list of the site', async () => {
    const types = [
      {id: '10000', name: 'Task'},
      {id: '10009', name: 'Bug', scope: {type: 'PROJECT', project: {id: '10001'}}},
      {id: '10004', name: 'Bug'},
    ];
    server.answer = () => ({body: JSON.stringify(types)});
    expect((await run(['issue-type', 'Task'])).stdout).toBe('10000\n');
    expect((await run(['issue-type', '10009'])).stdout).toBe('10009\n');
    expect(new Set(asked())).toEqual(new Set(['/rest/api/3/issuetype']));
    const twice = failureOf(await run(['issue-type', 'Bug']));
    expect(twice).toMatchObject({error_type: 'conflict', candidates: [{project: '10001'}, {}]});
  });

  it('takes an id for itself where nothing is named like it', async () => {
    expect(await run(['project', '10001'])).toEqual({stdout: '10001\n', stderr: '', exit: 0});
    expect((await run(['project', '1000'])).exit).toBe(3);
  });

  it.each([
    ['jr', 'version', '10042', {id: '10042', name: '2.4.0'}, '/rest/api/3/version/10042'],
    ['jr', 'component', '10007', {id: '10007', name: 'Web'}, '/rest/api/3/component/10007'],
    [
      'jr',
      'group',
      groupId,
      page({groupId, name: 'staff'}),
      `/rest/api/3/group/bulk?groupId=${groupId}`,
    ],
    [
      'jr',
      'user',
      accountId,
      page({accountId, displayName: 'Ann'}),
      `/rest/api/3/user/bulk?accountId=${accountId}`,
    ],
    ['cf', 'whiteboard', '77', {id: '77', title: 'Map'}, '/whiteboards/77'],
    ['cf', 'custom-content', '78', {id: '78', title: 'Risk'}, '/custom-content/78'],
  ])('%s id %s takes an id without its parent', async (program, kind, text, found, path) => {
    const answer = 'body' in found ? found : {body: JSON.stringify(found)};
    const empty = (url: string) => (/\/users?\/search/.test(url) ? {body: '[]'} : page());
    server.answer = ({url}) => (url.includes(path) ? answer : empty(url));
    const base = {CF_BASE_URL: server.origin, CF_AUTH_USER: 'ann', CF_AUTH_TOKEN: 't'};
    const result =
      program === 'jr'
        ? await run([kind, text])
        : await runCli('cf', ['id', kind, text], {env: base});
    expect(result).toEqual({stdout: `${text}\n`, stderr: '', exit: 0});
    expect(asked().map(url => url.replace(/[?&](maxResults|body-format)=\w+/, ''))).toEqual([path]);
    // Without such an object, the name is looked up, or its parent is asked for.
    server.answer = ({url}) =>
      url.includes(path) && !('body' in found) ? {status: 404, body: '{}'} : empty(url);
    const without =
      program === 'jr'
        ? await run([kind, text])
        : await runCli('cf', ['id', kind, text], {env: base});
    expect([3, 4]).toContain(without.exit);
    expect(without.stdout).toBe('');
  });

  it('never takes a part of a name, and exits with 3 and the nearest names', async () => {
    const result = await run(['project', 'HPAX']);
    expect([result.exit, result.stdout]).toEqual([3, '']);
    const failure = failureOf(result);
    expect(failure).toMatchObject({error_type: 'not_found'});
    expect(failure.hint).toContain('"HPAY"');
    // The whole list is read to know what is near, or is there in another case.
    expect(asked()).toEqual([
      '/rest/api/3/project/search?query=HPAX',
      '/rest/api/3/project/search',
    ]);
    expect((await run(['project', 'Payments'])).exit).toBe(3);
  });

  it('exits with 6 when several have the name, with what distinguishes them', async () => {
    server.answer = () => page(status('1', 'Open', '10000'), status('2', 'Open', '10001'));
    const result = await run(['status', 'Open']);
    expect([result.exit, result.stdout]).toEqual([6, '']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'conflict',
      candidates: [
        {id: '1', name: 'Open', category: 'TODO', scope: 'PROJECT', project: '10000'},
        {id: '2', name: 'Open', category: 'TODO', scope: 'PROJECT', project: '10001'},
      ],
    });
  });

  it('takes what a thing lies in before a slash or by --in, by id, key or name', async () => {
    const version = {id: '7', name: '2.4.0/b'};
    server.answer = ({url}) => (url.includes('/version?') ? page(version) : page(harbour, hotel));
    const listing = '/rest/api/3/project/HPAY/version?query=2.4.0%2Fb';
    const lines: readonly (readonly [readonly string[], readonly string[]])[] = [
      [['version', 'HPAY/2.4.0/b'], [listing]],
      [['version', '2.4.0/b', '--in', 'HPAY'], [listing]],
      [['version', '2.4.0/b', '--in=10000'], [listing.replace('HPAY', '10000')]],
      [
        ['version', 'harbour payments/2.4.0/b'],
        ['/rest/api/3/project/search?query=harbour%20payments', listing],
      ],
    ];
    for (const [argv, urls] of lines) {
      server.requests.length = 0;
      expect(await run(argv)).toEqual({stdout: '7\n', stderr: '', exit: 0});
      expect(asked()).toEqual(urls);
    }
  });

  it('takes what a thing may lie in before a slash, when nothing has the whole for a name', async () => {
    const open = status('1', 'Open', '10000');
    server.answer = ({url}) => {
      if (url.includes('/project/search')) return page(harbour, hotel);
      return url.includes('projectId=10000')
        ? page(open)
        : page(status('2', 'To do/later', '10001'));
    };
    expect(await run(['status', 'hpay/open'])).toEqual({stdout: '1\n', stderr: '', exit: 0});
    expect(asked().at(-1)).toContain('projectId=10000');
    expect(await run(['status', 'To do/later'])).toEqual({stdout: '2\n', stderr: '', exit: 0});
    const {exit, stderr} = await run(['status', 'Nowhere/open']);
    expect([exit, JSON.parse(stderr).message]).toEqual([3, 'No status is named "Nowhere/open".']);
  });

  it('finds a status of no project by --in global or global/', async () => {
    const global = {id: '7', name: 'Open', statusCategory: 'TODO', scope: {type: 'GLOBAL'}};
    server.answer = () => page(status('1', 'Open', '10000'), global);
    expect((await run(['status', 'Open'])).exit).toBe(6);
    for (const argv of [
      ['status', 'Open', '--in', 'global'],
      ['status', 'global/Open'],
    ]) {
      expect([argv, await run(argv)]).toEqual([argv, {stdout: '7\n', stderr: '', exit: 0}]);
    }
    expect(asked().filter(url => url.includes('projectId'))).toEqual([]);
  });

  it('names no flag that was not typed where a whiteboard is looked up below a name', async () => {
    const env = {CF_BASE_URL: server.origin, CF_AUTH_USER: 'ann', CF_AUTH_TOKEN: 't'};
    for (const argv of [['Top/Kid'], ['Kid', '--in', 'Top']]) {
      const result = await runCli('cf', ['id', 'whiteboard', ...argv], {env});
      expect([result.exit, failureOf(result).message]).toEqual([
        4,
        '"Top" is not the id of a whiteboard; use --in <id>, or write <id>/<name>',
      ]);
    }
    expect(server.requests).toEqual([]);
  });

  it('refuses a line it cannot look up, and sends nothing', async () => {
    const lines: readonly (readonly [readonly string[], number, string])[] = [
      [['version', '2.4.0'], 4, '--in'],
      [['project', 'HPAY', '--in', 'X'], 4, '--in'],
      [['projekt', 'HPAY'], 1, 'project'],
      [['space', 'ENG'], 1, 'cf id'],
      [['scheme', 'X'], 1, 'Kinds'],
      [['project'], 1, 'Usage'],
      [['project', 'HPAY', 'DOCK'], 1, 'Unexpected argument \\"DOCK\\"'],
      [['project', ''], 1, 'Usage'],
      [['project', 'HPAY', '--jq', '.['], 4, ''],
      [['project', 'HPAY', '--nope'], 1, ''],
    ];
    for (const [argv, exit, told] of lines) {
      const result = await run(argv);
      expect([argv, result.exit, result.stdout]).toEqual([argv, exit, '']);
      expect(result.stderr).toContain(told);
    }
    expect(server.requests).toEqual([]);
  });

  it('--dry-run prints the listing request and sends nothing', async () => {
    const result = await run(['version', 'HPAY/2.4', '--dry-run']);
    expect(result.exit).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({
      method: 'GET',
      url: `${server.origin}/rest/api/3/project/HPAY/version?query=2.4`,
    });
    expect((await run(['version', 'harbour/2.4', '--dry-run'])).stdout).toContain('query=harbour');
    expect(server.requests).toEqual([]);
  });

  it('--jq receives the item as listed', async () => {
    server.answer = () => ({
      body: '{"isLast":true,"total":1,"values":[{"id":1.0,"key":"HPAY","name":"x","big":1e400}]}',
    });
    expect((await run(['project', 'HPAY', '--jq', '.'])).stdout).toBe(
      '{"id":1.0,"key":"HPAY","name":"x","big":1e400}\n',
    );
    expect((await run(['project', 'HPAY', '--jq', '.key', '-r'])).stdout).toBe('HPAY\n');
  });

  it('reads every page, or fails: of a part nobody knows that a name is there once', async () => {
    const twin = {...hotel, id: '10002'};
    server.answer = ({url}) => {
      const start = Number(/startAt=(\d+)/.exec(url)?.[1] ?? 0);
      const value = [hotel, twin][start];
      return {body: JSON.stringify({startAt: start, maxResults: 1, total: 2, values: [value]})};
    };
    expect((await run(['project', 'HOTEL', '--no-paginate'])).exit).toBe(6);
    const whole = server.answer;
    server.answer = request => (request.url.includes('startAt=1') ? {status: 500} : whole(request));
    const broken = await run(['project', 'HOTEL', '--partial', '--retries', '0']);
    expect([broken.exit, broken.stdout]).toEqual([7, '']);
  });

  it('goes the way of every command: cache, verbose, audit, policy', async () => {
    const audit = join(folder, 'audit.log');
    const flags = ['--cache', '5m', '--verbose', '--audit-file', audit];
    const first = await run(['project', 'HPAY', ...flags]);
    const second = await run(['project', 'HPAY', ...flags]);
    expect([first.stdout, second.stdout]).toEqual(['10000\n', '10000\n']);
    expect(server.requests).toHaveLength(1);
    expect(JSON.parse(second.stderr)).toMatchObject({method: 'GET', status: 200, cached: true});
    const lines = readFileSync(audit, 'utf8').trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).op)).toEqual(['project search', 'project search']);
    const config = {
      default_profile: 'work',
      profiles: {work: {denied_operations: ['project search']}},
    };
    const denied = await run(['project', 'HPAY'], {config, env: {XDG_CONFIG_HOME: ''}});
    expect(failureOf(denied)).toMatchObject({error_type: 'policy_denied'});
    expect(server.requests).toHaveLength(1);
  });

  it('shows what of an id could steer a terminal', async () => {
    server.answer = () => page({...harbour, id: '1\u001b[2J'});
    expect((await run(['project', 'HPAY'])).stdout).not.toContain('\u001b');
  });

  it('writes nothing on its own', async () => {
    await run(['project', 'HPAY']);
    expect(existsSync(join(folder, 'jr'))).toBe(false);
  });
});
