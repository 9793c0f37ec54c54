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

/** A state with the effects that go with it. */
export interface Transition {
  readonly state: AppState;
  readonly effects: readonly Effect[];
}

/** A state and nothing to do. */
export function noEffects(state: AppState): Transition {
  return {state, effects: []};
}

/** A step, and what is done further from where it led: the effects of both. */
export function andThen(
  {state, effects}: Transition,
  go: (state: AppState) => Transition,
): Transition {
  const next = go(state);
  return {state: next.state, effects: [...effects, ...next.effects]};
}

/** What can be asked for: by a key, a line of the palette, a task that learned something. Pure. */
export type Action = (state: AppState, registry: Registry) => Transition;

/** What holds functions of the state, and so stands beside it rather than in it. */
export interface Registry {
  readonly kinds: Kinds;
  /** What may lie over a view, the topmost first. */
  readonly overlays: Overlays;
  /** Lists whose rows the app has itself, by what their resource calls `local`. */
  readonly localLists: Readonly<Record<string, LocalList>>;
  /** What the home screen shows beside the families, in its order. */
  readonly panels: readonly Panel[];
  /** What keys do to a row here, for the menu of actions. */
  readonly rowKeys: (state: AppState) => readonly RowKey[];
}

/** A key that acts on a row, as the menu of actions lists it. */
export interface RowKey {
  readonly key: string;
  readonly text: string;
  /** Why it does nothing now. */
  readonly reason?: string;
  /** It works on the row of every list. */
  readonly isCommon?: true;
  readonly run: Action;
}

/** A list whose rows the app has itself. */
export interface LocalList {
  /** JSON texts. Absent: a reaction of the family puts the rows there. */
  readonly rows?: (state: AppState) => readonly string[];
  /** Rows that came since, at the end of those there are. @default none */
  readonly added?: (before: AppState, now: AppState) => readonly string[];
  /** What refreshing it does. @default nothing: it keeps up by itself */
  readonly again?: (state: AppState) => Transition;
  /** What enter does. @default as on any list */
  readonly open?: (state: AppState, row: Row) => Transition;
}

/** A view with what it needs beyond what is there. */
export interface ViewWithRequirements<V extends View = View> {
  readonly view: V;
  readonly effects: readonly Effect[];
}

/** How a kind of view behaves. Methods, so that one kind stands for all and dispatch needs no cast. */
export interface ViewKind<V extends View = View, S extends TabSpec = TabSpec> {
  /** A new view for a tab; loading when it has something to load. */
  make(key: number, spec: S, state: AppState, registry: Registry): V;
  /** What reads it from the start. */
  load(view: V, registry: Registry): readonly Effect[];
  /** Move in it: the cursor of a list, the top of a text. */
  scroll(view: V, to: (at: number) => number, state: AppState, registry: Registry): V;
  /** A press of the mouse on a line of its body; the first is 0. */
  onClick?(state: AppState, view: V, line: number, registry: Registry): Transition;
  /** Enter. */
  open?(state: AppState, view: V, registry: Registry): Transition;
  /** Everything about what is under the cursor, readable. */
  describe?(state: AppState, view: V): Transition;
  /** The same as the server sent it. */
  raw?(state: AppState, view: V): Transition;
  /** One layer of its own back: a filter, marks, a search; undefined where there is none. */
  back?(view: V, state: AppState): V | undefined;
  /** What stands there when it is read again: a list keeps its rows, without what was filled in. */
  reset?(view: V): V;
  /** Refresh it in a way of its own; undefined where it is read as from the start. */
  refresh?(
    state: AppState,
    view: V,
    registry: Pick<Registry, 'localLists'>,
  ): Transition | undefined;
  /** Whether something was read that stays when a further read fails or is stopped. @default no */
  hasContent?(view: V): boolean;
  /** Its reading was stopped; undefined where that is as for any view. */
  onLoadCancelled?(view: V, state: AppState): V | undefined;
  /** What goes on when it is come back to, beside a load that was stopped. */
  onReturn?(view: V): ViewWithRequirements<V>;
  /** What it needs beyond what is there: more pages, fills. */
  needs?(view: V, state: AppState): ViewWithRequirements<V>;
  /** What it is read by; `anything`: by more than it can say. @default nothing */
  reads?(view: V): readonly OperationRef[] | 'anything';
  /** The id of what is under the cursor, or of the object shown. */
  id?(view: V): string | undefined;
  /** The command that gives what is shown; undefined where it made no request. @default the last one sent */
  command?(view: V, state: AppState, registry: Registry): string | undefined;
  /** What can be done in it, in a sentence or two: over the keys of the help. */
  description(view: V): string;
  /** How much of it there is, beside the breadcrumb. */
  counts?(view: V, state: AppState): Line;
  /** What narrows it, or can be done in it, over the command line. */
  note?(view: V, state: AppState): Line | undefined;
  /** What a screen reader says of it. */
  announcement?(view: V, state: AppState, registry: Registry): readonly string[];
  /** A printable key in it: where a kind has this, no bare letter is a command. */
  typed?(state: AppState, view: V, key: string): Transition;
  /** What is being typed to filter it or search in it, as it is typed. */
  onQueryChange?(state: AppState, view: V, text: string): AppState;
  /** The answer it waited for. */
  onResponse?(view: V, text: string, state: AppState): V;
  /** After the screen changed. */
  clampCursor?(view: V, state: AppState): V;
}

