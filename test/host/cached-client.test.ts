import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {clientFor} from '../../src/host/client.ts';
import {makeHost} from '../../src/host/make-host.ts';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {callOf} from '../support/write-steps.ts';

let folder: string;
let server: RecordingServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-cached-'));
  server = await startRecordingServer(() => ({status: 200, body: '{"id":"1"}'}));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, {recursive: true, force: true});
});

const read = callOf('tracker version get', {id: ['1']});
const write = callOf('tracker version update', {id: ['1']}, '{"name":"x"}');
const elsewhere = callOf('tracker webhook refresh', {}, '{"webhookIds":[1]}');

/** A client as the terminal UI and the library have it too, whose cache is in the folder. */
function makeCached(profile = 'work'): Client {
  const host = {...makeHost(), env: {XDG_CACHE_HOME: folder}, home: folder};
  const credentials = {type: 'basic', user: 'ann', token: 't'} as const;
  const {origin: baseUrl} = server;
  return clientFor({service: 'tracker', profile, protected: false, baseUrl, credentials}, host);
}

const ask = (client: Client, {operation, given}: typeof read, keepMs?: number) =>
  client.request(client.plan(operation, given), keepMs === undefined ? {} : {keepMs});

it('answers from what was kept only where the call asks for it', async () => {
  await ask(makeCached(), read);
  expect((await ask(makeCached(), read, 60_000)).cached).toBe(false);
  expect((await ask(makeCached(), read, 60_000)).cached).toBe(true);
  expect((await ask(makeCached(), read)).cached).toBe(false);
  expect(server.requests).toHaveLength(3);
});

it('drops what its profile keeps of the group that any client writes', async () => {
  await ask(makeCached(), read, 60_000);
  await ask(makeCached(), elsewhere);
  await ask(makeCached('home'), write);
  expect((await ask(makeCached(), read, 60_000)).cached).toBe(true);
  await ask(makeCached(), write);
  expect((await ask(makeCached(), read, 60_000)).cached).toBe(false);
});
