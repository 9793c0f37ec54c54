import type {JsonValue} from '../../../base/json-value.ts';
import type {ViewBase} from '../../model/load.ts';
import type {Params} from '../../model/params.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {VerbUse} from '../../model/verb.ts';

/** How a list of the monitor follows new records. */
export interface LiveState {
  /** Keep the newest visible; moving the cursor ends this. */
  readonly follow: boolean;
  /** The inputs of the rows; if one differs, the rows are recomputed. */
  readonly madeOf: readonly unknown[];
  /** Whether everything up to then had been read when the rows were computed. */
  readonly settled: boolean;
  /** Number of the latest record among the rows. */
  readonly shownSeq: number;
  /** Number of the last record not marked as new. */
  readonly seenSeq: number;
}

/** The user's settings of a column. Their order is the order of the columns. */
export interface ColumnChoice {
  readonly id: string;
  readonly shown: boolean;
  /** Width, 3 to 120; absent: automatic. */
  readonly width?: number;
  /** JSON pointer into an item, for an added column. */
  readonly from?: string;
}

/** The user's settings of a list screen; stored for each account. */
export interface ListPreference {
  readonly columns?: readonly ColumnChoice[] | undefined;
  /** null is the server's order. */
  readonly sort?: {readonly column: string; readonly reverse: boolean} | null | undefined;
  readonly wide?: boolean | undefined;
}

/** ListPreferences by id of screen. */
export type ListPreferences = Readonly<Record<string, ListPreference>>;

export interface ListView extends ViewBase {
  readonly kind: 'list';
  readonly resource: Resource;
  readonly params: Params;
  /** Index of the resource's source that responded. */
  readonly source: number;
  readonly rows: readonly Row[];
  /** The server's total, if it reports one. */
  readonly total: number | undefined;
  /** Number of items of the first page; 0 before. */
  readonly pageSize: number;
  /** Whether the server has more pages. */
  readonly more: boolean;
  /** Progress of a list that checks each item; replaces the usual count. */
  readonly note: string | undefined;
  /** Parts of the list were not read. @default false */
  readonly isPartial?: boolean | undefined;
  readonly cursorId: string | undefined;
  /** Id of the row selected first. @default as the list defines */
  readonly startsOn?: string | undefined;
  /** Position of the cursor among the visible rows, for when its row is gone. */
  readonly cursor: number;
  /** Index of the first visible row. */
  readonly top: number;
  readonly filter: string;
  readonly sort: {readonly column: string; readonly reverse: boolean} | undefined;
  /** Id of the column that `s` sorts by; undefined until one is selected. */
  readonly column: string | undefined;
  /** Show columns at full width; scroll to those that do not fit. */
  readonly wide: boolean;
  /** Number of columns scrolled out after the first, which stays. */
  readonly left: number;
  /** The user went to the end while more rows load: the cursor stays at the end. */
  readonly toEnd: boolean;
  /** Refresh every ten seconds while it is on the screen. */
  readonly auto: boolean;
  /** Rows added by the last refresh, until the cursor moves. */
  readonly fresh: ReadonlySet<string>;
  /** Cells changed by the last refresh, for five seconds: ids of columns by id of row. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Set during a refresh: the previous rows, of which those not yet refreshed stay. */
  readonly before?: BeforeRefresh | undefined;
  /**
   * Id of the row under the cursor when an object was created: unless the cursor moved, it goes to
   * the new row.
   */
  readonly awaits?: string | undefined;
  /** Ids of the selected rows; kept by filters, sorts, refreshes and pages. */
  readonly marked: ReadonlySet<string>;
  /** Id of the row where a range selection starts. */
  readonly anchor: string | undefined;
  /** Rows being moved, and the list as it was before. */
  readonly moving?: {
    readonly use: VerbUse;
    readonly before: Pick<ListView, 'rows' | 'filter' | 'sort' | 'cursorId' | 'marked'>;
  };
  /** For a tree: collapsed rows, by the id of their parent. */
  readonly collapsed?: ReadonlyMap<string, readonly Row[]>;
  /** Shared values of several rows, by their key. */
  readonly named?: ReadonlyMap<string, JsonValue> | undefined;
  /** Rows whose fill was requested last. */
  readonly asked: readonly string[];
  /** The last filter that matched no row, and the number of rows up to which more are loaded. */
  readonly searched?: {readonly filter: string; readonly upTo: number};
  /** State of following the monitor; absent for other lists. */
  readonly live?: LiveState;
}

/** Determines which rows of a list are shown, and in what order. */
export type RowQuery = Pick<ListView, 'resource' | 'rows' | 'filter' | 'sort'>;

/** A list before its refresh. */
export interface BeforeRefresh {
  readonly rows: readonly Row[];
  /** Number of rows already refreshed; later ones are older. */
  readonly read: number;
  /** The row under the cursor, to report its removal. */
  readonly cursor: Row | undefined;
}

export type ExportFormat = 'csv' | 'json' | 'jsonl' | 'sh';

/** The target of an export: the clipboard, or a new file. */
export type ExportTarget =
  | {readonly to: 'clipboard'; readonly format: ExportFormat}
  | {readonly to: 'file'; readonly path: string; readonly format: ExportFormat};

/** The first rows of a list as last read. */
export interface LastRows {
  /** The list with its parameters. */
  readonly list: string;
  /** When they were read, in milliseconds since the UNIX epoch. */
  readonly atMs: number;
  /** JSON texts, secrets redacted. */
  readonly items: readonly string[];
  /** Read in this session. @default false */
  readonly isRead?: boolean;
}
