import {safeText} from '../base/safe-text.ts';
import {widthOf} from '../base/width.ts';
import {cellOf} from './cells.ts';
import type {Row} from './model.ts';
import type {Column, Resource} from './resource.ts';

/** A column with the width it got. */
export interface PlacedColumn {
  readonly column: Column;
  /** Columns. */
  readonly width: number;
}

/** Columns a list has on the screen: two stand before it, one after. */
export function listWidth({columns}: {readonly columns: number}): number {
  return columns - 3;
}

/** Spaces between two columns. */
export const columnGap = 2;
const rowsMeasured = 300;

interface Memo {
  readonly first: Row | undefined;
  readonly count: number;
  readonly columns: number;
  readonly placed: readonly PlacedColumn[];
}

const memos = new WeakMap<Resource, Memo>();

/**
 * Decide which columns are shown and how wide. Widths come from the first rows of the list, not
 * from those on the screen, so that scrolling never moves a column.
 *
 * @param columns width of the list
 */
export function placeColumns(
  resource: Resource,
  rows: readonly Row[],
  columns: number,
): readonly PlacedColumn[] {
  const count = Math.min(rows.length, rowsMeasured);
  const memo = memos.get(resource);
  if (memo && memo.first === rows[0] && memo.count === count && memo.columns === columns) {
    return memo.placed;
  }
  const placed = fitColumns(measure(resource, rows.slice(0, rowsMeasured)), columns);
  memos.set(resource, {first: rows[0], count, columns, placed});
  return placed;
}

interface Measured {
  readonly column: Column;
  readonly min: number;
  readonly natural: number;
}

function measure(resource: Resource, rows: readonly Row[]): Measured[] {
  return resource.columns.flatMap((column): Measured[] => {
    const widest = widestCell(column, rows);
    // A column in which nothing stands tells nothing; the first ones stay, so that a list looks like itself.
    if (widest === 0 && rows.length > 0 && column.worth > 1) return [];
    // One column more, so that the arrow of the sorted column has its place.
    const title = column.title.length + 1;
    if (column.fixed !== undefined) {
      const fixed = Math.max(title, column.fixed);
      const natural = column.grows ? Math.max(fixed, column.max ?? 40) : fixed;
      return [{column, natural, min: Math.max(title, column.min ?? fixed)}];
    }
    const natural = Math.max(title, Math.min(column.max ?? 40, widest));
    return [{column, natural, min: Math.min(natural, Math.max(title, column.min ?? natural))}];
  });
}

/** Ages and bars change while they are looked at: they get a fixed width. */
function widestCell(column: Column, rows: readonly Row[]): number {
  if (column.fixed !== undefined) return column.fixed;
  if (column.kind === 'progress') return 64;
  if (column.kind === 'age') return 5;
  if (column.kind === 'daysLeft') return 9;
  if (column.kind === 'daysBar') return 20;
  if (column.kind === 'spark') return 14;
  if (column.kind === 'bar') return 48;
  return rows.reduce(
    (w, row) => Math.max(w, widthOf(safeText(cellOf(column, row, 0, 20).text))),
    0,
  );
}

/** Drop the least worthy columns until the minimum widths fit, then share out the rest. */
function fitColumns(all: readonly Measured[], columns: number): PlacedColumn[] {
  let kept = [...all];
  const needs = (list: readonly Measured[]) =>
    list.reduce((sum, m) => sum + m.min, 0) + columnGap * Math.max(0, list.length - 1);
  while (needs(kept) > columns && kept.length > 1) {
    const worst = kept.reduce((a, b) => (b.column.worth >= a.column.worth ? b : a));
    kept = kept.filter(m => m !== worst);
  }
  let spare = columns - needs(kept);
  const widths = new Map(kept.map(m => [m.column.id, Math.min(m.min, columns)]));
  const give = (m: Measured, limit: number) => {
    const width = widths.get(m.column.id) ?? 0;
    const more = Math.min(spare, Math.max(0, limit - width));
    widths.set(m.column.id, width + more);
    spare -= more;
  };
  // First what the content needs, the growing column first; then the growing column takes the rest.
  for (const m of kept) if (m.column.grows) give(m, m.natural);
  for (const m of kept) give(m, m.natural);
  return kept.map(m => ({column: m.column, width: widths.get(m.column.id) ?? m.min}));
}
