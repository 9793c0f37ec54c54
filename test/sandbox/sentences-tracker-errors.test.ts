import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {SandboxCaller} from '../../src/sandbox/route.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {callTracker} from './call-tracker.ts';
import {signInAs, startTracker, type TestTracker, testStart} from './tracker-server.ts';
import {type Desk, deskAt} from './tracker-successes.ts';

const hour = 3_600_000;
const day = 24 * hour;

let tracker: TestTracker;
let desk: Desk;

beforeEach(async () => {
  tracker = await startTracker();
  desk = deskAt(tracker);
});
afterEach(() => tracker.sandbox.stop());

const as = (name: string, method: string, target: string, body?: unknown) =>
  desk.ask(target, {method, authorization: signInAs(name), ...(body === undefined ? {} : {body})});

const webhook = {events: ['jira:issue_updated'], jqlFilter: 'project = HPAY'};
const url = 'https://hooks.example.com/somewhere-new';

async function registerAs(name: string): Promise<number> {
  const {json} = await as(name, 'POST', 'webhook', {url, webhooks: [webhook]});
  return json.webhookRegistrationResult[0].createdWebhookId;
}

async function webhooksOf(name: string): Promise<readonly {id: number; expirationDate: number}[]> {
  return (await as(name, 'GET', 'webhook?maxResults=1000')).json.values;
}

interface Failure {
  readonly id: string;
  readonly url: string;
  readonly failureTime: number;
}

describe('services T6: events', () => {
  it('1. dynamic webhooks are registered by an app with POST /webhook; each belongs to the registering app', async () => {
    const id = await registerAs('oauth-app');
    expect((await webhooksOf('oauth-app')).map(one => one.id)).toContain(id);
    expect((await webhooksOf('add-on-app')).map(one => one.id)).not.toContain(id);
    for (const person of ['site-admin', 'member']) {
      expect((await as(person, 'POST', 'webhook', {url, webhooks: [webhook]})).status).toBe(403);
    }
  });

  it('1. they expire after 30 days and are extended with refresh', async () => {
    const id = await registerAs('add-on-app');
    const expiry = async () =>
      (await webhooksOf('add-on-app')).find(one => one.id === id)?.expirationDate;
    expect(await expiry()).toBe(tracker.now() + 30 * day);
    tracker.wait(20 * day);
    await as('add-on-app', 'PUT', 'webhook/refresh', {webhookIds: [id]});
    expect(await expiry()).toBe(tracker.now() + 30 * day);
    tracker.wait(30 * day);
    expect(await expiry()).toBeUndefined();
  });

  it('2. for non-public OAuth apps, webhooks are delivered only when the app owner registered them', async () => {
    // No delivery of an OAuth app can be seen: its failures are in nobody's list.
    await registerAs('oauth-app');
    tracker.wait(10 * hour);
    expect((await as('oauth-app', 'GET', 'webhook/failed')).status).toBe(403);
    const {values} = (await as('add-on-app', 'GET', 'webhook/failed?maxResults=1000')).json;
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((one: Failure) => one.url === url)).toEqual([]);
  });

  it('3. get-failed lists records, oldest first, for up to 72 hours', async () => {
    const {values} = (await desk.get('webhook/failed?maxResults=1000')).json;
    const times = values.map((one: Failure) => one.failureTime);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeGreaterThanOrEqual(tracker.now() - 72 * hour);
    expect(times.at(-1)).toBeLessThanOrEqual(tracker.now());
  });

  it('3. the next page is requested with after equal to the failure time of the last listed webhook', async () => {
    const all: Failure[] = (await desk.get('webhook/failed?maxResults=1000')).json.values;
    const first: Failure[] = (await desk.get('webhook/failed?maxResults=5')).json.values;
    const after = first.at(-1)?.failureTime;
    const second = (await desk.get(`webhook/failed?maxResults=5&after=${after}`)).json.values;
    expect(second).toEqual(all.slice(first.length, first.length + second.length));
  });

  it('3. or with the URL given in next', async () => {
    const first = (await desk.get('webhook/failed?maxResults=5')).json;
    const {pathname, search} = new URL(first.next);
    const after = first.values.at(-1).failureTime;
    const asked = await desk.get(`webhook/failed?maxResults=5&after=${after}`);
    expect((await desk.get(pathname + search)).json.values).toEqual(asked.json.values);
  });

  it('3. when maxResults would split records with the same failure time, all of them are on the page', async () => {
    const all: Failure[] = (await desk.get('webhook/failed?maxResults=1000')).json.values;
    const at = all.findIndex((one, index) => one.failureTime === all[index + 1]?.failureTime);
    expect(at).toBeGreaterThan(0);
    const {failureTime = 0} = all[at] ?? {};
    const same = all.filter(one => one.failureTime === failureTime);
    const query = `after=${all[at - 1]?.failureTime}&maxResults=1`;
    const {values, maxResults} = (await desk.get(`webhook/failed?${query}`)).json;
    expect([values, maxResults]).toEqual([same, 1]);
  });

  it('4. notification schemes map events to recipients (users, groups, project roles, custom fields)', async () => {
    const {values} = (await desk.get('notificationscheme?expand=all')).json;
    const types = new Set<string>();
    for (const {notificationSchemeEvents} of values) {
      for (const {notifications} of notificationSchemeEvents) {
        for (const {notificationType} of notifications) types.add(notificationType);
      }
    }
    for (const type of ['User', 'Group', 'ProjectRole', 'UserCustomField', 'GroupCustomField']) {
      expect([...types]).toContain(type);
    }
  });

  it('4. events without recipients can appear', async () => {
    const {values} = (await desk.get('notificationscheme?expand=all')).json;
    const events = values.flatMap(
      (one: {notificationSchemeEvents: {notifications: unknown[]}[]}) =>
        one.notificationSchemeEvents,
    );
    expect(events.some((one: {notifications: unknown[]}) => one.notifications.length === 0)).toBe(
      true,
    );
  });

  it('5. event names and the registration body: an event nobody knows is refused for its webhook alone', async () => {
    const webhooks = [{...webhook, events: ['jira:nothing_happened']}, webhook];
    const {status, json} = await desk.post('webhook', {url, webhooks});
    expect(status).toBe(200);
    const [refused, made] = json.webhookRegistrationResult;
    expect(refused.errors[0]).toContain('jira:nothing_happened');
    expect(made.createdWebhookId).toBeTypeOf('number');
  });
});

