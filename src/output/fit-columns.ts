import type {Column} from '../base/column.ts';

/** Spaces between two columns. */
export const columnGap = 2;

/** A column and what it wants. */
export interface MeasuredColumn<Column> {
  readonly column: Column;
  readonly min: number;
  readonly natural: number;
  /** Columns of its widest cell. */
  readonly full: number;
  /** Nothing stands in it. @default false */
  readonly isEmpty?: boolean | undefined;
  /** What it shows is drawn to its width, such as a bar: it grows when no other cuts any more. @default false */
  readonly stretches?: boolean | undefined;
}

/** A column with the width it got. */
export interface Placed<Column> {
  readonly column: Column;
  /** Columns. */
  readonly width: number;
}

/** Higher goes first; an empty column before all that say something. */
function worthOf({column, isEmpty}: MeasuredColumn<Pick<Column, 'worth'>>): number {
  return column.worth + (isEmpty === true && column.worth > 0 ? 100 : 0);
}

/**
 * Drop the least worthy columns until the minimum widths fit, then share out the rest.
 *
 * @param columns width of the table
 */
export function fitColumns<Fitted extends Pick<Column, 'id' | 'grows' | 'worth'>>(
  all: readonly MeasuredColumn<Fitted>[],
  columns: number,
): Placed<Fitted>[] {
  type Measured = MeasuredColumn<Fitted>;
  let kept = [...all];
  const needs = (list: readonly Measured[]) =>
    list.reduce((sum, m) => sum + m.min, 0) + columnGap * Math.max(0, list.length - 1);
  while (needs(kept) > columns && kept.length > 1) {
    const worst = kept.reduce((a, b) => (worthOf(b) >= worthOf(a) ? b : a));
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
  // As many columns as possible show all they have: what lacks least is given first. What would cut
  // all the same comes after that, the worthiest first, and what is left goes to those that still cut.
  const lack = (m: Measured, limit: number) => limit - (widths.get(m.column.id) ?? 0);
  const isWhole = (m: Measured) => m.natural >= m.full || m.stretches === true;
  for (const m of kept.toSorted((a, b) => lack(a, a.natural) - lack(b, b.natural))) {
    if (isWhole(m)) give(m, m.natural);
  }
  for (const m of kept.toSorted((a, b) => worthOf(a) - worthOf(b))) give(m, m.natural);
  for (const m of kept) if (m.column.grows) give(m, m.full);
  const cut = kept.filter(m => !m.stretches);
  for (const m of cut.toSorted((a, b) => lack(a, a.full) - lack(b, b.full))) give(m, m.full);
  for (const m of kept) if (m.stretches) give(m, m.full);
  return kept.map(m => ({column: m.column, width: widths.get(m.column.id) ?? m.min}));
}
