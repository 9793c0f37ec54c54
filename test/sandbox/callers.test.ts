import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {ApiRoot, Operation} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';
import {root} from '../support/sources.ts';
import {startTracker, type TestTracker, type TrackerAnswer} from './tracker-server.ts';

/** A row of the documents' tables. */
interface Row {
  readonly service: string;
  readonly section: string;
  readonly group: string;
  readonly name: string;
  readonly method: string;
  readonly anonymous: boolean;
  readonly rules: string;
}

const documents: {readonly operations: readonly Row[]} = JSON.parse(
  readFileSync(join(root, 'test/fixtures/operations.documents.json'), 'utf8'),
);

const everybody = [
  'keeper',
  'site-admin',
  'project-admin',
  'member',
  'anonymous',
  'add-on-app',
  'oauth-app',
  'platform-app',
  'other-platform-app',
];
/** Platform apps act for the site admin, the OAuth app for the project admin. */
const admins = ['keeper', 'site-admin', 'platform-app', 'other-platform-app'];
const projectAdmins = [...admins, 'project-admin', 'oauth-app'];

/**
 * The public service lists no 403 for these: what one may not change is not there (services W4.25).
 */
const hidden: ReadonlySet<string> = new Set(['project/add-actor-users', 'project/delete-actor']);

/** Who may call an operation at all, as the documents' words say it. */
function admitted({service, section, group, name, method, anonymous, rules}: Row): string[] {
  const people = everybody.filter(one => one !== 'anonymous');
  if (group === 'uiModifications') return ['keeper', 'platform-app', 'other-platform-app'];
  if (rules === 'add-on apps only; oldest failure first') return ['keeper', 'add-on-app'];
  if (group === 'webhook') return ['keeper', 'add-on-app', 'oauth-app'];
  if (`${group}/${name}` === 'user/create') return ['keeper', 'site-admin'];
  if (group === 'admin-key') return ['keeper', 'site-admin'];
  if (service === 'content') return people;
  if (/same permission as add-actor-users/.test(rules)) return projectAdmins;
  if (/^(?:Anon; )?Administer (?:global permission or Administer )?[Pp]rojects/.test(rules)) {
    return projectAdmins;
  }
  if (/^Administer(?: global permission)?(?:[.;,]|$)/.test(rules)) return admins;
  if (section === '4.9' && !/access/.test(rules)) return admins;
  if (['resolution', 'priority'].includes(group) && method !== 'GET') return admins;
  return anonymous ? everybody : people;
}

let tracker: TestTracker;
beforeAll(async () => {
  tracker = await startTracker();
});
afterAll(() => tracker.sandbox.stop());

function signIn(name: string): string | null {
  const user = tracker.sandbox.users.find(one => one.name === name);
  return user?.token === undefined ? null : `Bearer ${user.token}`;
}

const prefixes: Readonly<Record<ApiRoot, string>> = {
  tracker: '',
  content: '/wiki/api/v2',
  'content-v1': '/wiki/rest/api',
};

/** @param id stands for every placeholder */
function call({root: api, path, method}: Operation, name: string, id: string) {
  const target = prefixes[api] + path.replaceAll(/\{[^}]+\}/g, id);
  const headers = {'x-tracker-token': 'no-check'};
  const body = method === 'GET' ? {} : {body: {}};
  return tracker.ask(target, {method, authorization: signIn(name), headers, ...body});
}

function asked(row: Row): Operation {
  const found = operations.find(
    one => one.service === row.service && one.group === row.group && one.name === row.name,
  );
  if (found === undefined) throw new Error(`no operation ${row.group} ${row.name}`);
  return found;
}

const table = documents.operations.map(row => [`${row.group} ${row.name}`, row] as const);

describe('every kind of caller at every operation', () => {
  it.each(table)('%s', async (_, row) => {
    const operation = asked(row);
    const inside = admitted(row);
    const statuses: string[] = [];
    // Those who are let in ask for what is not there, so that nothing changes under the others.
    for (const name of everybody) {
      const {status} = await call(operation, name, inside.includes(name) ? '77777777' : '10000');
      const letIn = inside.includes(name) && status !== 401 && status !== 403;
      statuses.push(`${name} ${letIn ? 'let in' : status}`);
    }
    const expected = everybody.map(name => {
      if (inside.includes(name)) return `${name} let in`;
      if (name === 'anonymous') return `${name} 401`;
      return `${name} ${hidden.has(`${row.group}/${row.name}`) ? 404 : 403}`;
    });
    expect(statuses).toEqual(expected);
  });

  it('covers the 176 operations of the documents', () => {
    expect(table).toHaveLength(176);
  });
});

describe('credentials at every operation of the catalogue', () => {
  it('a wrong token returns 401 everywhere, also for operations without allowed callers', async () => {
    const letIn: string[] = [];
    for (const {root: api, path, method} of operations) {
      const target = prefixes[api] + path.replaceAll(/\{[^}]+\}/g, '10000');
      const authorization = 'Bearer sandbox-keeper-wrong';
      const {status} = await tracker.ask(target, {method, authorization});
      if (status !== 401) letIn.push(`${method} ${target} ${status}`);
    }
    expect(letIn).toEqual([]);
  });
});