const products = ['tracker-software'];

/** Somebody who signs in and holds no permission. */
const stranger: SandboxCaller = {accountId: 'nobody', all: false, kinds: []};
const world = makeWorld({seed: 1, size: 'small', now: testStart});

describe('services T7: errors', () => {
  it('1. create user: the user exists and has access, status 201', async () => {
    const {emailAddress, accountId} = (await desk.get('myself')).json;
    const answer = await desk.post('user', {emailAddress, products});
    expect([answer.status, answer.json.accountId]).toEqual([201, accountId]);
  });

  it('1. create user: the user exists but has no access, status 400', async () => {
    const body = {emailAddress: 'no.product@example.com', products: []};
    expect((await desk.post('user', body)).status).toBe(201);
    expect((await desk.post('user', body)).status).toBe(400);
  });

  it('2. get-valid-project-name: a valid name cannot be generated, status 404', async () => {
    const leadAccountId = (await desk.get('myself')).json.accountId;
    const name = 'N'.repeat(80);
    const made = {key: 'LONGEST', name, projectTypeKey: 'business', leadAccountId};
    expect((await desk.post('project', made)).status).toBe(201);
    const valid = (text: string) => desk.get(`projectvalidate/validProjectName?name=${text}`);
    expect((await valid(name)).status).toBe(404);
    expect((await valid(name.slice(1))).json).toBe(name.slice(1));
  });

  it('3. find users: anonymous callers or callers without Browse users and groups get an empty result', async () => {
    const query = 'query=a';
    expect((await desk.get(`user/search?${query}`)).json.length).toBeGreaterThan(0);
    const answer = await desk.ask(`user/search?${query}`, {authorization: null});
    expect([answer.status, answer.json]).toEqual([200, []]);
    const theirs = callTracker('tracker/user/find', world, {query, caller: stranger});
    expect([theirs.status, theirs.json]).toEqual([200, []]);
  });

  it('3. find-for-picker then returns exact name matches only', async () => {
    const {displayName} = (await desk.get('myself')).json;
    for (const [name, total] of [
      [displayName.slice(0, 4), 0],
      [displayName, 1],
    ] as const) {
      const query = `query=${encodeURIComponent(name)}`;
      const answer = await desk.ask(`user/picker?${query}`, {authorization: null});
      expect(answer.json.total).toBe(total);
      const call = {query, caller: stranger};
      expect(callTracker('tracker/user/find-for-picker', world, call).json).toMatchObject({total});
    }
  });

  it('4. deleting an archived project is refused; the project must be restored first', async () => {
    await desk.post('project/LMA/archive');
    const refused = await desk.remove('project/LMA');
    expect(refused.status).toBe(400);
    expect(refused.json.errorMessages[0]).toContain('restore it first');
    await desk.post('project/LMA/restore');
    expect((await desk.remove('project/LMA')).status).toBe(204);
  });

  it('5. invalid project and issue IDs in the bulk permission check are ignored', async () => {
    const projects = [10_000, 99, -1, null, 'x'];
    const issues = [10_001, 5, null, 1.5];
    const entry = {permissions: ['EDIT_ISSUES'], projects, issues};
    const {status, json} = await desk.post('permissions/check', {projectPermissions: [entry]});
    expect(status).toBe(200);
    expect(json.projectPermissions).toEqual([
      {permission: 'EDIT_ISSUES', projects: [10_000], issues: [10_001]},
    ]);
  });

  it('5. webhook IDs that are unknown or owned by other apps are ignored', async () => {
    const foreign = await registerAs('oauth-app');
    const webhookIds = [foreign, 1];
    tracker.wait(day);
    expect((await as('add-on-app', 'PUT', 'webhook/refresh', {webhookIds})).status).toBe(200);
    expect((await as('add-on-app', 'DELETE', 'webhook', {webhookIds})).status).toBe(202);
    const left = (await webhooksOf('oauth-app')).find(one => one.id === foreign);
    expect(left?.expirationDate).toBe(tracker.now() + 29 * day);
  });

  it('6. the error body has errorMessages and errors, and the codes are those of services W4.25', async () => {
    const unknown = await desk.get('project/NOTHING');
    expect(unknown.status).toBe(404);
    expect(unknown.json).toEqual({errorMessages: [expect.any(String)], errors: {}});
    const invalid = await desk.post('version', {projectId: 10_000});
    expect(invalid.status).toBe(400);
    expect(invalid.json.errors).toHaveProperty('name');
    expect((await desk.ask('myself', {authorization: null})).status).toBe(401);
    expect((await as('member', 'POST', 'project', {})).status).toBe(403);
  });
});
