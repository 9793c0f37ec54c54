import type {OperationRef} from '../../api/operation-ref.ts';
import type {FormView} from '../views/form/state.ts';
import type {HomeView} from '../views/home/state.ts';
import type {ListView} from '../views/list/state.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {Line} from './line.ts';
import type {TabSpec, View} from './location.ts';
import type {Panel} from './panel.ts';
import type {PersistedName, PlainEffect, PlainEvent} from './plain-events.ts';
import type {Platform} from './platform.ts';
import type {Row} from './row.ts';
import type {AppState, OpenOverlays} from './state.ts';

/** A state and its effects. */
export interface Transition {
  readonly state: AppState;
  readonly effects: readonly Effect[];
}

/** A state without effects. */
export function noEffects(state: AppState): Transition {
  return {state, effects: []};
}

/** Apply an action after a transition and combine the effects of both. */
export function andThen(
  {state, effects}: Transition,
  go: (state: AppState) => Transition,
): Transition {
  const next = go(state);
  return {state: next.state, effects: [...effects, ...next.effects]};
}

/**
 * A function that changes the state: run by a key, a line of the palette, or a task's result. Pure.
 */
export type Action = (state: AppState, registry: Registry) => Transition;

/** Functions used with the state and therefore stored beside it. */
export interface Registry {
  readonly kinds: Kinds;
  /** Overlays, the topmost first. */
  readonly overlays: Overlays;
  /** Lists whose rows come from the app itself, by the `local` name of their resource. */
  readonly localLists: Readonly<Record<string, LocalList>>;
  /** Panels of the home screen, in order. */
  readonly panels: readonly Panel[];
  /** Keys that act on a row of this screen, for the menu of actions. */
  readonly rowKeys: (state: AppState) => readonly RowKey[];
}

/** A key that acts on a row, as the menu of actions lists it. */
export interface RowKey {
  readonly key: string;
  readonly text: string;
  /** Why it is unavailable now. */
  readonly reason?: string;
  /** It works on rows of every list. */
  readonly isCommon?: true;
  readonly run: Action;
}

/** A list whose rows come from the app itself. */
export interface LocalList {
  /** JSON texts. Absent: a reaction of the feature sets the rows. */
  readonly rows?: (state: AppState) => readonly string[];
  /** New rows to append to the existing ones. @default none */
  readonly added?: (before: AppState, now: AppState) => readonly string[];
  /** How it is refreshed. @default it updates itself */
  readonly again?: (state: AppState) => Transition;
  /** Its rows are read in the background, whatever screen is open. @default it reads its own */
  readonly isBackground?: true;
  /** How a row is opened. @default as in other lists */
  readonly open?: (state: AppState, row: Row) => Transition;
  /** How the values of a form that leads to it are taken. @default a screen opens with them */
  readonly save?: (state: AppState, form: FormView) => Transition;
  /** Rows with edits that were not sent and are lost when the list is closed. @default none */
  readonly unsent?: {
    readonly count: (state: AppState) => number;
    readonly discard: (state: AppState) => AppState;
  };
}

/** A view with the effects it requires. */
export interface ViewWithRequirements<V extends View = View> {
  readonly view: V;
  readonly effects: readonly Effect[];
}

