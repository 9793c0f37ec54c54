import type {Tone} from './line.ts';

/** How a cell is read, shown and sorted. */
export type ColumnKind =
  | 'text'
  | 'number'
  /** `yyyy-mm-dd`, as it came. */
  | 'date'
  /** Epoch milliseconds or ISO 8601, shown in local time. */
  | 'time'
  /** Epoch milliseconds, shown as day and time with seconds. */
  | 'instant'
  /** Epoch milliseconds, shown as the time of day with seconds. */
  | 'clock'
  /** Epoch milliseconds or ISO 8601, shown as how long ago. */
  | 'age'
  /** Epoch milliseconds, shown as days left with a mark when few. */
  | 'daysLeft'
  /** The same behind a bar of 30 days. */
  | 'daysBar'
  /** The first of several flags that is true, by its word. */
  | 'state'
  /** Number of elements of an array. */
  | 'count'
  /** Elements of an array, joined by commas. */
  | 'joined'
  /** Notifications of an event, as who is told. */
  | 'recipients'
  /** `3/39`: unresolved of all issues of a version. */
  | 'unresolved'
  /** Numbers over time, shown as small bars, then an arrow: {failures, trend}. */
  | 'spark'
  /** A share, 0 to 1, shown as a bar. */
  | 'bar'
  /** Issue counts {toDo, inProgress, done, unmapped}, shown as a bar with per cent. */
  | 'progress'
  /** Text of storage XML without its tags, on one line. */
  | 'markup'
  /** First line of a text. */
  | 'firstLine'
  /** Host and path of a URL. */
  | 'url';

/** A column of a list. */
export interface Column {
  readonly id: string;
  readonly title: string;
  /** Pointers into one item; the first that leads to something is used. */
  readonly from: readonly string[];
  readonly kind: ColumnKind;
  /** Columns wide at least. @default width of the title */
  readonly min?: number;
  /** Columns wide at most. @default 40 */
  readonly max?: number;
  /** Columns of a cell whose value comes later, so that nothing moves when it does. */
  readonly fixed?: number;
  /** Takes what is left over and gives first when it is tight. @default false */
  readonly grows?: boolean;
  /** Dropped first when it is tight: the highest number goes first; 0 always stays. */
  readonly worth: number;
  /** The flags of a state column, most telling first; the last one without pointer is for none of them. */
  readonly states?: readonly {readonly flag?: string; readonly word: string; readonly tone: Tone}[];
  /** Sorting by it begins with the highest. @default false */
  readonly down?: true;
  /** Tone of the cell where it holds something. */
  readonly tone?: Tone;
  /** The user hid it: filters still look at it. @default false */
  readonly hidden?: true;
  /** The width the user gave it, in columns; beats all others. */
  readonly width?: number;
  /** The user added it: it is shown even while nothing stands in it. @default false */
  readonly added?: true;
  /** Tones by the cell's value; beats `tone`. */
  readonly tones?: Readonly<Record<string, Tone>>;
}
