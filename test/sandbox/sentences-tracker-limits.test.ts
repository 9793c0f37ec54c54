import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {callTracker} from './call-tracker.ts';
import {startTracker, type TestTracker, testStart} from './tracker-server.ts';
import {type Desk, deskAt} from './tracker-successes.ts';

const hour = 3_600_000;
const day = 24 * hour;

let small: TestTracker;
let medium: TestTracker;
let desk: Desk;

beforeAll(async () => {
  [small, medium] = await Promise.all([startTracker(), startTracker({size: 'medium'})]);
  desk = deskAt(small);
});
afterAll(() => Promise.all([small.sandbox.stop(), medium.sandbox.stop()]));

const portalContexts = (count: number, portalId: string) =>
  Array.from({length: count}, (_, index) => ({
    ...{portalId, requestTypeId: String(index + 1), viewType: 'JSMRequestCreate'},
  }));

describe('services T8: limits of UI modifications', () => {
  it('UI modifications per app, create-ui-modification: 3000', () => {
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const id = 'tracker/uiModifications/create-ui-modification';
    const create = () => callTracker(id, world, {body: {name: 'x'}}).status;
    const own = [...world.tracker.uiModifications.values()].length;
    for (let count = own; count < 3_000; count += 1) create();
    expect(world.tracker.uiModifications.size).toBe(3_000);
    expect(create).toThrow('response 400');
    const other = {accountId: 'somebody', all: true, kinds: [], app: 'another app'};
    expect(callTracker(id, world, {body: {name: 'x'}, caller: other}).status).toBe(201);
  });

  it('contexts per UI modification, create and update UI modification: 1000', async () => {
    const body = (count: number) => ({name: 'x', contexts: portalContexts(count, '12')});
    expect((await desk.post('uiModifications', body(1_001))).status).toBe(400);
    const made = await desk.post('uiModifications', body(1_000));
    expect(made.status).toBe(201);
    const path = `uiModifications/${made.json.id}`;
    expect((await desk.put(path, body(1_001))).status).toBe(400);
    expect((await desk.put(path, body(1_000))).status).toBe(204);
  });

  it('UI modifications per context, contexts: 100', async () => {
    const body = {name: 'x', contexts: portalContexts(1, '13')};
    for (let count = 0; count < 100; count += 1) {
      expect((await desk.post('uiModifications', body)).status).toBe(201);
    }
    expect((await desk.post('uiModifications', body)).status).toBe(400);
    const bare = await desk.post('uiModifications', {name: 'x'});
    expect((await desk.put(`uiModifications/${bare.json.id}`, body)).status).toBe(400);
  });
});

describe('services T8: limits of lists in a request', () => {
  const ids = (count: number) => Array.from({length: count}, (_, index) => 10_000 + index);

  it.each(['projects', 'issues'])('%s checked, get-bulk: 1000', async name => {
    const check = async (count: number) => {
      const projectPermissions = [{permissions: ['EDIT_ISSUES'], [name]: ids(count)}];
      return (await desk.post('permissions/check', {projectPermissions})).status;
    };
    expect([await check(1_000), await check(1_001)]).toEqual([200, 400]);
  });

  it.each(['projects', 'issues'])('%s checked, get-bulk: 1000, however spread', async name => {
    const permissions = ['EDIT_ISSUES'];
    const halves = [ids(600), ids(600)].map(list => ({permissions, [name]: list}));
    const answer = await desk.post('permissions/check', {projectPermissions: halves});
    expect(answer.status).toBe(400);
  });

  const events = (count: number) => ({
    notificationSchemeEvents: [
      {
        event: {id: '1'},
        notifications: Array.from({length: count}, () => ({notificationType: 'Reporter'})),
      },
    ],
  });

  it('notifications per request, create-notification-scheme: 1000', async () => {
    const make = async (count: number) =>
      (await desk.post('notificationscheme', {name: desk.fresh(), ...events(count)})).status;
    expect([await make(1_001), await make(1_000)]).toEqual([400, 201]);
  });

  it('notifications per request, add-notifications: 1000', async () => {
    const {id} = (await desk.post('notificationscheme', {name: desk.fresh()})).json;
    const add = async (count: number) =>
      (await desk.put(`notificationscheme/${id}/notification`, events(count))).status;
    expect([await add(1_001), await add(1_000), await add(1_000)]).toEqual([400, 204, 204]);
  });

  it.each([
    ['get-by-id', 'GET', 'statuses', 'id'],
    ['get-by-name', 'GET', 'statuses/byNames', 'name'],
    ['delete-by-id', 'DELETE', 'statuses', 'id'],
  ])('status IDs or names per request, %s: 1 to 50', async (_, method, path, name) => {
    const statuses = Array.from({length: 51}, () => ({name: desk.fresh(), statusCategory: 'TODO'}));
    const made = await desk.post('statuses', {scope: {type: 'GLOBAL'}, statuses});
    const ask = async (count: number) => {
      const values = made.json.slice(0, count).map((one: Record<string, string>) => {
        return `${name}=${encodeURIComponent(one[name] ?? '')}`;
      });
      return (await desk.ask(`${path}?${values.join('&')}`, {method})).status;
    };
    const good = method === 'GET' ? 200 : 204;
    expect([await ask(0), await ask(51), await ask(50)]).toEqual([400, 400, good]);
  });
});

