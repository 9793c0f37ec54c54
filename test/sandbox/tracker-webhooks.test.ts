import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startTracker, type TestTracker, testStart} from './tracker-server.ts';

let tracker: TestTracker;

beforeAll(async () => {
  tracker = await startTracker({size: 'medium', seed: 2});
});
afterAll(() => tracker.sandbox.stop());

interface Failure {
  readonly id: string;
  readonly url: string;
  readonly failureTime: number;
  readonly body?: string;
}

const hour = 3_600_000;

async function readAll(after = 0, size = 100): Promise<Failure[]> {
  const found: Failure[] = [];
  let next = after;
  for (;;) {
    const {json} = await tracker.ask(`webhook/failed?after=${next}&maxResults=${size}`);
    if (json.values.length === 0) return found;
    found.push(...json.values);
    next = json.values.at(-1).failureTime;
  }
}

describe('failed webhooks', () => {
  it('come oldest first, of the last 72 hours, each once', async () => {
    const all = await readAll();
    const times = all.map(failure => failure.failureTime);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeGreaterThanOrEqual(tracker.now() - 72 * hour);
    expect(times.at(-1)).toBeLessThanOrEqual(tracker.now());
    expect(new Set(all.map(failure => failure.id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(1_000);
  });

  it('have failures of one time on one page, whatever the requested size', async () => {
    const all = await readAll();
    expect(await readAll(0, 1)).toEqual(all);
    const {json} = await tracker.ask('webhook/failed?maxResults=1');
    expect(json.maxResults).toBe(1);
    const burst = all.findIndex((one, index) => one.failureTime === all[index + 1]?.failureTime);
    const before = all[burst - 1]?.failureTime ?? 0;
    const page = (await tracker.ask(`webhook/failed?maxResults=1&after=${before}`)).json.values;
    expect(page.length).toBeGreaterThan(2);
    expect(new Set(page.map((one: Failure) => one.failureTime)).size).toBe(1);
  });

  it('have a next URL with every record, also on the last page, and none without records', async () => {
    const all = await readAll();
    const last = all.at(-1)?.failureTime ?? 0;
    const page = (await tracker.ask(`webhook/failed?after=${last - 1}`)).json;
    expect(page.next).toContain(`failedAfter=${last}`);
    const following = await tracker.ask(page.next.replace(tracker.sandbox.trackerBaseUrl, ''));
    expect(following.json).toEqual({values: [], maxResults: 100});
  });

  it('go on while the server runs, the same for the same time', async () => {
    const before = await readAll();
    const last = before.at(-1)?.failureTime ?? 0;
    tracker.wait(10 * 60_000);
    const fresh = await readAll(last);
    expect(fresh.length).toBeGreaterThan(20);
    expect(fresh.every(failure => failure.failureTime > testStart - 1)).toBe(true);
    expect(await readAll(last)).toEqual(fresh);
    const urls = new Set((await tracker.ask('webhook')).json.values.map((one: Failure) => one.url));
    expect(fresh.every(failure => urls.has(failure.url))).toBe(true);
  });

  it('are forgotten after 72 hours', async () => {
    const [oldest] = await readAll();
    tracker.wait((oldest?.failureTime ?? 0) + 72 * hour - tracker.now() + 1);
    expect((await readAll())[0]?.id).not.toBe(oldest?.id);
  });

  it('have JSON payloads; some have none', async () => {
    const all = await readAll();
    const bodies = all.flatMap(failure => failure.body ?? []);
    expect(bodies.length).toBeLessThan(all.length);
    for (const body of bodies) expect(JSON.parse(body)).toHaveProperty('webhookEvent');
    expect((await tracker.ask('webhook/failed?after=yesterday')).status).toBe(400);
    expect((await tracker.ask('webhook/failed?maxResults=0')).status).toBe(400);
  });
});

describe('dynamic webhooks', () => {
  it('are those of the app, some about to expire, and are gone once they have', async () => {
    const site = await startTracker();
    const read = async () => (await site.ask('webhook')).json;
    const first = await read();
    expect(first).toMatchObject({maxResults: 100, total: 6, isLast: true});
    const dates = first.values.map((one: {expirationDate: number}) => one.expirationDate);
    expect(Math.min(...dates)).toBeLessThan(site.now() + 6 * hour);
    expect(Math.max(...dates)).toBeLessThanOrEqual(site.now() + 30 * 24 * hour);
    site.wait(Math.min(...dates) - site.now());
    expect((await read()).total).toBe(5);
    await site.sandbox.stop();
  });
});
