import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

let session: PtySession | undefined;
let built: BuiltCommands;

beforeEach(() => {
  built = layBuiltCommands();
});
afterEach(async () => {
  await session?.close();
  built.remove();
});

it('ctrl+z gives the shell its terminal back, and fg the screen as it was', async () => {
  session = openPty('/bin/bash', ['--norc', '--noprofile', '-i'], {
    cwd: built.folder,
    env: {...built.env(), PS1: 'shell> '},
  });
  await session.see(/shell>$/m);
  session.press(`${node} ${join(root, 'dist/bin/steward.js')} --sandbox`, 'enter');
  await session.see(/Projects/);
  session.press('enter');
  await session.see(/HPAY/);
  session.press('ctrl+z');
  await session.see(/Stopped/);
  expect(session.isAlternate()).toBe(false);
  session.press('echo its $((40 + 2))', 'enter');
  await session.see(/its 42/);
  session.press('fg', 'enter');
  await session.see(/HPAY/);
  expect(session.isAlternate()).toBe(true);
  session.press('esc');
  await session.see(/Blog posts +\d+/);
  // Twice at once: the second finds the first still redrawing.
  session.press('ctrl+l', 'ctrl+l');
  await session.see(/Blog posts +\d+/);
  session.press('q');
  await session.see(/shell>$/m);
});

it('keys typed while the editor is open belong to the editor, even unread ones', async () => {
  const editor = join(built.folder, 'editor');
  const ask =
    'printf "editor $line> "; until [ -e "go$line" ]; do sleep 0.05; done; IFS= read -r text';
  const each = `for line in 0 1 2; do ${ask}; printf "%s\\n" "$text" >> typed; done`;
  writeFileSync(editor, `#!/bin/sh\n${each}\n`);
  chmodSync(editor, 0o755);
  session = openPty(join(built.folder, 'steward'), ['--sandbox'], {
    columns: 120,
    rows: 40,
    cwd: built.folder,
    env: {...built.env(), EDITOR: editor},
  });
  await session.see(/Projects +\d+/);
  session.press(':', 'blog posts', 'enter');
  await session.see(/21 blog posts/);
  session.press('a');
  await session.see(/POST \/blogposts/);
  session.press('ctrl+e');
  for (const line of [0, 1, 2]) {
    await session.see(new RegExp(`editor ${line}>`));
    session.press(`text ${line}`, 'enter');
    await session.see(new RegExp(`editor ${line}> text ${line}`));
    if (line === 2) {
      session.press('not read');
      await session.see(/not read/);
    }
    await session.quiet();
    writeFileSync(join(built.folder, `go${line}`), '');
  }
  await session.see(/POST \/blogposts/);
  expect(session.isAlternate()).toBe(true);
  expect(readFileSync(join(built.folder, 'typed'), 'utf8')).toBe('text 0\ntext 1\ntext 2\n');
  await session.quiet();
  expect(session.screen().join('\n')).not.toContain('not read');
  session.press('esc');
  await session.see(/21 blog posts/);
});
