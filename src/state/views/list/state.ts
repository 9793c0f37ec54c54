import type {JsonValue} from '../../../base/json-value.ts';
import type {ViewBase} from '../../model/load.ts';
import type {Params} from '../../model/params.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {VerbUse} from '../../model/verb.ts';

/** How a list of the monitor keeps up with what comes in. */
export interface LiveMarks {
  /** The newest stays visible; moving the cursor ends it. */
  readonly follow: boolean;
  /** What the rows were made of; where one of it is another, they are to be made again. */
  readonly madeOf: readonly unknown[];
  /** All up to then had been read once when the rows were made. */
  readonly settled: boolean;
  /** Number of the latest record among the rows. */
  readonly shownSeq: number;
  /** Number of the last record that is not marked as new. */
  readonly seenSeq: number;
}

/** What the user chose for one column of a list. The order of the choices is that of the columns. */
export interface ColumnChoice {
  readonly id: string;
  readonly shown: boolean;
  /** Columns wide; absent: what fits. From 3 to 120. */
  readonly width?: number;
  /** JSON pointer into an item, of a column that was added. */
  readonly from?: string;
}

/** What the user made of a list screen; stored for each account. */
export interface ListPreference {
  readonly columns?: readonly ColumnChoice[] | undefined;
  /** null is the order in which the server gives the rows. */
  readonly sort?: {readonly column: string; readonly reverse: boolean} | null | undefined;
  readonly wide?: boolean | undefined;
}

/** ListPreferences by id of screen. */
export type ListPreferences = Readonly<Record<string, ListPreference>>;

/** A list of rows. */
export interface ListView extends ViewBase {
  readonly kind: 'list';
  readonly resource: Resource;
  readonly params: Params;
  /** Which of the resource's sources answered. */
  readonly source: number;
  readonly rows: readonly Row[];
  /** The server's total, when it gives one. */
  readonly total: number | undefined;
  /** Items of its first page; 0 before that. */
  readonly pageSize: number;
  /** The server has further pages. */
  readonly more: boolean;
  /** How far a list has come that asks about each item; beats the usual count. */
  readonly note: string | undefined;
  readonly cursorId: string | undefined;
  /** Id of the row that the cursor begins on. @default as the list says */
  readonly startsOn?: string | undefined;
  /** Position of the cursor among the visible rows, kept for when its row is gone. */
  readonly cursor: number;
  /** Index of the first visible row on the screen. */
  readonly top: number;
  readonly filter: string;
  readonly sort: {readonly column: string; readonly reverse: boolean} | undefined;
  /** Id of the column that `s` sorts by; undefined until one was picked. */
  readonly column: string | undefined;
  /** Every column as wide as it needs to be; what does not fit is scrolled to. */
  readonly wide: boolean;
  /** Columns scrolled off behind the first, which stays. */
  readonly left: number;
  /** The user went to the end while more is read: the cursor stays there as rows come. */
  readonly toEnd: boolean;
  /** Read again every ten seconds while it is on the screen. */
  readonly auto: boolean;
  /** Rows that the last refresh brought, for as long as nobody moved. */
  readonly fresh: ReadonlySet<string>;
  /** Cells that the last refresh changed, for five seconds: ids of columns by id of row. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** A refresh is under way: what was there before, of which the rows not yet read again stay. */
  readonly before?: BeforeRefresh | undefined;
  /** Id of the row under the cursor when something was made: unless it moved, the cursor goes to the new row. */
  readonly awaits?: string | undefined;
  /** Ids of the rows marked; they stay through filters, sorts, refreshes and pages. */
  readonly marked: ReadonlySet<string>;
  /** Id of the row at which a range of marks begins. */
  readonly anchor: string | undefined;
  /** Rows that are carried to another place, and the list as it was before. */
  readonly lifted?: {
    readonly use: VerbUse;
    readonly before: Pick<ListView, 'rows' | 'filter' | 'sort' | 'cursorId' | 'marked'>;
  };
  /** Of a tree: rows folded away, by the id of the row they stand below. */
  readonly folded?: ReadonlyMap<string, readonly Row[]>;
  /** What was read of things that several rows name, by what tells them apart. */
  readonly named?: ReadonlyMap<string, JsonValue> | undefined;
  /** Rows whose fill was asked for last. */
  readonly asked: readonly string[];
  /** How a list of the monitor keeps up with it; absent on every other list. */
  readonly live?: LiveMarks;
}

/** What says which rows of a list are shown, and in what order. */
export type RowQuery = Pick<ListView, 'resource' | 'rows' | 'filter' | 'sort'>;

/** A list as it was when its refresh began. */
export interface BeforeRefresh {
  readonly rows: readonly Row[];
  /** How many of the list's rows were read by the refresh; those after them are older. */
  readonly read: number;
  /** The row under the cursor: its end is told. */
  readonly cursor: Row | undefined;
}

/** How rows are written out. */
export type ExportFormat = 'csv' | 'json' | 'jsonl' | 'sh';

/** Where an export goes: the clipboard, or a new file. */
export type ExportTarget =
  | {readonly to: 'clipboard'; readonly format: ExportFormat}
  | {readonly to: 'file'; readonly path: string; readonly format: ExportFormat};

/** The first rows of a list as they were read last. */
export interface LastRows {
  /** Which list it is, with its parameters. */
  readonly list: string;
  /** When they were read, in milliseconds since the UNIX epoch. */
  readonly atMs: number;
  /** JSON texts, secrets starred out. */
  readonly items: readonly string[];
  /** This session read them. @default false */
  readonly isRead?: boolean;
}
