import type {Column} from '../base/column.ts';

/** Spaces between two columns. */
export const columnGap = 2;

/** A column with the widths it needs. */
export interface MeasuredColumn<Column> {
  readonly column: Column;
  readonly min: number;
  readonly natural: number;
  /** Width of its widest cell. */
  readonly full: number;
  /** All its cells are empty. @default false */
  readonly isEmpty?: boolean | undefined;
  /**
   * Its content adapts to the width, such as a bar: it grows last, when no other cell is cut.
   *
   * @default false
   */
  readonly stretches?: boolean | undefined;
}

/** A column with its final width. */
export interface ColumnWidth<Column> {
  readonly column: Column;
  /** Columns. */
  readonly width: number;
}

/** Return the drop priority: higher goes first, and empty columns before others. */
function dropPriorityOf({column, isEmpty}: MeasuredColumn<Pick<Column, 'dropPriority'>>): number {
  return column.dropPriority + (isEmpty === true && column.dropPriority > 0 ? 100 : 0);
}

/**
 * Drop columns by priority until the minimum widths fit, then distribute the remaining width.
 *
 * @param columns width of the table
 */
export function fitColumns<Fitted extends Pick<Column, 'id' | 'grows' | 'dropPriority'>>(
  all: readonly MeasuredColumn<Fitted>[],
  columns: number,
): ColumnWidth<Fitted>[] {
  type Measured = MeasuredColumn<Fitted>;
  let remaining = [...all];
  const requiredWidth = (list: readonly Measured[]) =>
    list.reduce((sum, m) => sum + m.min, 0) + columnGap * Math.max(0, list.length - 1);
  while (requiredWidth(remaining) > columns && remaining.length > 1) {
    const worst = remaining.reduce((a, b) => (dropPriorityOf(b) >= dropPriorityOf(a) ? b : a));
    remaining = remaining.filter(m => m !== worst);
  }
  let spare = columns - requiredWidth(remaining);
  const widths = new Map(remaining.map(m => [m.column.id, Math.min(m.min, columns)]));
  const widen = (m: Measured, limit: number) => {
    const width = widths.get(m.column.id) ?? 0;
    const more = Math.min(spare, Math.max(0, limit - width));
    widths.set(m.column.id, width + more);
    spare -= more;
  };
  // Make as many columns as possible wide enough, those that need least first. Then widen the
  // columns that are cut anyway, by priority, and give the rest to those still cut.
  const missingWidth = (m: Measured, limit: number) => limit - (widths.get(m.column.id) ?? 0);
  const isWhole = (m: Measured) => m.natural >= m.full || m.stretches === true;
  for (const m of remaining.toSorted(
    (a, b) => missingWidth(a, a.natural) - missingWidth(b, b.natural),
  )) {
    if (isWhole(m)) widen(m, m.natural);
  }
  for (const m of remaining.toSorted((a, b) => dropPriorityOf(a) - dropPriorityOf(b)))
    widen(m, m.natural);
  for (const m of remaining) if (m.column.grows) widen(m, m.full);
  const cut = remaining.filter(m => !m.stretches);
  for (const m of cut.toSorted((a, b) => missingWidth(a, a.full) - missingWidth(b, b.full)))
    widen(m, m.full);
  for (const m of remaining) if (m.stretches) widen(m, m.full);
  return remaining.map(m => ({column: m.column, width: widths.get(m.column.id) ?? m.min}));
}
