import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {targetOf} from '../../src/api/watch/delivery-facts.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
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

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

describe('--url, --event and --project', () => {
  const some = [...sinceAll, '--interval', '100ms'];
  const itemsOf = (stdout: string) =>
    linesOf(stdout).flatMap(line => {
      const {type, item} = JSON.parse(line);
      return type === 'failure' ? [item] : [];
    });

  it('choose the failures, each by any of its values, all of them together', async () => {
    // The service keeps no body of some failures; these match no event.
    const eventOf = (body = '') => (body === '' ? undefined : JSON.parse(body).webhookEvent);
    const {url = '', body} = all.findLast(one => one.body) ?? {};
    const event = eventOf(body);
    const part = targetOf(url).slice(0, -1).toUpperCase();
    const byUrl = itemsOf((await jrFor(2, [...some, '--url', part])).stdout);
    const ofPart = all.filter(one => targetOf(one.url).toUpperCase().includes(part));
    expect(byUrl.map(({id}) => id)).toEqual(ofPart.map(({id}) => id));
    const both = [...some, '--url', part, '--url', 'nowhere.example', '--event', event];
    const told = itemsOf((await jrFor(2, both)).stdout);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(byUrl.filter(one => eventOf(one.body) === event));
    const none = await jrFor(2, [...some, '--project', 'NOSUCH']);
    expect([none.stdout, none.exit]).toEqual(['', 0]);
  });

  it('come before counts and alerts, and the position passes what does not match', async () => {
    const file = join(folder, 'filtered.place');
    const line = [...some, '--resume', file, '--project', 'NOSUCH', '--alert', '1/71h'];
    expect((await jrFor(2, line)).stdout).toBe('');
    const place = JSON.parse(readFileSync(file, 'utf8'));
    expect(place.highWaterMs).toBe(all.at(-1)?.failureTime);
    expect(place.alerts.addresses).toEqual([]);
    const counted = await jr([
      ...some,
      '--project',
      'NOSUCH',
      '--every',
      '1s',
      '--max-events',
      '1',
    ]);
    expect(JSON.parse(counted.stdout)).toMatchObject({count: 0, groups: []});
  });
});

describe('--heartbeat and --listen', () => {
  const watched = ['--interval', '100ms'];

  it('tell of a watch that works: polls, failures by address, alerts, queues', async () => {
    const file = join(folder, 'heart.json');
    let pages: readonly string[] = [];
    let health: Response | undefined;
    let left = 2;
    const line = [...sinceAll, ...watched, '--alert', 'new', '--heartbeat', file, '--listen', '0'];
    const {stderr} = await jr([...line, '--exec', 'cat'], {
      onHost(own) {
        own.clock.sleep = async () => {
          const url = /http:\/\/127\.0\.0\.1:\d+/.exec(own.err())?.[0] ?? '';
          if (--left > 0) return;
          health = await fetch(`${url}/healthz`);
          pages = await Promise.all(
            ['/metrics', '/other'].map(async path => (await fetch(url + path)).text()),
          );
          own.signal('SIGINT');
        };
      },
    });
    expect(stderr).toContain('/metrics at http://127.0.0.1:');
    expect(health?.status).toBe(200);
    const [metrics = '', other] = pages;
    expect(other).toContain('/healthz');
    const [{url: worst = ''} = {}] = all;
    const count = all.filter(({url}) => targetOf(url) === targetOf(worst)).length;
    expect(metrics).toContain(
      `steward_watch_failures_total{address="${targetOf(worst)}"} ${count}\n`,
    );
    expect(metrics).toMatch(/^steward_watch_up 1$/m);
    expect(metrics).toMatch(/^steward_watch_polls_total [12]$/m);
    expect(metrics).toMatch(/^steward_watch_queue_length\{destination="exec"\} 0$/m);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      status: 'ok',
      failures: all.length,
    });
  });

  it('are refused where nothing can listen, before anything is sent', async () => {
    for (const listen of ['x', '1.2.3.4:99999', 'example.com:1']) {
      const failure = failureOf(await jr([...list, '--listen', listen]));
      expect(failure.errors).toHaveProperty('listen');
    }
    const report = failureOf(await jr([...list, '--report', '--heartbeat', 'x']));
    expect(report.errors).toHaveProperty('heartbeat');
  });
});
