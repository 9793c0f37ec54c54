import {afterAll, beforeAll, expect, test} from 'vitest';
import {dayMs} from '../../src/base/times.ts';
import {widthOf} from '../../src/base/width.ts';
import type {LocalSandbox} from '../../src/sandbox/start.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {currentView, viewOf} from '../../src/state/model/state.ts';
import {layOutList} from '../../src/state/views/list/column-layout.ts';
import {listKind} from '../../src/state/views/list/kind.ts';
import {rowLine, titleLine} from '../../src/state/views/list/list-lines.ts';
import {visibleRows} from '../../src/state/views/list/rows.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';

let sandbox: LocalSandbox;

beforeAll(async () => {
  sandbox = await startAppSandbox({size: 'small', seed: 7});
});
afterAll(() => sandbox.stop());

const width = 120;

async function open(screen: string): Promise<AppHarness> {
  const app = makeSandboxApp(sandbox);
  app.dispatch({kind: 'resized', columns: 200, rows: 60});
  app.do(goTo({screen, args: []}));
  await settled(app);
  return app;
}

/** The titles and rows of the list on the screen, and what a screen reader says of each row. */
function drawn({app, state}: AppHarness) {
  const view = viewOf(state(), 'list');
  if (view === undefined) throw new Error('no list');
  const {rows} = visibleRows(view);
  const {placed} = layOutList(view, width);
  const textOf = (line: readonly {readonly text: string}[]) => line.map(({text}) => text).join('');
  return {
    title: textOf(titleLine(placed, view.sort, nowMs)),
    rows: rows.map(row => ({row, line: textOf(rowLine(placed, row, nowMs))})),
    spoken: rows.map((_, cursor) =>
      (listKind.announcement?.({...view, cursor}, state(), app.registry) ?? []).join(' '),
    ),
  };
}

test('webhooks stand on an axis of 30 days by when they expire, and are read out in days', async () => {
  const app = await open('webhook-expiry');
  const {title, rows, spoken} = drawn(app);
  expect(title).toMatch(/NOW +10 DAYS +20 DAYS/);
  const axis = title.indexOf('NOW');
  const scale = title.indexOf('10 DAYS') - axis;
  expect(rows.length).toBeGreaterThan(2);
  for (const [i, {row, line}] of rows.entries()) {
    const {expirationDate} = row.value as {expirationDate: number};
    const days = (expirationDate - nowMs) / dayMs;
    if (days >= 30 || days <= 0) continue;
    const at = widthOf(line.slice(0, line.indexOf('●'))) - axis;
    expect(Math.abs(at - (days / 10) * scale)).toBeLessThanOrEqual(2);
    expect(spoken[i]).toMatch(/left [^,]*\d+[dhm]/);
    expect(spoken[i]).not.toMatch(/[─●]/);
  }
});

test('releases stand on an axis of months from start to due date, and are read out in words', async () => {
  const app = await open('version-timeline');
  const {title, rows, spoken} = drawn(app);
  expect(title).toMatch(/[A-Z]{3} +[A-Z]{3} +[A-Z]{3}/);
  const today = rows.map(({line}) => line.indexOf('│')).filter(at => at !== -1);
  expect(new Set(today).size).toBeGreaterThan(0);
  const late = rows.findIndex(({row}) => (row.value as {overdue?: boolean}).overdue === true);
  const {line = ''} = rows[late] ?? {};
  expect(line.search(/[░█‹]/)).toBeLessThan(line.indexOf('│'));
  expect(spoken[late]).toMatch(/due .* ago/);
  expect(spoken[late]).not.toMatch(/[│█░]/);
  expect(currentView(app.state()).kind).toBe('list');
  expect(
    app
      .state()
      .locations.at(-1)
      ?.tabs.map(tab => tab.title),
  ).toEqual(['List', 'Timeline']);
});
