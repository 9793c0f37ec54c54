import {createConnection} from 'node:net';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {makeAccounts} from '../../src/sandbox/accounts.ts';
import {makeRequestHandler} from '../../src/sandbox/server.ts';
import {maxBodyBytes, startSandbox} from '../../src/sandbox/start.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {origin} from './content-site.ts';
import {basic, signInAs, startTracker, type TestTracker, testStart} from './tracker-server.ts';

let tracker: TestTracker;

beforeAll(async () => {
  tracker = await startTracker({overWire: true});
});
afterAll(() => tracker.sandbox.stop());

const v2 = '/wiki/api/v2';
const v1 = '/wiki/rest/api';

describe('signing in', () => {
  it('takes the printed address and token, and the token alone as bearer', async () => {
    const {authUser, authToken} = tracker.sandbox;
    const asBasic = await tracker.ask('myself', {authorization: basic(authUser, authToken)});
    const asBearer = await tracker.ask('myself', {authorization: `Bearer ${authToken}`});
    expect([asBasic.status, asBearer.status]).toEqual([200, 200]);
    expect(asBasic.json.emailAddress).toBe(authUser);
    expect(asBearer.headers.get('x-aaccountid')).toBe(asBasic.json.accountId);
  });

  it('refuses a wrong token, a wrong address and an unknown scheme with 401', async () => {
    const {authUser, authToken} = tracker.sandbox;
    for (const authorization of [
      basic(authUser, 'wrong'),
      basic('nobody@example.com', authToken),
      'Bearer wrong',
      `Digest ${authToken}`,
    ]) {
      const answer = await tracker.ask('project', {authorization});
      expect(answer.status, authorization).toBe(401);
      expect(answer.json.errorMessages[0]).toContain('authenticated');
    }
  });

  it('requires credentials except where the documentation says Anon', async () => {
    const open = await tracker.ask('project/type', {authorization: null});
    const closed = await tracker.ask('priority', {authorization: null});
    const content = await tracker.ask(`${v2}/labels`, {authorization: null});
    expect([open.status, closed.status, content.status]).toEqual([200, 401, 401]);
    expect(open.headers.get('x-aaccountid')).toBeNull();
    expect(content.json.errors[0].status).toBe(401);
    const label = {authorization: null, method: 'DELETE'};
    const old = await tracker.ask(`${v1}/content/1/label?name=a`, label);
    expect([old.status, old.json.statusCode]).toEqual([401, 401]);
  });

  it('refuses operations for apps to people, except the owner', async () => {
    const member = signInAs('member');
    const refused = await tracker.ask('webhook', {authorization: member});
    expect(refused.status).toBe(403);
    expect((await tracker.ask('webhook')).status).toBe(200);
    const app = signInAs('add-on-app');
    expect((await tracker.ask('webhook/failed', {authorization: app})).status).toBe(200);
    expect((await tracker.ask('uiModifications', {authorization: app})).status).toBe(403);
  });
});

