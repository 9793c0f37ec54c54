import type {ClientIdentity} from '../../api/client.ts';
import type {Operation, Service} from '../../api/operation.ts';
import type {Tone} from '../../base/tone.ts';
import type {Ahead} from '../keys/state.ts';
import type {Appearance} from '../look/state.ts';
import type {SavedView} from '../overlays/columns/state.ts';
import type {CopyMenu} from '../overlays/copy/state.ts';
import type {HelpState} from '../overlays/help/state.ts';
import type {Preview} from '../overlays/preview/state.ts';
import type {Prompt} from '../overlays/prompt/state.ts';
import type {FormView} from '../views/form/state.ts';
import type {LastRows, ListPreferences} from '../views/list/state.ts';
import type {Staged} from '../views/matrix/state.ts';
import type {RunStage, WriteSettings, WriteStage} from '../write/state.ts';
import type {ErrorSummary} from './load.ts';
import {type History, type Location, ofKind, type View, type ViewOf} from './location.ts';
import type {Screens} from './screens.ts';
import type {TrafficLog} from './traffic-log.ts';

/** A short message over the footer. */
export interface Notice {
  /** It is there until a key is pressed, as what went wrong is. @default false */
  readonly stays?: true;
  readonly text: string;
  readonly tone: Tone;
  /** The same key again, while it is shown, says yes. */
  readonly asks?: 'readAll' | 'leave';
  /** Enter opens the report of the last write. @default false */
  readonly hasReport?: true;
}

/** How the two services are reached. */
export type Connection =
  | {readonly status: 'connecting'; readonly text: string}
  | {
      readonly status: 'ready';
      readonly identities: Readonly<Partial<Record<Service, ClientIdentity>>>;
      /** Say why the profile denies an operation. @default nothing is denied */
      readonly whyDenied?: (operation: Operation) => string | undefined;
      /** There is no configuration file, and nothing in the environment connects. @default false */
      readonly isUnconfigured?: boolean;
      /** The profile denies every write of its services. @default false */
      readonly deniesWrites?: boolean;
      /** Why a service is not there: service → trouble. */
      readonly troubles: Readonly<Partial<Record<Service, ErrorSummary>>>;
    };

/** What lies over the view, each under its name while it is open; `Layer` says how it behaves. */
export interface OpenOverlays {
  readonly prompt?: Prompt | undefined;
  readonly help?: HelpState | undefined;
  readonly copyMenu?: CopyMenu | undefined;
  /** While something is written. */
  readonly write?: WriteStage | undefined;
  /** The column chooser of a list: the line under its cursor. */
  readonly chooser?: {readonly cursor: number} | undefined;
}

/** Everything the terminal app knows. Immutable; changed only by `update`. */
export interface AppState extends OpenOverlays {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the UNIX epoch, moved on once a minute. */
  readonly nowMs: number;
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
  readonly look: Appearance;
  /** What can be shown; the same for as long as the app runs. */
  readonly screens: Screens;
  /** What the families remember of this profile, each under its name (`slice`). */
  readonly own: Readonly<Record<string, unknown>>;
  /** The last one is on the screen. */
  readonly locations: readonly Location[];
  /** Where one was before, and where one came back from. */
  readonly history: History;
  /** What was chosen in the palette, latest first. */
  readonly recent: readonly string[];
  /** Counts of the home screen as an earlier session, or this one, knew them last: entry → text. */
  readonly lastCounts?: Readonly<Record<string, string>>;
  /** The first rows of lists as they were read last, the latest list first. */
  readonly lastRows?: readonly LastRows[];
  readonly nextKey: number;
  /** The requests of this session, oldest first, as JSON texts; the oldest go when there are too many. */
  readonly log: readonly string[];
  /** Headers and bodies of the last requests. */
  readonly traffic: TrafficLog;
  /** How many requests were made. */
  readonly requests: number;
  /** What the user made of list screens: columns, order, width. */
  readonly preferences: ListPreferences;
  readonly savedViews: readonly SavedView[];
  readonly writing: WriteSettings;
  /** The last write, if its report was replaced by a notice. @default none */
  readonly reported?: RunStage | undefined;
  /** The writes of this profile, oldest first, as JSON texts. */
  readonly journal: readonly string[];
  /** What was typed into forms in this session and not sent yet, each under its name. */
  readonly drafts: Readonly<Record<string, FormView['values']>>;
  /** Changes staged in matrices and not sent yet, by account and object. @default none */
  readonly staged?: Readonly<Record<string, Staged>>;
  readonly preview: Preview | undefined;
  /** Whether the user wants a preview beside lists; undefined: where there is room. */
  readonly previewChoice: boolean | undefined;
  readonly notice: Notice | undefined;
  /** @default none were typed */
  readonly ahead?: Ahead | undefined;
  /** ctrl+c was pressed a moment ago: a second one quits. */
  readonly interrupted: boolean;
  readonly quitting: boolean;
}

/** The location on the screen. */
export function currentLocation(state: AppState): Location {
  const location = state.locations.at(-1);
  if (location === undefined) throw new Error('there is always a location');
  return location;
}

/** The view on the screen. */
export function currentView(state: AppState): View {
  const location = currentLocation(state);
  const view = location.views[location.tab];
  if (view === undefined) throw new Error('the looked-at tab always has a view');
  return view;
}

/** The view on the screen where it is of that kind. */
export function viewOf<K extends View['kind']>(state: AppState, kind: K): ViewOf<K> | undefined {
  return ofKind(currentView(state), kind);
}

/** What a family remembers of a profile, under a name of its own; with another one it begins anew. */
export interface Slice<T> {
  of(state: Pick<AppState, 'own'>): T;
  with(state: AppState, next: T): AppState;
}

/** Make the slice of that name; until something is remembered it is `fresh`. */
export function slice<T>(name: string, fresh: T): Slice<T> {
  return {
    of: ({own}) => (own[name] as T | undefined) ?? fresh,
    with: (state, next) => ({...state, own: {...state.own, [name]: next}}),
  };
}
