import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {apps, type Webhook} from '../../src/sandbox/world/webhooks.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {callTracker} from './call-tracker.ts';
import {shapeProblems} from './shapes.ts';
import {
  signInAs,
  startTracker,
  type TestTracker,
  type TrackerAnswer,
  testStart,
} from './tracker-server.ts';

let tracker: TestTracker;

beforeAll(async () => {
  tracker = await startTracker();
});
afterAll(() => tracker.sandbox.stop());

const day = 24 * 3_600_000;
const url = 'https://hooks.example.com/intake';
const good = {events: ['jira:issue_updated'], jqlFilter: 'project = HPAY'};

const send: TestTracker['send'] = (...request) => tracker.send(...request);

function register(...webhooks: readonly unknown[]): Promise<TrackerAnswer> {
  return send('POST', 'webhook', {url, webhooks});
}

async function makeOne(): Promise<number> {
  return (await register(good)).json.webhookRegistrationResult[0].createdWebhookId;
}

interface ListedWebhook {
  readonly id: number;
  readonly expirationDate: number;
}

async function find(id: number): Promise<ListedWebhook | undefined> {
  const {json} = await tracker.ask('webhook?maxResults=1000');
  return json.values.find((webhook: ListedWebhook) => webhook.id === id);
}

describe('writes of dynamic webhooks', () => {
  it('a registered webhook is listed, and expires after 30 days unless refreshed', async () => {
    const filters = {
      ...good,
      fieldIdsFilter: ['summary'],
      issuePropertyKeysFilter: ['release-state'],
    };
    const answer = await register(filters);
    expect(answer.status).toBe(200);
    expect(shapeProblems('tracker/webhook/register-dynamic', 200, answer.json)).toEqual([]);
    const id = answer.json.webhookRegistrationResult[0].createdWebhookId;
    expect(await find(id)).toEqual({
      id,
      url,
      ...filters,
      expirationDate: tracker.now() + 30 * day,
    });
    tracker.wait(30 * day - 1);
    expect(await find(id)).toBeDefined();
    tracker.wait(1);
    expect(await find(id)).toBeUndefined();
  });

  it('returns 200 even when single webhooks fail; each has createdWebhookId or errors', async () => {
    const answer = await register(
      good,
      {...good, events: []},
      {...good, events: ['jira:issue_painted']},
      {events: good.events},
      {...good, jqlFilter: 'summary'},
      {...good, jqlFilter: 'project in (HPAY'},
      {...good, jqlFilter: 'project = "HPAY'},
      {...good, fieldIdsFilter: 'summary'},
      {...good, jqlFilter: 'project = "a \\" ( b"'},
    );
    expect(answer.status).toBe(200);
    expect(shapeProblems('tracker/webhook/register-dynamic', 200, answer.json)).toEqual([]);
    const results: {createdWebhookId?: number; errors?: string[]}[] =
      answer.json.webhookRegistrationResult;
    const worked = results.map(({createdWebhookId}) => createdWebhookId !== undefined);
    expect(worked).toEqual([true, false, false, false, false, false, false, false, true]);
    for (const {createdWebhookId, errors} of results) {
      expect(errors?.length).toBe(createdWebhookId === undefined ? 1 : undefined);
    }
  });

  it('needs a URL and at least one webhook', async () => {
    for (const [body, field] of [
      [{webhooks: [good]}, 'url'],
      [{url: '/intake', webhooks: [good]}, 'url'],
      [{url: 'ftp://example.com/', webhooks: [good]}, 'url'],
      [{url}, 'webhooks'],
      [{url, webhooks: []}, 'webhooks'],
    ] as const) {
      const answer = await send('POST', 'webhook', body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
  });

  it('refresh extends the validity and returns one date for all', async () => {
    const ids = [await makeOne(), await makeOne()];
    tracker.wait(29 * day);
    const answer = await send('PUT', 'webhook/refresh', {webhookIds: ids});
    expect(answer.status).toBe(200);
    expect(shapeProblems('tracker/webhook/refresh', 200, answer.json)).toEqual([]);
    const expirationDate = tracker.now() + 30 * day;
    expect(answer.json).toEqual({expirationDate});
    tracker.wait(29 * day);
    for (const id of ids) expect(await find(id)).toMatchObject({expirationDate});
  });

  it('refresh does not bring an expired webhook back', async () => {
    const id = await makeOne();
    tracker.wait(31 * day);
    expect((await send('PUT', 'webhook/refresh', {webhookIds: [id]})).status).toBe(200);
    expect(await find(id)).toBeUndefined();
  });

  it('delete returns 202 without a body and removes them', async () => {
    const [gone, kept] = [await makeOne(), await makeOne()];
    const answer = await send('DELETE', 'webhook', {webhookIds: [gone]});
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(await find(gone)).toBeUndefined();
    expect(await find(kept)).toBeDefined();
  });

  it('unknown webhook IDs are ignored', async () => {
    const own = await makeOne();
    const {total} = (await tracker.ask('webhook')).json;
    const webhookIds = [99_999_999];
    expect((await send('PUT', 'webhook/refresh', {webhookIds})).status).toBe(200);
    expect((await send('DELETE', 'webhook', {webhookIds})).status).toBe(202);
    expect((await tracker.ask('webhook')).json.total).toBe(total);
    expect(await find(own)).toBeDefined();
  });

  it('webhooks owned by other apps are ignored', () => {
    // No operation shows a foreign webhook, so this one looks into the world.
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const {webhooks} = world.tracker;
    const foreign = [...webhooks.values()].filter(webhook => webhook.appId === apps.foreign);
    const own = [...webhooks.values()].filter(webhook => webhook.appId === apps.own);
    expect(foreign.length).toBeGreaterThan(0);
    const webhookIds = [...webhooks.keys()];
    callTracker('tracker/webhook/refresh', world, {body: {webhookIds}});
    const life = (webhook: Webhook) => webhooks.get(webhook.id)?.expiresAt;
    expect(foreign.map(life)).toEqual(foreign.map(webhook => webhook.expiresAt));
    expect(new Set(own.map(life))).toEqual(new Set([testStart + 30 * day]));
    callTracker('tracker/webhook/delete-by-id', world, {body: {webhookIds}});
    expect([...webhooks.values()]).toEqual(foreign);
  });

  it('needs a list of IDs', async () => {
    for (const body of [{}, {webhookIds: 1}, {webhookIds: ['one']}]) {
      expect((await send('DELETE', 'webhook', body)).status).toBe(400);
      expect((await send('PUT', 'webhook/refresh', body)).status).toBe(400);
    }
  });

  it('is for add-on apps and OAuth 2.0 apps only', async () => {
    const webhookIds = [await makeOne()];
    const writes = [
      ['POST', 'webhook', {url, webhooks: [good]}, 200],
      ['PUT', 'webhook/refresh', {webhookIds}, 200],
      ['DELETE', 'webhook', {webhookIds}, 202],
    ] as const;
    for (const [method, target, body, status] of writes) {
      expect((await send(method, target, body, signInAs('site-admin'))).status).toBe(403);
      expect((await send(method, target, body, null)).status).toBe(401);
      expect((await send(method, target, body, signInAs('add-on-app'))).status).toBe(status);
    }
  });
});
