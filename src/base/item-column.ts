import type {Tone} from './tone.ts';

/** How the values of a column are read, shown, put in order and exported, by name. */
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

/** One of the states something may be in: the flag that says so (none: when no other does), its word and tone. */
export type State = readonly [flag: string | undefined, word: string, tone: Tone];

/** Where a column stands and how it looks, in a table as in a list. */
export interface ColumnPlace {
  readonly id: string;
  readonly title: string;
  /** Pointers into one item; the first that leads to something is used. */
  readonly from: readonly string[];
  /** Columns wide at least. @default width of the title */
  readonly min?: number;
  /** Columns wide at most. @default 40 */
  readonly max?: number;
  /** Takes what is left over and gives first when it is tight. @default false */
  readonly grows?: boolean;
  /** Dropped first when it is tight: the highest number goes first; 0 always stays. */
  readonly worth: number;
  /** Sorting by it begins with the highest. @default false */
  readonly down?: true;
  /** Tone of the cell where it holds something. */
  readonly tone?: Tone;
  /** Tones by the cell's value; beats `tone`. */
  readonly tones?: Readonly<Record<string, Tone>>;
}

/** A column that is worth showing of what an operation lists, as data. */
export interface ItemColumn extends ColumnPlace {
  /** A list: the states it may be in, most telling first. */
  readonly kind: ColumnKindName | readonly State[];
}

/** What of a column is not said by its place in the line. */
export type MoreOfColumn = Partial<Omit<ColumnPlace, 'title' | 'from'>>;

/** The id of a column: its title in small letters with dashes. */
export function columnId(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
