import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {layBuiltCommands, node} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

let session: PtySession | undefined;
const built = layBuiltCommands();

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
