import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
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

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
  await control('/traffic', 'PUT', '"off"');
});

afterAll(async () => {
  await sandbox.stop();
  built.remove();
});

async function control(path: string, method: string, body: string): Promise<void> {
  const answer = await fetch(`${sandbox.trackerBaseUrl}/__sandbox${path}`, {method, body});
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

async function withSteward(
  work: (session: PtySession) => Promise<void>,
  begun = /Blog posts +\d+/,
  ...flags: readonly string[]
): Promise<void> {
  const session = openPty(node, [join(root, 'dist/bin/steward.js'), ...flags], {
    cwd: built.folder,
    env: built.env(sandbox),
    columns: 120,
    rows: 40,
  });
  try {
    await session.see(begun);
    await work(session);
  } finally {
    await session.close();
  }
}

const heldOf = (session: PtySession): number =>
  Number(/([\d,]+) in 72 h/.exec(session.screen().join('\n'))?.[1]?.replaceAll(',', ''));

describe('failed webhooks, watched in a terminal over a sandbox', () => {
  it('what fails comes to the screen by itself, and is counted on another one', async () => {
    await withSteward(async session => {
      session.press(':', 'wh failed', 'enter');
      await session.see(/polled \d\d:\d\d:\d\d/);
      session.press('2');
      await session.see(/FAILED AT↓/);
      const before = heldOf(session);
      await control('/step', 'POST', '14400000');
      await session.see(new RegExp(`(?!${before} in)\\b[\\d,]+ in 72 h`));
      expect(heldOf(session)).toBeGreaterThan(before);
      // The newest is at the top, under the cursor, marked as new.
      await session.see(/▌\+\d\d-\d\d \d\d:\d\d:\d\d/);

      session.press(':', 'projects', 'enter');
      await session.see(/HPAY/);
      await control('/step', 'POST', '14400000');
      await session.see(/✗ \d+ new/);
      session.press('enter');
      await session.see(/Lead +/);
    });
  });

  it('the next session goes on by itself and says what is new', async () => {
    await control('/step', 'POST', '14400000');
    await withSteward(async session => {
      await session.see(/✗ \d+ new/);
      session.press(':', 'wh failed', 'enter');
      await session.see(/\+\S+ +\d+ +\d+/);
      await session.gone(/✗ \d+ new/);
    });
  });

  it('a rejected token is shown on every screen, until it is accepted again', async () => {
    await withSteward(async session => {
      session.press(':', 'wh failed', 'enter');
      await session.see(/polled \d\d:\d\d:\d\d/);
      await control('/faults', 'PUT', '["GET */webhook/failed*: 401"]');
      session.press('r');
      await session.see(/refused \(401\), next try/);
      session.press(':', 'projects', 'enter');
      await session.see(/HPAY/);
      await session.see(/✗ watch 401: sign-in failed/);
      await control('/faults', 'PUT', '[]');
      session.press(':', 'wh failed', 'enter');
      await session.see(/refused \(401\), next try/);
      session.press('r');
      await session.gone(/✗ watch 401/);
    });
  });

  it('a screen reader hears that the token is refused', async () => {
    const watched = async (session: PtySession): Promise<void> => {
      await control('/faults', 'PUT', '["GET */webhook/failed*: 401"]');
      session.press(':', 'wh failed', 'enter');
      await session.see(/✗ watch 401: sign-in failed/);
      await control('/faults', 'PUT', '[]');
    };
    await withSteward(watched, /Projects: \d+/, '--screen-reader');
  });
});
