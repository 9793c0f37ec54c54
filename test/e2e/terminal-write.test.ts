import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';

let built: BuiltCommands;
let session: PtySession;

beforeAll(async () => {
  built = layBuiltCommands();
  session = openPty(node, [join(root, 'dist/bin/steward.js'), '--sandbox'], {
    cwd: built.folder,
    env: built.env(),
  });
  await session.see(/Projects/);
});

afterAll(async () => {
  await session?.close();
  built?.remove();
});

it('refreshes a webhook in a real terminal; keys typed ahead send nothing', async () => {
  session.press(...':wh');
  session.press('enter');
  await session.see(/LEFT[\s\S]*ci\.example\.net/);
  session.press('x');
  await session.see(/Refresh all that expire within N days/);
  session.press('enter', 'enter', 'enter', 'enter');
  await session.see(/enter apply/);
  await session.quiet();
  expect(session.screen().join('\n')).toContain('not sent: shown just now');
  await session.gone(/not sent: shown just now/);
  session.press('enter');
  await session.see(/✓ webhook \d+: 1 extended until/);
  session.press(...':journal');
  session.press('enter');
  await session.see(/done +200 +Refresh webhook \d+/);
});
