import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {root} from '../support/sources.ts';

let built: BuiltCommands;
let server: RecordingServer;
const sessions: PtySession[] = [];
let written = (): void => undefined;
let arrived: Promise<void>;

beforeEach(async () => {
  built = layBuiltCommands();
  arrived = new Promise(resolve => {
    written = resolve;
  });
  // Reads are answered, the write never.
  server = await startRecordingServer(({method}) => {
    if (method !== 'PUT') return {body: '{"values":[],"total":0,"isLast":true}'};
    written();
    return new Promise(() => undefined);
  });
});
afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
  await server.stop();
  built.remove();
});

const program = join(root, 'dist/bin/jr.js');
const env = () => ({
  ...built.env(),
  JR_BASE_URL: server.origin,
  JR_AUTH_TYPE: 'basic',
  JR_AUTH_USER: 'a',
  JR_AUTH_TOKEN: 'odd-token-1',
});

function open(): PtySession {
  const session = openPty(node, [program], {
    columns: 120,
    rows: 40,
    cwd: built.folder,
    env: env(),
  });
  sessions.push(session);
  return session;
}

it('a write whose program is killed is in the journal, and in the next session unclear', async () => {
  const first = open();
  await first.see(/Projects +0/);
  first.press(...`:jr version update --id 7 --body '{"name":"x"}'`);
  await first.see(/:jr version update/);
  first.press('enter');
  await first.see(/enter apply/);
  // What is typed before the preview was there for a moment sends nothing.
  await first.quiet(600);
  first.press('enter');
  await first.see(/sending|0 of 1/i);
  await arrived;
  first.kill('SIGKILL');
  await first.exit();
  const place = '.local/state/steward/profiles/default';
  const text = readFileSync(join(built.folder, place, 'journal.jsonl'), 'utf8');
  expect(text.split('\n')).toHaveLength(2);
  expect(JSON.parse(text)).toMatchObject({result: 'sending', request: {method: 'PUT'}});
  expect(text).not.toContain('odd-token-1');
  const next = open();
  await next.see(/Projects +0/);
  next.press(...':journal');
  next.press('enter');
  await next.see(/unclear/);
});

/** Start a command; `arrived` resolves when its PUT has reached the server. */
function start(...args: readonly string[]) {
  const child = spawn(node, [program, ...args], {env: env(), stdio: 'ignore'});
  return {child, closed: once(child, 'close')};
}
const journal = (...args: readonly string[]) =>
  JSON.parse(execFileSync(node, [program, 'journal', ...args], {env: env(), encoding: 'utf8'}));

it('a command that is killed after its request is sent leaves an unclear entry', async () => {
  const {child, closed} = start('version', 'update', '--id', '7', '--name', 'x');
  await arrived;
  child.kill('SIGKILL');
  await closed;
  expect(journal()).toMatchObject([
    {what: 'version update 7 → x', result: 'unclear', trouble: expect.stringMatching(/unknown/)},
  ]);
});

it('commands that run at the same time lose no entry', async () => {
  const names = Array.from({length: 6}, (_, i) => `v${i}`);
  const creates = names.map(name =>
    start('version', 'create', '--name', name, '--projectId', '10000'),
  );
  await Promise.all(creates.map(({closed}) => closed));
  const entries = journal();
  expect(entries.map(({result}: {result: string}) => result)).toEqual(names.map(() => 'done'));
  const whats = entries.map(({what}: {what: string}) => what).sort();
  expect(whats).toEqual(names.map(name => `version create: ${name}`));
});
