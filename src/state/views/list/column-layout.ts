import type {Column} from '../../../base/column.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {safeStart} from '../../../base/safe-text.ts';
import {widthOf} from '../../../base/width.ts';
import {columnKindOf} from '../../../output/column-kind.ts';
import {
  type ColumnWidth,
  columnGap,
  fitColumns,
  type MeasuredColumn,
} from '../../../output/fit-columns.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {listColumns} from '../../model/viewport.ts';
import {cellOf} from './cells.ts';
import type {ListView} from './state.ts';

/** A column with its width. */
export type PlacedColumn = ColumnWidth<Column>;

type Measured = MeasuredColumn<Column>;

/** Width available for a list's columns: two columns are before it, one after. */
export function listWidth(state: AppState): number {
  return listColumns(state) - 3;
}

const rowsMeasured = 300;

/** The columns on the screen, and the number of others. */
export interface Placement {
  readonly placed: readonly PlacedColumn[];
  /** All columns, in order. */
  readonly all: readonly Column[];
  /** Number of columns scrolled out after the first. */
  readonly before: number;
  /** Number of columns that do not fit. */
  readonly after: number;
}

type Shown = Pick<ListView, 'resource' | 'rows' | 'wide' | 'left'>;

const placements = memoizeFor((_: Resource) => memoizeLast<Placement>());

/**
 * Choose the columns to show and their widths. Widths depend on the first rows of the list, not on
 * those on the screen, so that scrolling does not move columns. In wide or scrolled mode each
 * column has its full width and the first stays; otherwise the least important columns are dropped
 * until the rest fit.
 *
 * @param columns width of the list
 */
export function layOutList({resource, rows, wide, left}: Shown, columns: number): Placement {
  const count = Math.min(rows.length, rowsMeasured);
  return placements(resource)([rows[0], count, columns, wide, left], () => {
    const measured = measure(resource, rows.slice(0, rowsMeasured));
    const all = measured.map(({column}) => column);
    const placed =
      wide || left > 0 ? scrollTo(measured, left, columns) : fitColumns(measured, columns);
    return {placed, all, before: left, after: all.length - placed.length - left};
  });
}

/** The greatest scroll position of a list's columns. */
export function maxScroll({resource, rows}: Shown, columns: number): number {
  const measured = measure(resource, rows.slice(0, rowsMeasured));
  for (let left = 0; left < measured.length; left++) {
    if (scrollTo(measured, left, columns).length + left >= measured.length) return left;
  }
  return 0;
}

const widest = 200;
/** Least useful width of a column cut at the right edge. */
const worthShowing = 8;

/**
 * The first column, then as many as fit at full width from the scroll position; the last one may be
 * cut.
 */
function scrollTo(all: readonly Measured[], left: number, columns: number): PlacedColumn[] {
  const [first, ...others] = all;
  if (first === undefined) return [];
  const rest = others.slice(left);
  const half = rest.length > 0 ? Math.max(worthShowing, Math.floor(columns / 2)) : columns;
  const width = Math.min(first.full, half, columns);
  const placed: PlacedColumn[] = [{column: first.column, width}];
  let room = columns - width;
  for (const {column, full} of rest) {
    room -= columnGap;
    if (room < Math.min(full, worthShowing)) break;
    placed.push({column, width: Math.min(full, room)});
    room -= full;
    if (room <= 0) break;
  }
  return placed;
}

function measure(resource: Resource, rows: readonly Row[]): Measured[] {
  return resource.columns.flatMap((column): Measured[] => {
    if (column.hidden) return [];
    const {width} = column;
    if (width !== undefined) return [{column, natural: width, min: width, full: width}];
    if (column.fixed !== undefined) return [measureFixed(column, column.fixed)];
    const cell = widestCell(column, rows);
    // Drop empty columns; the most important ones stay, so that a list remains recognizable.
    if (cell === 0 && rows.length > 0 && column.dropPriority > 1 && !column.added) return [];
    // One more column for the arrow of the sorted column.
    const title = column.title.length + 1;
    const natural = Math.max(title, Math.min(column.max ?? 40, cell));
    const full = Math.max(title, Math.min(widest, cell));
    const min = Math.min(natural, Math.max(title, column.min ?? natural));
    const stretches = columnKindOf(column).width !== undefined && min < full;
    const isEmpty = cell === 0 && rows.length > 0;
    return [{column, natural: stretches ? min : natural, min, full, isEmpty, stretches}];
  });
}

/** A column whose values arrive later has a fixed width. */
function measureFixed(column: Column, fixed: number): Measured {
  const title = column.title.length + 1;
  const full = Math.max(title, column.grows ? (column.max ?? 40) : fixed);
  return {column, natural: full, full, min: Math.max(title, column.min ?? fixed)};
}

/** Ages and bars change over time, so they have a fixed width. */
function widestCell(column: Column, rows: readonly Row[]): number {
  const {width} = columnKindOf(column);
  if (width !== undefined) return width;
  return rows.reduce((w, row) => {
    // A time may show its year if it is unknown when the row was read: measure the longer form.
    const {text} = cellOf(column, row, row.readMs ?? 0, 20, row.readMs !== undefined);
    return Math.max(w, widthOf(safeStart(text, widest), widest));
  }, 0);
}
