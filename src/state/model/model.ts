import type {ClientIdentity} from '../../api/client.ts';
import type {Operation, Service} from '../../api/operation.ts';
import type {JsonValue} from '../../base/json-value.ts';
import {isMonitorList} from '../../screens/webhooks/monitor/monitor-lists.ts';
import type {Monitor} from '../../screens/webhooks/monitor/monitor-state.ts';
import type {SavedView} from '../layers/columns/saved-views.ts';
import type {CopyMenu} from '../layers/copy/copy-menu.ts';
import type {HelpState} from '../layers/help/help.ts';
import type {Preview} from '../layers/preview/preview.ts';
import type {History} from '../locations/history.ts';
import type {Look} from '../look/look.ts';
import type {Looks} from '../views/list/column-preferences.ts';
import type {LiveMarks} from '../views/list/live-marks.ts';
import type {MatrixKind} from '../views/matrix/matrix.ts';
import type {WriteSettings, WriteStage} from '../write/state.ts';
import type {Count} from './count.ts';
import type {Call, Opens, Params, ResolvedCall, Resource, Tone} from './resource.ts';
import {previewArea} from './room.ts';
import type {TrafficLog} from './traffic-log.ts';

/** One item of a list. */
export interface Row {
  /** Identity pointers' values joined; the cursor follows it. */
  readonly id: string;
  readonly name: string;
  /** JSON text as it came. */
  readonly text: string;
  readonly value: JsonValue;
  /** When it was read, in milliseconds since the UNIX epoch. */
  readonly readMs?: number;
  /** Values filled in later by their own call: pointer → value. */
  readonly filled?: Readonly<Record<string, JsonValue>>;
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
  /** `shown` turns true after 200 ms, so that quick answers never flash a word. */
  | {readonly status: 'loading'; readonly shown: boolean}
  | {readonly status: 'ready'; readonly atMs: number}
  | {readonly status: 'failed'; readonly trouble: Trouble};

/** A request a view made, with the one-shot command that makes the same. */
export interface Sent {
  readonly service: Service;
  readonly command: string;
}

interface ViewBase {
  /** Unique; effects and their events name it. */
  readonly key: number;
  readonly load: Load;
  readonly sent: readonly Sent[];
}

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
  /** Ids of the rows marked; they stay through filters, sorts, refreshes and pages. */
  readonly marked: ReadonlySet<string>;
  /** Id of the row at which a range of marks begins. */
  readonly anchor: string | undefined;
  /** Of a tree: rows folded away, by the id of the row they stand below. */
  readonly folded?: ReadonlyMap<string, readonly Row[]>;
  /** Rows whose fill was asked for last. */
  readonly asked: readonly string[];
  /** How a list of the monitor keeps up with it; absent on every other list. */
  readonly live?: LiveMarks;
}

/** A list as it was when its refresh began. */
export interface BeforeRefresh {
  readonly rows: readonly Row[];
  /** How many of the list's rows were read by the refresh; those after them are older. */
  readonly read: number;
  /** The row under the cursor: its end is told. */
  readonly cursor: Row | undefined;
}

/** A piece of a line with one tone. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Keeps its own look in the row under the cursor. */
  readonly solid?: boolean;
  /** Stands out in its line without colour: what a filter found, the column selected. */
  readonly strong?: boolean;
}

export type Line = readonly Span[];

/** Lines of text: the readable or the raw form of one object. */
export interface TextView extends ViewBase {
  readonly kind: 'text';
  /** `raw` is JSON as it came; `fields` a line for each value with its path. */
  readonly form: 'describe' | 'raw' | 'yaml' | 'fields';
  /** The call whose answer is shown; absent when the text came with the row. */
  readonly call: Call | undefined;
  /** The typed command whose answer, or whose request, is shown. */
  readonly typed: ResolvedCall | undefined;
  readonly params: Params;
  /** Pointer to the text in storage format that is read, when the object is a document. */
  readonly document: string | undefined;
  /** What enter opens, with parameters read from the answer. */
  readonly opens?: Opens | undefined;
  /** JSON text. */
  readonly text: string;
  readonly top: number;
  readonly search: string;
  /** Line of the match one is at. */
  readonly match?: number | undefined;
  /** Long lines are broken rather than cut. @default false */
  readonly wrap?: boolean;
  /** Columns that are scrolled out on the left. @default 0 */
  readonly left?: number;
  /** What a jq filter made of the text; shown in its place. */
  readonly selected?: {readonly filter: string; readonly outputs: readonly string[]} | undefined;
  /** The text is a failed delivery: its body is read too. */
  readonly delivery?: true;
  /** The text is a request with its response. */
  readonly exchange?: true;
}

