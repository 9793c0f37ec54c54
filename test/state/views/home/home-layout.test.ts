import {expect, test} from 'vitest';
import type {Count} from '../../../../src/state/model/count.ts';
import type {Panel, PanelBody} from '../../../../src/state/model/panel.ts';
import {viewOf} from '../../../../src/state/model/state.ts';
import {entryLines, panelLines} from '../../../../src/state/views/home/home-layout.ts';
import {makeHarness} from '../../../support/app-harness.ts';

const linesOf = (
  rows: readonly (readonly string[])[],
  columns: number,
  empty = '',
): readonly string[] => {
  const body: PanelBody = {
    rows: rows.map(cells => ({
      cells: cells.map(text => ({text})),
      opens: {screen: 'projects', params: {}, filter: ''},
    })),
    empty: {text: empty},
  };
  const panel: Panel = {id: 'one', title: 'One', order: 1, body: () => body};
  return panelLines([{panel, body}], undefined, {columns, height: 20})
    .slice(1)
    .map(({spans}) =>
      spans
        .map(({text}) => text)
        .join('')
        .trimEnd(),
    );
};

test('what does not fit into a panel goes whole, from the end of its rows', () => {
  const rows = [
    ['hooks.example.com/sync/16', '8', 'last 2h', 'jira:issue_deleted'],
    ['ci.example.net/sync/17', '12', 'last 19h', 'sprint_started'],
  ];
  expect(linesOf(rows, 80)[0]).toMatch(/jira:issue_deleted$/);
  expect(linesOf(rows, 50)).toEqual([
    ' hooks.example.com/sync/16  8   last 2h',
    ' ci.example.net/sync/17     12  last 19h',
  ]);
});

test('a name gives way to what is said of it', () => {
  const rows = [['relay.eu.example.net/hooks/v2/7', 'webhook 10001 expires in 20 h']];
  expect(linesOf(rows, 50)).toEqual([' relay.eu.example.…  webhook 10001 expires in 20 h']);
});

test('what a panel without rows says is never cut: it goes on below', () => {
  const calm = 'no version is overdue · no webhook expires in the next 3 days · nothing failed';
  const said = linesOf([], 40, calm);
  expect(said.length).toBeGreaterThan(1);
  expect(said.map(line => line.trim()).join(' ')).toBe(calm);
});

/** The line of the first entry of home with some count. */
function lineOfCount(count: Count): (columns: number) => string {
  const harness = makeHarness();
  const home = viewOf(harness.state(), 'home');
  const entry = home?.entries[0];
  if (home === undefined || entry === undefined) throw new Error('home has no entries');
  const view = {entries: [entry], counts: {[entry.id]: count}, cursor: 0};
  return columns => {
    const [line] = entryLines(harness.state(), {...home, ...view}, {columns, height: 1});
    return (line?.spans ?? []).map(({text}) => text).join('');
  };
}

test('why something was not counted is said in fewer words where there is less room', () => {
  const text = 'the server has a problem (503)';
  const lineAt = lineOfCount({status: 'failed', text, short: 'failed (503)'});
  expect(lineAt(80)).toContain(text);
  expect(lineAt(50)).toMatch(/failed \(503\) *$/);
});

test('a note loses its last part where both do not fit', () => {
  const note = '10+ overdue · 24 of 1,854 projects read';
  const lineAt = lineOfCount({status: 'ready', text: '262+', note});
  expect(lineAt(80)).toContain(note);
  expect(lineAt(60)).toMatch(/10\+ overdue *$/);
});

test('the digits of a long count are not cut', () => {
  const lineAt = lineOfCount({status: 'ready', text: '200,800'});
  const short = lineOfCount({status: 'ready', text: '12'});
  expect(lineAt(60)).toContain(' 200,800 ');
  expect(lineAt(60).indexOf('200,800') + 7).toBe(short(60).indexOf('12') + 2);
});
