import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
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

let built: BuiltCommands;
let sandbox: SandboxProcess;
const sessions: PtySession[] = [];

function open(args: readonly string[], env: Readonly<Record<string, string>> = {}): PtySession {
  const program = join(root, 'dist/bin/steward.js');
  const session = openPty(node, [program, ...args], {
    cwd: built.folder,
    // Each keeps what it keeps in a place of its own.
    env: {
      ...built.env(sandbox),
      LANG: 'C.UTF-8',
      XDG_STATE_HOME: mkdtempSync(join(built.folder, 'state-')),
      ...env,
    },
  });
  sessions.push(session);
  return session;
}

function writeConfig(text: string): string {
  const home = join(built.folder, `config-${Math.random().toString(36).slice(2)}`);
  mkdirSync(join(home, 'steward'), {recursive: true});
  writeFileSync(join(home, 'steward', 'ui.json'), text);
  return home;
}

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
});

afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
});

afterAll(async () => {
  await sandbox?.stop();
  built?.remove();
});

describe('how the terminal UI looks', () => {
  it('--ascii draws nothing but ASCII on the home screen', async () => {
    const session = open(['--ascii']);
    await session.see(/Projects +\d+[\s\S]*Blog posts +\d+/);
    expect(session.screen().join('\n')).toMatch(/^[\n -~]*$/);
  });

  it('a locale without UTF-8 gets ASCII for the text of the server too', async () => {
    const session = open([], {LC_ALL: 'C'});
    await session.see(/Projects/);
    session.press('enter');
    await session.see(/PORTAL +\?+/);
    expect(session.screen().join('\n')).toMatch(/^[\n -~]*$/);
  });

  it('NO_COLOR leaves only weight and inverse video', async () => {
    const session = open([], {NO_COLOR: '1'});
    await session.see(/Projects/);
    session.press('enter');
    await session.see(/HPAY/);
    expect(session.written()).not.toMatch(/\u001b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)[;m]/);
  });

  it('what the terminal says about its background is no typing, and makes the light theme', async () => {
    const session = open([], {COLORTERM: 'truecolor'});
    await session.see(/Projects/);
    session.press('\u001b]11;rgb:ffff/ffff/ffff\u001b\\');
    session.press('enter');
    await session.see(/HPAY/);
    await session.quiet();
    // The dark cyan of the light theme, which no other theme has.
    expect(session.written()).toContain('38;2;0;89;122');
    expect(session.screen().join('\n')).not.toContain('does nothing here');
  });

  it('a broken ui.json is said with its path, and everything works', async () => {
    const home = writeConfig('{"theme": "dusk"}');
    const session = open([], {XDG_CONFIG_HOME: home});
    await session.see(/theme must be one of auto/);
    session.press('enter');
    await session.see(/HPAY/);
  });

  it('a key of the user’s own works, and the footer names it', async () => {
    const home = writeConfig('{"keys": {"list": {"/": ["Z"]}}}');
    const session = open([], {XDG_CONFIG_HOME: home});
    await session.see(/Projects/);
    session.press('enter');
    await session.see(/HPAY[\s\S]*Z filter/);
    session.press('Z');
    await session.see(/a row must hold|words/);
  });

  it('a click selects a row when the mouse is on, and the terminal has its mouse back at the end', async () => {
    const session = open([]);
    await session.see(/Projects/);
    session.press('enter');
    await session.see(/HPAY/);
    session.press('\u001b[20~');
    await session.see(/Mouse on: scrolls and selects/);
    session.press('\u001b[<0;10;6M');
    await session.see(/▌ LMA/);
    session.press('ctrl+c', 'ctrl+c');
    await session.exit();
    expect(session.written()).toMatch(/\u001b\[\?1000h[\s\S]*\u001b\[\?1000l/);
  });

  it('for a screen reader every change is a line, and nothing is drawn over', async () => {
    const session = open(['--screen-reader']);
    await session.see(/Projects: \d+/);
    expect(session.isAlternate()).toBe(false);
    session.press('enter');
    await session.see(/1 of \d+: key HPAY, name Harbour Payments/);
    session.press('j');
    await session.see(/2 of \d+: key ITSD/);
    expect(session.written()).not.toContain('\u001b[2J');
  });
});

describe('steward --check-keys', () => {
  it('says what is wrong in the file, one line each, and ends with 1', async () => {
    const home = writeConfig('{"keys": {"list": {"s": "S"}}, "them": "dark"}');
    const env = {...built.env(), XDG_CONFIG_HOME: home};
    const bad = await runInShell('steward --check-keys', env, built.folder);
    expect(bad.exit).toBe(1);
    expect(bad.stdout).toMatch(/unknown setting them; did you mean theme\?/);
    expect(bad.stdout).toMatch(/S has two meanings in list/);
  });

  it('ends with 0 when no problems', async () => {
    const env = {...built.env(), XDG_CONFIG_HOME: writeConfig('{}')};
    const good = await runInShell('steward --check-keys', env, built.folder);
    expect(good).toMatchObject({exit: 0, stdout: expect.stringContaining('no problems')});
  });
});
