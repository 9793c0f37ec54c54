import {expect, test} from 'vitest';
import {widthOf} from '../../../../src/base/width.ts';
import {columnGap} from '../../../../src/output/fit-columns.ts';
import {screens} from '../../../../src/screens/features.ts';
import {projects} from '../../../../src/screens/projects/projects.ts';
import {localOperations, operationList} from '../../../../src/screens/site/feature.ts';
import {failedUrls} from '../../../../src/screens/webhooks/monitor/lists.ts';
import type {Resource} from '../../../../src/state/model/resource.ts';
import type {Row} from '../../../../src/state/model/row.ts';
import {layOutList} from '../../../../src/state/views/list/column-layout.ts';
import {rowLine} from '../../../../src/state/views/list/list-lines.ts';
import {makeRow} from '../../../../src/state/views/list/rows.ts';
import {makeHarness} from '../../../support/app-harness.ts';
import {nowMs, someProjects} from '../../../support/app-world.ts';

/** The columns of a list that is neither wide nor scrolled. */
const placeColumns = (resource: Resource, shown: readonly Row[], columns: number) =>
  layOutList({resource, rows: shown, wide: false, left: 0}, columns).placed;

const rows = someProjects(20).map(item => makeRow(projects, JSON.stringify(item)));

/** A fresh resource each time, since the last layout of a resource is kept. */
function fresh(): Resource {
  return {...projects};
}

function total(columns: number): number {
  const placed = placeColumns(fresh(), rows, columns);
  return placed.reduce((sum, p) => sum + p.width, 0) + columnGap * (placed.length - 1);
}

test('columns never take more than there is, at any width', () => {
  for (let columns = 20; columns <= 300; columns += 7)
    expect(total(columns)).toBeLessThanOrEqual(columns);
});

test('where it is tight the least worthy columns go, key and name stay', () => {
  const ids = (columns: number) => placeColumns(fresh(), rows, columns).map(p => p.column.id);
  expect(ids(40)).toEqual(['key', 'name', 'lead']);
  expect(ids(30)).toEqual(['key', 'name']);
  const told = projects.columns.map(c => c.id).filter(id => id !== 'category');
  expect(ids(200)).toEqual(told);
});

test('a column in which nothing stands is left out', () => {
  const ids = placeColumns(fresh(), rows, 200).map(p => p.column.id);
  expect(rows.some(row => 'projectCategory' in (row.value as object))).toBe(false);
  expect(ids).not.toContain('category');
});

test('every row is as wide as the columns, whatever is in it', () => {
  const evil = {
    id: '1',
    key: '漢字漢字漢字漢字',
    name: 'e\u0301\u202e\u001b[31m👩‍👩‍👧 שלום',
    lead: {displayName: '\u200b\u0000\t\n'},
  };
  const row = makeRow(projects, JSON.stringify(evil));
  for (const columns of [40, 80, 120, 200]) {
    const placed = placeColumns(fresh(), [...rows, row], columns);
    const text = rowLine(placed, row, nowMs)
      .map(span => span.text)
      .join('');
    const width = placed.reduce((sum, p) => sum + p.width, 0) + columnGap * (placed.length - 1);
    expect(widthOf(text)).toBe(width);
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e]/);
  }
});

test('each resource is complete: sorted and opened by things that exist', () => {
  for (const resource of screens.lists) {
    const ids = resource.columns.map(c => c.id);
    expect(new Set(ids).size).toBe(ids.length);
    if (resource.sort) expect(ids).toContain(resource.sort.column);
    expect(resource.columns.some(c => c.dropPriority === 0)).toBe(true);
  }
});

test('a changed cell is marked in the gap before it: nothing moves', () => {
  const placed = placeColumns(fresh(), rows, 100);
  const second = placed[1]?.column.id ?? '';
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  const plain = rowLine(placed, row, nowMs).map(span => span.text);
  const marked = rowLine(placed, row, nowMs, {changed: new Set([second])}).map(span => span.text);
  const at = marked.join('').indexOf('\u0394');
  expect(plain.join('').slice(at, at + 1)).toBe(' ');
  expect(marked.join('').replace('\u0394', ' ')).toBe(plain.join(''));
});

test('failed deliveries keep whole addresses and the recent counts beside a preview', () => {
  const counts = {inLastQuarterHour: 0, inLastHour: 2, inLastDay: 4, inLastThreeDays: 15};
  const group = {
    ...counts,
    what: 'relay.eu.example.net/hooks/v2/7',
    overTime: {failures: [1, 2, 3], trend: '↑'},
    firstFailureTime: nowMs - 200_000_000,
    lastFailureTime: nowMs - 90_000,
  };
  const row = makeRow(failedUrls, JSON.stringify(group));
  const placed = placeColumns({...failedUrls}, [row], 65);
  expect(placed.map(({column}) => column.id)).toEqual(['url', 'm15', 'h1', 'h24', 'trend', 'last']);
  expect(placed[0]?.width).toBe(31);
});

test('beside a preview the operations say what they do', () => {
  const rows = (localOperations.rows?.(makeHarness().state()) ?? []).map(text =>
    makeRow(operationList, text),
  );
  const placed = placeColumns({...operationList}, rows, 65);
  expect(placed.map(({column}) => column.id)).toEqual(['command', 'summary']);
});