describe('unknown paths and operations', () => {
  it('returns 404 in the error format of the service for an unknown path', async () => {
    const answers = [
      await tracker.ask('nothing/here'),
      await tracker.ask(`${v2}/nothing`),
      await tracker.ask(`${v1}/nothing`),
    ];
    expect(answers.map(answer => answer.status)).toEqual([404, 404, 404]);
    expect(answers[0]?.json.errorMessages).toHaveLength(1);
    expect(answers[1]?.json.errors[0].code).toBe('NOT_FOUND');
    expect(answers[2]?.json.statusCode).toBe(404);
  });

  it('responds to HEAD as to GET without a body, to other methods with 405 and the allowed ones', async () => {
    const head = await tracker.ask('project', {method: 'HEAD'});
    expect([head.status, head.text]).toEqual([200, '']);
    const missing = await tracker.ask('nothing', {method: 'HEAD'});
    expect([missing.status, missing.text]).toEqual([404, '']);
    const patch = await tracker.ask('project', {method: 'PATCH'});
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it('returns 404 for a path that cannot be decoded', async () => {
    expect((await tracker.ask('project/%E0%A4%A')).status).toBe(404);
  });

  it('returns 501 for an operation that is not modelled', () => {
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const accounts = makeAccounts(1, [...world.users.values()]);
    const raw = {
      method: 'POST',
      target: '/rest/api/3/resolution',
      headers: {authorization: `Bearer ${accounts[0]?.token}`},
      body: new Uint8Array(),
      tooLarge: false,
      isLocal: true,
    };
    const reply = makeRequestHandler(world, accounts, {})(raw, testStart, origin);
    expect(reply.status).toBe(501);
    expect(JSON.parse(String(reply.body)).errorMessages[0]).toContain('tracker/resolution/create');
  });
});

describe('bodies', () => {
  it('refuses JSON that cannot be parsed, no body and an array with 400', async () => {
    for (const body of ['{"name":', '', '[]', '"text"']) {
      const answer = await tracker.ask('version', {
        method: 'POST',
        body,
        headers: {'content-type': 'application/json'},
      });
      expect(answer.status, body).toBe(400);
    }
  });

  it('refuses deeply nested input with 400 in every place', async () => {
    for (const [open, close] of [
      ['(', ''],
      ['(', ')'],
      ['[', ']'],
      ['NOT ', ''],
    ] as const) {
      for (const depth of [3000, 20_000]) {
        const query = encodeURIComponent(`${open.repeat(depth)}x${close.repeat(depth)}`);
        const byQuery = await tracker.ask(`user/search/query?query=${query.slice(0, 12_000)}`);
        expect([open, depth, byQuery.status]).toEqual([open, depth, 400]);
      }
    }
    const body = `{"name":${'['.repeat(3000)}${']'.repeat(3000)}}`;
    const headers = {'content-type': 'application/json'};
    expect((await tracker.ask('version', {method: 'POST', body, headers})).status).toBe(400);
  });

  it('refuses a body that is called something else with 415', async () => {
    const headers = {'content-type': 'text/plain'};
    const answer = await tracker.ask('version', {method: 'POST', body: '{}', headers});
    expect(answer.status).toBe(415);
  });

  it('refuses a body longer than allowed with 413 in the form of the service', async () => {
    const body = new Uint8Array(maxBodyBytes + 1);
    const answers = [
      await tracker.ask('version', {method: 'POST', body}),
      await tracker.ask(`${v2}/blogposts`, {method: 'POST', body}),
    ];
    expect(answers.map(answer => answer.status)).toEqual([413, 413]);
    expect(answers[1]?.json.errors[0].code).toBe('REQUEST_TOO_LARGE');
  });
});

describe('the server', () => {
  it('sends the rate limit with every response', async () => {
    const first = await tracker.ask('serverInfo');
    const second = await tracker.ask('nothing/here');
    const left = [first, second].map(({headers}) => Number(headers.get('x-ratelimit-remaining')));
    expect(Number(first.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
    expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(1);
  });

  it('listens on loopback only, with links that lead back to it', async () => {
    const {trackerBaseUrl, contentBaseUrl} = tracker.sandbox;
    expect(trackerBaseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(contentBaseUrl).toBe(`${trackerBaseUrl}/wiki/api/v2`);
    expect((await tracker.ask('serverInfo')).json.baseUrl).toBe(trackerBaseUrl);
  });

  it.each([
    [{host: 'evil.example:4321'}, 403],
    [{host: '127.0.0.1.evil.example'}, 403],
    [{host: 'localhost.evil.example:80'}, 403],
    [{'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors'}, 403],
    [{'sec-fetch-site': 'same-site'}, 403],
    [{'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate'}, 200],
    [{'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate'}, 200],
    [{'sec-fetch-site': 'same-origin'}, 200],
    [{host: 'localhost:4321'}, 200],
    [{host: 'jr.localhost'}, 200],
    [{host: '[::1]:4321'}, 200],
  ])('answers no web page of another site: %j with %i', (headers, status) => {
    const ask = (method: string, target: string) =>
      tracker.sandbox.answer({
        method,
        target,
        headers: {host: '127.0.0.1:4321', ...headers},
        body: new Uint8Array(),
        tooLarge: false,
        isLocal: true,
      }).status;
    expect(ask('GET', '/rest/api/3/serverInfo')).toBe(status);
    expect(ask('GET', '/__sandbox')).toBe(status);
    if (status === 403) expect(ask('POST', '/__sandbox/reset')).toBe(403);
  });

  it('takes any name where it listens on every interface', async () => {
    const sandbox = await startSandbox({host: '0.0.0.0'});
    const headers = {host: 'build-machine:4321'};
    const raw = {target: '/rest/api/3/serverInfo', headers, body: new Uint8Array()};
    const reply = sandbox.answer({method: 'GET', tooLarge: false, isLocal: false, ...raw});
    expect(reply.status).toBe(200);
    await sandbox.stop();
  });

  it('stops at once although a connection is open', async () => {
    const sandbox = await startSandbox();
    const port = Number(new URL(sandbox.trackerBaseUrl).port);
    const socket = createConnection({port, host: '127.0.0.1'});
    await new Promise(resolve => socket.once('connect', resolve));
    const closed = new Promise(resolve => socket.once('close', resolve));
    await sandbox.stop();
    await closed;
    await expect(fetch(sandbox.trackerBaseUrl)).rejects.toThrow();
  });

  it('refuses to start on a port that is taken', async () => {
    const port = Number(new URL(tracker.sandbox.trackerBaseUrl).port);
    await expect(startSandbox({port})).rejects.toThrow(/EADDRINUSE/);
  });
});

// Last: it keeps the process busy for so long that idle connections of the others are closed
// meanwhile.
describe('the rate limit', () => {
  it('warns when less than a fifth of the requests of a minute are left', () => {
    let time = testStart;
    const answer = makeRequestHandler(makeWorld({seed: 1, size: 'small', now: time}), []);
    const raw = {method: 'GET', target: '/x', headers: {}, body: new Uint8Array()};
    const near = () => answer({...raw, tooLarge: false, isLocal: true}, time, origin).headers;
    const all = Array.from({length: 24_001}, () => near()['x-ratelimit-nearlimit']);
    expect(all.indexOf('true')).toBe(24_000);
    time += 60_000;
    expect(near()).not.toHaveProperty('x-ratelimit-nearlimit');
  });
});
