import type {CellPlace, Column, ColumnKind, ColumnKindName, State} from '../base/column.ts';
import {isArray, type JsonValue, readFirstOf, readPointer} from '../base/json-value.ts';
import {withoutUrlSecrets} from '../base/parse-url.ts';
import {
  ageText,
  clockText,
  dayText,
  dayTimeText,
  instantText,
  timeText,
  toMs,
} from '../base/times.ts';

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
  /** A URL without its scheme; on the screen without what may be secret in it: user, password, query. */
  url: {
    text: (value, {forPeople}) => {
      const url = plainValue(value);
      return (forPeople ? withoutUrlSecrets(url) : url).replace(/^https?:\/\//, '');
    },
  },
  /** A size in bytes; with a unit for people, in tables, files and filters the number. */
  bytes: {
    text: (value, {forPeople}) =>
      forPeople && typeof value === 'number' ? bytesText(value) : plainValue(value),
    sortKey: numberKey,
    align: 'right',
  },
} as const satisfies Readonly<Record<ColumnKindName, ColumnKind>>;

/** The kind of a column as a record. */
export function columnKindOf({kind}: Pick<Column, 'kind'>): ColumnKind {
  if (typeof kind === 'string') return columnKinds[kind];
  if ('text' in kind) return kind;
  const known = stateKinds.get(kind) ?? stateKind(kind);
  stateKinds.set(kind, known);
  return known;
}

/** The value of a column in an item: read by its kind, else by the first pointer that leads to something. */
export function columnValue(column: Column, item: JsonValue): JsonValue | undefined {
  const {read} = columnKindOf(column);
  return read ? read(item) : readFirstOf(item, column.from);
}

const stateKinds = new WeakMap<readonly State[], ColumnKind>();

/** The kind of a column of flags: the word of the first state that holds. */
function stateKind(states: readonly State[]): ColumnKind {
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
