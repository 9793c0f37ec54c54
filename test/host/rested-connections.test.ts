import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {makeSystemClock} from '../../src/host/make-host.ts';
import {makeSend} from '../../src/host/transport.ts';

let server: Server;
let url: string;
let nowMs: number;
let connections: number;
let received: number;

/**
 * Closes a connection as it is used again, once its time is over, as servers do that tire of one.
 */
beforeEach(async () => {
  nowMs = 0;
  connections = 0;
  received = 0;
  const used = new Set<unknown>();
  server = createServer(({socket}, response) => {
    received++;
    if (used.has(socket) && nowMs > 0) socket.destroy();
    else response.end('{}');
    used.add(socket);
  });
  server.on('connection', () => connections++);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

it.each([
  ['POST', '{}'],
  ['DELETE', undefined],
])('%s takes no connection that rested, which the server may be closing', async (method, body) => {
  const send = makeSend({clock: {...makeSystemClock(), now: () => nowMs}});
  const write = {method, url, headers: {}, timeoutMs: 5000, ...(body && {body})};
  await send({method: 'GET', url, headers: {}, timeoutMs: 5000});
  await send(write);
  expect(connections).toBe(1);
  nowMs = 10_000;
  expect(await send(write)).toMatchObject({status: 200});
  expect(received).toBe(3);
});
