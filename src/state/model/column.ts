import {columnsOf} from '../../api/columns-of.ts';
import type {Column} from '../../base/column.ts';

/**
 * The columns that are worth showing of what an operation answers (`api/columns`), and where the
 * family has more, each behind the column it names.
 *
 * @param operation `group name`
 */
export function recordColumns(
  operation: string,
  more: Readonly<Record<string, readonly Column[]>> = {},
): readonly Column[] {
  return (columnsOf(operation) ?? []).flatMap(column => [column, ...(more[column.id] ?? [])]);
}

/** One of those columns by its id, as a card shows it too. */
export function recordColumn(operation: string, id: string): readonly Column[] {
  return recordColumns(operation).filter(column => column.id === id);
}

/** Columns of which some show another thing than the record says: a name where it has an id. */
export function columnsWith(
  columns: readonly Column[],
  changes: Readonly<Record<string, Partial<Column>>>,
): readonly Column[] {
  return columns.map(column => {
    const change = changes[column.id];
    return change === undefined ? column : {...column, ...change};
  });
}