type SpecOf<K extends TabSpec['kind']> = Extract<TabSpec, {kind: K}>;

/** Every kind of view. */
export interface Kinds {
  readonly list: ViewKind<ListView, SpecOf<'list'>>;
  readonly text: ViewKind<TextView, SpecOf<'describe' | 'text'>>;
  readonly home: ViewKind<HomeView, SpecOf<'home'>>;
  readonly form: ViewKind<FormView, SpecOf<'form'>>;
  readonly matrix: ViewKind<MatrixView, SpecOf<'matrix'>>;
}

/** How the kind of a view, or of what a tab shows, behaves. */
export function kindOf({kind}: View | TabSpec, {kinds}: Registry): ViewKind {
  return kinds[kind === 'describe' ? 'text' : kind];
}

/** What a key does: the event it makes; `field`: the text field under the cursor takes it. */
export type Routed = AppEvent | 'field' | 'nothing';

/** A key and a word for what it does, for the footer. */
export interface Hint {
  readonly keyName: string;
  readonly word: string;
}

/** The name of a layer. */
export type OverlayName = keyof OpenOverlays;

/** A layer that is open. */
export type OpenOverlay<N extends OverlayName = OverlayName> = NonNullable<OpenOverlays[N]>;

/** How a layer over a view behaves while it is open. Methods, as those of a kind of view. */
export interface Overlay<S extends OpenOverlay = OpenOverlay> {
  /** Where keys work while it is there (`KeyScope`). @default where they work below it */
  scope?(open: S): string;
  /** What a key does in it before the key table is asked; undefined where that says. */
  key?(state: AppState, open: S, key: string, registry: Registry): Routed | undefined;
  /** What keys that came in one piece are taken for. @default each for itself */
  coalesceKeys?(open: S, keys: readonly string[]): readonly string[];
  /** It goes when another view takes the place of its own. @default it stays: what is typed for it would be keys */
  closesWithView?(open: S): boolean;
  /** The keys in the footer; `own` are those of the key table. @default those */
  hints?(open: S, state: AppState, own: readonly Hint[]): readonly Hint[];
  /** What is to be known of it, in place of what narrows the view. */
  note?(open: S, state: AppState): string;
  /** The one-shot command of it, in place of that of the view; undefined where it has none. */
  command?(open: S, state: AppState): string | undefined;
  /** What a screen reader says behind where one is. @default nothing */
  readonly word?: string;
  /** What a screen reader says of it; undefined where it says what is below it. */
  announcement?(open: S, state: AppState, registry: Registry): readonly string[] | undefined;
}

