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
const arrived = new Promise<void>(resolve => {
  written = resolve;
});

beforeEach(async () => {
  built = layBuiltCommands();
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

function open(): PtySession {
  const session = openPty(node, [join(root, 'dist/bin/jr.js')], {
    columns: 120,
    rows: 40,
    cwd: built.folder,
    env: {
      ...built.env(),
      JR_BASE_URL: server.origin,
      JR_AUTH_TYPE: 'basic',
      JR_AUTH_USER: 'a',
      JR_AUTH_TOKEN: 'odd-token-1',
    },
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
