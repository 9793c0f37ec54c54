import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {Answered, Received} from '../api/local-server.ts';
import {type AppSite, startAppSite, testApp} from '../support/app-site.ts';
import {runCli} from '../support/run-cli.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 23);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-watch-app-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/**
 * Deliveries that fail once a minute, three at a time, listed two a page; some requests go wrong.
 */
function makeFailures(now: () => number) {
  const served = {polls: 0, pages: 0, limited: 0, unavailable: 0};
  let count = 0;
  const answer = ({query, target}: Received): Answered => {
    if (!target.startsWith('/rest/api/3/webhook/failed')) return {json: {displayName: 'App'}};
    count++;
    if (count % 31 === 0) {
      served.limited++;
      return {status: 429, headers: {'retry-after': '2'}};
    }
    if (count % 47 === 0) {
      served.unavailable++;
      return {status: 503};
    }
    const after = Number(query.get('after') ?? 0);
    const all = Array.from({length: Math.floor((now() - startMs) / 60_000) * 3}, (_, i) => ({
      id: `f${i}`,
      url: 'https://hooks.example/a',
      failureTime: startMs + Math.floor(i / 3) * 60_000 + 1,
    })).filter(({failureTime}) => failureTime > after);
    // Those of one time are never cut.
    const values = all.filter(({failureTime}) => failureTime === all[0]?.failureTime);
    const next = values.length < all.length ? {next: 'https://site/next'} : {};
    served.pages++;
    if (!('next' in next)) served.polls++;
    return {json: {values, maxResults: 2, ...next}};
  };
  return {answer, served};
}

/** Run as the app for so long, by a clock that only moves when it is slept on. */
function runFor(site: AppSite, clock: {nowMs: number}, line: string, untilMs = Infinity) {
  const env = {
    JR_BASE_URL: site.url,
    JR_AUTH_TYPE: 'app',
    JR_AUTH_APP_KEY: testApp.key,
    JR_AUTH_SHARED_SECRET: testApp.sharedSecret,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_STATE_HOME: join(folder, 'state'),
  };
  return runCli('jr', line.split(' '), {
    env,
    onHost(host) {
      const sleep = async (ms: number): Promise<void> => {
        clock.nowMs += ms;
        // As on a real wire, something else may come first.
        await new Promise(resolve => setImmediate(resolve));
        if (clock.nowMs >= untilMs) host.signal('SIGTERM');
      };
      Object.assign(host, {clock: {now: () => clock.nowMs, sleep}});
    },
  });
}

/** Texts of all files below a folder. */
function textsIn(directory: string): string {
  return readdirSync(directory, {recursive: true, encoding: 'utf8'})
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'utf8'))
    .join('\n');
}

describe('an hour of watching as an add-on app, ten minutes behind the server', () => {
  it('has no request refused, misses nothing, and leaves no secret anywhere', async () => {
    const clock = {nowMs: startMs};
    const serverNow = () => clock.nowMs + 600_000;
    const {answer, served} = makeFailures(serverNow);
    await using site = await startAppSite(answer, {now: serverNow});
    // Whoever signs in has the clocks compared once.
    await runFor(site, clock, 'whoami');
    expect(site.refusals).toHaveLength(1);
    const place = join(folder, 'failed.place');
    const line = `watch webhook get-failed --after 10m --interval 10s --resume ${place} --verbose`;
    const watched = await runFor(site, clock, line, startMs + hourMs);
    expect([watched.exit, site.refusals.length]).toEqual([0, 1]);
    const ids = watched.stdout
      .trimEnd()
      .split('\n')
      .map(text => JSON.parse(text).item?.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(177);
    expect(served.polls).toBeGreaterThan(60);
    expect(served.pages).toBeGreaterThan(served.polls);
    expect(Math.min(served.limited, served.unavailable)).toBeGreaterThan(1);
    const signatures = site.received.map(({headers}) => String(headers.authorization).slice(4));
    expect(signatures.length).toBeGreaterThan(150);
    const seen = watched.stdout + watched.stderr + textsIn(folder);
    for (const secret of [testApp.sharedSecret, ...signatures]) expect(seen).not.toContain(secret);
  });

  it('goes on when the clock is set right meanwhile', async () => {
    const clock = {nowMs: startMs};
    let aheadMs = 600_000;
    const serverNow = () => clock.nowMs + aheadMs;
    const {answer} = makeFailures(serverNow);
    await using site = await startAppSite(
      request => {
        // The clock is set: what was learnt of it is wrong from here on.
        if (site.received.length === 20) {
          clock.nowMs += aheadMs;
          aheadMs = 0;
        }
        return answer(request);
      },
      {now: serverNow},
    );
    await runFor(site, clock, 'whoami');
    const line = 'watch webhook get-failed --after 10m --interval 10s';
    const watched = await runFor(site, clock, line, startMs + hourMs);
    expect([watched.exit, site.refusals.length]).toEqual([0, 2]);
    expect(watched.stderr).not.toContain('401');
  });
});
