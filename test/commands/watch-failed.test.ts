import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {parseAfter} from '../../src/commands/watch-start.ts';
import type {OutputStream} from '../../src/host/host.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {type CliResult, failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let sandbox: Sandbox;
let folder: string;
/** The failures there are, oldest first, as texts. */
let all: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-place-'));
  sandbox = await startSandbox({traffic: 'off'});
  const listed = await jr(['webhook', 'get-failed', '--jq', '.values[]']);
  all = linesOf(listed.stdout);
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, {recursive: true, force: true});
});
afterEach(() => setFaults());

const list = ['watch', 'webhook', 'get-failed'];
const sinceAll = [...list, '--after', '71h59m'];

function jr(argv: readonly string[], options: RunCliOptions = {}, user = 'keeper') {
  const {user: name, token} = sandbox.users.find(one => one.name === user) ?? {};
  return runCli('jr', argv, {
    ...options,
    env: {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_TYPE: name === undefined ? 'bearer' : 'basic',
      ...(name !== undefined && {JR_AUTH_USER: name}),
      JR_AUTH_TOKEN: token ?? '',
      ...options.env,
    },
  });
}

/** Run until it has slept so often. */
function jrFor(sleeps: number, argv: readonly string[], signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
  let host: FakeHost | undefined;
  let left = sleeps;
  const slept: number[] = [];
  const result = jr(argv, {
    onHost: own => {
      host = own;
    },
    onSleep: ms => {
      slept.push(ms);
      if (--left <= 0) host?.signal(signal);
    },
  });
  return result.then(ended => ({...ended, slept}));
}