/** The start screen: families with counts. */
export interface HomeView extends ViewBase {
  readonly kind: 'home';
  readonly cursor: number;
  readonly counts: Readonly<Record<string, Count>>;
}

/** The inputs of an operation, being filled in. */
export interface FormView extends ViewBase {
  readonly kind: 'form';
  readonly operation: Operation;
  /** What was given, as texts by input name, in the way of the flags. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Index of the field under the cursor; the one after the last runs the operation. */
  readonly cursor: number;
  /** Index of the first field on the screen. */
  readonly top: number;
  /** It was tried: what is missing is said too, not only what is wrong. */
  readonly tried: boolean;
  /** Values the field being typed can take, read from the list of what it names. */
  readonly picks:
    | {
        readonly input: string;
        readonly picks: readonly {readonly value: string; readonly label: string}[];
        /** Why there are none. */
        readonly problem?: string;
      }
    | undefined;
  /** The request is shown as --dry-run prints it, in place of the fields. */
  readonly asRequest: boolean;
}

/** Rows against columns, such as permission × holder; drawn from one answer. */
export interface MatrixView extends ViewBase {
  readonly kind: 'matrix';
  readonly matrix: MatrixKind;
  readonly call: Call;
  readonly params: Params;
  /** JSON text of the answer. */
  readonly text: string;
  readonly filter: string;
  /** The cell cursor: positions among the rows and columns shown, and the ids they follow. */
  readonly row: number;
  readonly rowId: string | undefined;
  readonly column: number;
  readonly columnId: string | undefined;
  /** First line and first column on the screen. */
  readonly top: number;
  readonly left: number;
}

export type View = ListView | TextView | HomeView | FormView | MatrixView;

/** What a tab opens when it is looked at first. */
export type TabSpec =
  | {readonly kind: 'home'}
  | {readonly kind: 'list'; readonly resource: Resource; readonly params: Params}
  | {
      readonly kind: 'describe';
      readonly call: Call;
      readonly params: Params;
      /** Pointer to a text in storage format that is what the object is about. */
      readonly document?: string;
      /** What enter opens, with parameters read from the answer. */
      readonly opens?: Opens;
    }
  | {
      readonly kind: 'text';
      readonly form: 'describe' | 'raw';
      readonly text: string;
      readonly delivery?: true;
      readonly exchange?: true;
    }
  | {
      readonly kind: 'form';
      readonly operation: Operation;
      readonly values: Readonly<Record<string, readonly string[]>>;
    }
  | {
      readonly kind: 'matrix';
      readonly matrix: MatrixKind;
      readonly call: Call;
      readonly params: Params;
    }
  /** What a typed command that reads answers. */
  | {readonly kind: 'typed'; readonly typed: ResolvedCall};

/** A place in the history: one or more tabs, of which one is looked at. */
export interface Place {
  readonly key: number;
  readonly crumb: string;
  readonly tabs: readonly {readonly title: string; readonly spec: TabSpec}[];
  readonly views: Readonly<Record<number, View>>;
  readonly tab: number;
}

/** A line being typed at the bottom of the screen. */
export interface Prompt {
  readonly kind: 'filter' | 'search' | 'palette' | 'run' | 'field' | 'jq' | 'column' | 'export';
  readonly text: string;
  /** The text before the prompt was opened; esc brings it back. */
  readonly before: string;
  /** Counts up when the text is set from outside the field, so that the field starts afresh. */
  readonly revision: number;
  /** Selected suggestion of the palette. */
  readonly cursor: number;
  readonly problem: string | undefined;
}

/** A short message over the footer. */
export interface Notice {
  /** It is there until a key is pressed, as what went wrong is. @default false */
  readonly stays?: true;
  readonly text: string;
  readonly tone: Tone;
  /** The same key again, while it is shown, says yes. */
  readonly asks?: 'readAll';
}

