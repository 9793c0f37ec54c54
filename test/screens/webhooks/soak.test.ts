import {copyFileSync, existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterEach, describe, expect, test} from 'vitest';
import {clientFor} from '../../../src/host/client.ts';
import {groupFailures} from '../../../src/screens/webhooks/monitor/failure-counts.ts';
import {monitorOf} from '../../../src/screens/webhooks/monitor/monitor-state.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {type DeliveryServer, startDeliveryServer} from '../../support/delivery-server.ts';
import {fakeHost} from '../../support/fake-host.ts';
import {runCli} from '../../support/run-cli.ts';
import {seeded} from '../../support/seeded.ts';

/**
 * Hours of failures in compressed time, on a server that is not the sandbox, over faults, kills and
 * a clock that is wrong. `STEWARD_SOAK=full`: 300,000 failures in eight hours, with CPU and memory.
 */
const isFull = process.env.STEWARD_SOAK === 'full';
const wanted = isFull ? 300_000 : 4000;
const hours = isFull ? 8 : 1;
const stepMs = 10_000;
const steps = (hours * 3_600_000) / stepMs;
/** Moments at which the monitor's counts are compared with the server's. */
const checks = isFull ? 12 : 6;
const longestMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 5, 8);

let server: DeliveryServer;
let folder: string | undefined;

afterEach(async () => {
  await server.stop();
  if (folder !== undefined) rmSync(folder, {recursive: true, force: true});
});

/** Listed so late at most: a watch looks ten minutes back. */
const latestMs = 300_000;

/** Failures of one step: steady ones, bursts, and some that are listed late or by a slow clock. */
function happen(random: () => number, share: number, latestMs: number): void {
  const count = Math.round((wanted / steps) * share * (random() < 0.05 ? 8 : 0.65));
  for (let i = 0; i < count; i++) {
    const address =
      random() < 0.7 ? 'noisy.example/hook' : `quiet-${Math.floor(random() * 20)}.example/x`;
    const event = random() < 0.5 ? 'jira:issue_created' : 'comment_created';
    const agoMs = Math.floor(random() * 3000);
    const lateMs = random() < 0.01 ? Math.floor(random() * latestMs) : 0;
    server.fail(address, event, {agoMs, lateMs});
  }
}

describe('hours of failures', () => {
  test(
    'are all in the counts of the monitor at every check, over faults, restarts and a clock that is wrong',
    async () => {
      server = await startDeliveryServer(startMs, 7);
      const random = seeded(11);
      const skewMs = -40 * 60_000;
      const kept = new Map<string, string>();
      let app = await openMonitor(skewMs, kept);
      const began = {cpu: process.cpuUsage(), atMs: Date.now()};
      let checked = 0;
      let peak = 0;
      for (let step = 1; step <= steps; step++) {
        server.faults = step % 7 === 0 ? 0.5 : 0.03;
        happen(random, 1, latestMs);
        await app.pass(stepMs);
        if (step === Math.round(steps / 3) || step === Math.round((2 * steps) / 3)) {
          app.kill();
          app = await openMonitor(skewMs, kept);
        }
        if (step % Math.round(steps / checks) !== 0) continue;
        // What is listed late has come in, and was looked for, when nothing failed for some
        // minutes.
        server.faults = 0;
        for (let quiet = 0; quiet < 45; quiet++) await app.pass(stepMs);
        checked++;
        expect(countsOf(app.harness)).toEqual(countsOfServer());
        peak = Math.max(peak, process.memoryUsage().rss);
      }
      expect(checked).toBeGreaterThanOrEqual(checks);
      expect(server.listed.length).toBeGreaterThan(wanted * 0.8);
      expect(server.asked.wrong).toBeGreaterThan(steps / 50);
      expect(monitorOf(app.harness.state()).gaps).toEqual([]);
      app.kill();
      if (!isFull) return;
      const {user, system} = process.cpuUsage(began.cpu);
      const [cpu, took] = [(user + system) / 1e6, (Date.now() - began.atMs) / 1000];
      process.stdout.write(
        `monitor: ${server.listed.length} failures, ${hours} h in ${took.toFixed(0)} s, CPU ${cpu.toFixed(0)} s, peak ${(peak / 1e6).toFixed(0)} MB, ${server.asked.all} requests, ${server.asked.wrong} wrong, ${checked} checks\n`,
      );
    },
    longestMs,
  );

  test(
    'are each told once in a run and none is missed by the watch in a shell, late ones marked, over kills',
    async () => {
      server = await startDeliveryServer(startMs, 3);
      folder = mkdtempSync(join(tmpdir(), 'steward-soak-'));
      const place = join(folder, 'failed.place');
      const random = seeded(5);
      const runs: {id: string; late: boolean}[][] = [];
      const kills = 5;
      for (let run = 0; run <= kills; run++) {
        let left = Math.ceil(steps / (kills + 1));
        let saveAt = left - Math.floor(random() * 5);
        const result = await runCli(
          'jr',
          [
            'watch',
            'webhook',
            'get-failed',
            '--since',
            String(startMs - 10_000),
            '--resume',
            place,
          ],
          {
            env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'of-the-app'},
            onHost(host) {
              host.clock.now = () => server.nowMs() + 25 * 60_000;
              host.clock.sleep = async ms => {
                const isLast = run === kills;
                // The place is that of an earlier moment: what was told since then comes again.
                if (--saveAt === 0 && existsSync(place)) copyFileSync(place, `${place}.saved`);
                if (--left > 0) happen(random, Math.min(ms, 20_000) / stepMs, latestMs);
                server.faults = isLast && left <= 0 ? 0 : 0.08;
                server.advance(ms);
                if (left <= (isLast ? -60 : 0)) host.signal('SIGTERM');
              };
            },
          },
        );
        expect(result.exit).toBe(0);
        runs.push(
          result.stdout
            .split('\n')
            .slice(0, -1)
            .map(line => JSON.parse(line))
            .map(({item, late}) => ({id: item.id, late: late === true})),
        );
        if (run < kills && existsSync(`${place}.saved`)) copyFileSync(`${place}.saved`, place);
      }
      const told = new Set(runs.flatMap(lines => lines.map(({id}) => id)));
      expect(server.listed.flatMap(({id}) => (told.has(id) ? [] : [id]))).toEqual([]);
      for (const lines of runs) expect(new Set(lines.map(({id}) => id)).size).toBe(lines.length);
      const late = new Set(runs.flatMap(lines => lines.filter(one => one.late).map(({id}) => id)));
      expect(late.size).toBeGreaterThan(0);
      const wasLate = new Map(server.listed.map(({id, lateMs}) => [id, lateMs]));
      expect([...late].filter(id => (wasLate.get(id) ?? 0) === 0).length).toBeLessThan(late.size);
      expect(server.listed.length).toBeGreaterThan(wanted / 4);
      if (!isFull) return;
      process.stdout.write(
        `shell: ${server.listed.length} failures, ${runs.length} runs, ${late.size} late, missed 0\n`,
      );
    },
    longestMs,
  );
});