/** Every layer. */
export type Overlays = {readonly [N in OverlayName]-?: Overlay<OpenOverlay<N>>};

/** What lies over the view with how it behaves, the topmost first. */
export function openOverlays(state: OpenOverlays, {overlays: layers}: Pick<Registry, 'overlays'>) {
  return (Object.keys(layers) as OverlayName[]).flatMap(name => {
    const [open, layer]: [OpenOverlay | undefined, Overlay] = [state[name], layers[name]];
    return open === undefined ? [] : [{name, open, layer}];
  });
}

/** The command that gives what a view shows; undefined where it made no request. */
export function commandOf(view: View, state: AppState, registry: Registry): string | undefined {
  const kind = kindOf(view, registry);
  return kind.command ? kind.command(view, state, registry) : view.sent.at(-1)?.command;
}

/** Everything that can change the state. */
export type AppEvent =
  /** The user asks for something: a key, a line of the palette or of the help. */
  | {
      readonly kind: 'act';
      readonly act: Action;
      /** It does not act on rows: it need not wait for a filter or an order that is being made. @default false */
      readonly anyRows?: boolean;
    }
  /** What a task learned. */
  | {readonly kind: 'taskResult'; readonly take: Action}
  | PlainEvent;

/** The event of one kind. */
export type EventOf<K extends AppEvent['kind']> = Extract<AppEvent, {kind: K}>;

/**
 * What the outside is asked to do, as data. An effect with a slot replaces the one that runs in
 * the same slot: the newest wins and the older one is aborted.
 */
export type Effect =
  /** Work beside the app that reads, and tells what it learns by events: of a family by `news`. */
  | {
      readonly kind: 'task';
      readonly slot: string;
      readonly run: Task;
      /** It sends requests as soon as it begins: it is left out until the services are reached. */
      readonly asks?: true;
    }
  /** Send an event later. */
  | {readonly kind: 'timer'; readonly slot: string; readonly ms: number; readonly event: AppEvent}
  | PlainEffect;

/** Work that goes on by itself until its signal says stop. The ports of a task read and never write. */
export type Task = (ports: Ports, at: TaskContext) => Promise<void>;

/** What is around a task while it runs. */
export interface TaskContext {
  readonly signal: AbortSignal;
  /** Hear what `tell` says; the last listener counts. */
  readonly onMessage: (listener: (said: unknown) => void) => void;
}

/** What is remembered from one session to the next. */
export interface PersistedState extends PersistedName {
  /** What a text of an earlier session makes of the state; a text that makes no sense changes nothing. */
  readonly restore: (state: AppState, text: string) => AppState;
  /** What begins by it. @default nothing */
  readonly onRestore?: (state: AppState, text: string) => Transition;
}

/** Changes the step of an event, after the event itself and the reactions before it. */
export interface Reaction {
  /** The kinds of events it follows; undefined for every event. */
  readonly kinds: ReadonlySet<AppEvent['kind']> | undefined;
  readonly react: (
    before: AppState,
    step: Transition,
    event: AppEvent,
    registry: Registry,
  ) => Transition;
}

/** Make a reaction to events of some kinds. */
export function after<K extends AppEvent['kind']>(
  kinds: readonly K[],
  react: (before: AppState, step: Transition, event: EventOf<K>, registry: Registry) => Transition,
): Reaction {
  return {kinds: new Set(kinds), react: react as Reaction['react']};
}

/** Make a reaction to every event, for what depends on the state alone. */
export function afterAny(react: Reaction['react']): Reaction {
  return {kinds: undefined, react};
}

/** What the effect runner works with; everything that touches the outside comes from here. */
export interface Ports extends Platform {
  readonly dispatch: (event: AppEvent) => void;
  /** Report an error of the program itself that was caught; the app goes on. */
  readonly fault: (error: unknown) => void;
}
