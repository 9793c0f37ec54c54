import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {openPty, type PtySession} from '../support/pty.ts';

/** Shells are there or not; what is not is skipped, and its name says why. */
const find = (shell: string): string | undefined =>
  ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map(folder => join(folder, shell))
    .find(path => existsSync(path));
const [bash, zsh, fish] = ['bash', 'zsh', 'fish'].map(find);
const reason = (path: string | undefined) => (path ? '' : ' (skipped: it is not installed)');

let built: BuiltCommands;
let sandbox: SandboxProcess;
const sessions: PtySession[] = [];

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
  mkdirSync(join(built.folder, '.config/jr'), {recursive: true});
  const config = {profiles: {workshop: {base_url: 'https://x.example'}}};
  writeFileSync(join(built.folder, '.config/jr/config.json'), JSON.stringify(config));
  writeFileSync(join(built.folder, 'commands.json'), '[]');
});
afterEach(async () => {
  await Promise.all(sessions.splice(0).map(session => session.close()));
});
afterAll(async () => {
  await sandbox?.stop();
  built.remove();
});

/** A shell on a terminal, its completion loaded, its prompt a word that is seen. */
async function open(path: string, args: readonly string[], setUp: string): Promise<PtySession> {
  const env = {...built.env(sandbox), LC_ALL: 'C.UTF-8', PS1: 'ready> '};
  const session = openPty(path, args, {cwd: built.folder, env, columns: 110, rows: 40});
  sessions.push(session);
  await session.see(/ready> $|ready>\s*$/m);
  session.press(setUp, 'enter');
  await session.see(/loaded/);
  session.press('ctrl+l');
  await session.gone(/loaded/);
  return session;
}

/** Type the start of a word and have it completed. */
async function completes(session: PtySession, typed: string, whole: string): Promise<void> {
  session.press(typed);
  await session.see(new RegExp(`ready> ${literal(typed)}`));
  // What follows is typed at once: a word that is whole is followed by a blank.
  session.press('tab', 'END');
  await session.see(new RegExp(`ready> ${literal(whole)}END`));
  session.press('ctrl+u');
  await session.gone(/END/);
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const lines: readonly (readonly [string, string])[] = [
  ['jr notif', 'jr notificationscheme '],
  ['jr version get-unres', 'jr version get-unresolved-issues '],
  ['jr version get --exp', 'jr version get --expand '],
  ['jr version get --auth-type bea', 'jr version get --auth-type bearer '],
  ['jr version get --auth-type=bea', 'jr version get --auth-type=bearer '],
  ['jr version get -p work', 'jr version get -p workshop '],
  ['jr version get --preset tri', 'jr version get --preset triage '],
  ['jr batch --input comm', 'jr batch --input commands.json '],
  ['jr version create --body @comm', 'jr version create --body @commands.json '],
  ['cf blogp', 'cf blogposts '],
];

/** Names of the sandbox, and what they give way to; what ends in a slash goes on. */
const named: readonly (readonly [string, string])[] = [
  ['jr version create --projectId HPA', 'jr version create --projectId 10000 '],
  ['jr version get --id HPA', 'jr version get --id HPAY/'],
  ['jr version get --id HPAY/2.4', 'jr version get --id 10010 '],
  ['jr project get --projectIdOrKey=hpa', 'jr project get --projectIdOrKey=HPAY '],
  ['jr id version HPAY/2.4', 'jr id version HPAY/2.4.0 '],
];

describe.skipIf(!bash)(`bash${reason(bash)}`, () => {
  it('completes groups, operations, flags, values, profiles, presets and files', async () => {
    const session = await open(
      bash ?? '',
      ['--norc', '--noprofile', '-i'],
      'for c in jr cf; do source <($c completion bash); done; echo load""ed',
    );
    for (const [typed, whole] of [...lines, ...named]) await completes(session, typed, whole);
  });
});

describe.skipIf(!zsh)(`zsh${reason(zsh)}`, () => {
  it('completes groups, operations, flags, values, profiles, presets and files', async () => {
    const session = await open(
      zsh ?? '',
      ['-f', '-i'],
      'autoload -U compinit; compinit -u -D; for c in jr cf; do source <($c completion zsh); done; echo load""ed',
    );
    for (const [typed, whole] of [...lines, ...named]) await completes(session, typed, whole);
    session.press('jr version get-rel', 'tab', 'tab');
    await session.see(/get-related-issues {2}-- /);
  });
});

describe.skipIf(!fish)(`fish${reason(fish)}`, () => {
  it('completes groups, operations, flags, values, profiles, presets and files', () => {
    const asked = lines.map(([typed]) => `echo ":: $(complete -C '${typed}' | string join ' ')"`);
    const script = ['jr completion fish | source', 'cf completion fish | source', ...asked];
    const text = execFileSync(fish ?? '', ['--no-config', '-c', script.join('\n')], {
      cwd: built.folder,
      env: built.env(),
      encoding: 'utf8',
    });
    const answers = text.split(':: ').slice(1);
    for (const [index, [typed, whole]] of lines.entries()) {
      const word = whole.trim().split(' ').at(-1) ?? '';
      expect(answers[index]?.split(/[\t\n]/)[0]?.trim(), typed).toBe(word);
    }
  });
});