/** How a kind of view behaves. Declared as methods so that dispatch needs no cast. */
export interface ViewKind<V extends View = View, S extends TabSpec = TabSpec> {
  /** Make a view for a tab; in state loading if it has something to load. */
  make(key: number, spec: S, state: AppState, registry: Registry): V;
  /** Effects that read it from the start. */
  load(view: V, registry: Registry): readonly Effect[];
  /** Move the cursor of a list or the top line of a text. */
  scroll(view: V, to: (at: number) => number, state: AppState, registry: Registry): V;
  /** Click on a line of its body; the first is 0. */
  onClick?(state: AppState, view: V, line: number, registry: Registry): Transition;
  /** Enter. */
  open?(state: AppState, view: V, registry: Registry): Transition;
  /** Describe the item under the cursor. */
  describe?(state: AppState, view: V): Transition;
  /** Show the item under the cursor as raw JSON. */
  raw?(state: AppState, view: V): Transition;
  /** Undo one step of its own: a filter, a selection, a search; undefined if there is none. */
  back?(view: V, state: AppState): V | undefined;
  /** What is shown while it is refreshed: a list keeps its rows without their filled values. */
  reset?(view: V): V;
  /** Refresh it in its own way; undefined if it loads from the start. */
  refresh?(
    state: AppState,
    view: V,
    registry: Pick<Registry, 'localLists'>,
  ): Transition | undefined;
  /** Whether it has content that stays if a further load fails or is cancelled. @default no */
  hasContent?(view: V): boolean;
  /** Called when its load was cancelled; undefined: default handling. */
  onLoadCancelled?(view: V, state: AppState): V | undefined;
  /** Effects to start when the user returns to the view, besides resuming a cancelled load. */
  onReturn?(view: V): ViewWithRequirements<V>;
  /** Further loads it requires: more pages, fills. */
  needs?(view: V, state: AppState): ViewWithRequirements<V>;
  /** The operations it reads from; `anything` if it cannot list them. @default none */
  reads?(view: V): readonly OperationRef[] | 'anything';
  /** The id of the item under the cursor, or of the object shown. */
  id?(view: V): string | undefined;
  /** The equivalent command; undefined if it made no request. @default the last one sent */
  command?(view: V, state: AppState, registry: Registry): string | undefined;
  /** What it offers, in a sentence or two, above the keys of the help. */
  description(view: V): string;
  /** Its counts, shown beside the breadcrumbs. */
  counts?(view: V, state: AppState): Line;
  /** Its filter or available actions, shown above the command line. */
  note?(view: V, state: AppState): Line | undefined;
  /** The announcement for a screen reader. */
  announcement?(view: V, state: AppState, registry: Registry): readonly string[];
  /** Handle a printable key; a kind with this method has no single-letter commands. */
  typed?(state: AppState, view: V, key: string): Transition;
  /** Called while the text of its filter or search changes. */
  onQueryChange?(state: AppState, view: V, text: string): AppState;
  /** Receive the requested response. */
  onResponse?(view: V, text: string, state: AppState): V;
  /** Adjust the cursor after the screen size changed. */
  clampCursor?(view: V, state: AppState): V;
}

type SpecOf<K extends TabSpec['kind']> = Extract<TabSpec, {kind: K}>;

export interface Kinds {
  readonly list: ViewKind<ListView, SpecOf<'list'>>;
  readonly text: ViewKind<TextView, SpecOf<'describe' | 'text'>>;
  readonly home: ViewKind<HomeView, SpecOf<'home'>>;
  readonly form: ViewKind<FormView, SpecOf<'form'>>;
  readonly matrix: ViewKind<MatrixView, SpecOf<'matrix'>>;
}

/** The behaviour of a view, or of what a tab shows. */
export function kindOf({kind}: View | TabSpec, {kinds}: Registry): ViewKind {
  return kinds[kind === 'describe' ? 'text' : kind];
}

/** Whether a view waits for its own request, which can be stopped. */
export function isReading(view: View, {localLists}: Registry): boolean {
  const local = 'resource' in view ? view.resource.local : undefined;
  return view.load.status === 'loading' && localLists[local ?? '']?.isBackground !== true;
}

/** The result of a key: the event to dispatch. */
export type Routed = AppEvent | 'nothing';

/** A key and its label for the footer. */
export interface Hint {
  readonly keyName: string;
  readonly word: string;
}

export type OverlayName = keyof OpenOverlays;

export type OpenOverlay<N extends OverlayName = OverlayName> = NonNullable<OpenOverlays[N]>;

/** How an overlay behaves while it is open. Declared as methods, like those of ViewKind. */
export interface Overlay<S extends OpenOverlay = OpenOverlay> {
  /** The scope of its keys (`KeyScope`). @default the scope below */
  scope?(open: S): string;
  /** Whether printable keys are its text. @default no */
  isTyping?(open: S): boolean;
  /** Handle a key before the key table; undefined to use the key table. */
  key?(state: AppState, open: S, key: string, registry: Registry): Routed | undefined;
  /** Combine keys that arrived in one chunk. @default each separately */
  coalesceKeys?(open: S, keys: readonly string[]): readonly string[];
  /**
   * It closes when another view replaces its own. @default it stays, since its text would be read
   * as keys
   */
  closesWithView?(open: S): boolean;
  /** Its keys for the footer; `own` are those of the key table. @default those */
  hints?(open: S, state: AppState, own: readonly Hint[]): readonly Hint[];
  /** Its status, shown in place of the view's note. */
  note?(open: S, state: AppState): string;
  /** Its one-shot command, in place of the view's; undefined if it has none. */
  command?(open: S, state: AppState): string | undefined;
  /** A word announced after the location. @default none */
  readonly word?: string;
  /** The announcement for a screen reader; undefined: that of what is below. */
  announcement?(open: S, state: AppState, registry: Registry): readonly string[] | undefined;
}