/** What the server lists, by address and by event. */
function countsOfServer() {
  const counts: Record<string, number> = {};
  for (const {target, event} of server.listed) {
    counts[target] = (counts[target] ?? 0) + 1;
    const name = event.replace('jira:', '');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The same by what the monitor shows. */
function countsOf(harness: AppHarness) {
  const monitor = monitorOf(harness.state());
  const nowMs = server.nowMs();
  const groups = (['url', 'event'] as const).flatMap(by =>
    groupFailures(monitor, nowMs, 3_600_000, by),
  );
  return Object.fromEntries(groups.map(({name, in72h}) => [name, in72h]));
}

/** The monitor over a real connection, in time that goes by only when it is told to. */
async function openMonitor(skewMs: number, kept: Map<string, string>) {
  const sleepers = new Set<{readonly atMs: number; readonly wake: () => void}>();
  const clock = {
    now: () => server.nowMs() + skewMs,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const sleeper = {
          atMs: server.nowMs() + ms,
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(new Error('aborted'));
        });
      }),
  };
  let active = 0;
  const credentials = {type: 'bearer', token: 'of-the-app'} as const;
  const settings = {service: 'tracker', profile: 'app', protected: false, credentials} as const;
  const client = clientFor({...settings, baseUrl: server.origin}, fakeHost());
  const tracker = {
    ...client,
    async request(...args: Parameters<typeof client.request>) {
      active++;
      try {
        return await client.request(...args);
      } finally {
        active--;
      }
    },
  };
  const harness = makeHarness({
    tracker,
    clock,
    kept: Object.fromEntries(kept),
  });
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 6; ) {
      await new Promise(resolve => setImmediate(resolve));
      quiet = active > 0 ? 0 : quiet + 1;
    }
  };
  await settle();
  harness.press(':', 'wh failed', 'enter');
  await settle();
  return {
    harness,
    /** Time goes by, and whoever sleeps wakes when it is due. */
    async pass(ms: number): Promise<void> {
      const endMs = server.nowMs() + ms;
      for (;;) {
        const due = [...sleepers]
          .filter(({atMs}) => atMs <= endMs)
          .sort((a, b) => a.atMs - b.atMs)[0];
        server.advance(Math.max(0, Math.min(due?.atMs ?? endMs, endMs) - server.nowMs()));
        if (due === undefined) break;
        due.wake();
        await settle();
      }
      harness.dispatch({kind: 'clock', nowMs: clock.now()});
    },
    kill(): void {
      for (const [name, text] of harness.kept) kept.set(name, text);
      harness.press(':', 'monitor off', 'enter');
      sleepers.clear();
    },
  };
}
