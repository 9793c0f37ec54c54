import {columnsOf} from '../../api/columns-of.ts';
import {columnId, type State} from '../../base/item-column.ts';
import {type ColumnKind, columnKinds, stateKind} from '../../output/column-kind.ts';
import {type TableColumn, tableColumn} from '../../output/table-column.ts';

/** A column of a list. */
export interface Column extends TableColumn {
  /** Columns of a cell whose value comes later, so that nothing moves when it does. */
  readonly fixed?: number;
  /** The user hid it: filters still look at it. @default false */
  readonly hidden?: true;
  /** The width the user gave it, in columns; beats all others. */
  readonly width?: number;
  /** The user added it: it is shown even while nothing stands in it. @default false */
  readonly added?: true;
}

/** What of a column is not said by its place in the line. */
export type MoreOfColumn = Partial<Omit<Column, 'title' | 'from' | 'kind'>>;

/**
 * Makes the columns of a kind in one line: the title, the pointers, what else is special. The id is
 * the title in small letters with dashes; kept views and filters name it, so a title that is changed
 * keeps its `id`. @default worth 1
 */
export function columnOf(kind: ColumnKind) {
  return (title: string, from: string | readonly string[], more: MoreOfColumn = {}): Column => ({
    id: columnId(title),
    title,
    from: typeof from === 'string' ? [from] : from,
    kind,
    worth: 1,
    ...more,
  });
}

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
  return (columnsOf(operation) ?? []).flatMap(column => [
    tableColumn(column),
    ...(more[column.id] ?? []),
  ]);
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

export const text = columnOf(columnKinds.text);
/** The text a row is known by: the last to go where it is tight. */
export const nameText = (
  title: string,
  from: string | readonly string[],
  more: MoreOfColumn = {},
): Column => text(title, from, {worth: 0, tone: 'title', ...more});
export const number = columnOf(columnKinds.number);
export const date = columnOf(columnKinds.date);
export const time = columnOf(columnKinds.time);
export const instant = columnOf(columnKinds.instant);
export const clock = columnOf(columnKinds.clock);
export const age = columnOf(columnKinds.age);
export const count = columnOf(columnKinds.count);
export const joined = columnOf(columnKinds.joined);
export const firstLine = columnOf(columnKinds.firstLine);
export const url = columnOf(columnKinds.url);
export const bytes = columnOf(columnKinds.bytes);

/** A column of flags, most telling first: the word of the first that is true. */
export function state(title: string, states: readonly State[], more: MoreOfColumn = {}): Column {
  return columnOf(stateKind(states))(
    title,
    states.flatMap(([flag]) => flag ?? []),
    more,
  );
}
