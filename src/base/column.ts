import type {JsonValue} from './json-value.ts';
import type {Tone} from './tone.ts';

/** The kinds any column may have; `columnKinds` of output has their records. */
export type ColumnKindName =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'instant'
  | 'clock'
  | 'age'
  | 'count'
  | 'joined'
  | 'firstLine'
  | 'url'
  | 'bytes';

/** A state an item may be in: the pointer to its flag (undefined matches always), its word and its tone. */
export type State = readonly [flag: string | undefined, word: string, tone: Tone];

/** The cell a value is shown in. */
export interface CellPlace {
  /** Milliseconds since the UNIX epoch, for values that change with time. */
  readonly nowMs: number;
  /** Width of the cell in columns, for bars. */
  readonly columns: number;
  /** Show units and short dates; tables and files have plain numbers and ISO 8601. @default false */
  readonly forPeople?: boolean;
}

/** How the values of a column are read, shown, sorted and exported. */
export interface ColumnKind {
  /** Reads the value from the whole item. @default the first of the column's pointers that leads to something */
  readonly read?: (item: JsonValue) => JsonValue | undefined;
  /** The text of the cell, not yet escaped or cut. */
  readonly text: (value: JsonValue | undefined, place: CellPlace) => string;
  /** The tone of the cell; undefined for the column's own. */
  readonly tone?: (value: JsonValue | undefined, nowMs: number) => Tone | undefined;
  /** The key to sort by; undefined sorts last. Not called with null or ''. @default the whole value as text */
  readonly sortKey?: (value: JsonValue) => number | string | undefined;
  /** The whole value for a spreadsheet: nothing cut, times as ISO 8601 in UTC. @default the whole value as text */
  readonly csv?: (value: JsonValue | undefined) => string;
  /** Fixed width in columns, for text that changes while it is on the screen. @default as wide as the text */
  readonly width?: number;
  readonly align?: 'right';
  /** The text begins with a mark in the colour that the value names, `#rrggbb`. */
  readonly swatch?: true;
  /**
   * What filters search: the text without `forPeople`, which `column>3` compares too; `both` also the
   * text people see; `words` only from the start of a word, so that `released` does not find
   * `unreleased`; false nothing, for text that changes with time or has no words.
   *
   * @default the text without `forPeople`
   */
  readonly filtered?: 'both' | 'words' | false;
}

/** A column of a table or a list. */
export interface Column {
  readonly id: string;
  readonly title: string;
  /** Pointers into one item; the first that leads to something is used. */
  readonly from: readonly string[];
  /** A shared kind by name, a list of states with the most telling first, or a kind of its own. */
  readonly kind: ColumnKindName | readonly State[] | ColumnKind;
  /** Smallest width in columns. @default width of the title */
  readonly min?: number;
  /** Largest width in columns. @default 40 */
  readonly max?: number;
  /** Takes the width that is left over, and gives way first. @default false */
  readonly grows?: boolean;
  /** Order in which columns are dropped when space is tight: the highest first, 0 never. */
  readonly worth: number;
  /** Sorts from the highest down. @default false */
  readonly down?: true;
  /** Tone of a cell that is not empty. */
  readonly tone?: Tone;
  /** Tones by the text of the cell; override `tone`. */
  readonly tones?: Readonly<Record<string, Tone>>;
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
 * Make a maker of columns of one kind. The id of a column is its title in small letters with dashes.
 * Scripts, saved views and filters refer to it: a column whose title changes keeps its `id`.
 *
 * @default `worth` 1
 */
export function columnOf(kind: Column['kind']) {
  return (title: string, from: string | readonly string[], more: ColumnOptions = {}): Column => ({
    id: columnId(title),
    title,
    from: typeof from === 'string' ? [from] : from,
    kind,
    worth: 1,
    ...more,
  });
}

/** The id of a column: its title in small letters with dashes. */
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
export const joined = columnOf('joined');
export const firstLine = columnOf('firstLine');
export const url = columnOf('url');
export const bytes = columnOf('bytes');

/** The column of the name a row is known by; it is never dropped. */
export function nameText(
  title: string,
  from: string | readonly string[],
  more: ColumnOptions = {},
): Column {
  return text(title, from, {worth: 0, tone: 'title', ...more});
}

/** A column of flags, the most telling first: the word of the first that is true. */
export function state(title: string, states: readonly State[], more: ColumnOptions = {}): Column {
  return columnOf(states)(
    title,
    states.flatMap(([flag]) => flag ?? []),
    more,
  );
}
