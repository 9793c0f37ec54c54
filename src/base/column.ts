import type {JsonValue} from './json-value.ts';
import type {Tone} from './tone.ts';

/** The shared column kinds; `columnKinds` of output has their records. */
export type ColumnKindName =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'instant'
  | 'clock'
  | 'age'
  | 'count'
  | 'joinedList'
  | 'firstLine'
  | 'url'
  | 'bytes';

/**
 * A state of an item: the pointer to its flag (undefined matches if any flag is reported), its word
 * and its tone.
 */
export type StateRule = readonly [flag: string | undefined, word: string, tone: Tone];

/** The cell that shows a value. */
export interface CellPlace {
  /** Milliseconds since the UNIX epoch, for values that change with time. */
  readonly nowMs: number;
  /** Width of the cell in columns, for bars. */
  readonly columns: number;
  /** Use units and short dates; tables and files have plain numbers and ISO 8601. @default false */
  readonly forPeople?: boolean;
}

/** A kind of column, which defines how values are read, shown, sorted and exported. */
export interface ColumnKind {
  /**
   * Read the value from the whole item.
   *
   * @default the first of the column's pointers with a value
   */
  readonly read?: (item: JsonValue) => JsonValue | undefined;
  /** Return the text of the cell, neither escaped nor cut. */
  readonly text: (value: JsonValue | undefined, place: CellPlace) => string;
  /** Return the title of the column, such as the ticks of a scale. @default the column's own */
  readonly title?: (place: CellPlace) => string;
  /** Return the words for a screen reader; '' if other columns have them. @default the text */
  readonly announced?: (value: JsonValue | undefined, place: CellPlace) => string;
  /** Return the tone of the cell; undefined for the column's own. */
  readonly tone?: (value: JsonValue | undefined, nowMs: number) => Tone | undefined;
  /**
   * Return the key to sort by; undefined sorts last. Not called with null or ''.
   *
   * @default the whole value as text
   */
  readonly sortKey?: (value: JsonValue) => number | string | undefined;
  /**
   * Format the whole value for a spreadsheet: not cut, times as ISO 8601 in UTC.
   *
   * @default the whole value as text
   */
  readonly csv?: (value: JsonValue | undefined) => string;
  /**
   * Fixed width in columns, for text that changes while it is on the screen.
   *
   * @default the width of the text
   */
  readonly width?: number;
  readonly align?: 'right';
  /** The text starts with a mark in the colour of the value, `#rrggbb`. */
  readonly swatch?: true;
  /**
   * The text that filters search: by default the text without `forPeople`, which `column>3`
   * compares too. `both` adds the text with `forPeople`. `words` matches only from the start of a
   * word, so that `released` does not find `unreleased`. false excludes text that changes with time
   * or has no words.
   *
   * @default the text without `forPeople`
   */
  readonly filtered?: 'both' | 'words' | false;
}

/** A column of a table or a list. */
export interface Column {
  readonly id: string;
  readonly title: string;
  /** Pointers into one item; the first with a value is used. */
  readonly from: readonly string[];
  /** A shared kind by name, a list of states in order of significance, or a custom kind. */
  readonly kind: ColumnKindName | readonly StateRule[] | ColumnKind;
  /** Smallest width in columns. @default width of the title */
  readonly min?: number;
  /** Largest width in columns. @default 40 */
  readonly max?: number;
  /** Receives the remaining width, and shrinks first. @default false */
  readonly grows?: boolean;
  /** Order in which columns are dropped when space is tight: highest first, 0 never. */
  readonly dropPriority: number;
  /** Sorts in descending order. @default false */
  readonly down?: true;
  /** Tone of a cell that is not empty. */
  readonly tone?: Tone;
  /** Tones by the text of the cell, before `words`; override `tone`. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Words shown for constants of the service. */
  readonly words?: Readonly<Record<string, string>>;
  /** Width to reserve for a value that arrives later. */
  readonly fixed?: number;
  /** Hidden by the user; filters still search it. @default false */
  readonly hidden?: true;
  /** Width chosen by the user, in columns; overrides all others. */
  readonly width?: number;
  /** Added by the user: shown even while it is empty. @default false */
  readonly added?: true;
}

/** Optional column settings. */
export type ColumnOptions = Partial<Omit<Column, 'title' | 'from' | 'kind'>>;

/**
 * Create a constructor of columns of one kind. The id of a column is its title in lower case with
 * dashes. Scripts, saved views and filters refer to it: a column whose title changes must retain
 * its `id`.
 *
 * @default `dropPriority` 1
 */
export function columnOf(kind: Column['kind']) {
  return (title: string, from: string | readonly string[], more: ColumnOptions = {}): Column => ({
    id: columnId(title),
    title,
    from: typeof from === 'string' ? [from] : from,
    kind,
    dropPriority: 1,
    ...more,
  });
}

/** Derive the id of a column: its title in lower case with dashes. */
export function columnId(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

export const text = columnOf('text');
export const number = columnOf('number');
export const date = columnOf('date');
export const time = columnOf('time');
export const instant = columnOf('instant');
export const clock = columnOf('clock');
export const age = columnOf('age');
export const count = columnOf('count');
export const joinedList = columnOf('joinedList');
export const firstLine = columnOf('firstLine');
export const url = columnOf('url');
export const bytes = columnOf('bytes');

/** Create the column with the name of a row; it is never dropped. */
export function nameText(
  title: string,
  from: string | readonly string[],
  more: ColumnOptions = {},
): Column {
  return text(title, from, {dropPriority: 0, tone: 'title', ...more});
}

/** Create a column of flags in order of significance; shows the word of the first that is true. */
export function state(
  title: string,
  states: readonly StateRule[],
  more: ColumnOptions = {},
): Column {
  return columnOf(states)(
    title,
    states.flatMap(([flag]) => flag ?? []),
    more,
  );
}
