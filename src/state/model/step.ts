import type {ExchangeEvent, Traffic} from '../../api/client.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {FormEffect, FormEvent, FormView} from '../views/form/state.ts';
import type {HomeView} from '../views/home/state.ts';
import type {ExportTarget, ListView, RowQuery} from '../views/list/state.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {WriteEffect, WriteEvent} from '../write/state.ts';
import type {Call, Params, ResolvedCall} from './call.ts';
import type {Column} from './column.ts';
import type {Count, HomeEntry} from './count.ts';
import type {FindIn, FindThings} from './find.ts';
import type {Line} from './line.ts';
import type {TabSpec, View} from './location.ts';
import type {Panel} from './panel.ts';
import type {Outside} from './ports.ts';
import type {Fill, Resource, WantedFill} from './resource.ts';
import type {Row, Sent, Trouble} from './row.ts';
import type {AppState, Connection, Notice} from './state.ts';

/** A state with the effects that go with it. */
export interface Step {
  readonly state: AppState;
  readonly effects: readonly Effect[];
}

/** A state and nothing to do. */
export function stay(state: AppState): Step {
  return {state, effects: []};
}

/** What can be asked for: by a key, a line of the palette, a task that learned something. Pure. */
export type Act = (state: AppState, parts: Parts) => Step;

/** What holds functions of the state, and so stands beside it rather than in it. */
export interface Parts {
  readonly kinds: Kinds;
  /** Lists whose rows the app has itself, by what their resource calls `local`. */
  readonly local: Readonly<Record<string, LocalList>>;
  /** What the home screen shows beside the families, in its order. */
  readonly panels: readonly Panel[];
}

/** A list whose rows the app has itself. */
export interface LocalList {
  /** JSON texts. Absent: a reaction of the family puts the rows there. */
  readonly rows?: (state: AppState) => readonly string[];
  /** Rows that came since, at the end of those there are. @default none */
  readonly added?: (before: AppState, now: AppState) => readonly string[];
  /** What refreshing it does. @default nothing: it keeps up by itself */
  readonly again?: (state: AppState) => Step;
  /** What enter does. @default as on any list */
  readonly open?: (state: AppState, row: Row) => Step;
}

/** How a kind of view behaves. Methods, so that one kind stands for all and dispatch needs no cast. */
export interface ViewKind<V extends View = View, S extends TabSpec = TabSpec> {
  /** A new view for a tab; loading when it has something to load. */
  make(key: number, spec: S, state: AppState, parts: Parts): V;
  /** What reads it from the start. */
  load(view: V, parts: Parts): readonly Effect[];
  /** Move in it: the cursor of a list, the top of a text. */
  scroll(state: AppState, view: V, to: (at: number) => number, parts: Parts): Step;
  /** A press of the mouse on a line of its body; the first is 0. */
  press?(state: AppState, view: V, line: number, parts: Parts): Step;
  /** Enter. */
  open?(state: AppState, view: V, parts: Parts): Step;
  /** Everything about what is under the cursor, readable. */
  describe?(state: AppState, view: V): Step;
  /** The same as the server sent it. */
  raw?(state: AppState, view: V): Step;
  /** One layer of its own back: a filter, marks, a search; undefined where there is none. */
  back?(state: AppState, view: V): Step | undefined;
  /** What stands there when it is read again: a list keeps its rows, without what was filled in. */
  again?(view: V): V;
  /** Refresh it in a way of its own; undefined where it is read as from the start. */
  refresh?(state: AppState, view: V, parts: Pick<Parts, 'local'>): Step | undefined;
  /** Whether something was read that stays when a further read fails or is stopped. @default no */
  hasContent?(view: V): boolean;
  /** Its reading was stopped; undefined where that is as for any view. */
  stopped?(view: V, state: AppState): V | undefined;
  /** What goes on when it is come back to, beside a load that was stopped. */
  arrived?(view: V): {readonly view: V; readonly effects: readonly Effect[]};
  /** What it needs beyond what is there: more pages, fills. */
  needs?(view: V, state: AppState): {readonly view: V; readonly effects: readonly Effect[]};
  /** What it is read by; `anything`: by more than it can say. @default nothing */
  reads?(view: V): readonly Call[] | 'anything';
  /** The id of what is under the cursor, or of the object shown. */
  id?(view: V): string | undefined;
  /** The command that gives what is shown; undefined where it made no request. @default the last one sent */
  command?(view: V, state: AppState, parts: Parts): string | undefined;
  /** What can be done in it, in a sentence or two: over the keys of the help. */
  about(view: V): string;
  /** How much of it there is, beside the breadcrumb. */
  counts?(view: V, state: AppState): Line;
  /** What narrows it, or can be done in it, over the command line. */
  note?(view: V, state: AppState): Line | undefined;
  /** What a screen reader says of it. */
  spoken?(view: V, state: AppState, parts: Parts): readonly string[];
  /** What is being typed to filter it or search in it, as it is typed. */
  narrowed?(state: AppState, view: V, text: string): AppState;
  /** The answer it waited for. */
  answered?(view: V, text: string, state: AppState): V;
  /** After the screen changed. */
  settle?(view: V, state: AppState): V;
}

