import {readPointer} from '../../base/json-value.ts';
import type {Tone} from '../../base/tone.ts';
import {type ColumnKind, columnKinds} from '../../output/column-kind.ts';

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

/** What of a column is not said by its place in the line. */
export type MoreOfColumn = Partial<Omit<Column, 'title' | 'from' | 'kind'>>;

/**
 * Makes the columns of a kind in one line: the title, the pointers, what else is special. The id is
 * the title in small letters with dashes; kept views and filters name it, so a title that is changed
 * keeps its `id`. @default worth 1
 */
export function columnOf(kind: ColumnKind) {
  return (title: string, from: string | readonly string[], more: MoreOfColumn = {}): Column => ({
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    from: typeof from === 'string' ? [from] : from,
    kind,
    worth: 1,
    ...more,
  });
}

export const text = columnOf(columnKinds.text);
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

/** One of the states something may be in: the flag that says so (none: when no other does), its word and tone. */
export type State = readonly [flag: string | undefined, word: string, tone: Tone];

/** A column of flags, most telling first: the word of the first that is true. */
export function state(title: string, states: readonly State[], more: MoreOfColumn = {}): Column {
  const at = (value: unknown): State | undefined =>
    typeof value === 'number' ? states[value] : undefined;
  const kind: ColumnKind = {
    read: item => {
      const index = states.findIndex(
        ([flag]) => flag === undefined || readPointer(item, flag) === true,
      );
      return index === -1 ? undefined : index;
    },
    text: value => at(value)?.[1] ?? '',
    tone: value => at(value)?.[2] ?? 'plain',
    sortKey: value => (typeof value === 'number' ? value : undefined),
    csv: value => at(value)?.[1] ?? '',
  };
  return columnOf(kind)(
    title,
    states.flatMap(([flag]) => flag ?? []),
    more,
  );
}