describe('what belongs to an app', () => {
  const as = (name: string, target: string, method = 'GET', body?: unknown) => {
    const request = {method, authorization: signIn(name), ...(body === undefined ? {} : {body})};
    return tracker.ask(target, request);
  };
  const ids = async (name: string, target: string): Promise<unknown[]> =>
    (await as(name, target)).json.values.map(({id}: {readonly id: unknown}) => id);

  it('webhooks are listed, refreshed and deleted by the app that registered them only', async () => {
    const webhooks = [{events: ['jira:issue_created'], jqlFilter: 'project = ORB'}];
    const body = {url: 'https://hooks.example.com/mine', webhooks};
    const made = await as('oauth-app', 'webhook', 'POST', body);
    const [{createdWebhookId}] = made.json.webhookRegistrationResult;
    expect(await ids('oauth-app', 'webhook?maxResults=100')).toContain(createdWebhookId);
    expect(await ids('add-on-app', 'webhook?maxResults=100')).not.toContain(createdWebhookId);
    const given = {webhookIds: [createdWebhookId]};
    expect((await as('add-on-app', 'webhook', 'DELETE', given)).status).toBe(202);
    expect(await ids('oauth-app', 'webhook?maxResults=100')).toContain(createdWebhookId);
    expect((await as('oauth-app', 'webhook', 'DELETE', given)).status).toBe(202);
    expect(await ids('oauth-app', 'webhook?maxResults=100')).not.toContain(createdWebhookId);
  });

  it('each app begins with webhooks of its own; the keeper acts for the add-on app', async () => {
    const own = await ids('add-on-app', 'webhook?maxResults=100');
    const other = await ids('oauth-app', 'webhook?maxResults=100');
    expect(own.length).toBeGreaterThan(0);
    expect(other.length).toBeGreaterThan(0);
    expect(own.filter(id => other.includes(id))).toEqual([]);
    expect(await ids('keeper', 'webhook?maxResults=100')).toEqual(own);
  });

  it('UI modifications are seen, changed and deleted by the app that made them only', async () => {
    const made = await as('other-platform-app', 'uiModifications', 'POST', {name: 'Mine'});
    const {id} = made.json;
    const target = `uiModifications/${id}`;
    expect(await ids('other-platform-app', 'uiModifications')).toEqual([id]);
    expect(await ids('platform-app', 'uiModifications')).not.toContain(id);
    expect((await as('platform-app', target, 'PUT', {name: 'Taken'})).status).toBe(404);
    expect((await as('platform-app', target, 'DELETE')).status).toBe(404);
    expect((await as('other-platform-app', target, 'DELETE')).status).toBe(204);
  });
});

describe('the rights of people and apps', () => {
  const project = (name: string, method: string, target: string): Promise<TrackerAnswer> =>
    tracker.ask(target, {
      method,
      authorization: signIn(name),
      ...(method === 'GET' ? {} : {body: {}}),
    });

  it('lists them with their kind and sign-in method, the owner first', () => {
    const {users, authUser, authToken} = tracker.sandbox;
    expect(users.map(({name}) => name)).toEqual(everybody);
    expect(users[0]).toMatchObject({kind: 'everything', user: authUser, token: authToken});
    const forms = users.map(({auth_type, user, token}) => [auth_type, !!user, !!token].join(' '));
    expect(new Set(forms)).toEqual(
      new Set(['basic true true', 'none false false', 'bearer false true']),
    );
    const tokens = users.flatMap(({token}) => token ?? []);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('a member sees a project whose permissions it may not read, a project admin may', async () => {
    const target = 'project/10000/permissionscheme';
    const statuses = await Promise.all(
      ['member', 'project-admin', 'oauth-app'].map(name => project(name, 'GET', target)),
    );
    expect(statuses.map(({status}) => status)).toEqual([403, 200, 200]);
  });

  it('a version of a project without write permission returns 404 to a member, 401 to an anonymous caller', async () => {
    const change = (name: string) => project(name, 'PUT', 'version/10000');
    expect((await change('member')).status).toBe(404);
    expect((await change('anonymous')).status).toBe(401);
    expect((await change('project-admin')).status).toBe(200);
  });

  it('other users are checked by administrators and add-on apps only', async () => {
    const [keeper] = tracker.sandbox.users;
    const body = {accountId: keeper?.account_id, globalPermissions: ['ADMINISTER']};
    const check = async (name: string) =>
      (await tracker.ask('permissions/check', {method: 'POST', authorization: signIn(name), body}))
        .status;
    expect(await check('add-on-app')).toBe(200);
    expect(await check('site-admin')).toBe(200);
    expect(await check('oauth-app')).toBe(403);
    expect(await check('member')).toBe(403);
  });
});
