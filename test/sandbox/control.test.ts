import {request as httpRequest} from 'node:http';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {makeAccounts} from '../../src/sandbox/accounts.ts';
import {withControlEndpoint} from '../../src/sandbox/control.ts';
import {makeFaultLayer} from '../../src/sandbox/fault-layer.ts';
import {noLatency} from '../../src/sandbox/latency.ts';
import {startSandbox} from '../../src/sandbox/start.ts';
import {makeUsers} from '../../src/sandbox/world/users.ts';
import {signInAs, startTracker, type TestTracker, testStart} from './tracker-server.ts';

let tracker: TestTracker;
beforeEach(async () => {
  tracker = await startTracker({overWire: true});
});
afterEach(() => tracker.sandbox.stop());

const control = (path: string, method = 'GET', body?: unknown, headers = {}) =>
  tracker.ask(`/__sandbox${path}`, {
    method,
    authorization: null,
    headers,
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  });

describe('the control endpoint', () => {
  it('reports the seed, the size, the responses and the active faults', async () => {
    await tracker.ask('serverInfo');
    await tracker.ask('nothing');
    expect((await control('')).json).toEqual({
      seed: 1,
      size: 'small',
      requests: 2,
      answers: {'200': 1, '404': 1},
      latency: '0',
      faults: [],
      traffic: 'normal',
    });
  });

  it('slows, stops and steps the traffic, and lists the accepted values', async () => {
    expect((await control('/traffic', 'PUT', 'off')).json.traffic).toBe('off');
    const count = async () =>
      (await tracker.ask(`webhook/failed?after=${testStart}&maxResults=1000`)).json.values.length;
    const before = await count();
    expect((await control('/step', 'POST', 3_600_000)).status).toBe(200);
    expect(await count()).toBeGreaterThan(before);
    const wrong = await control('/traffic', 'PUT', 'wild');
    expect([wrong.status, wrong.json.error]).toEqual([
      400,
      'The body must be one of "normal", "slow", "fast", "off".',
    ]);
    expect((await control('/step', 'POST', 0)).status).toBe(400);
    expect((await control('/step', 'POST', 'far')).status).toBe(400);
  });

  it('puts faults in force, replaces them and takes them away while the server runs', async () => {
    const fault = 'GET */priority: 503 times=1';
    const put = await control('/faults', 'PUT', [fault]);
    expect(put.json.faults).toEqual([{fault, fitted: 0, struck: 0}]);
    expect((await tracker.ask('priority')).status).toBe(503);
    expect((await tracker.ask('priority')).status).toBe(200);
    expect((await control('')).json.faults).toEqual([{fault, fitted: 2, struck: 1}]);
    expect((await control('/faults', 'PUT', [])).json.faults).toEqual([]);
  });

  it('reset counts from zero again and leaves the faults in force', async () => {
    await control('/faults', 'PUT', ['GET */priority: 503 times=1']);
    const statuses = [
      (await tracker.ask('priority')).status,
      (await tracker.ask('priority')).status,
    ];
    const {json} = await control('/reset', 'POST');
    expect([json.requests, json.answers, json.faults[0].struck]).toEqual([0, {}, 0]);
    expect([...statuses, (await tracker.ask('priority')).status]).toEqual([503, 200, 503]);
  });

  it('sets the latency and takes it away; it is never slow itself', async () => {
    expect((await control('/latency', 'PUT', '40ms')).json.latency).toBe('40ms');
    const begun = performance.now();
    await tracker.ask('serverInfo');
    expect(performance.now() - begun).toBeGreaterThan(30);
    expect((await control('/latency', 'PUT', null)).json.latency).toBe('0');
  });

  it('counts a dropped connection as status 0', async () => {
    await control('/faults', 'PUT', ['* *: drop']);
    await expect(tracker.ask('priority')).rejects.toThrow();
    expect((await control('')).json.answers).toEqual({'0': 1});
  });

  it('refuses invalid settings with 400, and changes nothing', async () => {
    await control('/faults', 'PUT', ['* */priority: 503']);
    for (const [path, body] of [
      ['/faults', ['GET /x: nonsense']],
      ['/faults', 'GET /x: 503'],
      ['/faults', [1]],
      ['/latency', 50],
      ['/latency', 'soon'],
    ] as const) {
      const answer = await control(path, 'PUT', body);
      expect([answer.status, typeof answer.json.error]).toEqual([400, 'string']);
    }
    expect((await tracker.ask('/__sandbox/faults', {method: 'PUT', body: '{'})).status).toBe(400);
    expect((await control('')).json.faults).toHaveLength(1);
  });

  it('lists its paths for an unknown one', async () => {
    const answers = [await control('/nothing'), await control('/faults', 'POST', [])];
    expect(answers.map(({status}) => status)).toEqual([404, 404]);
    expect(answers[0]?.json.error).toContain('PUT /__sandbox/faults');
  });
});

