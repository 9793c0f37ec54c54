import {expect, test} from 'vitest';
import {cellOf} from '../../src/state/views/list/cells.ts';
import {type AppHarness, listOf, makeHarness} from '../support/app-harness.ts';
import {fakeContent, nowMs} from '../support/app-world.ts';

const posts = Array.from({length: 30}, (_, i) => ({
  id: String(100 + i),
  title: `Post ${i}`,
  status: 'current',
  spaceId: i % 2 === 0 ? '5' : '6',
  createdAt: '2026-11-01T08:00:00.000Z',
}));

async function openPosts(rows: number): Promise<{harness: AppHarness; asked: string[]}> {
  const content = fakeContent();
  const asked: string[] = [];
  content.answers['content/blogposts/get-blog-posts'] = {pages: [posts]};
  content.answers['content/spaces/get'] = given => {
    const id = given.inputs.ids?.[0] ?? '';
    // Home counts the spaces without naming any.
    if (id !== '') asked.push(id);
    return {object: {results: [{id, key: `S${id}`, name: `Space ${id}`}]}};
  };
  const harness = makeHarness({content, columns: 100, rows});
  await harness.settle();
  harness.press(':', 'blogposts', 'enter');
  await harness.settle();
  return {harness, asked};
}

const spacesShown = (harness: AppHarness): readonly string[] => {
  const {rows, resource} = listOf(harness);
  const column = resource.columns.find(({id}) => id === 'space');
  if (column === undefined) throw new Error('posts have a space');
  return rows.map(row => cellOf(column, row, nowMs, 20).text);
};

test('a space that many rows name is asked about once, and its name stands in each on the screen', async () => {
  const {harness, asked} = await openPosts(20);
  expect(asked.sort()).toEqual(['5', '6']);
  expect(spacesShown(harness).slice(0, 3)).toEqual(['Space 5', 'Space 6', 'Space 5']);
});

test('rows that are scrolled to take the names that are known, and ask nothing', async () => {
  const {harness, asked} = await openPosts(20);
  asked.length = 0;
  harness.press('G');
  await harness.settle();
  expect(asked).toEqual([]);
  expect(spacesShown(harness).at(-1)).toBe('Space 6');
});

test('a refresh asks for the names again', async () => {
  const {harness, asked} = await openPosts(20);
  asked.length = 0;
  harness.press('r');
  await harness.settle();
  expect(asked.sort()).toEqual(['5', '6']);
});
