import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

let sandbox: LocalSandbox;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-bulk-'));
  return () => rmSync(folder, {recursive: true, force: true});
});

interface More {
  readonly url?: string;
  readonly stdin?: string;
  readonly onHost?: (host: FakeHost) => void;
}

async function run(line: readonly string[], {url = sandbox.trackerBaseUrl, ...more}: More = {}) {
  const result = await runCli('jr', line, {
    ...more,
    env: {
      JR_BASE_URL: url,
      JR_AUTH_USER: sandbox.authUser,
      JR_AUTH_TOKEN: sandbox.authToken,
      XDG_STATE_HOME: folder,
    },
  });
  return {...result, json: () => JSON.parse(result.stdout)};
}

const bulk = (operation: string, table: string, flags: readonly string[] = [], more: More = {}) =>
  run(['bulk', ...operation.split(' '), '--from', '-', ...flags], {...more, stdin: table});

const namesOf = async (prefix: string): Promise<readonly string[]> => {
  const versions = (await run(['project', 'get-versions', '--projectIdOrKey', 'HPAY'])).json();
  const names: string[] = versions.map(({name}: {name: string}) => name);
  return names.filter(name => name.startsWith(prefix)).sort();
};

describe('bulk', () => {
  it('sends a write for each row, and prints the table with its result', async () => {
    const table =
      '\uFEFFname;description;releaseDate\r\nB1;"two\nlines";31.12.2027\r\nB2;;46752\r\n';
    const flags = ['--projectId', '10000', '--output', 'csv'];
    const result = await bulk('version create', table, flags);
    expect([result.exit, result.stderr]).toEqual([0, '']);
    expect(result.stdout.split('\r\n')[0]).toBe(
      'LINE,NAME,DESCRIPTION,RELEASEDATE,STATUS,ID,ERROR',
    );
    expect(result.stdout).toMatch(/\r\n4,B2,,46752,done,\d+,\r\n$/);
    const versions = (await run(['project', 'get-versions', '--projectIdOrKey', 'HPAY'])).json();
    const made = versions.filter(({name}: {name: string}) => /^B[12]$/.test(name));
    expect(made).toMatchObject([
      {description: 'two\nlines', releaseDate: '2027-12-31'},
      {releaseDate: '2027-12-31'},
    ]);
    const entries = (await run(['journal'])).json();
    expect(new Set(entries.map((one: {run: string}) => one.run)).size).toBe(1);
  });

  it('tells an empty cell, which changes nothing, from one that clears', async () => {
    const [one, two] = ['N1', 'N2'].map(name => ({name, projectId: 10000, description: 'old'}));
    const made = await bulk('version create', `${JSON.stringify(one)}\n${JSON.stringify(two)}`);
    const [first, second] = made.json().map(({id}: {id: string}) => id);
    const table = `id,name,description\n${first},N1b,\n${second},,NULL\n`;
    expect((await bulk('version update', table, ['--null', 'NULL'])).exit).toBe(0);
    const read = async (id: string) => (await run(['version', 'get', '--id', id])).json();
    expect(await read(first)).toMatchObject({name: 'N1b', description: 'old'});
    expect(await read(second)).toMatchObject({name: 'N2'});
    expect((await read(second)).description ?? '').toBe('');
    const cleared = await bulk('version update', `{"id": null, "name": "x"}`);
    expect(failureOf(cleared).message).toContain('line 1, id: id cannot be cleared');
  });

  it('looks names up once for all rows', async () => {
    const table = 'title,project\nM1,HPAY\nM2,HPAY\n';
    const maps = ['--map', 'title=name', '--map', 'project=projectId:name'];
    const planned = await bulk('version create', table, [...maps, '--plan']);
    expect(planned.json()).toMatchObject([
      {line: 2, status: 'planned', request: {method: 'POST', body: {projectId: 10000}}},
      {line: 3, status: 'planned'},
    ]);
    expect(await namesOf('M')).toEqual([]);
    const wrong = await bulk('version create', 'name,project\nM1,Nobody\n', maps.slice(2));
    expect(wrong.exit).toBe(4);
    expect(failureOf(wrong).message).toContain('line 2, projectId: ');
  });
});

