import {expect, it} from 'vitest';
import type {ColumnKind} from '../../../../src/base/column.ts';
import {columnKindOf} from '../../../../src/output/column-kind.ts';
import {countText} from '../../../../src/state/views/list/count-text.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {answeringClient} from '../../../support/answering-client.ts';
import {
  type AppHarness,
  listOf,
  makeHarness,
  namesOf,
  openProjects,
  press,
} from '../../../support/app-harness.ts';
import {until} from '../../../support/until.ts';

const because =
  'only thousands of rows are gone through in pieces, and the sandbox has no such list';

const count = 6_000;

function project(i: number) {
  return {id: String(i), key: `P${i}`, name: `${i % 4 === 0 ? 'north' : 'south'} ${count - i}`};
}

/** The app with a list of many projects, all of them read. */
async function bigList(many = count): Promise<AppHarness> {
  const pages = [Array.from({length: many}, (_, i) => project(i))];
  const tracker = answeringClient('tracker', because, {
    'tracker/project/search': {pages, total: many},
  });
  const harness = await openProjects(makeHarness({tracker}));
  await until(() => listOf(harness).rows.length === many && !isPending(harness));
  return harness;
}

const isPending = (harness: AppHarness) => visibleRows(listOf(harness)).pending !== undefined;

it('a filter on many rows shows what was there until its rows are made', async () => {
  const harness = await bigList();
  harness.press('/', 'n');
  expect([namesOf(harness).length, countText(listOf(harness))]).toEqual([
    count,
    'searching 6,000 projects…',
  ]);
  harness.press('orth');
  await until(() => !isPending(harness));
  expect(namesOf(harness).length).toBe(count / 4);
  expect(countText(listOf(harness))).toBe('1,500 of 6,000 shown');
});

it('an order of many rows is made between keys, and is that of few rows', async () => {
  const harness = await bigList();
  harness.press('\x1b[1;2C', 's');
  expect([isPending(harness), countText(listOf(harness))]).toEqual([
    true,
    'sorting 6,000 projects…',
  ]);
  harness.press('j');
  expect(isPending(harness)).toBe(true);
  await until(() => !isPending(harness));
  const names = namesOf(harness);
  const inOrder = [0, 1].flatMap(odd =>
    Array.from({length: count}, (_, i) => project(count - 1 - i))
      .filter(({name}) => name.startsWith(odd === 0 ? 'north' : 'south'))
      .map(({key}) => key),
  );
  expect(names).toEqual(inOrder);
});

it('who goes to the end of a sorted list is at its last row when all of it was read and sorted', async () => {
  const pages = [0, 1, 2].map(page =>
    Array.from({length: count}, (_, i) => project(page * count + i)),
  );
  const total = pages.length * count;
  const tracker = answeringClient('tracker', because, {'tracker/project/search': {pages, total}});
  const harness = await openProjects(makeHarness({tracker}));
  harness.press('\x1b[1;2C', 's', 'G', 'G');
  await until(() => listOf(harness).rows.length === total && !isPending(harness));
  expect(listOf(harness).cursor).toBe(total - 1);
  // The end was reached: the cursor is on that row now, wherever another order has it.
  harness.press('S');
  await until(() => !isPending(harness));
  expect(listOf(harness).cursor).toBe(0);
});

it('what acts on rows acts on those of the filter, however soon it comes', async () => {
  const harness = await bigList();
  harness.press('/', 'north', 'enter');
  expect(isPending(harness)).toBe(true);
  harness.press('*');
  expect([isPending(harness), listOf(harness).marked.size]).toEqual([false, count / 4]);
});

/** The app with a list of many projects, and of how many rows texts were made since. */
async function countingList(many = count) {
  const harness = await bigList(many);
  const {resource} = listOf(harness);
  const texts = {made: 0};
  const counting = {
    ...resource,
    columns: resource.columns.map(column => ({
      ...column,
      ...(column.id === 'name' && {
        kind: {
          ...columnKindOf(column),
          text: (...given: Parameters<ColumnKind['text']>) => {
            texts.made += 1;
            return columnKindOf(column).text(...given);
          },
        },
      }),
    })),
  };
  harness.dispatch({
    kind: 'taskResult',
    take: state => {
      const locations = state.locations.map(place => ({
        ...place,
        views: Object.fromEntries(
          Object.entries(place.views).map(([tab, view]) => [
            tab,
            view.kind === 'list' ? {...view, resource: counting} : view,
          ]),
        ),
      }));
      return {state: {...state, locations}, effects: []};
    },
  });
  texts.made = 0;
  return {harness, texts};
}

it('only a part of the rows is gone through before the next key can come', async () => {
  const {harness, texts} = await countingList();
  harness.press('/', 'n');
  expect(texts.made).toBe(0);
  await new Promise(resolve => setImmediate(resolve));
  const before = texts.made;
  harness.press('x');
  expect(texts.made).toBe(before);
  expect(before).toBeLessThanOrEqual(2000);
  await until(() => !isPending(harness));
  expect(namesOf(harness)).toEqual([]);
});

it('of many rows no texts are made before a filter is typed', async () => {
  const {harness, texts} = await countingList();
  harness.press('/');
  for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
  expect(texts.made).toBe(0);
});

it('few rows whose texts are still to be made are not gone through while a key waits either', async () => {
  const {harness, texts} = await countingList(1000);
  harness.press('/', 'n');
  expect([texts.made, isPending(harness)]).toEqual([0, true]);
  await until(() => !isPending(harness));
  expect(namesOf(harness)).toHaveLength(250);
});

it('who opens a filter has the texts of the rows made before its first key, which makes none', async () => {
  const {harness, texts} = await countingList(1000);
  harness.press('/');
  await until(() => texts.made === 1000);
  harness.press('n');
  expect([texts.made, isPending(harness)]).toEqual([1000, false]);
  expect(namesOf(harness)).toHaveLength(250);
});

it('what is filled in is asked for the rows a filter leaves when they are made', async () => {
  const version = (i: number) => ({...project(i), projectId: 1});
  const pages = [Array.from({length: count}, (_, i) => version(i))];
  const tracker = answeringClient('tracker', because, {
    'tracker/project/get-versions-paginated': {pages, total: count},
    'tracker/version/get-unresolved-issues': ({inputs}) => ({
      object: {self: inputs.id?.[0], issuesCount: 1, issuesUnresolvedCount: 1},
    }),
  });
  const harness = makeHarness({tracker, columns: 200});
  await press(harness, ':', 'versions ACME', 'enter');
  await until(() => listOf(harness).rows.length === count && !isPending(harness));
  await harness.settle();
  harness.press('/', 'south 212', 'enter');
  expect(isPending(harness)).toBe(true);
  await until(() => !isPending(harness));
  await harness.settle();
  const {top} = listOf(harness);
  const [first] = visibleRows(listOf(harness)).rows.slice(top);
  expect(first?.filled).toMatchObject({'/unresolved': {issuesUnresolvedCount: 1}});
});