async function setFaults(...faults: readonly string[]): Promise<void> {
  const url = `${sandbox.trackerBaseUrl}/__sandbox/faults`;
  await fetch(url, {method: 'PUT', body: JSON.stringify(faults)});
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

/** The items of the events, which must all be failures. */
function itemsOf({stdout}: Pick<CliResult, 'stdout'>): readonly string[] {
  return linesOf(stdout).map(line => {
    expect(line).toMatch(/^\{"type":"failure","item":\{.*\}\}$/);
    return line.slice('{"type":"failure","item":'.length, -1);
  });
}

function remarksOf(result: Pick<CliResult, 'stderr'>): readonly Record<string, string>[] {
  return linesOf(result.stderr).map(line => JSON.parse(line));
}

describe('jr watch webhook get-failed', () => {
  it('tells each failure once, oldest first, its text untouched', async () => {
    expect(all.length).toBeGreaterThan(40);
    const result = await jrFor(3, sinceAll);
    expect([result.exit, result.stderr]).toEqual([0, '']);
    expect(itemsOf(result)).toEqual(all);
  });

  it('begins at the time of the server, and ends with 0 on SIGINT and SIGTERM', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const result = await jrFor(2, list, signal);
      expect([result.stdout, result.stderr, result.exit]).toEqual(['', '', 0]);
    }
  });

  it('filters the events, whose gaps are milliseconds', async () => {
    const line = ['watch', 'webhook', 'get-failed', '--after', '100h', '--max-events', '2'];
    const result = await jr([...line, '--jq', '[.type, .item.url]', '-r']);
    expect(linesOf(result.stdout)[0]).toBe('["gap",null]');
    expect(linesOf(result.stdout)[1]).toMatch(/^\["failure","https/);
    const gap = JSON.parse(linesOf((await jr(line)).stdout)[0] ?? '');
    expect(Object.keys(gap)).toEqual(['type', 'from', 'to']);
    expect(gap.to - gap.from).toBeGreaterThan(27 * 3_600_000);
  });

  it('warns of an event on which the filter fails, and goes on', async () => {
    const place = join(folder, 'filter.place');
    const second = JSON.parse(all[1] ?? '').id;
    const filter = `if .item.id == "${second}" then error("not this one") else .item.id end`;
    const result = await jrFor(2, [...sinceAll, '--resume', place, '--jq', filter]);
    expect(result.exit).toBe(0);
    const ids = all.map(text => JSON.stringify(JSON.parse(text).id));
    expect(linesOf(result.stdout)).toEqual(ids.filter((_, at) => at !== 1));
    const [warning, ...rest] = remarksOf(result);
    expect(warning?.warning).toMatch(
      /not this one\. Skipped this event; the watch continues.*failureTime/s,
    );
    expect(rest).toEqual([]);
    expect((await jrFor(2, [...list, '--resume', place])).stdout).toBe('');
  });

  it('refuses an overlap of more than 10 minutes, and of another list', async () => {
    const long = failureOf(await jr([...list, '--overlap', '11m']));
    expect(long.errors).toEqual({overlap: '--overlap must be at most 10m'});
    const other = failureOf(await jr(['watch', 'project', 'search', '--overlap', '1m']));
    expect(Object.keys(other.errors ?? {})).toEqual(['overlap']);
  });

  it('asks again for the overlap in each poll', async () => {
    const urls = async (...flags: readonly string[]): Promise<readonly number[]> => {
      const result = await jrFor(3, [...sinceAll, '--verbose', ...flags]);
      const asked = remarksOf(result).flatMap(({url}) => url ?? []);
      return asked.map(url => Number(new URL(url).searchParams.get('after')));
    };
    const last = JSON.parse(all.at(-1) ?? '').failureTime;
    expect((await urls())[3]).toBe(last - 5000);
    expect((await urls('--overlap', '10m'))[3]).toBe(last - 600_000);
  });

  it('follows pages however small they are', async () => {
    const result = await jrFor(2, [...sinceAll, '--maxResults', '3']);
    expect(itemsOf(result)).toEqual(all);
  });

  it('ends with 0 when its reader has gone; what was not taken is not saved', async () => {
    const place = join(folder, 'gone.place');
    let taken = 0;
    const result = await jr([...sinceAll, '--resume', place], {
      onHost: host => {
        const stdout: {-readonly [K in keyof OutputStream]: OutputStream[K]} = host.stdout;
        const write = host.stdout.write;
        stdout.write = text => {
          if (!stdout.closed) write(text);
        };
        stdout.flush = async () => {
          stdout.closed = ++taken === 3;
        };
      },
    });
    expect([result.exit, result.stderr]).toEqual([0, '']);
    const rest = await jrFor(2, [...list, '--resume', place]);
    expect(itemsOf(rest)).toEqual(all.slice(2));
  });

  it('says at a terminal what it watches, since when and how it ends; elsewhere nothing', async () => {
    const at = '2026-01-31T12:00:00Z';
    const since = [...list, '--after', at, '--max-events', '1', '--interval', '30s'];
    const told = await jr(since, {terminal: true});
    expect(told.stderr).toMatch(
      /^note: Watching failed deliveries of http:\S+ since 2026-01-31T12:00:00\.000Z, every 30 s\. Press ctrl\+c to stop\.\n/,
    );
    expect((await jr(since)).stderr).not.toContain('Watching');
  });

  it('goes on after 429, 5xx, broken and cut answers and pages that are no JSON', async () => {
    const at = 'GET */webhook/failed*:';
    await setFaults(
      `${at} 503 times=1`,
      `${at} 429 retry-after=7 times=1 after=1`,
      `${at} drop times=1 after=2`,
      `${at} truncate times=1 after=4`,
      `${at} 200 html times=1 after=6`,
    );
    const result = await jrFor(9, [...sinceAll, '--maxResults', '20', '--interval', '100ms']);
    expect(itemsOf(result)).toEqual(all);
    expect(result.exit).toBe(0);
    // Until the moment that the server named: less by the milliseconds since its response.
    expect(result.slept[1]).toBeGreaterThan(6500);
    expect(result.slept[1]).toBeLessThanOrEqual(7000);
  });

  it('says at the first failure and the first refusal of a series that it waits, and when it is over', async () => {
    const at = 'GET */webhook/failed*:';
    await setFaults(`${at} drop times=1`, `${at} 401 times=2 after=1`);
    const result = await jrFor(6, [...sinceAll, '--patient', '2h']);
    const [first, second, third, ...rest] = remarksOf(result);
    expect(first?.warning).toContain('closed before the response was complete. Retrying in');
    expect(second?.warning).toContain('until the service responds, for 2 h at most.');
    expect(third?.note).toBe('The service responds again after 3 failed tries.');
    expect(rest).toEqual([]);
  });

  it('tells with --verbose of each request, poll and failure', async () => {
    await setFaults('GET */webhook/failed*: 500 times=2');
    const remarks = remarksOf(await jrFor(4, [...sinceAll, '--verbose']));
    // One of them asks for the server's time; none is sent after the signal.
    expect(remarks.filter(({method}) => method === 'GET')).toHaveLength(5);
    const notes = remarks.flatMap(({note}) => note ?? []);
    expect(notes.some(note => note.includes('(failure 2)'))).toBe(true);
    expect(notes.at(-1)).toMatch(
      /^Polled: 1 page, \d listed, 0 new, the latest \d+ (min|h) old; next in [\d.]+ s\.$/,
    );
  });

  it.each([
    ['member', 403],
    ['oauth-app', 403],
  ])('ends for %s with %i and says who may', async (user, status) => {
    const result = await jr(list, {}, user);
    expect([result.exit, result.stdout]).toEqual([2, '']);
    expect(failureOf(result)).toMatchObject({error_type: 'auth_failed', status});
    expect(failureOf(result).hint).toContain('Only an add-on app');
  });

  it('works for an add-on app, and ends when its token is refused', async () => {
    expect(itemsOf(await jrFor(2, sinceAll, 'SIGINT'))).toEqual(all);
    const app = await jr([...sinceAll, '--max-events', '1'], {}, 'add-on-app');
    expect([app.exit, itemsOf(app)]).toEqual([0, all.slice(0, 1)]);
    const wrong = await jr(list, {env: {JR_AUTH_TOKEN: 'wrong'}}, 'add-on-app');
    expect([wrong.exit, failureOf(wrong).status]).toEqual([2, 401]);
    expect(failureOf(wrong).hint).toMatch(/Check the user and the token.*Only an add-on app/);
  });

  it('prints its first request with --dry-run and sends nothing', async () => {
    const line = [...list, '--after', '1700000000000', '--dry-run'];
    const place = join(folder, 'dry.place');
    const result = await jr([...line, '--resume', place]);
    expect(JSON.parse(result.stdout).url).toBe(
      `${sandbox.trackerBaseUrl}/rest/api/3/webhook/failed?after=1700000000000`,
    );
    expect(() => statSync(place)).toThrow('ENOENT');
  });

  it('is one line of the audit log, and held by the policy of a profile', async () => {
    const log = join(folder, 'audit.log');
    await jr([...sinceAll, '--max-events', '1', '--audit-file', log]);
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
      op: 'webhook get-failed',
      exit: 0,
      pages: 2,
    });
    const profile = {base_url: sandbox.trackerBaseUrl, denied_operations: ['webhook *']};
    const denied = await jr(list, {
      config: {default_profile: 'x', profiles: {x: profile}},
      env: {JR_BASE_URL: ''},
    });
    expect(failureOf(denied).error_type).toBe('policy_denied');
  });
});

