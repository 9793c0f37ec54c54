import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {targetOf} from '../../src/api/watch/delivery-facts.ts';
import type {FailedEvent} from '../../src/api/watch/failed-watch.ts';
import {groupOf, readGrouping} from '../../src/api/watch/group-deliveries.ts';
import {widthOf} from '../../src/base/width.ts';
import {withSummaries} from '../../src/commands/watch-summary.ts';
import {makeTailLines} from '../../src/commands/watch-tail.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {startDeliveryServer} from '../support/delivery-server.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let sandbox: Sandbox;
let folder: string;
/** The failures there are, oldest first. */
let all: readonly {id: string; url: string; failureTime: number; body?: string}[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-tail-'));
  sandbox = await startSandbox({traffic: 'off'});
  const listed = await jr(['webhook', 'get-failed', '--output', 'jsonl']);
  all = listed.stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, {recursive: true, force: true});
});

const list = ['watch', 'webhook', 'get-failed'];
const sinceAll = [...list, '--since', '71h59m'];

function jr(argv: readonly string[], options: RunCliOptions = {}) {
  const {user = '', token = ''} = sandbox.users.find(({name}) => name === 'keeper') ?? {};
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_TYPE: 'basic',
    JR_AUTH_USER: user,
    JR_AUTH_TOKEN: token,
    ...options.env,
  };
  return runCli('jr', argv, {...options, env});
}

/** Run until it has slept so often. */
function jrFor(sleeps: number, argv: readonly string[], options: RunCliOptions = {}) {
  let host: FakeHost | undefined;
  let left = sleeps;
  return jr(argv, {
    ...options,
    onHost(own) {
      host = own;
    },
    onSleep() {
      if (--left <= 0) host?.signal('SIGINT');
    },
  });
}

async function setFaults(...faults: readonly string[]): Promise<void> {
  const url = `${sandbox.trackerBaseUrl}/__sandbox/faults`;
  await fetch(url, {method: 'PUT', body: JSON.stringify(faults)});
}

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const escapes = /\u001b\[\d+m/g;

describe('--output table of the watch', () => {
  it('prints a line for each failure, its columns below each other, whole and without colour in a pipe', async () => {
    const {stdout, exit} = await jrFor(2, [...sinceAll, '--output', 'table']);
    const lines = linesOf(stdout);
    expect([exit, lines.length]).toEqual([0, all.length]);
    expect(stdout).not.toContain('\u001b');
    for (const [i, line] of lines.entries()) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\S/);
      expect(line).toContain(targetOf(all[i]?.url ?? ''));
    }
    const begins = lines.slice(-10).map((line, i) => {
      const {url = ''} = all.slice(-10)[i] ?? {};
      return widthOf(line.slice(0, line.indexOf(targetOf(url))));
    });
    expect(new Set(begins).size).toBe(1);
  });

  it('is coloured on a terminal alone, where no line is longer than it', async () => {
    const {stdout} = await jrFor(2, [...sinceAll, '--output', 'table'], {terminal: true});
    const lines = linesOf(stdout);
    expect(lines).toHaveLength(all.length);
    expect(stdout).toMatch(escapes);
    expect(Math.max(...lines.map(line => widthOf(line.replace(escapes, ''))))).toBeLessThanOrEqual(
      80,
    );
    const plain = await jrFor(2, [...sinceAll, '--output', 'table'], {
      terminal: true,
      env: {NO_COLOR: '1'},
    });
    expect(plain.stdout).toBe(stdout.replace(escapes, ''));
  });

  it('cannot be steered by what a server sends', () => {
    const line = makeTailLines({styled: false})(
      JSON.stringify({
        type: 'failure',
        item: {
          url: 'https://a.example/\u001b]0;x\u0007',
          failureTime: 0,
          body: JSON.stringify({webhookEvent: 'a\u001b[2J', issue: {key: 'X-1\n'}}),
        },
      }),
    );
    expect(line).toContain('a\\u001b[2J');
    expect(line).not.toMatch(/[\u0000-\u001f]/);
  });

  it('is refused with what is for JSON, and of another list', async () => {
    const refused = async (...argv: readonly string[]) => failureOf(await jr(argv)).errors;
    expect(await refused(...list, '-o', 'table', '--jq', '.')).toHaveProperty('jq');
    expect(await refused(...list, '-o', 'table', '--columns', 'id')).toHaveProperty('columns');
    expect(await refused('watch', 'project', 'search', '-o', 'table')).toHaveProperty('output');
  });
});

