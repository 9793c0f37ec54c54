import {expect, test} from 'vitest';
import {runCli} from '../support/run-cli.ts';

const bold = '\u001b[1m';

test('help in a pipe is plain', async () => {
  const result = await runCli('jr', ['version', 'get', '--help']);
  expect(result.stdout).toContain('Flags:');
  expect(result.stdout).not.toContain('\u001b');
});

test('--color always styles help wherever it goes, before or after the operation', async () => {
  for (const argv of [
    ['--color', 'always', 'version', 'get', '--help'],
    ['help', 'version', '--color=always'],
  ]) {
    expect((await runCli('jr', argv)).stdout, argv.join(' ')).toContain(bold);
  }
});

test('--color never wins on a terminal', async () => {
  const styled = await runCli('jr', ['help'], {terminal: true});
  const plain = await runCli('jr', ['help', '--color', 'never'], {terminal: true});
  const env = await runCli('jr', ['help'], {terminal: true, env: {NO_COLOR: '1'}});
  expect([styled, plain, env].map(result => result.stdout.includes(bold))).toEqual([
    true,
    false,
    false,
  ]);
});

test('another value is refused with those there are', async () => {
  const result = await runCli('jr', ['project', 'get-all', '--color', 'blue', '--dry-run'], {
    env: {JR_BASE_URL: 'https://site.example'},
  });
  expect(result.exit).toBe(4);
  expect(result.stderr).toContain('--color must be one of auto, always, never, not \\"blue\\"');
});

test('the terminal UI receives it', async () => {
  const told: unknown[] = [];
  const modules = {
    openTerminalUi: async (options: unknown) => {
      told.push(options);
      return 0;
    },
  };
  await runCli('steward', ['--sandbox', '--color', 'never'], {modules});
  expect(told).toEqual([expect.objectContaining({color: 'never'})]);
});
