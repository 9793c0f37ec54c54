import {describe, expect, test} from 'vitest';
import {Failure} from '../../../src/base/failure.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import {rowAtCursor} from '../../../src/state/views/list/list-update.ts';
import {listOf, makeHarness, namesOf, openProjects} from '../../support/app-harness.ts';
import {fakeTracker, nowMs, someProjects} from '../../support/app-world.ts';

const because = 'the list is another one at each refresh, in pages of the size a test wants';

const search = 'tracker/project/search';

function pagesOf(items: readonly unknown[], size: number): unknown[][] {
  const pages: unknown[][] = [];
  for (let i = 0; i < items.length; i += size) pages.push(items.slice(i, i + size));
  return pages;
}

async function opened(items: readonly unknown[], size = 50) {
  const tracker = fakeTracker(because);
  const answer = (list: readonly unknown[]) => {
    tracker.answers[search] = {pages: pagesOf(list, size), total: list.length};
  };
  answer(items);
  const harness = await openProjects(makeHarness({tracker}));
  return {harness, answer};
}

describe('a refresh', () => {
  test('keeps the cursor on its row, on whatever page it is read again', async () => {
    const {harness, answer} = await opened(someProjects(200));
    harness.press('g', ...Array<string>(120).fill('j'));
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO120');
    answer(someProjects(200).slice(3));
    harness.press('r');
    await harness.settle();
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO120');
    expect(listOf(harness).rows).toHaveLength(197);
  });

  test('reads again as many rows as were read', async () => {
    const {harness} = await opened(someProjects(900));
    harness.press('G');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(900);
    harness.press('r');
    await harness.settle();
    expect(countText(listOf(harness))).toBe('900 projects');
  });

  test('whose row under the cursor is gone goes to the next one and says so', async () => {
    const {harness, answer} = await opened(someProjects(7));
    harness.press('j', 'j');
    answer(someProjects(7).filter((_, i) => i !== 2));
    harness.press('r');
    await harness.settle();
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO3');
    expect(harness.state().notice?.text).toBe('PRO2 was removed');
  });

  test('marks what it changed and what it brought, and only that', async () => {
    const {harness, answer} = await opened(someProjects(6));
    const items = someProjects(7) as Record<string, unknown>[];
    items[1] = {...items[1], name: 'Another name', url: 'https://not.shown.example'};
    items[2] = {...items[2], url: 'https://not.shown.example'};
    answer(items);
    harness.press('r');
    await harness.settle();
    const {changed, fresh} = listOf(harness);
    expect([...changed].map(([id, cells]) => [id, [...cells]])).toEqual([['10001', ['name']]]);
    expect([...fresh]).toEqual(['10006']);
    harness.dispatch({kind: 'changesOver', view: listOf(harness).key});
    expect(listOf(harness).changed.size).toBe(0);
  });

  test('that fails keeps the rows, and says since when they are', async () => {
    const tracker = fakeTracker(because);
    const harness = await openProjects(makeHarness({tracker}));
    const names = namesOf(harness);
    const {pages} = tracker;
    tracker.pages = () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Failure('server_error', 'it broke', {status: 500})),
      }),
    });
    harness.dispatch({kind: 'clock', nowMs: nowMs + 600_000});
    harness.press('r');
    await harness.settle();
    expect(namesOf(harness)).toEqual(names);
    expect(listOf(harness).load).toEqual({status: 'ready', atMs: nowMs, left: 'failed'});
    expect(harness.state().notice?.text).toBe('Server error (500): it broke · r retries');
    tracker.pages = pages;
    harness.press('r');
    await harness.settle();
    expect(listOf(harness).load).toEqual({status: 'ready', atMs: nowMs});
  });

  test('that fails on a later page is said, and G reads all of it after that', async () => {
    const tracker = fakeTracker(because);
    const pages = pagesOf(someProjects(150), 50);
    let works = 2;
    tracker.pages = async function* () {
      for (const [index, page] of pages.entries()) {
        if (index >= works) throw new Failure('server_error', 'it broke', {status: 500});
        const items = page.map(one => JSON.stringify(one));
        yield {index, items, text: '', total: 150, last: index === 2};
      }
    };
    const harness = await openProjects(makeHarness({tracker}));
    expect(harness.state().notice?.text).toContain('it broke · G continues');
    expect(countText(listOf(harness))).toBe('150 projects · 100 loaded');
    expect(listOf(harness).load).toMatchObject({left: 'failed'});
    works = 3;
    harness.press('G');
    await harness.settle();
    expect(countText(listOf(harness))).toBe('150 projects');
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO149');
    expect(listOf(harness).load).not.toHaveProperty('left');
  });

  test('that finds the list as it was marks nothing', async () => {
    const {harness} = await opened(someProjects(120));
    harness.press('r');
    await harness.settle();
    expect(listOf(harness).changed.size + listOf(harness).fresh.size).toBe(0);
    expect(harness.state().notice).toBeUndefined();
  });
});

describe('rows that stream in', () => {
  test('take their places in the order asked for, as if all had come at once', async () => {
    const {harness} = await opened(someProjects(300), 20);
    const sorted = namesOf(harness);
    expect(sorted).toEqual([...sorted].sort((a, b) => Number(a.slice(3)) - Number(b.slice(3))));
    const all = await opened(someProjects(300), 300);
    expect(namesOf(all.harness)).toEqual(sorted);
  });

  test('a word typed on finds what typing it at once finds', async () => {
    const {harness} = await opened(someProjects(300), 20);
    harness.press('/', 'n', 'u', 'm', 'b', 'e', 'r', ' ', '2', '7');
    const typed = namesOf(harness);
    harness.press('esc', '/', 'number 27');
    expect(namesOf(harness)).toEqual(typed);
    expect(typed).toContain('PRO127');
  });
});
