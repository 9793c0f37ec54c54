import type {Service} from '../../api/operation.ts';
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

/** A failure as it is shown: calm, with what to do. */
export interface Trouble {
  readonly title: string;
  readonly text: string;
  readonly advice: readonly string[];
}

/** How far a load has come. */
export type Load =
  | {readonly status: 'idle'}
  | {
      readonly status: 'loading';
      /** Turns true after 200 ms, so that quick answers never flash a word. */
      readonly shown: boolean;
      /** When what is there meanwhile was read, in milliseconds since the UNIX epoch. */
      readonly heldMs?: number;
      /** What came in place of an answer, and when it is asked again. */
      readonly again?: {readonly status: number | undefined; readonly atMs: number};
    }
  | {
      readonly status: 'ready';
      readonly atMs: number;
      /** Why what was read since then is not there. */
      readonly left?: 'failed' | 'stopped';
    }
  | {readonly status: 'failed'; readonly trouble: Trouble};

/** What is said where nothing was read yet. */
export function waiting(load: Load): string {
  return load.status === 'loading' ? 'loading' : 'empty';
}

/** A request a view made, with the one-shot command that makes the same. */
export interface Sent {
  readonly service: Service;
  readonly command: string;
}

/** What every kind of view has. */
export interface ViewBase {
  /** Unique; effects and their events name it. */
  readonly key: number;
  readonly load: Load;
  readonly sent: readonly Sent[];
  /** Something it shows was changed since: it is read again when it is on the screen. @default false */
  readonly stale?: true;
}
