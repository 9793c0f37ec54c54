import {expect, test} from 'vitest';
import {features} from '../../../src/screens/features.ts';
import {makeRegistry} from '../../../src/state/app/registry.ts';
import {makeUpdate} from '../../../src/state/app/update.ts';
import {activeBindings, findBinding} from '../../../src/state/keys/route-key.ts';
import {currentLocation} from '../../../src/state/model/state.ts';
import {helpEntries} from '../../../src/state/overlays/help/help.ts';
import {type AppHarness, listOf, makeHarness, openProjects} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';

const update = makeUpdate(makeRegistry(features), error => {
  throw error;
});

const labels = (harness: AppHarness): string[] =>
  helpEntries(harness.state(), harness.app.registry).map(entry => entry.binding.label);

test('what is typed narrows the keys, and enter runs the one selected', async () => {
  const harness = await openProjects();
  harness.press('?', 'reverse');
  expect(labels(harness)).toEqual(['reverse the order']);
  harness.press('esc', 'current column');
  expect(labels(harness)).toHaveLength(1);
  harness.press('enter');
  expect(harness.state().help).toBeUndefined();
  expect(listOf(harness).sort).toBeUndefined();
});

test('j and k choose while nothing is typed, and are letters afterwards', async () => {
  const harness = await openProjects();
  harness.press('?', 'j', 'j', 'k');
  expect(harness.state().help).toMatchObject({text: '', cursor: 1});
  harness.press('c', 'j');
  expect(harness.state().help?.text).toBe('cj');
});

test('a key that does nothing now says why when it is chosen, and the help stays', async () => {
  const harness = await openProjects();
  harness.press('?', 'forward to the later view', 'enter');
  expect(harness.state().notice?.text).toBe('no later view');
  expect(harness.state().help).toBeDefined();
});

test('esc first shows all keys again, then closes; ctrl+c closes at once and quits nothing', () => {
  const harness = makeHarness();
  harness.press('?', 'copy', 'esc');
  expect(harness.state().help).toMatchObject({text: '', cursor: 0});
  harness.press('esc');
  expect(harness.state().help).toBeUndefined();
  harness.press('?', 'copy', '\x03');
  expect(harness.state().help).toBeUndefined();
  expect(harness.state().interrupted).toBe(false);
});

test('the cursor never leaves the entries', () => {
  const harness = makeHarness();
  harness.press('?', 'G', 'j', 'pgdn');
  expect(harness.state().help?.cursor).toBe(labels(harness).length - 1);
  harness.press('g', 'k');
  expect(harness.state().help?.cursor).toBe(0);
  harness.press('no such key', 'j', 'enter');
  expect(harness.state().help?.cursor).toBe(0);
});

test('an unknown key tells the nearest one that does something', async () => {
  const harness = await openProjects();
  harness.press('J');
  expect(harness.state().notice?.text).toBe('J does nothing here; j: down; ? lists the keys');
  harness.press('esc', 'v');
  expect(harness.state().notice?.text).toMatch(
    /^v does nothing here \(in lists: .*\); \? lists the keys$/,
  );
});

test('a quick notice leaves after 2.5 seconds, an error stays until a key', () => {
  const harness = makeHarness();
  const notice = {text: 'copied 1', tone: 'good'} as const;
  const quick = update(harness.state(), {kind: 'notice', notice});
  const timer = quick.effects.find(effect => effect.kind === 'timer');
  expect(timer).toMatchObject({slot: 'notice', ms: 2500});
  if (timer?.kind !== 'timer') throw new Error('no timer');
  expect(update(quick.state, timer.event).state.notice).toBeUndefined();
  const error = {text: 'no', tone: 'bad'} as const;
  const stays = update(quick.state, {kind: 'notice', notice: error});
  expect(stays.effects).toEqual([{kind: 'cancel', slots: ['notice']}]);
  // The time of the first is over; it must not take the second away.
  expect(update(stays.state, timer.event).state.notice).toEqual(error);
});

test('ctrl+l draws anew and ctrl+z gives the terminal to the shell', () => {
  const harness = makeHarness();
  harness.press('\x0c', '\x1a');
  expect(harness.drawn).toEqual(['redraw', 'suspend']);
  expect(currentLocation(harness.state()).crumb).toBe('Home');
});

test('a tab is found by its title', async () => {
  const harness = await openProjects();
  harness.press(':', 'wh failed', 'enter');
  await harness.settle();
  harness.press('?', 'time line');
  const entries = helpEntries(harness.state(), harness.app.registry);
  expect(entries.map(({keys, label}) => `${keys} ${label}`)).toEqual(['3 tab 3: Timeline']);
  const {tab} = currentLocation(harness.state());
  expect(tab).not.toBe(2);
  harness.press('enter');
  expect(currentLocation(harness.state()).tab).toBe(2);
});

test('a key is told with what it does here alone: beside a preview tab is no next tab', async () => {
  const harness = makeHarness({...stillWorld(), columns: 160});
  harness.press(':', 'project HPAY', 'enter');
  await harness.settle();
  harness.press('2');
  await harness.settle();
  expect(currentLocation(harness.state()).tabs.length).toBeGreaterThan(1);
  expect(harness.state().preview).toBeDefined();
  const {registry: parts} = harness.app;
  const here = activeBindings(harness.state(), parts);
  const reached = here.filter(one =>
    one.keys.some(pressed => findBinding(harness.state(), pressed, parts) === one),
  );
  expect(reached).toEqual(here);
  const taking = here.filter(({keys}) => keys.includes('tab')).map(({label}) => label);
  expect(taking).toEqual(['move the focus between preview and list']);
  harness.press('p');
  const alone = activeBindings(harness.state(), parts);
  expect(alone.filter(({keys}) => keys.includes('tab')).map(({label}) => label)).toEqual([
    'next tab',
  ]);
});
