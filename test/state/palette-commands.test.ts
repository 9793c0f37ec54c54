import {expect, test} from 'vitest';
import {paletteCommands} from '../../src/state/palette-commands.ts';
import {listOf, makeHarness, openProjects} from '../support/app-harness.ts';

test('a command with choices offers each of them, and runs with the one chosen', async () => {
  const harness = await openProjects();
  harness.press(':', 'auto-refresh o', 'enter');
  expect(listOf(harness).auto).toBe(true);
  harness.press(':', 'auto-refresh off', 'enter');
  expect(listOf(harness).auto).toBe(false);
});

test('a command that cannot be run says why and keeps what was typed', () => {
  const harness = makeHarness();
  harness.press(':', 'auto-refresh on', 'enter');
  expect(harness.state().prompt).toMatchObject({
    text: 'auto-refresh on',
    problem: 'only a list is read by itself',
  });
});

test('no two commands of the palette have one name', () => {
  const names = paletteCommands.flatMap(command => [command.name, ...command.aliases]);
  expect(names).toEqual([...new Set(names)]);
});
