import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type LocalServer, startServer} from '../api/local-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const dayMs = 86_400_000;

let server: LocalServer;
let hooks: {id: number; url: string; expirationDate: number}[];
/** Statuses of the next refreshes; 200 after that. */
let refreshes: number[];
/** Ids that the service ignores. */
let foreign: number[];
let sleeps: number[];

beforeEach(async () => {
  refreshes = [];
  foreign = [];
  sleeps = [];
  const nowMs = Date.now();
  hooks = Array.from({length: 120}, (_, n) => ({
    id: n,
    url: `https://u:p@a.example/${n}?token=hush`,
    expirationDate: nowMs + (n < 105 ? 2 : 9) * dayMs,
  }));
  server = await startServer(({method, body, query}) => {
    if (method === 'PUT') {
      const status = refreshes.shift() ?? 200;
      if (status !== 200) return {status, json: {errorMessages: ['no']}};
      const ids: readonly number[] = JSON.parse(body).webhookIds;
      for (const hook of hooks) {
        const isOwn = ids.includes(hook.id) && !foreign.includes(hook.id);
        if (isOwn) hook.expirationDate = Date.now() + 30 * dayMs;
      }
      return {json: {expirationDate: Date.now() + 30 * dayMs}};
    }
    const from = Number(query.get('startAt') ?? 0);
    const values = hooks.slice(from, from + 50);
    const isLast = from + 50 >= hooks.length;
    return {json: {values, startAt: from, maxResults: 50, total: hooks.length, isLast}};
  });
});
afterEach(() => server[Symbol.asyncDispose]());

function refresh(...flags: readonly string[]) {
  return runCli('jr', ['webhook', 'refresh', ...flags], {
    onSleep: ms => sleeps.push(ms),
    env: {JR_BASE_URL: server.url, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'app-token'},
  });
}

const sent = () => server.received.filter(({method}) => method === 'PUT');
const idsOf = (from: number, to: number) => Array.from({length: to - from}, (_, n) => from + n);

describe('jr webhook refresh --expiring', () => {
  it('refreshes what expires within the time, a hundred at a time, and reads it again', async () => {
    const {stdout, exit, stderr} = await refresh('--expiring', '7d');
    expect([exit, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({refreshed: idsOf(0, 105), not_refreshed: []});
    expect(sent().map(({body}) => JSON.parse(body).webhookIds)).toEqual([
      idsOf(0, 100),
      idsOf(100, 105),
    ]);
    const again = await refresh('--expiring', '7d', '--jq', '.refreshed');
    expect([again.stdout, sent().length]).toEqual(['[]\n', 2]);
  });

  it('retries within minutes, and then names what expires first', async () => {
    refreshes = [503, 429, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503];
    const result = await refresh('--expiring', '7d', '--retries', '1');
    expect(sleeps.filter(ms => ms >= 60_000)).toEqual([60_000, 120_000, 240_000]);
    expect(result.exit).toBe(7);
    expect(JSON.parse(result.stdout)).toMatchObject({refreshed: []});
    expect(failureOf(result).message).toMatch(
      /^105 expiring webhooks not refreshed; the first one, 0 \(a\.example\/0\), has \dd left\./,
    );
  });

  it('says what the service ignored, and fails', async () => {
    foreign = [3];
    const result = await refresh('--expiring', '7d');
    expect(result.exit).toBe(6);
    expect(JSON.parse(result.stdout)).toMatchObject({not_refreshed: [3]});
    expect(failureOf(result).message).toContain('3 (a.example/3)');
  });

  it('refuses other ids and what is no time, and sends nothing; a dry run prints the list request', async () => {
    const errors = failureOf(await refresh('--expiring', 'soon', '--webhookIds', '1')).errors;
    expect(Object.keys(errors ?? {})).toEqual(['expiring', 'webhookIds']);
    const {stdout} = await refresh('--expiring', '7d', '--dry-run');
    expect(JSON.parse(stdout)).toMatchObject({method: 'GET'});
    expect(server.received).toEqual([]);
  });
});
