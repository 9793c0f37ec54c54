import type {ColumnPlace} from '../base/item-column.ts';

/** Spaces between two columns. */
export const columnGap = 2;

/** A column and what it wants. */
export interface MeasuredColumn<Column> {
  readonly column: Column;
  readonly min: number;
  readonly natural: number;
  /** Columns of its widest cell. */
  readonly full: number;
}

/** A column with the width it got. */
export interface Placed<Column> {
  readonly column: Column;
  /** Columns. */
  readonly width: number;
}

/**
 * Drop the least worthy columns until the minimum widths fit, then share out the rest.
 *
 * @param columns width of the table
 */
export function fitColumns<Column extends Pick<ColumnPlace, 'id' | 'grows' | 'worth'>>(
  all: readonly MeasuredColumn<Column>[],
  columns: number,
): Placed<Column>[] {
  type Measured = MeasuredColumn<Column>;
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