describe('a table with problems', () => {
  const server = serverForEach(() => ({status: 201, body: '{"id": "1"}'}));

  it.each([
    ['name,projectId\nok,10000\n,10000\nx,ten\n', /line 3, name: .*line 4, projectId: /],
    ['name,projectId,releaseDate\nx,10000,12/31/2026\n', /line 2, releaseDate: .*YYYY-MM-DD/],
    ['nmae,projectId\nx,10000\n', /no input "nmae".*--map "nmae=name"/],
    ['name,projectId\n"x,10000\n', /line 2: a quoted cell is not closed/],
    ['name,projectId\nx\n', /line 2: 1 cells, but the first line has 2/],
    ['name,name\nx,y\n', /column "name" appears twice/],
    ['name,projectId\n', /no rows/],
    ['{"name": "x"}\n{"name": }\n', /line 2: column/],
  ])('sends nothing and names the place: %j', async (table, message) => {
    const result = await bulk('version create', table, [], {url: server.origin});
    expect([result.exit, result.stdout]).toEqual([4, '']);
    expect(Object.values(failureOf(result).errors ?? {}).join(' ')).toMatch(message);
    expect(server.requests).toEqual([]);
  });

  it('that is empty, a read, or flags that exclude each other are refused', async () => {
    const table = 'id\n1\n';
    expect((await bulk('version create', '')).exit).toBe(4);
    expect(failureOf(await bulk('version get', table)).message).toMatch(/not a write/);
    const both = await bulk('version delete', table, ['--plan', '--resume', 'x']);
    expect(failureOf(both).message).toMatch(/cannot be combined/);
    expect((await run(['bulk', 'version', 'create'])).exit).toBe(1);
  });

  it('keeps the result of its writes when the filter fails', async () => {
    const flags = ['--jq', '.[] | error("no")'];
    const table = 'name,projectId\nx,10000\n';
    const result = await bulk('version create', table, flags, {url: server.origin});
    expect([result.exit, result.json()]).toMatchObject([4, [{status: 'done', id: '1'}]]);
  });
});

/** A row of the table as a command of a batch. */
function creationOf(row: string): string {
  const [name, projectId] = row.split(',');
  return JSON.stringify({command: 'version create', args: {name, projectId}});
}

describe('--resume', () => {
  it('of a batch keeps the results that later commands refer to', async () => {
    const flags = ['batch', '--resume', join(folder, 'progress.jsonl')];
    const create = creationOf('Kept,10000');
    const get = JSON.stringify({
      command: 'version update',
      args: {id: {$from: 0, pointer: '/id'}, description: 'once'},
    });
    const wrong = JSON.stringify({command: 'version get', args: {id: 1}});
    const first = await run([...flags, '--fail-fast'], {stdin: [create, wrong, get].join('\n')});
    expect(first.exit).not.toBe(0);
    const second = await run(flags, {stdin: [create, get].join('\n')});
    expect([second.exit, second.stderr]).toEqual([
      0,
      '{"note":"1 of 2 commands were already done."}\n',
    ]);
    const [made, updated] = second.json();
    expect(updated.data).toMatchObject({id: made.data.id, name: 'Kept', description: 'once'});
    const third = await run(flags, {stdin: [create, get].join('\n')});
    expect(third.json()).toEqual(second.json());
  });

  it('sends again what was refused and what is new, and no write twice after a filter failed', async () => {
    const progress = join(folder, 'sorted.jsonl');
    const row = (name: string) => `${name},10000`;
    const table = (...rows: readonly string[]) => `name,projectId\n${rows.join('\n')}\n`;
    // The second name is taken: 400.
    await bulk('version create', table(row('S2')));
    const failing = ['--resume', progress, '--jq', '.[] | error("no")'];
    const first = await bulk('version create', table(row('S1'), row('S2')), failing);
    expect([first.exit, first.json()]).toMatchObject([4, [{status: 'done'}, {status: 'failed'}]]);
    // Sorted, extended by two equal rows, and with the refused one.
    const rows = [row('S4'), row('S2'), row('S3'), row('S1'), row('S1')];
    const flags = ['--resume', progress];
    const second = await bulk('version create', table(...rows), flags);
    const status = second.json().map((one: {readonly status: string}) => one.status);
    expect(status).toEqual(['done', 'failed', 'done', 'already done', 'failed']);
    expect((await namesOf('S')).slice(0, 4)).toEqual(['S1', 'S2', 'S3', 'S4']);
  });

  it.each(['bulk', 'batch'])(
    'of %s sends each row once, whatever is refused, lost or interrupted',
    async kind => {
      const count = 60;
      const rows = Array.from({length: count}, (_, i) => `R${String(i).padStart(3, '0')},10000`);
      const progress = join(folder, 'progress.jsonl');
      const post = 'POST /rest/api/3/version';
      const faults = await startSandbox({
        traffic: 'off',
        faults: [
          `${post}: 429 retry-after=0 p=0.1`,
          `${post}: 503 p=0.1`,
          `${post}: drop p=0.05`,
          `${post}: drop done p=0.1`,
        ],
      });
      try {
        let runs = 0;
        let result = await run(['version', 'get', '--id', '0']);
        while (result.exit !== 0 && runs < 40) {
          runs += 1;
          // The table may be sorted in another way the next time.
          const ordered = runs % 2 ? rows : [...rows].reverse();
          const flags = ['--resume', progress, '--concurrency', '3'];
          const more: More = {
            url: faults.trackerBaseUrl,
            onHost: host => {
              if (runs < 4) setTimeout(() => host.signal('SIGINT'), 30 * runs);
            },
          };
          result =
            kind === 'bulk'
              ? await bulk('version create', `name,projectId\n${ordered.join('\n')}\n`, flags, more)
              : await run(['batch', '--max-batch', '0', ...flags], {
                  ...more,
                  stdin: ordered.map(row => creationOf(row)).join('\n'),
                });
        }
        expect(result.exit).toBe(0);
        expect(runs).toBeGreaterThan(3);
        expect(result.json()).toHaveLength(count);
        const listed = await run(['project', 'get-versions', '--projectIdOrKey', 'HPAY'], {
          url: faults.trackerBaseUrl,
        });
        const names = listed.json().map(({name}: {name: string}) => name);
        const made = names.filter((name: string) => /^R\d{3}$/.test(name)).sort();
        expect(made).toEqual(rows.map(row => row.slice(0, 4)));
      } finally {
        await faults.stop();
      }
    },
  );

  it('reads a row whose outcome is unknown before it sends it again', async () => {
    const progress = join(folder, 'progress.jsonl');
    const table = 'id,description\n10000,Now known\n';
    const first = await bulk('version update', table, ['--resume', progress]);
    expect(first.exit).toBe(0);
    const lines = readFileSync(progress, 'utf8').trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).result)).toEqual(['sending', 'done']);
    // The program was killed before the response.
    writeFileSync(progress, `${lines[0]}\n{"row":"cut`);
    const second = await bulk('version update', table, ['--resume', progress]);
    expect(second.json()).toMatchObject([{status: 'already done'}]);
    const writes = (await run(['journal'])).json();
    expect(writes).toHaveLength(1);
  });
});

