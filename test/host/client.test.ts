import {createServer, type IncomingHttpHeaders, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import {planRequest} from '../../src/api/plan.ts';
import {planRaw} from '../../src/api/plan-raw.ts';
import {isFailure, toFailure} from '../../src/base/failure.ts';
import {clientFor} from '../../src/host/client.ts';
import {connectServer} from '../../src/host/connect.ts';
import {fakeHost} from '../support/fake-host.ts';

let server: Server;
let baseUrl: string;
let seen: IncomingHttpHeaders[] = [];
let packed: Uint8Array | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.headers);
    if (packed === undefined) response.end('{"id":"1"}');
    else response.writeHead(200, {'content-encoding': 'gzip'}).end(packed);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  packed = undefined;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const operation = (() => {
  const found = findOperation('tracker', 'version', 'get');
  if (found === undefined) throw new Error('no version get');
  return found;
})();
const given = {inputs: {id: ['1']}};
const raw = {method: 'DELETE', path: '/rest/api/3/version/1', query: []};
const planOf = () => planRequest(operation, given, {baseUrl});
const settings = {
  service: 'tracker',
  profile: 'p',
  protected: false,
  credentials: {type: 'basic', user: 'ann', token: 't'},
} as const;

describe('a client', () => {
  it('sends credentials and the profile’s headers; those of the request win', async () => {
    const headers = {'X-One': '1', accept: 'text/html'};
    const client = clientFor({...settings, baseUrl, headers}, fakeHost());
    await client.request(client.plan(operation, given));
    expect(seen[0]).toMatchObject({
      authorization: `Basic ${Buffer.from('ann:t').toString('base64')}`,
      'x-one': '1',
      accept: 'application/json',
    });
  });

  it('tells who it speaks for without a secret', () => {
    const {identity} = clientFor({...settings, baseUrl}, fakeHost());
    expect(identity).toEqual({
      service: 'tracker',
      profile: 'p',
      baseUrl,
      authType: 'basic',
      user: 'ann',
      protected: false,
    });
  });

  it('refuses what the profile denies, on every way to the server', async () => {
    const policy = {denied: ['version *']};
    const client = clientFor({...settings, baseUrl, policy}, fakeHost());
    const ways = [
      async () => client.plan(operation, given),
      async () => client.request(planOf()),
      async () => {
        for await (const _ of client.pages(planOf())) expect.unreachable();
      },
    ];
    for (const way of ways) {
      const error: unknown = await way().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(isFailure(error) && error.kind).toBe('policy_denied');
    }
    expect(seen).toEqual([]);
  });
});

describe('a client whose policy has mistakes', () => {
  it('reads and does not write, on every way to the server', async () => {
    const policy = {denied: [], mistakes: ['protected is null']};
    const client = clientFor({...settings, baseUrl, policy}, fakeHost());
    await client.request(client.plan(operation, given));
    expect(seen).toHaveLength(1);
    const remove = findOperation('tracker', 'version', 'delete');
    if (remove === undefined) throw new Error('no version delete');
    const ways = [
      async () => client.plan(remove, given),
      async () => client.request(planRequest(remove, given, {baseUrl})),
      async () => client.request(planRaw('tracker', raw, {baseUrl})),
    ];
    for (const way of ways)
      expect((await way().catch(toFailure)) as unknown).toMatchObject({kind: 'config_error'});
    expect(seen).toHaveLength(1);
  });
});

describe('a client of the terminal UI', () => {
  it('takes pages of up to 64 MiB', async () => {
    packed = gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
    const address = {
      trackerBaseUrl: baseUrl,
      contentBaseUrl: baseUrl,
      authUser: 'a',
      authToken: 't',
    };
    const {tracker} = connectServer(address, fakeHost()).clients;
    const failure = await tracker?.request(planOf()).catch(toFailure);
    expect(failure).toMatchObject({
      kind: 'invalid_response',
      message: 'The response is larger than 64 MiB.',
    });
    const oneShot = clientFor({...settings, baseUrl}, fakeHost());
    expect((await oneShot.request(planOf())).status).toBe(200);
  });
});
