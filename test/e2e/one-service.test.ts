import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  node,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

let built: BuiltCommands;
let sandbox: SandboxProcess;
const sessions: PtySession[] = [];

/** The terminal UI where only the variables of one program say where to. */
function openWith(program: 'JR' | 'CF', token?: string): PtySession {
  const all = Object.entries(built.env(sandbox));
  const other = program === 'JR' ? 'CF_' : 'JR_';
  const env = Object.fromEntries(all.filter(([name]) => !name.startsWith(other)));
  const session = openPty(node, [join(root, 'dist/bin/steward.js')], {
    cwd: built.folder,
    env: {...env, ...(token !== undefined && {[`${program}_AUTH_TOKEN`]: token})},
  });
  sessions.push(session);
  return session;
}

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
});

afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
});

afterAll(async () => {
  await sandbox.stop();
  built.remove();
});

it('works with the content service alone, and says calmly what the tracker needs', async () => {
  const session = openWith('CF');
  await session.see(/no tracker[\s\S]*Projects +– +not connected[\s\S]*Blog posts +\d+/);
  session.press('enter');
  await session.see(/No base URL is set[\s\S]*jr login/);
  session.press(':');
  session.press('blog', 'enter');
  await session.see(/TITLE +STATUS +CREATED/);
});

it('works with the tracker alone', async () => {
  const session = openWith('JR');
  await session.see(/no content service[\s\S]*Projects +\d+[\s\S]*Blog posts +– +not connected/);
  session.press('enter');
  await session.see(/HPAY/);
});

it('says of a wrong token that sign-in failed, and what to do', async () => {
  const session = openWith('JR', 'wrong');
  await session.see(/Sign-in failed: .*ctrl\+k[\s\S]*Projects +– *\n/);
  expect(session.screen().join('\n')).not.toContain('Nothing needs attention');
  session.press('enter');
  await session.see(/token[\s\S]*ctrl\+k signs in again/);
});
