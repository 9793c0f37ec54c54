import {expect, test} from 'vitest';
import {announcedLines} from '../../../src/state/look/announcements.ts';
import {type AppHarness, makeHarness, openProjects} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';
import {begin, beReady, removal} from '../../support/write-steps.ts';

const heard = ({state, app}: AppHarness): string =>
  announcedLines(state(), app.registry).join('\n');

test('marks are told with the count, and at the row that has one', async () => {
  const harness = await openProjects();
  harness.press(' ');
  expect(heard(harness)).toMatch(/projects, 1 selected/);
  harness.press('k');
  expect(heard(harness)).toMatch(/1 of \d+, selected: /);
});

test('bars are not read out: the numbers beside them say the same', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'ver HPAY', 'enter');
  await harness.settle();
  expect(heard(harness)).toMatch(/progress \d+\/\d+ +\d+%/);
  expect(heard(harness)).not.toMatch(/[\u2500-\u259f]/);
});

test('what lies over the view is told by the line its cursor is on', async () => {
  const harness = await openProjects();
  harness.press(':', 'prio');
  expect(heard(harness)).toMatch(/priorities: /);
  harness.press('esc', '?');
  expect(heard(harness)).toContain('enter: open');
  harness.press('down');
  expect(heard(harness)).toContain('d: describe');
  harness.press('esc', 'C');
  expect(heard(harness)).toMatch(/copy i, id: /);
  harness.press('esc', 'W');
  expect(heard(harness)).toContain('column KEY, shown');
});

test('what a service calls a thing is said as text, never as a command to the terminal', () => {
  const harness = makeHarness(stillWorld());
  begin(harness, {...removal, title: 'Delete \u001b]0;taken\u0007'});
  beReady(harness);
  harness.press('enter');
  expect(heard(harness)).toContain('Delete \\u001b]0;taken\\u0007');
  expect(heard(harness)).not.toMatch(/[\u001b\u0007]/);
});
