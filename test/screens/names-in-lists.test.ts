import {expect, test} from 'vitest';
import {cellOf} from '../../src/state/views/list/cells.ts';
import {type AppHarness, listOf, makeHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {recorded} from '../support/sandbox-here.ts';
import {stillWorld} from '../support/still-world.ts';

async function openPosts(rows: number) {
  const world = stillWorld();
  const {client: content, plans} = recorded(world.content);
  const harness = makeHarness({...world, content, columns: 100, rows});
  harness.press(':', 'blogposts', 'enter');
  await harness.settle();
  const from = {plan: 0};
  /** The spaces asked about since this was last looked at. */
  const asked = () => {
    const since = plans.slice(from.plan);
    from.plan = plans.length;
    return since
      .filter(({title}) => title === 'spaces get')
      .map(({url}) => new URL(url).searchParams.get('ids'))
      .sort();
  };
  return {harness, asked};
}

const spaces = ['131076', '163844', '229380', '65540', '98308'];

const spacesShown = (harness: AppHarness): readonly string[] => {
  const {rows, resource} = listOf(harness);
  const column = resource.columns.find(({id}) => id === 'space');
  if (column === undefined) throw new Error('posts have a space');
  return rows.map(row => cellOf(column, row, nowMs, 20).text);
};

test('a space that many rows name is asked about once, and its name stands in each on the screen', async () => {
  const {harness, asked} = await openPosts(20);
  expect(asked()).toEqual(spaces);
  expect(spacesShown(harness).slice(0, 3)).toEqual([
    'Product News',
    'Engineering Notes',
    'Engineering Notes',
  ]);
});

test('rows that are scrolled to take the names that are known, and ask nothing', async () => {
  const {harness, asked} = await openPosts(20);
  asked();
  harness.press('G');
  await harness.settle();
  expect(asked()).toEqual([]);
  expect(spacesShown(harness).at(-1)).toBe('Support Handbook');
});

test('a refresh asks for the names again', async () => {
  const {harness, asked} = await openPosts(20);
  asked();
  harness.press('r');
  await harness.settle();
  expect(asked()).toEqual(spaces);
});
