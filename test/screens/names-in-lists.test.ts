import {expect, test} from 'vitest';
import type {JsonValue} from '../../src/base/json-value.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {screens} from '../../src/screens/features.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {valueInRow} from '../../src/state/model/row.ts';
import {viewOf} from '../../src/state/model/state.ts';
import {previewLines, showDuePreview} from '../../src/state/overlays/preview/preview.ts';
import {cellOf} from '../../src/state/views/list/cells.ts';
import {layOutList} from '../../src/state/views/list/column-layout.ts';
import {rowLine} from '../../src/state/views/list/list-lines.ts';
import {type AppHarness, listOf, makeHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {recorded} from '../support/sandbox-here.ts';
import {screenArgs} from '../support/screen-args.ts';
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

const world = makeWorld({seed: 1, size: 'small', now: nowMs});
const readInParts = screens.lists.filter(({fills = [], local}) => fills.length > 0 && !local);

/** Lists that have no row in this world. */
const withoutRows = ['post-custom-content', 'label-pages', 'status-projects'];

/** The cells of the list on the screen as they are drawn, by row and column. */
function cellsShown({state}: AppHarness): readonly (readonly [string, string])[] {
  const view = viewOf(state(), 'list');
  if (view === undefined) return [];
  const {fills} = view.resource;
  const {placed} = layOutList(view, 300);
  return view.rows.flatMap(row =>
    placed.map(one => {
      const text = rowLine([one], row, nowMs, {fills}).map(span => span.text);
      return [`${row.id} ${one.column.id}`, text.join('').trim()] as const;
    }),
  );
}

test.each(readInParts.map(list => [list.id, list] as const))(
  'a cell never shows an id before the name that replaces it: %s',
  async (_, {id, needs}) => {
    const harness = makeHarness({...stillWorld(), columns: 300, rows: 40});
    await harness.settle();
    const shown = new Map<string, Set<string>>();
    harness.app.store.subscribe(() => {
      for (const [cell, text] of cellsShown(harness)) {
        // Nothing yet, or more than fits.
        if (text === '' || text.endsWith('…')) continue;
        shown.set(cell, (shown.get(cell) ?? new Set()).add(text));
      }
    });
    harness.do(goTo({screen: id, args: screenArgs(world, id, needs)}));
    await harness.settle();
    expect(shown.size > 0).toBe(!withoutRows.includes(id));
    const changed = [...shown].filter(([, texts]) => texts.size > 1);
    expect(changed.map(([cell, texts]) => `${cell}: ${[...texts].join(' -> ')}`)).toEqual([]);
    // Titles, previews and notices call a row by its name.
    const {rows, resource} = listOf(harness);
    const [first = ''] = resource.name;
    for (const row of rows) {
      const name = valueInRow(row, [first]);
      if (typeof name === 'string' && name !== '') expect(row.name).toBe(name);
    }
  },
);

/** The fields of the preview by label, without its title. */
function fieldsShown({state}: AppHarness): readonly (readonly [string, string])[] {
  const texts = previewLines(state())
    .slice(1)
    .map(line => line.map(({text}) => text).join(''));
  return texts.flatMap(text => {
    const [, label, value] = /^(\S.{0,12}\S) {2,}(\S.*)$/.exec(text) ?? [];
    return label === undefined || value === undefined ? [] : [[label, value.trim()] as const];
  });
}

const readForPreview = screens.lists.filter(({card, local}) => card !== undefined && !local);

test.each(readForPreview.map(list => [list.id, list] as const))(
  'a preview never shows an id before the name that replaces it: %s',
  async (_, {id, needs}) => {
    const harness = makeHarness({...stillWorld(), columns: 200, rows: 60});
    harness.do(goTo({screen: id, args: screenArgs(world, id, needs)}));
    await harness.settle();
    const before = new Map(fieldsShown(harness));
    harness.do(showDuePreview(harness.state().preview?.about ?? ''));
    await harness.settle();
    const after = new Map(fieldsShown(harness));
    const changed = [...before].filter(
      ([label, text]) => !text.includes('…') && !(after.get(label) ?? text).includes(text),
    );
    expect(changed.map(([label, text]) => `${label}: ${text} -> ${after.get(label)}`)).toEqual([]);
  },
);

test('no list shows an id before a name that it reads', () => {
  const idFirst = readInParts.filter(({columns, fills = []}) => {
    const isRead = ({from}: (typeof columns)[number]) =>
      fills.some(({pointer}) => from[0]?.startsWith(`${pointer}/`));
    const [id, name] = [columns.findIndex(one => one.id === 'id'), columns.findIndex(isRead)];
    return columns[id]?.from[0] === '/id' && name !== -1 && id < name;
  });
  expect(idFirst.map(({id}) => id)).toEqual([]);
});

test('a list that reads names calls its rows by them', () => {
  const byId = readInParts.filter(({columns, name, fills = []}) => {
    const isRead = (pointer = '') => fills.some(one => pointer.startsWith(`${one.pointer}/`));
    const isNamed = columns.some(({title, from}) => title === 'NAME' && isRead(from[0]));
    return isNamed && !isRead(name[0]);
  });
  expect(byId.map(({id}) => id)).toEqual([]);
});

test('a version shows no account id while the names of its people are being read', () => {
  const adds = screens.lists.find(({id}) => id === 'versions')?.card?.adds;
  const version = {driver: '5f02', approvers: [{accountId: '5f03', status: 'PENDING'}]};
  const shown = (value: JsonValue) => JSON.stringify(adds?.(value, {nowMs, columns: 80}));
  expect(shown(version)).toBe(
    '{"driverName":"…","approverRows":[{"name":"…","status":"PENDING"}]}',
  );
  const people = {values: [{accountId: '5f02', displayName: 'Ann'}]};
  expect(shown({...version, people})).toContain('"driverName":"Ann"');
  expect(shown({...version, people})).toContain('"name":"5f03"');
});
