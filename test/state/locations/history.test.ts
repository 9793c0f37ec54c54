import {expect, test} from 'vitest';
import {currentLocation} from '../../../src/state/model/state.ts';
import {
  type AppHarness,
  listOf,
  makeHarness,
  namesOf,
  openProjects,
} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';

const crumbs = (harness: AppHarness): string =>
  harness
    .state()
    .locations.map(place => place.crumb)
    .join(' › ');

test('what was closed is there again one forward, as it was left', async () => {
  const harness = await openProjects();
  harness.press('j', 'esc');
  expect(crumbs(harness)).toBe('Home');
  harness.press(']');
  expect(crumbs(harness)).toBe('Home › Projects');
  expect(listOf(harness).cursor).toBe(1);
  harness.press('[');
  expect(crumbs(harness)).toBe('Home');
});

test('alt with the arrows goes the same ways', async () => {
  const harness = await openProjects();
  harness.press('\x1b[1;3D');
  expect(crumbs(harness)).toBe('Home');
  harness.press('\x1b[1;3C');
  expect(crumbs(harness)).toBe('Home › Projects');
});

test('a jump by the palette can be gone back from', async () => {
  const harness = await openProjects();
  harness.press('enter');
  await harness.settle();
  const before = crumbs(harness);
  harness.press(':', 'priorities', 'enter');
  await harness.settle();
  expect(crumbs(harness)).toBe('Home › Priorities');
  harness.press('[');
  expect(crumbs(harness)).toBe(before);
  harness.press(']');
  expect(crumbs(harness)).toBe('Home › Priorities');
});

test('minus goes to the view before and again back', async () => {
  const harness = await openProjects();
  harness.press(':', 'priorities', 'enter');
  await harness.settle();
  harness.press('-');
  expect(crumbs(harness)).toBe('Home › Projects');
  harness.press('-');
  expect(crumbs(harness)).toBe('Home › Priorities');
});

test('opening something new leaves nothing forward', async () => {
  const harness = await openProjects();
  harness.press('esc', 'j', 'enter');
  await harness.settle();
  harness.press(']');
  expect(harness.state().notice?.text).toBe('no later view');
});

test('what was still loading when it was left is read when one comes back', async () => {
  const harness = makeHarness(stillWorld());
  harness.press('enter', 'esc', ']');
  expect(listOf(harness).load.status).toBe('loading');
  await harness.settle();
  expect(namesOf(harness).length).toBeGreaterThan(0);
});

test('the first place is never left', () => {
  const harness = makeHarness();
  harness.press('[', '-', 'esc');
  expect(currentLocation(harness.state()).crumb).toBe('Home');
  expect(harness.quits).toEqual([]);
});
