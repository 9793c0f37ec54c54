import {type JsonValue, parseJsonValue} from '../../base/json-value.ts';
import {keptFew} from '../../base/kept-few.ts';

/** One item of a list. */
export interface Row {
  /** Identity pointers' values joined; the cursor follows it. */
  readonly id: string;
  readonly name: string;
  /** JSON text as it came. */
  readonly text: string;
  readonly value: JsonValue;
  /** When it was read, in milliseconds since the UNIX epoch. */
  readonly readMs?: number | undefined;
  /** Values filled in later by their own call: pointer → value. */
  readonly filled?: Readonly<Record<string, JsonValue>> | undefined;
}

const rowsParsed = 500;
const parsed = keptFew(rowsParsed, ({text}: Pick<Row, 'text'>) => parseJsonValue(text));

/** A row that holds its text alone: values of a hundred thousand would take ten times the memory. */
class TextRow implements Row {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly readMs: number | undefined;
  readonly filled: Row['filled'];

  constructor({id, name, text, readMs, filled}: Omit<Row, 'value'>) {
    this.id = id;
    this.name = name;
    this.text = text;
    this.readMs = readMs;
    this.filled = filled;
  }

  get value(): JsonValue {
    return parsed(this);
  }
}

/** A row whose value is parsed when it is looked at; of those looked at last it is kept. */
export function textRow(row: Omit<Row, 'value'>): Row {
  return new TextRow(row);
}

/** The row with what was filled in; undefined takes that away. */
export function withFilled(row: Row, filled: Row['filled']): Row {
  return row instanceof TextRow ? new TextRow({...row, filled}) : {...row, filled};
}
