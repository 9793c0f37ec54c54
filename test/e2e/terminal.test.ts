import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  node,
  runInShell,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

/** What gives the terminal back: the normal screen and the cursor. */
const restored = /\u001b\[\?1049l[\s\S]*\u001b\[\?25h/;

let built: BuiltCommands;
const sessions: PtySession[] = [];

function open(command: readonly string[], sandbox?: SandboxProcess): PtySession {
  const [program, ...args] = command;
  const session = openPty(node, [join(root, `dist/bin/${program}.js`), ...args], {
    cwd: built.folder,
    env: built.env(sandbox),
  });
  sessions.push(session);
  return session;
}

async function atHome(): Promise<PtySession> {
  const session = open(['steward', '--sandbox']);
  await session.see(/Projects +\d+[\s\S]*Blog posts +\d+/);
  return session;
}

beforeAll(() => {
  built = layBuiltCommands();
});

afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
});

afterAll(() => built.remove());

describe('steward --sandbox in a terminal', () => {
  it('shows counts, opens the projects and their versions, fits a new size and gives the terminal back when it is left by q', async () => {
    const session = await atHome();
    expect(session.isAlternate()).toBe(true);
    session.press('enter');
    await session.see(/HPAY[\s\S]*ITSD[\s\S]*MERID/);
    expect(session.screen().at(-2)).toMatch(/\$ jr project search/);
    session.press('enter');
    await session.see(/Lead +Lena/);
    session.press('2');
    await session.see(/1\.0\.0/);
    session.press('esc');
    await session.see(/HPAY[\s\S]*ITSD/);
    session.press('esc');
    await session.see(/Failed deliveries/);
    session.resize(120, 40);
    await session.see(/^(?:.*\n){39}.*quit/);
    const lines = session.screen();
    expect(lines).toHaveLength(40);
    expect(lines.at(-1)).toMatch(/quit/);
    session.press('q');
    const {code, tail} = await session.exit();
    expect(code).toBe(0);
    expect(tail).toMatch(restored);
    expect(session.isAlternate()).toBe(false);
  });

  it('gives the terminal back when it is left by ctrl+c twice', async () => {
    const session = open(['steward', '--sandbox']);
    await session.see(/Projects/);
    session.press('ctrl+c');
    await session.quiet();
    session.press('ctrl+c');
    const {tail} = await session.exit();
    expect(tail).toMatch(restored);
    expect(session.isAlternate()).toBe(false);
  });
});

describe('jr without arguments in a terminal', () => {
  it('opens the terminal UI on the service it is set up for', async () => {
    const sandbox = await startBuiltSandbox(built);
    try {
      const session = open(['jr'], sandbox);
      await session.see(/Projects +10/);
      session.press('q');
      expect((await session.exit()).code).toBe(0);
    } finally {
      await sandbox.stop();
    }
  });
});

describe('steward without a terminal', () => {
  it('prints one plain frame with the counts and how to go on', async () => {
    const {stdout, stderr, exit} = await runInShell(
      'set -o pipefail; steward --sandbox | cat',
      built.env(),
      built.folder,
    );
    expect({stderr, exit}).toEqual({stderr: '', exit: 0});
    expect(stdout).toMatch(/Projects\W+10/);
    expect(stdout).toMatch(/Blog posts\W+\d+/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/terminal/);
  });
});
