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
  expect(line).toBe(`${shell} > /dev/null`);
  const before = await daysLeft();
  const expiring = before.filter(left => left <= 7);
  expect(expiring.length).toBeGreaterThan(0);
  const first = await runInShell(shell, {...built.env(sandbox), SHELL: '/bin/sh'}, built.folder);
  expect(first).toMatchObject({exit: 0, stderr: ''});
  expect(JSON.parse(first.stdout)).toMatchObject({refreshed: {length: expiring.length}});
  const after = await daysLeft();
  expect(after.filter(left => left === 30)).toHaveLength(
    before.filter(left => left === 30).length + expiring.length,
  );
  const second = await runInShell(shell, built.env(sandbox), built.folder);
  expect(JSON.parse(second.stdout)).toEqual({refreshed: [], not_refreshed: []});
});

it('names the profile, quoted for the shell and for cron', () => {
  const {shell, crontab} = cronRecipe({flags: {tracker: ['-p', 'my 5 % site'], content: []}});
  expect(shell).toBe("jr webhook refresh --expiring 7d -p 'my 5 % site'");
  expect(crontab).toContain("-p 'my 5 \\% site'");
});
