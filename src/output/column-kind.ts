import type {ColumnKindName, State} from '../base/item-column.ts';
import {isArray, type JsonValue, readPointer} from '../base/json-value.ts';
import {
  ageText,
  clockText,
  dayText,
  dayTimeText,
  instantText,
  timeText,
  toMs,
} from '../base/times.ts';
import type {Tone} from '../base/tone.ts';

/** Where a value is shown. */
export interface CellPlace {
  /** Milliseconds since the UNIX epoch, for what changes with time. */
  readonly nowMs: number;
  /** Columns of the cell, for bars. */
  readonly columns: number;
  /** Days and times as people read them; tables and files have ISO 8601. @default false */
  readonly forPeople?: boolean;
}

/** How a value in a list is read, shown, sorted and exported. Data: a new kind is a record. */
export interface ColumnKind {
  /** Reads the value from the whole item. @default what the column's pointers lead to */
  readonly read?: (item: JsonValue) => JsonValue | undefined;
  /** What the cell shows; not yet made safe or cut. Units and short dates stand behind `forPeople`. */
  readonly text: (value: JsonValue | undefined, place: CellPlace) => string;
  /** Undefined where the column's own tone counts. */
  readonly tone?: (value: JsonValue | undefined, nowMs: number) => Tone | undefined;
  /** What rows are put in order by; undefined last. Not asked about null and ''. @default the whole value as text */
  readonly sortKey?: (value: JsonValue) => number | string | undefined;
  /** The whole value for a spreadsheet: nothing cut, times as ISO 8601 in UTC. @default the whole value as text */
  readonly csv?: (value: JsonValue | undefined) => string;
  /** Columns of a cell that changes while it is looked at. @default as wide as what stands in it */
  readonly width?: number;
  readonly align?: 'right';
  /** Its text begins with a mark in the colour that its value names, `#rrggbb`. */
  readonly swatch?: true;
  /**
   * What filters look at: the text that tables have (without `forPeople`), by which `column>3` compares
   * too; `both` also what people see; `words` only from where a word begins: `released` is no `unreleased`; false nothing, as it changes with time or holds no words.
   * @default the text that tables have
   */
  readonly filtered?: 'both' | 'words' | false;
}

/** A value as text: nothing of it cut, objects as JSON. */
export function plainValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isoTime = (value: JsonValue | undefined): string => {
  const ms = toMs(value);
  return ms === undefined ? plainValue(value) : new Date(ms).toISOString();
};

/** A kind of points in time: epoch milliseconds or ISO 8601. */
export function timeKind(
  text: (ms: number | undefined, place: CellPlace) => string,
  more: Omit<ColumnKind, 'text'> = {},
): ColumnKind {
  return {
    text: (value, place) => text(toMs(value), place),
    sortKey: toMs,
    csv: isoTime,
    ...more,
  };
}

/** A kind of numbers: other values have no place in the order. */
export const numberKey = (value: JsonValue): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** Elements in order, a repeated one once with its number. */
function joinedText(value: JsonValue | undefined): string {
  if (!isArray(value)) return plainValue(value);
  const counts = new Map<string, number>();
  for (const element of value) {
    const text = plainValue(element);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, n]) => (n === 1 ? text : `${text} ×${n}`)).join(', ');
}

const lengthKey = (value: JsonValue): number | undefined =>
  isArray(value) ? value.length : undefined;

/** A kind that shows a text made from an array, and is put in order by its length. */
export function arrayKind(text: (value: JsonValue | undefined) => string): ColumnKind {
  return {text, sortKey: lengthKey, csv: text};
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.2 MB`: three digits at most, in units of a thousand. */
function bytesText(bytes: number): string {
  const exponent = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const step = Math.min(exponent, byteUnits.length - 1);
  const size = bytes / 1000 ** step;
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${byteUnits[step]}`;
}

/** The kinds any list may have. */
export const columnKinds = {
  text: {text: plainValue},
  number: {
    text: plainValue,
    sortKey: value => (typeof value === 'number' ? value : plainValue(value)),
    align: 'right',
  },
  /** `yyyy-mm-dd`, as it came. */
  date: {
    text: (value, {forPeople, nowMs}) =>
      forPeople ? dayText(plainValue(value), nowMs) : plainValue(value),
    filtered: 'both',
  },
  /** In local time. */
  time: timeKind((ms, {forPeople, nowMs}) => (forPeople ? dayTimeText(ms, nowMs) : timeText(ms)), {
    filtered: 'both',
  }),
  /** Day and time with seconds. */
  instant: timeKind(instantText),
  /** Time of day with seconds. */
  clock: timeKind(clockText),
  /** How long ago. */
  age: timeKind((ms, {nowMs}) => ageText(ms, nowMs), {width: 5, align: 'right', filtered: false}),
  /** Number of elements of an array. */
  count: {
    ...arrayKind(value => (isArray(value) ? String(value.length) : '')),
    align: 'right',
  },
  /** Elements of an array. */
  joined: {
    text: joinedText,
    sortKey: value => (isArray(value) ? value.join(', ') : String(value)),
    csv: value => (isArray(value) ? value.map(plainValue).join('; ') : plainValue(value)),
  },
  /** First line of a text. */
  firstLine: {text: value => plainValue(value).split(/\r?\n/, 1)[0] ?? ''},
  /** Host and path of a URL. */
  url: {text: value => plainValue(value).replace(/^https?:\/\//, '')},
  /** A size in bytes; with a unit for people, in tables, files and filters the number. */
  bytes: {
    text: (value, {forPeople}) =>
      forPeople && typeof value === 'number' ? bytesText(value) : plainValue(value),
    sortKey: numberKey,
    align: 'right',
  },
} as const satisfies Readonly<Record<ColumnKindName, ColumnKind>>;

/** The kind of a column of flags: the word of the first state that holds. */
export function stateKind(states: readonly State[]): ColumnKind {
  const at = (value: unknown): State | undefined =>
    typeof value === 'number' ? states[value] : undefined;
  return {
    read: item => {
      const index = states.findIndex(
        ([flag]) => flag === undefined || readPointer(item, flag) === true,
      );
      return index === -1 ? undefined : index;
    },
    text: value => at(value)?.[1] ?? '',
    tone: value => at(value)?.[2] ?? 'plain',
    sortKey: numberKey,
    filtered: 'words',
    csv: value => at(value)?.[1] ?? '',
  };
}
