import type {CellPlace, Column, ColumnKind, ColumnKindName, StateRule} from '../base/column.ts';
import {isArray, type JsonValue, readFirstOf, readPointer} from '../base/json-value.ts';
import {withoutUrlSecrets} from '../base/parse-url.ts';
import {
  ageText,
  clockText,
  dayText,
  dayTimeText,
  instantText,
  parseInstantMs,
  timeText,
} from '../base/times.ts';

/** Convert a value to text without cutting it; objects become JSON. */
export function plainValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isoTime = (value: JsonValue | undefined): string => {
  const ms = parseInstantMs(value);
  return ms === undefined ? plainValue(value) : new Date(ms).toISOString();
};

/** Create a kind for points in time: epoch milliseconds or ISO 8601. */
export function timeKind(
  text: (ms: number | undefined, place: CellPlace) => string,
  more: Omit<ColumnKind, 'text'> = {},
): ColumnKind {
  return {
    text: (value, place) => text(parseInstantMs(value), place),
    sortKey: parseInstantMs,
    csv: isoTime,
    ...more,
  };
}

/** Return the sort key of a kind of numbers; other values sort last. */
export const numberKey = (value: JsonValue): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** Join the elements in order, repeated ones once with their count. */
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

/** Create a kind that shows an array as text and sorts by its length. */
export function arrayKind(text: (value: JsonValue | undefined) => string): ColumnKind {
  return {text, sortKey: lengthKey, csv: text};
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Format a size with at most three digits, in units of a thousand: `1.2 MB`. */
function bytesText(bytes: number): string {
  const exponent = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const step = Math.min(exponent, byteUnits.length - 1);
  const size = bytes / 1000 ** step;
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${byteUnits[step]}`;
}

/** The shared column kinds. */
export const columnKinds = {
  text: {text: plainValue},
  number: {
    text: plainValue,
    sortKey: value => (typeof value === 'number' ? value : plainValue(value)),
    align: 'right',
  },
  /** `yyyy-mm-dd`, unchanged. */
  date: {
    text: (value, {forPeople, nowMs}) =>
      forPeople ? dayText(plainValue(value), nowMs) : plainValue(value),
    filtered: 'both',
  },
  time: timeKind((ms, {forPeople, nowMs}) => (forPeople ? dayTimeText(ms, nowMs) : timeText(ms)), {
    filtered: 'both',
  }),
  instant: timeKind(instantText),
  clock: timeKind(clockText),
  age: timeKind((ms, {nowMs}) => ageText(ms, nowMs), {width: 5, align: 'right', filtered: false}),
  /** Number of elements of an array. */
  count: {
    ...arrayKind(value => (isArray(value) ? String(value.length) : '')),
    align: 'right',
  },
  joinedList: {
    text: joinedText,
    sortKey: value => (isArray(value) ? value.join(', ') : String(value)),
    csv: value => (isArray(value) ? value.map(plainValue).join('; ') : plainValue(value)),
  },
  firstLine: {text: value => plainValue(value).split(/\r?\n/, 1)[0] ?? ''},
  /**
   * A URL without its scheme; on the screen also without possible secrets: user, password, query.
   */
  url: {
    text: (value, {forPeople}) => {
      const url = plainValue(value);
      return (forPeople ? withoutUrlSecrets(url) : url).replace(/^https?:\/\//, '');
    },
  },
  /** A size in bytes: with a unit on the screen, a number in tables, files and filters. */
  bytes: {
    text: (value, {forPeople}) =>
      forPeople && typeof value === 'number' ? bytesText(value) : plainValue(value),
    sortKey: numberKey,
    align: 'right',
  },
} as const satisfies Readonly<Record<ColumnKindName, ColumnKind>>;

/** Return the kind of a column as a record. */
export function columnKindOf({kind}: Pick<Column, 'kind'>): ColumnKind {
  if (typeof kind === 'string') return columnKinds[kind];
  if ('text' in kind) return kind;
  const kindRecord = stateKinds.get(kind) ?? stateKind(kind);
  stateKinds.set(kind, kindRecord);
  return kindRecord;
}

/**
 * Return the value of a column in an item: read by its kind, otherwise at the first pointer with a
 * value.
 */
export function columnValue(column: Column, item: JsonValue): JsonValue | undefined {
  const {read} = columnKindOf(column);
  return read ? read(item) : readFirstOf(item, column.from);
}

const stateKinds = new WeakMap<readonly StateRule[], ColumnKind>();

/**
 * Create the kind of a column of flags, which shows the word of the first state that is true. An
 * item without any of the flags has no state: absent is not false.
 */
function stateKind(states: readonly StateRule[]): ColumnKind {
  const at = (value: unknown): StateRule | undefined =>
    typeof value === 'number' ? states[value] : undefined;
  return {
    read: item => {
      const isReported = states.some(
        ([flag]) => flag !== undefined && typeof readPointer(item, flag) === 'boolean',
      );
      if (!isReported) return undefined;
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