export type Overlays = {readonly [N in OverlayName]-?: Overlay<OpenOverlay<N>>};

/** List the open overlays with their behaviour, the topmost first. */
export function openOverlays(state: OpenOverlays, {overlays: layers}: Pick<Registry, 'overlays'>) {
  return (Object.keys(layers) as OverlayName[]).flatMap(name => {
    const [open, layer]: [OpenOverlay | undefined, Overlay] = [state[name], layers[name]];
    return open === undefined ? [] : [{name, open, layer}];
  });
}

/** The command equivalent to what a view shows; undefined if it made no request. */
export function commandOf(view: View, state: AppState, registry: Registry): string | undefined {
  const kind = kindOf(view, registry);
  return kind.command ? kind.command(view, state, registry) : view.sent.at(-1)?.command;
}

/** All events that change the state. */
export type AppEvent =
  /** An action of the user: a key, a line of the palette or of the help. */
  | {
      readonly kind: 'act';
      readonly act: Action;
      /**
       * It does not act on rows, so it need not wait while a filter or sort is computed. @default
       * false
       */
      readonly anyRows?: boolean;
    }
  | {readonly kind: 'taskResult'; readonly take: Action}
  | PlainEvent;

export type EventOf<K extends AppEvent['kind']> = Extract<AppEvent, {kind: K}>;

/**
 * A side effect as data. An effect with a slot replaces the running one of that slot, which is
 * aborted.
 */
export type Effect =
  /** Background work that reads and reports by events. */
  | {
      readonly kind: 'task';
      readonly slot: string;
      readonly run: Task;
      /** It sends requests when it starts, so it is skipped until the services are connected. */
      readonly asks?: true;
    }
  /** Dispatch an event later. */
  | {readonly kind: 'timer'; readonly slot: string; readonly ms: number; readonly event: AppEvent}
  | PlainEffect;

/** Background work that runs until its signal aborts. The ports of a task can only read. */
export type Task = (ports: Ports, at: TaskContext) => Promise<void>;

export interface TaskContext {
  readonly signal: AbortSignal;
  /** Receive messages of the `tell` effect; the last listener is used. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
}

/** A part of the state that is persisted between sessions. */
export interface PersistedState extends PersistedName {
  /** Restore the state from a text of an earlier session; an invalid text changes nothing. */
  readonly restore: (state: AppState, text: string) => AppState;
  /**
   * The persisted part of the state: stored whenever it is replaced by another text. @default it is
   * stored by effects of its own
   */
  readonly value?: (state: AppState) => unknown;
  /** The text to store; undefined while there is none. @default the value as JSON */
  readonly text?: (state: AppState) => string | undefined;
  /** Follow-up of the restore. @default none */
  readonly onRestore?: (state: AppState, text: string) => Transition;
}

/** Changes the transition of an event, after the event itself and the preceding reactions. */
export interface Reaction {
  /** The kinds of events it reacts to; undefined for all. */
  readonly kinds: ReadonlySet<AppEvent['kind']> | undefined;
  readonly react: (
    before: AppState,
    step: Transition,
    event: AppEvent,
    registry: Registry,
  ) => Transition;
}

/** Make a reaction to events of some kinds. */
export function afterEvents<K extends AppEvent['kind']>(
  kinds: readonly K[],
  react: (before: AppState, step: Transition, event: EventOf<K>, registry: Registry) => Transition,
): Reaction {
  return {kinds: new Set(kinds), react: react as Reaction['react']};
}

/** Make a reaction to all events, for what depends only on the state. */
export function afterEveryEvent(react: Reaction['react']): Reaction {
  return {kinds: undefined, react};
}

/** The dependencies of the effect runner: all access to the outside. */
export interface Ports extends Platform {
  readonly dispatch: (event: AppEvent) => void;
  /** Report a bug that was caught; the app continues. */
  readonly fault: (error: unknown) => void;
}
