import {type JsonValue, parseJsonValue, readFirstOf, readPointer} from '../../base/json-value.ts';
import {memoizeFew} from '../../base/memoize-few.ts';

/** One item of a list. */
export interface Row {
  /** The values of the identity pointers, joined; the cursor follows it. */
  readonly id: string;
  readonly name: string;
  /** Pointers to its name, among them to filled values. */
  readonly namedBy?: readonly string[] | undefined;
  /** The JSON text as received. */
  readonly text: string;
  readonly value: JsonValue;
  /** When it was read, in milliseconds since the UNIX epoch. */
  readonly readMs?: number | undefined;
  /** Values filled in later by other calls: pointer → value. */
  readonly filled?: Readonly<Record<string, JsonValue>> | undefined;
}

const rowsParsed = 500;
const parsed = memoizeFew(rowsParsed, ({text}: Pick<Row, 'text'>) => parseJsonValue(text));

/**
 * A row that stores only its text: the parsed values of a hundred thousand rows would take ten
 * times the memory.
 */
class TextRow implements Row {
  readonly id: string;
  readonly name: string;
  readonly namedBy: Row['namedBy'];
  readonly text: string;
  readonly readMs: number | undefined;
  readonly filled: Row['filled'];

  constructor({id, name, namedBy, text, readMs, filled}: Omit<Row, 'value'>) {
    this.id = id;
    this.name = name;
    this.namedBy = namedBy;
    this.text = text;
    this.readMs = readMs;
    this.filled = filled;
  }

  get value(): JsonValue {
    return parsed(this);
  }
}

/** Make a row that is parsed on access; the most recently used values are cached. */
export function textRow(row: Omit<Row, 'value'>): Row {
  return new TextRow(row);
}

/** The row with these filled values, and with its name if that is among them. */
export function withFilledValues(row: Row, filled: Row['filled']): Row {
  const found = row.namedBy?.map(pointer => filledAt({filled}, pointer)).find(Boolean);
  const name = typeof found === 'string' ? found : row.name;
  return row instanceof TextRow ? new TextRow({...row, name, filled}) : {...row, name, filled};
}

/**
 * The value of the first pointer that has one in a row; filled values take precedence. Null if
 * filling was tried and failed.
 */
export function valueInRow(
  row: Pick<Row, 'value' | 'filled'>,
  pointers: readonly string[],
): JsonValue | undefined {
  if (row.filled === undefined) return readFirstOf(row.value, pointers);
  let unknown: null | undefined;
  for (const pointer of pointers) {
    const filled = filledAt(row, pointer);
    if (filled === null) unknown = null;
    else if (filled !== undefined) return filled;
  }
  return readFirstOf(row.value, pointers) ?? unknown;
}

function filledAt({filled}: Pick<Row, 'filled'>, pointer: string): JsonValue | undefined {
  for (const [at, value] of Object.entries(filled ?? {})) {
    if (pointer === at || (value === null && pointer.startsWith(`${at}/`))) return value;
    if (pointer.startsWith(`${at}/`)) return readPointer(value, pointer.slice(at.length));
  }
  return undefined;
}

/** The row whose whole name a filter is, ignoring case; others that match may be above it. */
export function rowNamed<T extends {readonly name: string}>(
  rows: readonly T[],
  filter: string,
): T | undefined {
  const wanted = filter.trim().toLowerCase();
  return wanted === '' ? undefined : rows.find(({name}) => name.toLowerCase() === wanted);
}
