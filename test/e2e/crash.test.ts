import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {constants} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  node,
  runFirst,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';
import {root} from '../support/sources.ts';
import {until} from '../support/until.ts';

/** What turns mouse reports off and gives back the normal screen and the cursor. */
const restored = /\u001b\[\?1000l[\s\S]*\u001b\[\?1049l[\s\S]*\u001b\[\?25h/;

describe.skipIf(process.platform === 'win32')('the terminal UI', () => {
  let server: BuiltCommands;
  let sandbox: SandboxProcess;
  let built: BuiltCommands;
  let session: PtySession;

  beforeAll(async () => {
    server = layBuiltCommands();
    sandbox = await startBuiltSandbox(server);
  });
  afterAll(async () => {
    await sandbox?.stop();
    server?.remove();
  });
  afterEach(async () => {
    await session.close();
    built.remove();
  });

  /** @param own whether it has a sandbox of its own, a thread more that has to end with it */
  const open = async (own: boolean) => {
    built = layBuiltCommands();
    const faults = join(built.folder, 'faults.cjs');
    writeFileSync(
      faults,
      `const error = new Error('broke \\u001b[2J at Bearer abcdef123456 and in-the-environment');
       process.on('SIGCONT', () => { throw error; });
       const {flatMap} = Array.prototype;
       process.on('SIGWINCH', () => {
         Array.prototype.flatMap = function (...given) {
           if (/renderWithHooks/.test(new Error().stack)) throw error;
           return flatMap.apply(this, given);
         };
       });`,
    );
    const program = join(root, 'dist/bin/steward.js');
    const line = `echo "before it"; exec ${node} ${program}${own ? ' --sandbox' : ''}`;
    session = openPty('/bin/sh', ['-c', line], {
      columns: 100,
      rows: 30,
      cwd: built.folder,
      env: {
        ...built.env(own ? undefined : sandbox),
        ...runFirst(faults),
        ODD_TOKEN: 'in-the-environment',
      },
    });
    await session.see(/Projects/);
  };

  const expectCrash = async () => {
    const {code, tail} = await session.exit();
    const screen = session.screen().join('\n');
    expect([code, session.isAlternate()]).toEqual([1, false]);
    expect(screen).toMatch(
      /^before it\nsteward crashed because of[^\n]*\nError: broke \\u001b\[2J at Bearer \*\*\*/,
    );
    expect(tail).not.toMatch(/abcdef123456|in-the-environment/);
    expect(session.written()).not.toContain('\u001b[3J');
    const log = join(built.folder, '.local/state/steward/crash.log');
    expect(screen.replaceAll('\n', '')).toContain(log);
    expect(statSync(log).mode & 0o777).toBe(0o600);
    const text = readFileSync(log, 'utf8');
    expect(text).toMatch(/Error: broke \\u001b\[2J at Bearer \*\*\* and \*\*\*\n/);
    expect(text).not.toMatch(/abcdef123456|in-the-environment/);
  };

  it('that breaks says so on the screen the user had, safe and without secrets', async () => {
    await open(true);
    session.kill('SIGCONT');
    await expectCrash();
  });

  it('whose drawing breaks goes on, and says what to do and where the error is', async () => {
    await open(false);
    session.resize(90, 28);
    await session.see(/Cannot display this part of the screen/);
    const log = join(built.folder, '.local/state/steward/crash.log');
    await until(() => existsSync(log));
    expect(readFileSync(log, 'utf8')).toContain('Error: broke \\u001b[2J at Bearer ***');
    session.press('q');
    const {code} = await session.exit();
    expect([code, session.isAlternate()]).toEqual([0, false]);
  });

  it('that is left leaves the lines above the screen alone', async () => {
    await open(true);
    await session.see(/Projects +\d+[\s\S]*Blog posts +\d+/);
    session.press('q');
    expect((await session.exit()).code).toBe(0);
    expect(session.written()).not.toContain('\u001b[3J');
    expect(session.screen()[0]).toBe('before it');
  });

  it.each(['SIGQUIT', 'SIGUSR1', 'SIGPIPE', 'SIGTERM', 'SIGHUP'] as const)(
    'gives the terminal back on %s and dies of it, with the mouse on',
    async signal => {
      await open(signal === 'SIGTERM');
      session.press(':', 'mouse on', 'enter');
      await session.see(/Mouse on: scrolls and selects/);
      session.kill(signal);
      const end = await session.exit();
      expect(end.tail).toMatch(restored);
      expect([end.signal, session.isAlternate()]).toEqual([constants.signals[signal], false]);
    },
  );
});