type SpecOf<K extends TabSpec['kind']> = Extract<TabSpec, {kind: K}>;

/** Every kind of view. */
export interface Kinds {
  readonly list: ViewKind<ListView, SpecOf<'list'>>;
  readonly text: ViewKind<TextView, SpecOf<'describe' | 'text' | 'typed'>>;
  readonly home: ViewKind<HomeView, SpecOf<'home'>>;
  readonly form: ViewKind<FormView, SpecOf<'form'>>;
  readonly matrix: ViewKind<MatrixView, SpecOf<'matrix'>>;
}

/** How the kind of a view, or of what a tab shows, behaves. */
export function kindOf({kind}: View | TabSpec, {kinds}: Parts): ViewKind {
  return kinds[kind === 'describe' || kind === 'typed' ? 'text' : kind];
}

/** The command that gives what a view shows; undefined where it made no request. */
export function commandOf(view: View, state: AppState, parts: Parts): string | undefined {
  const kind = kindOf(view, parts);
  return kind.command ? kind.command(view, state, parts) : view.sent.at(-1)?.command;
}

/** Everything that can change the state. */
export type AppEvent =
  /** The user asks for something: a key, a line of the palette or of the help. */
  | {
      readonly kind: 'act';
      readonly act: Act;
      /** It does not act on rows: it need not wait for a filter or an order that is being made. @default false */
      readonly anyRows?: boolean;
    }
  | {readonly kind: 'resized'; readonly columns: number; readonly rows: number}
  | {readonly kind: 'clock'; readonly nowMs: number}
  | {
      readonly kind: 'connected';
      readonly connection: Connection;
      readonly session: AppState['session'];
    }
  | {readonly kind: 'slow'; readonly view: number}
  | {
      readonly kind: 'sent';
      readonly view: number;
      readonly sent: Sent;
      /** For a part of the view: the command of the whole stays the last one. @default false */
      readonly beside?: boolean;
    }
  | {
      readonly kind: 'page';
      readonly view: number;
      readonly source: number;
      readonly first: boolean;
      /** JSON text of each item. */
      readonly items: readonly string[];
      readonly total: number | undefined;
      readonly more: boolean;
      /** How far a list has come that asks about each item. */
      readonly note?: string | undefined;
      readonly atMs: number;
    }
  | {readonly kind: 'answer'; readonly view: number; readonly text: string; readonly atMs: number}
  | {readonly kind: 'failed'; readonly view: number; readonly trouble: Trouble}
  | FormEvent
  | {
      readonly kind: 'filled';
      readonly view: number;
      readonly row: string;
      readonly pointer: string;
      readonly value: JsonValue;
      /** Every row that is filled by a request with these parameters is meant. */
      readonly like?: {readonly fill: Fill; readonly params: Params} | undefined;
    }
  | {readonly kind: 'count'; readonly view: number; readonly entry: string; readonly count: Count}
  | {
      readonly kind: 'exchange';
      readonly exchange: ExchangeEvent;
      readonly traffic?: Traffic | undefined;
      readonly command: string;
      readonly atMs: number;
    }
  | {
      readonly kind: 'promptText';
      readonly text: string;
      readonly fromField: boolean;
      /** Of a text of several lines: where in it one is. */
      readonly caret?: number;
    }
  | {readonly kind: 'promptMove'; readonly by: number}
  | {readonly kind: 'promptDone'}
  /** Tab: the text becomes that of the selected suggestion. */
  | {readonly kind: 'promptComplete'}
  /** Leave it; a field of a form keeps what was typed unless it `drops` that. */
  | {readonly kind: 'promptCancel'; readonly drops?: true}
  /** What a list found for the text in the palette: JSON text of each item. */
  | ({readonly kind: 'found'; readonly text: string; readonly items: readonly string[]} & FindIn)
  /** The cursor rests on the row the preview is about. */
  | {readonly kind: 'previewDue'; readonly about: string}
  | {
      readonly kind: 'previewed';
      readonly about: string;
      /** JSON text of the object. */
      readonly text?: string;
      readonly trouble?: Trouble;
    }
  /** A key pressed while it is asked what to copy. */
  | {readonly kind: 'copyMenuKey'; readonly key: string}
  /** A key pressed while the help is shown. */
  | {readonly kind: 'helpKey'; readonly key: string}
  /** It is time to run the jq filter being typed. */
  | {readonly kind: 'jqDue'; readonly view: number; readonly filter: string}
  /** What a jq filter gave; without outputs the text as a whole. */
  | {
      readonly kind: 'jqDone';
      readonly view: number;
      readonly filter: string;
      /** JSON text of each output. */
      readonly outputs: readonly string[] | undefined;
      readonly problem: string | undefined;
      /** Enter was pressed: the prompt closes when it is right. */
      readonly keeps: boolean;
    }
  /** The time of a quick notice is over. */
  | {readonly kind: 'noticeOver'; readonly notice: Notice}
  | {readonly kind: 'mouse'; readonly act: MouseAct}
  /** The terminal told the colour of its background. */
  | {readonly kind: 'background'; readonly light: boolean}
  /** What an earlier session kept under that name. */
  | {readonly kind: 'recalled'; readonly name: string; readonly text: string}
  /** What a task learned. */
  | {readonly kind: 'news'; readonly take: Act}
  /** It is time to read a list again that is refreshed by itself. */
  | {readonly kind: 'autoDue'; readonly view: number}
  | {readonly kind: 'write'; readonly event: WriteEvent}
  /** The rows of a filter or an order that had many to go through were made. */
  | {readonly kind: 'sifted'; readonly view: number}
  /** What the last refresh changed was shown long enough. */
  | {readonly kind: 'changesOver'; readonly view: number}
  /** The moment after a ctrl+c is over. */
  | {readonly kind: 'calm'}
  | {readonly kind: 'notice'; readonly notice: Notice | undefined};