describe('services T8: limits of pages', () => {
  it('recent projects, get-all project, recent: 20', async () => {
    const {values} = (await medium.ask('project/search?maxResults=25')).json;
    for (const {key} of values) await medium.ask(`project/${key}`);
    const recent = await medium.ask('project?recent=20');
    const keys = values.map((one: {key: string}) => one.key);
    expect(recent.json.map((one: {key: string}) => one.key)).toEqual(keys.reverse().slice(0, 20));
    expect((await medium.ask('project?recent=21')).status).toBe(400);
  });

  it.each([
    ['get-project-issue-type-usages-for', 'statuses/3/project/10000/issueTypeUsages'],
    ['get-project-usages-for', 'statuses/3/projectUsages'],
    ['get-workflow-usages-for', 'statuses/3/workflowUsages'],
  ])('usages page size, %s: maxResults 1 to 200', async (_, path) => {
    const ask = async (size: number) => (await desk.get(`${path}?maxResults=${size}`)).status;
    expect([await ask(0), await ask(1), await ask(200), await ask(201)]).toEqual([
      ...[400, 200, 200, 400],
    ]);
    const {json} = await medium.ask(`${path}?maxResults=1`);
    const {values} = json.issueTypes ?? json.projects ?? json.workflows;
    expect(values).toHaveLength(1);
  });

  it('priority schemes per priority, priority search with expand schemes: 15', () => {
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const {prioritySchemes} = world.tracker;
    const [usual] = prioritySchemes.values();
    if (usual === undefined) throw new Error('the world has no priority scheme');
    for (let id = 20_000; id < 20_020; id += 1) {
      prioritySchemes.set(String(id), {...usual, id: String(id), isDefault: false, projectIds: []});
    }
    const call = {query: 'expand=schemes'};
    const {json} = callTracker('tracker/priority/search', world, call);
    const {values} = json as {values: {schemes: {total: number; values: unknown[]}}[]};
    const [first] = values;
    expect(first?.schemes.total).toBeGreaterThan(20);
    expect(first?.schemes.values).toHaveLength(15);
  });
});

describe('services T8: limits of time', () => {
  it('webhook life, dynamic webhooks: 30 days, extendable by refresh', async () => {
    const webhooks = [{events: ['jira:issue_updated'], jqlFilter: 'project = HPAY'}];
    const made = await desk.post('webhook', {url: 'https://example.com/hook', webhooks});
    const id = made.json.webhookRegistrationResult[0].createdWebhookId;
    const expiry = async () => {
      const {values} = (await desk.get('webhook?maxResults=1000')).json;
      return values.find((one: {id: number}) => one.id === id)?.expirationDate;
    };
    expect(await expiry()).toBe(small.now() + 30 * day);
    small.wait(day);
    await desk.put('webhook/refresh', {webhookIds: [id]});
    expect(await expiry()).toBe(small.now() + 30 * day);
  });

  it('webhook failure visibility, get-failed: about 72 hours', async () => {
    const oldest = async (): Promise<number> =>
      (await desk.get('webhook/failed?maxResults=1')).json.values[0].failureTime;
    const age = small.now() - (await oldest());
    expect(age).toBeLessThanOrEqual(72 * hour);
    expect(age).toBeGreaterThan(60 * hour);
    small.wait(200 * hour);
    const later = small.now() - (await oldest());
    expect(later).toBeLessThanOrEqual(72 * hour);
    expect(later).toBeGreaterThan(70 * hour);
  });
});

describe('services T8: other limits', () => {
  it('avatar sizes produced, create-avatar: 16x16, 24x24, 32x32, 48x48', async () => {
    const body = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
    const headers = {'content-type': 'image/png', 'x-tracker-token': 'no-check'};
    const {json} = await desk.ask('project/LMA/avatar2', {method: 'POST', body, headers});
    expect(Object.keys(json.urls).sort()).toEqual(['16x16', '24x24', '32x32', '48x48']);
  });

  it('rate limits: every response states how many requests are left', async () => {
    const {headers} = await desk.get('myself');
    const [limit, remaining] = ['limit', 'remaining'].map(name =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(limit ?? 0);
  });
});
