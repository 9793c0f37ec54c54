import {expect, test} from 'vitest';
import type {Panel, PanelBody} from '../../../../src/state/model/panel.ts';
import {panelLines} from '../../../../src/state/views/home/home-layout.ts';

const linesOf = (rows: readonly (readonly string[])[], columns: number): readonly string[] => {
  const body: PanelBody = {
    rows: rows.map(cells => ({
      cells: cells.map(text => ({text})),
      opens: {screen: 'projects', params: {}, filter: ''},
    })),
    empty: {text: ''},
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