describe('--group and --every', () => {
  it('tells counts after each interval, that add up to what failed', async () => {
    const line = [...sinceAll, '--group', 'event', '--every', '1s', '--max-events', '2'];
    const {stdout, exit} = await jr([...line, '--interval', '100ms']);
    const [first, second] = linesOf(stdout).map(one => JSON.parse(one));
    expect(exit).toBe(0);
    expect(first).toMatchObject({type: 'summary', count: all.length, total: all.length});
    const sum = first.groups.reduce((so: number, {count}: {count: number}) => so + count, 0);
    expect(sum).toBe(all.length);
    expect(Object.keys(first.groups[0])).toEqual(['event', 'count', 'first', 'last']);
    expect(second).toMatchObject({count: 0, total: all.length, groups: [], from: first.to});
  });

  it('are a line to read with --output table, the first of the time since --since', async () => {
    const line = [...sinceAll, '--every', '1s', '--max-events', '1', '-o', 'table'];
    const {stdout} = await jr([...line, '--interval', '100ms']);
    expect(stdout).toMatch(new RegExp(`^\\S+ \\S+ +${all.length} failed  in 72h  \\d+ \\S+`));
    expect(linesOf(stdout)).toHaveLength(1);
  });

  it('count no failure twice and lose none, whatever comes between two polls', async () => {
    let nowMs = 0;
    const clock = {now: () => nowMs, sleep: async () => undefined};
    const failure = (url: string): FailedEvent => ({
      type: 'failure',
      item: JSON.stringify({id: 1, url: `https://${url}`, failureTime: nowMs}),
      failureTimeMs: nowMs,
    });
    const poll = {
      type: 'poll',
      pages: 1,
      listed: 0,
      delivered: 0,
      storedKeys: 0,
      nextAtMs: 0,
    } as const;
    async function* events(): AsyncGenerator<FailedEvent> {
      yield failure('a');
      nowMs = 59_000;
      yield poll;
      nowMs = 61_000;
      yield failure('b');
      yield failure('a');
      yield poll;
      nowMs = 62_000;
      yield failure('c');
      nowMs = 121_000;
      yield poll;
    }
    const told = [];
    for await (const event of withSummaries(events(), {by: 'url', everyMs: 60_000}, clock)) {
      if (event.type === 'summary') told.push(event);
    }
    expect(told.map(({count, total}) => [count, total])).toEqual([
      [3, 3],
      [1, 4],
    ]);
    expect(told[0]?.groups.map(({name, count}) => [name, count])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it.each([
    ['url', 'a.example/x'],
    ['event', 'issue_created'],
    ['project', 'HPAY'],
    ['webhook', '7, 8'],
    ['/body/issue/fields/issuetype/name', 'Bug'],
    ['/body/matchedWebhookIds/1', '8'],
    ['/id', 'd1'],
    ['/nothing/here', 'not given'],
  ])('group by %s', (by, name) => {
    const body = {
      webhookEvent: 'jira:issue_created',
      matchedWebhookIds: [7, 8],
      issue: {key: 'HPAY-1', fields: {issuetype: {name: 'Bug'}}},
    };
    const record = {id: 'd1', url: 'https://u:p@a.example/x?t=1', body: JSON.stringify(body)};
    const grouping = readGrouping(by);
    expect(grouping && groupOf(JSON.stringify(record), grouping)).toBe(name);
  });

  it('refuses a grouping there is not, before anything is sent', async () => {
    const failure = failureOf(await jr([...list, '--group', 'colour', '--every', '10ms']));
    expect(failure.errors).toEqual({
      group: expect.stringContaining('url, event, project'),
      every: '--every must be at least 1s',
    });
  });
});

describe('--report', () => {
  it('reads what failed, prints it as Markdown and ends', async () => {
    const {stdout, exit, stderr} = await jr([...sinceAll, '--report']);
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^# Failed webhook deliveries\n/);
    expect(stdout).toContain(`**${all.length} failed deliveries**`);
    for (const heading of ['By address', 'By event', 'By project', 'By hour']) {
      expect(stdout).toContain(`## ${heading}\n`);
    }
    const rows = stdout.split('## By hour')[1]?.match(/^\| \d{4}-.*$/gm) ?? [];
    const sum = rows.reduce((so, row) => so + Number(row.split('|')[2]), 0);
    expect(sum).toBe(all.length);
  });

  it('is CSV with --output csv, by what --group says, and is about 24 hours unless it is said', async () => {
    const {stdout} = await jr([...list, '--report', '--group', 'event', '-o', 'csv']);
    const [header, ...rows] = stdout.trimEnd().split('\r\n');
    expect(header).toBe('event,failures,first,last');
    const day = all.filter(({failureTime}) => failureTime > Date.now() - 24 * 3_600_000);
    const sum = rows.reduce((so, row) => so + Number(row.split(',')[1]), 0);
    expect(sum).toBe(day.length);
  });

  it('says what can no longer be listed, and cannot be made markup by a server', async () => {
    const {stdout} = await jr([...list, '--since', '100h', '--report']);
    expect(stdout).toMatch(/\*\*Failures between .* can no longer be listed\.\*\*/);
  });

  it('gives up when the service does not respond within --max-wait, and prints nothing', async () => {
    await setFaults('GET */webhook/failed*: 503');
    let nowMs = Date.now();
    const result = await jr([...list, '--report', '--max-wait', '2m'], {
      onHost(host) {
        host.clock.now = () => nowMs;
        host.clock.sleep = async ms => {
          nowMs += ms;
        };
      },
    });
    await setFaults();
    expect([result.exit, result.stdout]).toEqual([7, '']);
    expect(result.stderr).toContain('No report was written');
  });

  it('that is interrupted before all was read is exit 130, never an empty report', async () => {
    const faults = `${sandbox.trackerBaseUrl}/__sandbox/faults`;
    await fetch(faults, {method: 'PUT', body: JSON.stringify(['GET */webhook/failed*: 503'])});
    const result = await jrFor(2, [...list, '--report']);
    await fetch(faults, {method: 'PUT', body: '[]'});
    expect([result.exit, result.stdout]).toEqual([130, '']);
    expect(result.stderr).toContain('"error_type":"interrupted","message":"Interrupted before all');
  });

  it('is refused with what is for a watch', async () => {
    const line = [...list, '--report', '--every', '5m', '--forward-to', 'http://localhost:1/'];
    const failure = failureOf(await jr([...line, '-o', 'yaml']));
    expect(Object.keys(failure.errors ?? {}).toSorted()).toEqual(['every', 'forward-to', 'output']);
  });
});

describe('--resume', () => {
  const holder = (pid: number, host = hostname()): string =>
    JSON.stringify({pid, host, since: '2026-11-22T01:02:03.000Z', id: 'x'});

  it('is refused while another watch has the file, and says which', async () => {
    const place = join(folder, 'held.place');
    writeFileSync(`${place}.lock`, holder(process.ppid));
    const result = await jr([...list, '--resume', place]);
    const {error_type, message} = failureOf(result);
    expect([result.exit, error_type]).toEqual([6, 'conflict']);
    expect(message).toContain(`process ${process.ppid} on ${hostname()} since 2026-11-22T01:02:03`);
    expect(existsSync(`${place}.lock`)).toBe(true);
    expect(existsSync(place)).toBe(false);
  });

  it('takes over what a process left behind that is gone, and leaves nothing behind', async () => {
    const place = join(folder, 'left.place');
    const gone = spawn(process.execPath, ['-e', '0']);
    await once(gone, 'exit');
    writeFileSync(`${place}.lock`, holder(gone.pid ?? 0));
    // It was killed while it took over the lock of another one.
    writeFileSync(`${place}.lock.take-over`, holder(gone.pid ?? 0));
    let seen = '';
    const result = await jrFor(2, [...sinceAll, '--resume', place, '--max-events', '1'], {});
    expect(result.exit).toBe(0);
    const next = await jr([...list, '--resume', place, '--max-events', '1'], {
      onHost(host) {
        const write = host.stdout.write.bind(host.stdout);
        host.stdout.write = text => {
          seen ||= readFileSync(`${place}.lock`, 'utf8');
          write(text);
        };
      },
    });
    expect(next.exit).toBe(0);
    expect(JSON.parse(seen)).toMatchObject({pid: process.pid, host: hostname()});
    expect([`${place}.lock`, `${place}.lock.take-over`].map(existsSync)).toEqual([false, false]);
  });

  it('takes over the lock of a process whose number another has now', async () => {
    const place = join(folder, 'reused.place');
    // As it was left by a machine that lost power: the process with its number is another one.
    const lock = JSON.parse(holder(process.ppid));
    writeFileSync(`${place}.lock`, JSON.stringify({...lock, started: 'another boot 12'}));
    const flags = [...sinceAll, '--resume', place, '--max-events', '1'];
    expect((await jr(flags)).exit).toBe(0);
    // Where nobody knows when it started it counts for as long as it gives a sign of life.
    writeFileSync(`${place}.lock`, JSON.stringify(lock));
    expect((await jr(flags)).exit).toBe(6);
    const silent = new Date(Date.now() - 180_000);
    utimesSync(`${place}.lock`, silent, silent);
    expect((await jr(flags)).exit).toBe(0);
  });

  it('is refused while the process that holds it is stopped, however long it is silent', async () => {
    const place = join(folder, 'stopped.place');
    let lock = '';
    await jr([...sinceAll, '--resume', place, '--max-events', '1'], {
      onHost(host) {
        const write = host.stdout.write.bind(host.stdout);
        host.stdout.write = text => {
          lock ||= readFileSync(`${place}.lock`, 'utf8');
          write(text);
        };
      },
    });
    writeFileSync(`${place}.lock`, lock);
    const silent = new Date(Date.now() - 180_000);
    utimesSync(`${place}.lock`, silent, silent);
    const {exit} = await jr([...list, '--resume', place, '--max-events', '1']);
    expect(exit).toBe(process.platform === 'linux' ? 6 : 0);
    rmSync(`${place}.lock`, {force: true});
  });

  it.each([
    // Ten events in a tenth of a second, and thousands.
    [10, 20],
    [0, 260],
  ])(
    'is on the disk soon after each event, however fast they follow each other',
    async (eachMs, most) => {
      const server = await startDeliveryServer(Date.now());
      for (let i = 0; i < 600; i++) server.fail('ci.example', 'jira:issue_created', {agoMs: 1000});
      const place = join(folder, `burst${eachMs}.place`);
      let nowMs = Date.now();
      let written = 0;
      /** Events that a kill just then would let come again. */
      const unsaved: number[] = [];
      await jr([...list, '--after', '1h', '--resume', place, '--max-events', '600'], {
        env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'x'},
        onHost(host) {
          const write = host.stdout.write.bind(host.stdout);
          host.clock.now = () => nowMs;
          host.stdout.write = text => {
            nowMs += eachMs;
            const saved = existsSync(place)
              ? JSON.parse(readFileSync(place, 'utf8')).seen.length
              : 0;
            unsaved.push(written++ - saved);
            write(text);
          };
        },
      });
      await server.stop();
      expect(written).toBe(600);
      expect(Math.max(...unsaved)).toBeLessThan(most);
    },
  );

  it('is not held by a dry run', async () => {
    const place = join(folder, 'dry.place');
    writeFileSync(`${place}.lock`, holder(process.ppid));
    expect((await jr([...list, '--resume', place, '--dry-run'])).exit).toBe(0);
  });
});
