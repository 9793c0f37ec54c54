import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

let folder: string;

const projects = [
  {id: '10000', key: 'HPAY', name: 'Harbour Payments', projectTypeKey: 'software'},
  {id: '10001', key: 'HOTEL', name: 'Hotel', projectTypeKey: 'business'},
];
const versions = [
  {id: '7', name: '2.4.0', released: true, archived: false},
  {id: '8', name: '2.5.0, late'},
];

const server = serverForEach(({url}) => {
  const like = new URL(url, 'http://x').searchParams.get('query')?.toLowerCase() ?? '';
  const all = url.includes('/version') ? versions : projects;
  const values = all.filter(one => JSON.stringify(Object.values(one)).toLowerCase().includes(like));
  return {body: JSON.stringify({values, total: values.length, isLast: false, startAt: 0})};
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-completed-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

async function complete(argv: readonly string[], options: RunCliOptions = {}) {
  const result = await runCli('jr', ['__complete', ...argv], {
    ...options,
    env: {
      XDG_CACHE_HOME: folder,
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      ...options.env,
    },
  });
  expect([result.exit, result.stderr]).toEqual([0, '']);
  return result.stdout.split('\n').filter(Boolean);
}
const fish = (line: string, options?: RunCliOptions) =>
  complete(['fish', '--', ...line.split(' ')], options);
const bash = (line: string) => complete(['bash', '--', `jr ${line}`, ' \t\n"\'@><=;|&(:']);
const asked = () => server.requests.map(({url}) => url.replace('/rest/api/3', ''));

describe('completion of what a value names', () => {
  it('offers ids with what they are, those that start as what is typed', async () => {
    const both = ['10000\tHarbour Payments, HPAY, software', '10001\tHotel, HOTEL, business'];
    expect(await fish('version create --projectId ')).toEqual(both);
    expect(await fish('version create --projectId 100')).toEqual(both);
    expect(await fish('version create --projectId=10001')).toEqual([
      '--projectId=10001\tHotel, HOTEL, business',
    ]);
    expect(await fish('version get --id HPAY/')).toEqual([]);
  });

  it('caches a list for a minute, after a request for its first page', async () => {
    await fish('version create --projectId ');
    await fish('version create --projectId 1');
    await bash('project get --projectIdOrKey ');
    expect(asked()).toEqual(['/project/search']);
  });

  it('gives keys and names to values that take them', async () => {
    expect(await bash('project get --projectIdOrKey HO')).toEqual(['HOTEL']);
    server.answer = () => ({
      body: '{"values":[{"id":"1","name":"In Progress","statusCategory":"TODO"}]}',
    });
    expect(await bash('statuses get-by-name --name in')).toEqual(['In\\ Progress']);
  });

  it('does not offer names that could steer the terminal', async () => {
    const names = ['In \u001b[2J', 'In \u009b2J', 'In \u202eevil', 'In\nline', 'In Progress'];
    const values = names.map((name, id) => ({id: String(id), name, statusCategory: 'TODO'}));
    server.answer = () => ({body: JSON.stringify({values})});
    expect(await bash('statuses get-by-name --name in')).toEqual(['In\\ Progress']);
    const offered = await fish('statuses get-by-name --name in');
    expect(offered.map(line => line.split('\t')[0])).toEqual(['In Progress']);
  });

  it('puts the id in the place of a name that is one thing’s alone', async () => {
    expect(await bash('version create --projectId HPAY')).toEqual(['10000']);
    expect(await bash('version create --projectId=harb')).toEqual(['10000']);
    expect(await bash('version create --projectId H')).toEqual(['HPAY', 'HOTEL']);
    expect(await bash('version create --projectId ')).toEqual(['HPAY', 'HOTEL']);
    expect(await bash('statuses create --body.scope.project.id HPAY')).toEqual(['10000']);
    // fish takes only what goes on from what was typed.
    expect(await fish('version create --projectId HPAY')).toEqual([]);
  });

  it('takes what a thing lies in from the line, or from before a slash', async () => {
    expect(await bash('version get --id HP')).toEqual(['HPAY/']);
    expect(await bash('version get --id HPAY/2')).toEqual(['HPAY/2.4.0', 'HPAY/2.5.0,\\ late']);
    expect(await bash('version get --id HPAY/2.4')).toEqual(['7']);
    server.requests.length = 0;
    server.answer = ({url}) => ({
      body: url.includes('properties') ? '{"keys":[{"key":"team.charter"}]}' : '{"values":[]}',
    });
    const property = 'project get-property --projectIdOrKey HPAY --propertyKey ';
    expect(await bash(property)).toEqual(['team.charter']);
    const usages = 'statuses get-project-issue-type-usages-for --projectId 10000 --statusId ';
    expect(await bash(usages)).toEqual([]);
    expect(asked()).toEqual(['/project/HPAY/properties', '/statuses/search?projectId=10000']);
  });

  it('goes on after a comma in a list, and quotes a comma of a name', async () => {
    server.answer = () => ({body: '{"values":[{"id":"1","name":"a, b"},{"id":"2","name":"abc"}]}'});
    expect(await fish('statuses get-by-id --id 1,')).toEqual(['1,2\tabc']);
    expect(await fish('statuses get-by-name --name a')).toEqual(['a\\, b\ta, b', 'abc\tabc']);
  });

  it('offers kinds and names to id', async () => {
    expect(await fish('id ver')).toEqual(['version']);
    expect(await fish('id project h')).toEqual([
      'HPAY\tHarbour Payments, HPAY, software',
      'HOTEL\tHotel, HOTEL, business',
    ]);
    expect(await fish('id version HPAY/2.4')).toEqual(['HPAY/2.4.0\t2.4.0, released']);
    expect(await fish('id version --in HPAY 2.4')).toEqual(['2.4.0\t2.4.0, released']);
    expect(await fish('id version 2.4 --in H')).toEqual([
      'HPAY\tHarbour Payments, HPAY, software',
      'HOTEL\tHotel, HOTEL, business',
    ]);
  });

  it('sends at most one request, and none if no flag takes a name', async () => {
    const lines = ['version get --id Harbour Payments/2', 'version get --expand ', 'version ge'];
    for (const line of [...lines, 'version create --name x', 'permissionscheme create --name ']) {
      await fish(line);
    }
    // The project of a version is not looked up: that would be a second request.
    expect(asked()).toEqual([]);
    for (const line of ['version get --id ', 'version get --id HPAY/2', 'id version HP']) {
      server.requests.length = 0;
      await bash(line);
      expect(server.requests.length).toBeLessThanOrEqual(1);
    }
  });

  it('prints nothing if the list cannot be read', async () => {
    server.answer = () => ({status: 500, body: 'no'});
    expect(await fish('version create --projectId ')).toEqual([]);
    expect(server.requests).toHaveLength(1);
    server.answer = () => ({body: '<html>'});
    expect(await fish('version create --projectId ')).toEqual([]);
    const nobody = {env: {JR_AUTH_TOKEN: '', JR_AUTH_USER: ''}};
    expect(await fish('version create --projectId ', nobody)).toEqual([]);
    expect(await fish('-p nowhere version create --projectId ')).toEqual([]);
  });

  it('uses the profile of the line, and sends no request that it denies', async () => {
    const profiles = {
      work: {base_url: server.origin, denied_operations: ['project search']},
      own: {base_url: server.origin, auth: {type: 'basic', username: 'b', token: 't'}},
    };
    const options = {config: {profiles}, env: {JR_BASE_URL: ''}};
    expect(await fish('-p work version create --projectId ', options)).toEqual([]);
    expect(server.requests).toEqual([]);
    expect(await fish('-p own version create --projectId ', options)).toHaveLength(2);
  });
});
