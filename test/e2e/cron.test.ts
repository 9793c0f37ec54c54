import {afterAll, beforeAll, expect, it} from 'vitest';
import {cronRecipe} from '../../src/screens/webhooks/auto-refresh.ts';
import {
  type BuiltCommands,
  layBuiltCommands,
  runInShell,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';

let built: BuiltCommands;
let sandbox: SandboxProcess;

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
});

afterAll(async () => {
  await sandbox?.stop();
  built?.remove();
});

const days = `jr webhook get-dynamic-webhooks-for-app --jq '[.values[]|(.expirationDate/1000-now)/86400|ceil]|sort'`;

async function daysLeft(): Promise<readonly number[]> {
  const {stdout} = await runInShell(days, built.env(sandbox), built.folder);
  return JSON.parse(stdout) as number[];
}

it('the line steward prints for a crontab refreshes what expires within 7 days, and then nothing', async () => {
  const {crontab, shell} = cronRecipe({flags: {tracker: [], content: []}});
  const [, schedule, line] = /^(\S+ \S+ \* \* \*) (.*)$/.exec(crontab) ?? [];
  expect(schedule).toBe('17 3 * * *');
  expect(line).toBe(shell);
  // Cron takes a per cent sign for the end of the command.
  expect(crontab).not.toContain('%');
  const before = await daysLeft();
  const expiring = before.filter(left => left <= 7);
  expect(expiring.length).toBeGreaterThan(0);
  const first = await runInShell(shell, {...built.env(sandbox), SHELL: '/bin/sh'}, built.folder);
  expect(first).toMatchObject({exit: 0, stderr: ''});
  expect(JSON.parse(first.stdout)).toHaveProperty('expirationDate');
  const after = await daysLeft();
  expect(after.filter(left => left === 30)).toHaveLength(
    before.filter(left => left === 30).length + expiring.length,
  );
  const second = await runInShell(shell, built.env(sandbox), built.folder);
  expect(second).toEqual({exit: 0, stdout: '', stderr: ''});
});

it('names the profile, quoted', () => {
  const {shell} = cronRecipe({flags: {tracker: ['-p', 'my site'], content: []}});
  expect(shell.match(/-p 'my site'/g)).toHaveLength(2);
});