/** How the two services are reached. */
export type Connection =
  | {readonly status: 'connecting'; readonly text: string}
  | {
      readonly status: 'ready';
      readonly identities: Readonly<Partial<Record<Service, ClientIdentity>>>;
      /** Why a service is not there: service → trouble. */
      readonly troubles: Readonly<Partial<Record<Service, Trouble>>>;
    };

/** Everything the terminal app knows. Immutable; changed only by `update`. */
export interface AppState {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the UNIX epoch, moved on once a minute. */
  readonly nowMs: number;
  /** When the admin key of this user ends, in milliseconds since the UNIX epoch. */
  readonly adminKeyUntilMs?: number | undefined;
  /** Shown in the header: what this session runs on. */
  readonly session: {
    readonly sandbox: boolean;
    readonly profile: string;
    /** What can be switched to; empty on a sandbox. */
    readonly profiles: readonly {
      readonly name: string;
      readonly tracker?: string;
      readonly content?: string;
      readonly protected: boolean;
    }[];
    /** Lines to paste into a shell so that the commands shown work there. */
    readonly shell: readonly string[];
    /** Flags every shown command carries, such as `-p staging`. */
    readonly flags: Readonly<Record<Service, readonly string[]>>;
  };
  readonly connection: Connection;
  readonly look: Look;
  /** Failed deliveries as they come in, on whatever screen. */
  readonly monitor: Monitor;
  /** The last one is on the screen. */
  readonly places: readonly Place[];
  /** Where one was before, and where one came back from. */
  readonly history: History;
  /** What was chosen in the palette, latest first. */
  readonly recent: readonly string[];
  readonly nextKey: number;
  /** The requests of this session, oldest first, as JSON texts; the oldest go when there are too many. */
  readonly log: readonly string[];
  /** Headers and bodies of the last requests. */
  readonly traffic: TrafficLog;
  /** How many requests were made. */
  readonly requests: number;
  readonly prompt: Prompt | undefined;
  /** What the user made of list screens: columns, order, width. */
  readonly looks: Looks;
  readonly savedViews: readonly SavedView[];
  /** The column chooser lies over the list: the line under its cursor. */
  readonly chooser: {readonly cursor: number} | undefined;
  /** What lies over the view while something is written. */
  readonly write: WriteStage | undefined;
  readonly writing: WriteSettings;
  /** The writes of this profile, oldest first, as JSON texts. */
  readonly journal: readonly string[];
  readonly help: HelpState | undefined;
  readonly copyMenu: CopyMenu | undefined;
  readonly preview: Preview | undefined;
  readonly notice: Notice | undefined;
  /** ctrl+c was pressed a moment ago: a second one quits. */
  readonly interrupted: boolean;
  readonly quitting: boolean;
}

/** Lines of the screen that are not the list: header, breadcrumb, column titles, status, command, footer. */
export const frameLines = 6;

/** Lines between the frame's at the top and those at the bottom, with the column titles; at least 2. */
export function roomLines(state: Pick<AppState, 'rows'>): number {
  return Math.max(1, state.rows - frameLines) + 1;
}

/** Rows of a list or text on the screen; at least 1. The screens of the monitor have a line of their own. */
export function bodyLines(
  state: Pick<AppState, 'rows'> & Partial<Pick<AppState, 'places' | 'columns' | 'preview'>>,
): number {
  const place = state.places?.at(-1);
  const own = place !== undefined && showsMonitor(place) ? 1 : 0;
  const area = previewArea(state, roomLines(state));
  const below = area?.where === 'below' ? area.lines : 0;
  return Math.max(1, roomLines(state) - 1 - own - below);
}

/** Columns of a list on the screen. */
export function listColumns(state: AppState): number {
  const area = previewArea(state, roomLines(state));
  return area?.where === 'beside' ? state.columns - area.columns : state.columns;
}

/** Whether a place has a list of the monitor among its tabs. */
export function showsMonitor({tabs}: Place): boolean {
  return tabs.some(({spec}) => spec.kind === 'list' && isMonitorList(spec.resource.local));
}

/** The place on the screen. */
export function currentPlace(state: AppState): Place {
  const place = state.places.at(-1);
  if (place === undefined) throw new Error('there is always a place');
  return place;
}

/** The view on the screen. */
export function currentView(state: AppState): View {
  const place = currentPlace(state);
  const view = place.views[place.tab];
  if (view === undefined) throw new Error('the looked-at tab always has a view');
  return view;
}
