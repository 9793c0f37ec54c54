import type {Operation, Service} from '../../api/operation.ts';
import type {Given} from '../../api/request-plan.ts';
import type {DeriveName} from '../../screens/derive.ts';
import type {RowAction} from './verb.ts';

/** Values by name that a screen was opened with, such as the project key of a version list. */
export type Params = Readonly<Record<string, string>>;

/**
 * One operation with its inputs, as data. `{name}` in an input stands for a parameter, and
 * `{hoursAgo:N}` for the time N hours ago in epoch milliseconds.
 */
export interface Call {
  readonly service: Service;
  /** `group name`, as in the catalogue. */
  readonly operation: string;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
  /** Asked beside it; each answer is put into this one's object as a member of that name. */
  readonly also?: Readonly<Record<string, Call>>;
  /** JSON text taken for the answer where the service says that there is none (404). */
  readonly orElse?: string;
}

/** A call made concrete: the record and what is given to it. */
export interface ResolvedCall {
  readonly operation: Operation;
  readonly given: Given;
}

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

/** Meaning of a colour; themes map it to what the terminal can show. */
export type Tone = 'plain' | 'dim' | 'good' | 'warn' | 'bad' | 'accent' | 'title';

/** What enter opens from a row: a screen, with parameters read from the row by pointer. */
export interface Opens {
  readonly screen: string;
  /** Only rows with that value there; the others are described. @default every row */
  readonly only?: {readonly pointer: string; readonly equals: string};
  readonly params: Readonly<Record<string, readonly string[]>>;
}

/** Lists the monitor of failed deliveries makes; they follow what it learns. */
export type MonitorList = 'failed-urls' | 'failed-records' | 'failed-times';

/** Where rows come from. */
export interface Source extends Call {
  /** Pointer to the list inside the answer. */
  readonly items?: string;
  /** Makes the rows from the answer, when they are not a list in it. */
  readonly derive?: DeriveName;
  /** Only those items stay for which another request says so. */
  readonly scan?: Scan;
  /** Said when it gave no rows: who answered. */
  readonly told?: string;
}

/** Asks about each item of a list, since no operation lists those that are wanted. */
export interface Scan {
  readonly call: Call;
  /** Read from the item. */
  readonly params: Opens['params'];
  /** The item stays when the answer's value there is that of the parameter `equals`. */
  readonly pointer: string;
  readonly equals: string;
}

/** A part of a row that has its own request. */
export interface Fill {
  /** Where it belongs in the item; asked for only when nothing is there. */
  readonly pointer: string;
  /** Where it is in the answer; '' is all of it. @default as `pointer` */
  readonly read?: string;
  /** Makes it from the answer; beats `read`. */
  readonly derive?: DeriveName;
  readonly call: Call;
  /** Read from the row; a row that has not got them all is not filled. */
  readonly params: Opens['params'];
}

/** A list screen, as data: the generic list, detail and raw screens draw all of them. */
export interface Resource {
  readonly id: string;
  /** Plural, as in the breadcrumb. */
  readonly title: string;
  readonly noun: string;
  readonly service: Service;
  /** Other names in the palette. */
  readonly aliases: readonly string[];
  /** Names of the parameters it needs, in the order the palette takes them. */
  readonly needs: readonly string[];
  /**
   * Where the rows come from. Later ones are asked when the server has no such operation
   * (not found, gone, or refused as unknown); `items` points at the list when it is inside an answer.
   */
  readonly sources: readonly Source[];
  /** Rows the app has itself: the requests of this session, the catalogue, the profiles, the monitor. */
  readonly local?: 'log' | 'journal' | 'operations' | 'profiles' | MonitorList;
  /** Columns, identity and name are found from the first page's items. @default false */
  readonly guessed?: true;
  readonly columns: readonly Column[];
  /** Pointers that together tell a row from all others. */
  readonly identity: readonly string[];
  /** What a row is called. */
  readonly name: readonly string[];
  /** What enter opens; absent: the same as describe. */
  readonly opens?: Opens;
  /** The call that describes one row in full; its parameters are read from the row. Absent: the row itself. */
  readonly describe?: {readonly call: Call; readonly params: Opens['params']};
  /** Rows say how deep they are and fold (`/tree`). @default false */
  readonly tree?: true;
  /** How two of its rows are told apart: the call that reads one, and which of its inputs says which. */
  readonly compares?: {
    readonly call: Call;
    readonly input: string;
    /** Leads to what that input takes, in a row; the higher number is the newer. */
    readonly pointer: string;
    /** Leads to the text in storage format, in an answer. */
    readonly document: string;
  };
  /** Filled in per visible row when the list does not carry it and a column shows it. */
  readonly fills?: readonly Fill[];
  /** What can be done with rows, beside the operations they fill; in the order of the menu (x). */
  readonly actions?: readonly RowAction[];
  /** What to say when there are none, and what to do about it. */
  readonly empty: string;
  /** The order the rows come in when nothing else is asked for. */
  readonly sort?: {readonly column: string; readonly reverse: boolean};
  /** Columns that the sort key goes through. @default all, then the order they came in */
  readonly sorts?: readonly string[];
  /** What the list does not hold although one might think so; said below it. */
  readonly caveat?: string;
  /** Extra words about the list, shown in the help. */
  readonly about: string;
}