describe('who may use the control endpoint', () => {
  it('programs of this machine without credentials, but no page in a browser', async () => {
    expect((await control('')).status).toBe(200);
    expect((await control('', 'GET', undefined, {origin: 'https://example.com'})).status).toBe(401);
  });

  it('the keeper, and no other account', async () => {
    const {authToken} = tracker.sandbox;
    const ask = async (authorization: string) =>
      (await tracker.ask('/__sandbox', {authorization})).status;
    expect(await ask(`Bearer ${authToken}`)).toBe(200);
    expect(await ask(signInAs('site-admin'))).toBe(401);
    expect(await ask('Bearer wrong')).toBe(401);
  });

  it('from another machine the keeper only', () => {
    const accounts = makeAccounts(1, makeUsers({seed: 1, count: 25}));
    const layer = makeFaultLayer({
      seed: 1,
      faults: [],
      latency: noLatency,
      now: () => testStart,
      answer: () => ({status: 200, headers: {}, body: ''}),
    });
    const answer = withControlEndpoint({
      traffic: {pace: () => 'normal', setPace: () => undefined, step: () => undefined},
      accounts,
      layer,
      about: {},
    });
    const raw = {method: 'GET', target: '/__sandbox', body: new Uint8Array(), tooLarge: false};
    const keeper = {authorization: `Bearer ${accounts[0]?.token}`};
    expect(answer({...raw, headers: {}, isLocal: false}).status).toBe(401);
    expect(answer({...raw, headers: keeper, isLocal: false}).status).toBe(200);
  });
});

describe('where the sandbox listens', () => {
  it('on the configured address, with links to the address of the caller', async () => {
    const sandbox = await startSandbox({host: '0.0.0.0'});
    const {port} = new URL(sandbox.trackerBaseUrl);
    expect(sandbox.trackerBaseUrl).toBe(`http://127.0.0.1:${port}`);
    const headers = {authorization: `Bearer ${sandbox.authToken}`};
    const info = await fetch(`http://localhost:${port}/rest/api/3/serverInfo`, {headers});
    expect(await info.json()).toMatchObject({baseUrl: `http://localhost:${port}`});
    await sandbox.stop();
  });

  it('refuses an address that is not this machine’s', async () => {
    await expect(startSandbox({host: '192.0.2.1'})).rejects.toThrow(/EADDRNOTAVAIL/);
  });
});

describe('paths of the machine', () => {
  it.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/rest/api/3/project/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/rest/api/3/project/10000/properties/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/wiki/api/v2/blogposts/..%5c..%5cetc%5cpasswd',
    '/__sandbox/../../etc/passwd',
    '/__sandbox/%2e%2e/%2e%2e/etc/passwd',
    '/rest/api/3/%00/etc/passwd',
    'file:///etc/passwd',
    '//etc/passwd',
  ])('%s reaches nothing', async target => {
    const {status, text} = await askBare(tracker, target);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('root:');
  });
});

/** Ask without tidying the path first, as fetch does. */
function askBare(
  {sandbox}: TestTracker,
  path: string,
): Promise<{readonly status: number; readonly text: string}> {
  const {hostname, port} = new URL(sandbox.trackerBaseUrl);
  const headers = {authorization: `Bearer ${sandbox.authToken}`};
  return new Promise((resolve, reject) => {
    const sent = httpRequest({hostname, port, path, headers}, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve({status: response.statusCode ?? 0, text}));
    });
    sent.on('error', reject);
    sent.end();
  });
}
