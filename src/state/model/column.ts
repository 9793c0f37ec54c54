import {columnsOf} from '../../api/columns-of.ts';
import type {Column} from '../../base/column.ts';

/**
 * The default columns for an operation's response (`api/columns`), with extra columns of the
 * feature inserted after those they name.
 *
 * @param operation `group name`
 */
export function recordColumns(
  operation: string,
  more: Readonly<Record<string, readonly Column[]>> = {},
): readonly Column[] {
  return (columnsOf(operation) ?? []).flatMap(column => [column, ...(more[column.id] ?? [])]);
}

/** One of those columns by its id, for a card. */
export function recordColumn(operation: string, id: string): readonly Column[] {
  return recordColumns(operation).filter(column => column.id === id);
}

/** Replace some columns, for example an id by a name. */
export function columnsWith(
  columns: readonly Column[],
  changes: Readonly<Record<string, Partial<Column>>>,
): readonly Column[] {
  return columns.map(column => {
    const change = changes[column.id];
    return change === undefined ? column : {...column, ...change};
  });
}