describe('the place of a watch', () => {
  it('lets the next watch continue: no failure is missed or repeated', async () => {
    const place = join(folder, 'a.place');
    const line = [...sinceAll, '--resume', place, '--maxResults', '7'];
    const first = await jr([...line, '--max-events', '20']);
    const second = await jr([...line, '--max-events', '5']);
    const rest = await jrFor(2, line);
    expect([first, second, rest].flatMap(run => itemsOf(run))).toEqual(all);
    expect((await jrFor(2, line)).stdout).toBe('');
    expect(statSync(place).mode & 0o777).toBe(0o600);
    const {token = ''} = sandbox.users.find(({name}) => name === 'keeper') ?? {};
    expect(readFileSync(place, 'utf8')).not.toContain(token);
  });

  it('lets the next watch go on after a refusal', async () => {
    const place = join(folder, 'refused.place');
    const line = [...sinceAll, '--resume', place, '--maxResults', '7'];
    await setFaults('GET */webhook/failed*: 401 after=2');
    const refused = await jr(line);
    await setFaults();
    expect([refused.exit, failureOf(refused).error_type]).toEqual([2, 'auth_failed']);
    const first = itemsOf(refused);
    expect(first.length).toBeGreaterThan(0);
    expect([...first, ...itemsOf(await jrFor(2, line))]).toEqual(all);
  });

  it('of the version before goes on no further back than its keys do', async () => {
    const place = join(folder, 'before.place');
    await jrFor(2, [...sinceAll, '--resume', place]);
    const members = JSON.parse(readFileSync(place, 'utf8'));
    for (const [version, backMs] of [
      [1, 5000],
      [2, 600_000],
    ] as const) {
      writeFileSync(place, JSON.stringify({...members, version}));
      const {stdout} = await jr([...list, '--resume', place, '--overlap', '10m', '--dry-run']);
      expect(stdout).toContain(`after=${members.toldMs - backMs}`);
    }
  });

  it('is kept from the start on, before anything was listed', async () => {
    await setFaults('GET */webhook/failed*: 503');
    const place = join(folder, 'early.place');
    await jrFor(2, [...list, '--after', '1700000000000', '--resume', place]);
    expect(JSON.parse(readFileSync(place, 'utf8')).floorMs).toBe(1700000000000);
  });

  it.each([
    ['', 'is empty'],
    ['{"kind":"steward wat', 'is invalid or truncated JSON'],
    ['[1]', 'is not a watch position'],
    [`{"kind":"steward watch webhook get-failed","version":3}`, 'another version'],
    [`{"kind":"steward watch webhook get-failed","version":1}`, 'has a missing or invalid member'],
  ])('%j is refused and left as it was, and nothing is sent', async (text, problem) => {
    const place = join(folder, 'broken.place');
    writeFileSync(place, text);
    const result = await jr([...list, '--resume', place]);
    expect([result.exit, failureOf(result).error_type]).toEqual([4, 'validation_error']);
    expect(failureOf(result).message).toContain(problem);
    expect(failureOf(result).message).toContain('delete this file to start now');
    expect(failureOf(result).attempts).toBe(0);
    expect(readFileSync(place, 'utf8')).toBe(text);
  });

  it('takes over an empty lock of a process that was killed while it made it', async () => {
    const place = join(folder, 'empty-lock.place');
    writeFileSync(`${place}.lock`, '');
    const longAgo = Date.now() / 1000 - 10;
    utimesSync(`${place}.lock`, longAgo, longAgo);
    const result = await jr([...sinceAll, '--resume', place, '--max-events', '1']);
    expect([result.stderr, result.exit]).toEqual(['', 0]);
  });

  it('of another site or user is refused', async () => {
    const place = join(folder, 'own.place');
    await jr([...sinceAll, '--resume', place, '--max-events', '1']);
    const user = await jr([...list, '--resume', place], {}, 'add-on-app');
    expect(failureOf(user).message).toContain('not to a token without a user');
    const other = {JR_BASE_URL: 'http://localhost:1'};
    const site = await jr([...list, '--resume', place], {env: other});
    expect(failureOf(site)).toMatchObject({error_type: 'validation_error', attempts: 0});
    expect(failureOf(site).message).toContain('not to http://localhost:1');
  });

  it('that cannot be written ends the watch with what to do', async () => {
    const place = join(folder, 'taken.place');
    const result = await jr([...sinceAll, '--resume', place], {
      onHost: host => {
        const stdout: {-readonly [K in keyof OutputStream]: OutputStream[K]} = host.stdout;
        stdout.flush = async () => {
          mkdirSync(join(place, 'in-the-way'), {recursive: true});
        };
      },
    });
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(failureOf(result).message).toContain('The watch position cannot be saved');
  });

  it('is for lists that only grow', async () => {
    const result = await jr(['watch', 'project', 'search', '--resume', 'x']);
    expect(Object.keys(failureOf(result).errors ?? {})).toEqual(['resume']);
  });
});

describe('the time of --after', () => {
  const day = Date.UTC(2026, 0, 1);
  it.each([
    ['1700000000000', {afterMs: 1700000000000}],
    ['2h', {backMs: 7_200_000}],
    ['1h30m', {backMs: 5_400_000}],
    ['2026-01-01T00:00:00Z', {afterMs: day}],
    ['2026-01-01T01:00+01:00', {afterMs: day}],
    ['2026-01-01 00:00:00.250Z', {afterMs: day + 250}],
    ['2026-01-01', {afterMs: new Date(2026, 0, 1).getTime()}],
    ['yesterday', undefined],
    ['2026-13-01', undefined],
    ['2026-02-30', undefined],
    ['2026-02-29T12:00:00Z', undefined],
    ['2028-02-29T00:00Z', {afterMs: Date.UTC(2028, 1, 29)}],
    ['-2h', undefined],
    ['99999999999999999999', undefined],
  ])('%s', (text, start) => {
    expect(parseAfter(text)).toEqual(start);
  });

  it('that is none is refused with the forms there are', async () => {
    const result = await jr([...list, '--after', 'yesterday']);
    expect(failureOf(result).errors).toMatchObject({after: expect.stringContaining('2h')});
  });
});
