import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';

let built: BuiltCommands;
let server: RecordingServer;
let projects: readonly object[] = [];
let answers: Promise<void> = Promise.resolve();
const sessions: PtySession[] = [];

beforeEach(async () => {
  built = layBuiltCommands();
  server = await startRecordingServer(async ({url}) => {
    if (!url.includes('/project/search')) return {status: 404, body: '{}'};
    await answers;
    const values = projects;
    return {body: JSON.stringify({startAt: 0, total: values.length, isLast: true, values})};
  });
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  await server.stop();
  built.remove();
});

async function openProjects(): Promise<PtySession> {
  const env = {
    ...built.env(),
    JR_BASE_URL: server.origin,
    JR_AUTH_USER: 'ann@example.com',
    JR_AUTH_TOKEN: 'x',
  };
  const session = openPty(join(built.folder, 'steward'), [], {columns: 100, env});
  sessions.push(session);
  await session.see(/Projects/);
  session.press(':');
  await session.see(/ : /);
  session.press('projects', 'enter');
  return session;
}

const rowsFile = () => {
  const state = join(built.folder, '.local/state/steward');
  const name = readdirSync(state, {recursive: true, encoding: 'utf8'}).find(file =>
    file.endsWith('rows.json'),
  );
  return join(state, name ?? 'no rows.json');
};

it('a slow list begins with the rows of an earlier session, which nothing can be done to', async () => {
  projects = [{id: '1', key: 'OLDE', name: 'Payments', clientSecret: 's3cr3t'}];
  const first = await openProjects();
  await first.see(/OLDE/);
  // Left at once: what is being kept is kept to its end.
  first.press('ctrl+c', 'ctrl+c');
  await first.exit();
  expect(statSync(rowsFile()).mode & 0o777).toBe(0o600);
  const kept = readFileSync(rowsFile(), 'utf8');
  expect([kept.includes('OLDE'), kept.includes('s3cr3t')]).toEqual([true, false]);

  projects = [{id: '2', key: 'NEWER', name: 'Billing'}];
  let release = (): void => undefined;
  answers = new Promise(resolve => {
    release = resolve;
  });
  const second = await openProjects();
  await second.see(/1 project from before, just now/);
  await second.see(/OLDE +Payments/);
  // A key that works on a row waits for the rows of now.
  second.press('y');
  await second.quiet();
  await second.see(/OLDE +Payments/);
  release();
  await second.see(/"NEWER"/);
  expect(second.screen().join('\n')).not.toContain('OLDE');
});
