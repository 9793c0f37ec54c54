import {expect, test} from 'vitest';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {connect, listOf, makeHarness, namesOf, openProjects} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';

test('a list is saved under a name and opened as it was, in a later session too', async () => {
  const harness = await openProjects();
  harness.press('/', 'callum', 'enter', 'S', 'W', 'j', ' ', 'esc', ':', 'view save anns', 'enter');
  await harness.settle();
  expect(harness.state().notice?.text).toBe('saved: :view anns opens it');
  const later = makeHarness({...stillWorld(), kept: {views: harness.kept.get('views') ?? ''}});
  await later.settle();
  later.press(':', 'view anns', 'enter');
  await later.settle();
  expect(currentLocation(later.state()).crumb).toBe('Projects: anns');
  expect(listOf(later)).toMatchObject({filter: 'callum', sort: {column: 'key', reverse: true}});
  expect(namesOf(later)).toEqual(['MERID', 'LMA']);
  expect(listOf(later).resource.columns.find(({id}) => id === 'name')?.hidden).toBe(true);
});

test('a saved view leaves the screen itself as it was', async () => {
  const harness = await openProjects();
  harness.press('W', 'j', ' ', 'esc', ':', 'view save narrow', 'enter', 'W', 'r', 'esc');
  harness.press(':', 'view narrow', 'enter');
  await harness.settle();
  harness.press(':', 'projects', 'enter');
  await harness.settle();
  expect(listOf(harness).resource.columns.some(({hidden}) => hidden)).toBe(false);
});

test('what cannot be done is said under the text', async () => {
  const harness = await openProjects();
  harness.press(':', 'view nothing', 'enter');
  expect(harness.state().prompt?.problem).toBe('no saved view named nothing');
  harness.press('\x15', 'view save two words', 'enter');
  expect(harness.state().prompt?.problem).toContain('a one-word name');
  harness.press('esc', 'esc');
  expect(currentView(harness.state()).kind).toBe('home');
  harness.press(':', 'view save here', 'enter');
  expect(harness.state().prompt?.problem).toContain('only a list');
});

test('a view is forgotten when it is deleted', async () => {
  const harness = await openProjects();
  harness.press(':', 'view save one', 'enter', ':', 'view delete one', 'enter');
  await harness.settle();
  expect(harness.state().savedViews).toEqual([]);
  expect(harness.kept.get('views')).toBe('[]');
});

test('what was kept and makes no sense is left out', async () => {
  const harness = makeHarness({
    ...stillWorld(),
    kept: {views: '[{"name":"a"},7,{"name":"b","screen":"gone"}]'},
  });
  await harness.settle();
  expect(harness.state().savedViews.map(({name}) => name)).toEqual(['b']);
  harness.press(':', 'view b', 'enter');
  await harness.settle();
  expect(currentView(harness.state()).kind).toBe('home');
});

test('what one profile keeps does not follow into another', async () => {
  const harness = await openProjects();
  harness.press('w', ':', 'view save mine', 'enter');
  await harness.settle();
  harness.kept.clear();
  connect(harness);
  await harness.settle();
  expect(harness.state()).toMatchObject({savedViews: [], preferences: {}});
});