describe('--names', () => {
  const ids = async (name: string) => (await run(['id', 'version', name])).stdout.trim();

  it('looks up names in place of ids, and reports each lookup', async () => {
    const id = await ids('HPAY/2.4.0');
    const got = await run(['version', 'get', '--names', '--id', 'HPAY/2.4.0', '--jq', '.id']);
    expect([got.exit, got.stdout, got.stderr]).toEqual([
      0,
      `"${id}"\n`,
      `{"note":"--id: version \\"HPAY/2.4.0\\" is ${id}"}\n`,
    ]);
    const same = await run(['version', 'get', '--names', '--id', id, '--jq', '.id']);
    expect([same.stdout, same.stderr]).toEqual([`"${id}"\n`, '']);
    const shown = await run([
      ...['version', 'move', '--names', '--id', 'HPAY/2.4.0', '--position', 'First'],
      '--dry-run',
    ]);
    expect(shown.json()).toMatchObject({
      method: 'POST',
      url: expect.stringContaining(`/${id}/move`),
    });
  });

  it('looks up names in place of addresses', async () => {
    const after = await ids('HPAY/2.5.0');
    const move = async (text: string) =>
      (await run(['version', 'move', '--names', '--id', '7', '--after', text, '--dry-run'])).json();
    const {body} = await move('HPAY/2.5.0');
    expect(body.after).toMatch(new RegExp(`^http://.*/version/${after}$`));
    expect((await move(body.after)).body).toEqual(body);
  });

  it('sends nothing for a name that nothing or several things have', async () => {
    const none = await run(['version', 'delete', '--names', '--id', 'HPAY/none']);
    expect([none.exit, failureOf(none).message]).toEqual([
      3,
      '--id: No version is named "none" in "HPAY".',
    ]);
    const several = await run(['user', 'get', '--names', '--accountId', 'no such person']);
    expect(several.exit).toBe(3);
  });

  it('is suggested where a name cannot be an id', async () => {
    const unknown = await run(['version', 'get', '--id', 'HPAY/2.4.0']);
    expect(failureOf(unknown).hint).toMatch(
      /^Check the id.* If "HPAY\/2\.4\.0" is a name, add --names to look it up\.$/,
    );
  });

  it('applies to each command of a batch and each row of a table', async () => {
    const commands = ['HPAY/2.4.0', 'HPAY/2.4.0'].map(id =>
      JSON.stringify({command: 'version get', args: {id}, jq: '.name'}),
    );
    const both = await run(['batch', '--names'], {stdin: commands.join('\n')});
    expect(both.json().map(({data}: {data: string}) => data)).toEqual(['2.4.0', '2.4.0']);
    expect(both.stderr.match(/note/g)).toHaveLength(1);
    const table = 'id,description\nHPAY/2.4.0,by name\nHPAY/none,by name\n';
    const refused = await bulk('version update', table, ['--names']);
    expect(refused.exit).toBe(4);
    expect(failureOf(refused).message).toMatch(/line 3.*No version is named "none"/);
    const written = await bulk('version update', table.replace(/HPAY.none.*\n/, ''), ['--names']);
    expect(written.json()).toMatchObject([{status: 'done', id: await ids('HPAY/2.4.0')}]);
  });
});