/** What the mouse did; lines and columns of the terminal count from 1. */
export interface MouseAct {
  readonly act: 'wheelUp' | 'wheelDown' | 'press';
  readonly column: number;
  readonly line: number;
}

/**
 * What the outside is asked to do, as data. An effect with a slot replaces the one that runs in
 * the same slot: the newest wins and the older one is aborted.
 */
export type Effect =
  /** Read a list's pages; the first page is shown at once, further ones up to `wanted` items. */
  | {
      readonly kind: 'load';
      readonly slot: string;
      readonly view: number;
      readonly resource: Resource;
      readonly params: Params;
      readonly wanted: number;
      /** Only when the reading was stopped before. @default false */
      readonly resumes?: true;
    }
  /** Go on with a list's pages until `wanted` items are there. */
  | {readonly kind: 'more'; readonly view: number; readonly wanted: number}
  /** Read a view from the start, as its kind does; `resumes`: what was stopped goes on. */
  | {readonly kind: 'read'; readonly view: number; readonly resumes?: true}
  /** Fetch one answer. */
  | {
      readonly kind: 'fetch';
      readonly slot: string;
      readonly view: number;
      readonly call: Call;
      readonly params: Params;
    }
  /** Run a typed command that reads. */
  | {
      readonly kind: 'run';
      readonly slot: string;
      readonly view: number;
      readonly typed: ResolvedCall;
    }
  /** Fill in a member of some rows, at most four requests at a time. */
  | {
      readonly kind: 'fill';
      readonly slot: string;
      readonly view: number;
      readonly wanted: readonly WantedFill[];
    }
  /** Go through many rows for a filter or an order. */
  | {readonly kind: 'sift'; readonly slot: string; readonly view: number; readonly query: RowQuery}
  /** Find what is called like a text, in lists of the app. */
  | {readonly kind: 'find'; readonly slot: string; readonly asked: FindThings}
  /** Find the counts of the home screen. */
  | {
      readonly kind: 'count';
      readonly slot: string;
      readonly view: number;
      readonly entries: readonly HomeEntry[];
    }
  | FormEffect
  /** Work of a family that goes on by itself; it reads, and tells what it learns by `news`. */
  | {readonly kind: 'task'; readonly slot: string; readonly run: Task}
  /** Say something to the task that runs in a slot. */
  | {readonly kind: 'tell'; readonly slot: string; readonly said: unknown}
  /** Ring the terminal's bell and ask it for a notification on the desktop. */
  | {readonly kind: 'ring'; readonly text: string}
  /** Tell the time after so many milliseconds. */
  | {readonly kind: 'tick'; readonly slot: string; readonly ms: number}
  /** Send an event later. */
  | {readonly kind: 'timer'; readonly slot: string; readonly ms: number; readonly event: AppEvent}
  /** Abort what runs in these slots. */
  | {readonly kind: 'cancel'; readonly slots: readonly string[]}
  /** Put a text on the clipboard and say so. */
  | {readonly kind: 'copy'; readonly text: string; readonly what: string}
  /** Write rows to where they go; the columns are those of a CSV file. */
  | {
      readonly kind: 'export';
      readonly slot: string;
      readonly target: ExportTarget;
      readonly rows: readonly Pick<Row, 'text' | 'value' | 'filled'>[];
      readonly columns: readonly Column[];
    }
  /** Remember a text for later sessions. */
  | {
      readonly kind: 'keep';
      readonly name: string;
      readonly scope: KeptThing['scope'];
      readonly text: string;
    }
  /** Bring back what earlier sessions kept; a 'recalled' event comes for each thing there is. */
  | {readonly kind: 'recall'; readonly things: readonly Pick<KeptThing, 'name' | 'scope'>[]}
  /** Read the object of the row the preview is about. */
  | {
      readonly kind: 'preview';
      readonly slot: string;
      readonly about: string;
      /** Absent: what is known is the row, and `after` is asked about what it names. */
      readonly call?: Call | undefined;
      readonly after?: Call['after'] | undefined;
      readonly row: string;
      readonly params: Params;
    }
  /** Run a jq filter over a text. */
  | {
      readonly kind: 'jq';
      readonly slot: string;
      readonly view: number;
      readonly filter: string;
      readonly text: string;
      readonly keeps: boolean;
    }
  /** Open an address of the profile's site in a browser. */
  | {readonly kind: 'browse'; readonly url: string}
  /** Draw the whole screen again. */
  | {readonly kind: 'redraw'}
  /** Stop the program until the shell goes on with it. */
  | {readonly kind: 'suspend'}
  | {readonly kind: 'write'; readonly effect: WriteEffect}
  /** Let the terminal report the mouse, or no longer. */
  | {readonly kind: 'mouse'; readonly on: boolean}
  /** Connect both services through another profile. */
  | {readonly kind: 'connect'; readonly profile: string}
  | {readonly kind: 'quit'};

/** Work that goes on by itself until its signal says stop. The ports of a task read and never write. */
export type Task = (ports: Ports, at: TaskPlace) => Promise<void>;

/** What is around a task while it runs. */
export interface TaskPlace {
  readonly signal: AbortSignal;
  /** Hear what `tell` says; the last listener counts. */
  readonly hear: (listener: (said: unknown) => void) => void;
}

/** What is remembered from one session to the next; each name is a file of its own. */
export interface KeptThing {
  readonly name: string;
  /** One for every profile, or one for all of them. */
  readonly scope: 'profile' | 'user';
  /** What a text of an earlier session makes of the state; a text that makes no sense changes nothing. */
  readonly recalled: (state: AppState, text: string) => AppState;
  /** What begins by it. @default nothing */
  readonly begins?: (state: AppState, text: string) => Step;
}

/** What follows every event, whatever it was. */
export type Reaction = (before: AppState, step: Step, event: AppEvent, parts: Parts) => Step;

/** What the effect runner works with; everything that touches the outside comes from here. */
export interface Ports extends Outside {
  readonly dispatch: (event: AppEvent) => void;
}
