import type {ClientIdentity} from '../../api/client.ts';
import type {Operation, Service} from '../../api/operation.ts';
import type {Tone} from '../../base/tone.ts';
import type {TypeAhead} from '../keys/state.ts';
import type {Appearance} from '../look/state.ts';
import type {SavedView} from '../overlays/columns/state.ts';
import type {CopyMenu} from '../overlays/copy/state.ts';
import type {HelpState} from '../overlays/help/state.ts';
import type {Preview} from '../overlays/preview/state.ts';
import type {Prompt} from '../overlays/prompt/state.ts';
import type {FormView} from '../views/form/state.ts';
import type {LastRows, ListPreferences} from '../views/list/state.ts';
import type {Staged} from '../views/matrix/state.ts';
import type {RunStage, WritePlan, WriteSettings, WriteStage} from '../write/state.ts';
import type {ErrorSummary} from './load.ts';
import {type History, type Location, ofKind, type View, type ViewOf} from './location.ts';
import type {Screens} from './screens.ts';
import type {TrafficLog} from './traffic-log.ts';

/** A short message above the footer. */
export interface Notice {
  /**
   * Stays until a key press or, if `unread`, until enter or esc, another notice or another view.
   * @default stays only if it is an error
   */
  readonly stays?: true | 'unread';
  readonly text: string;
  readonly tone: Tone;
  /** Pressing the same key again, while it is shown, confirms. */
  readonly asks?: 'readAll' | 'leave';
  /** Enter opens the report of the last write. @default false */
  readonly hasReport?: true;
}

/** What to try next, shown on lines of its own above the status line. */
export interface Guide {
  readonly title: string;
  /** At most 78 columns. */
  readonly text: string;
  /** The key that closes it. */
  readonly hint: string;
}

/** The connection to the two services. */
export type Connection =
  | {readonly status: 'connecting'; readonly text: string}
  | {
      readonly status: 'ready';
      readonly identities: Readonly<Partial<Record<Service, ClientIdentity>>>;
      /** Return why the profile denies an operation. @default nothing is denied */
      readonly whyDenied?: (operation: Operation) => string | undefined;
      /** There is neither a configuration file nor a usable environment. @default false */
      readonly isUnconfigured?: boolean;
      /** A request to a service has succeeded. @default false */
      readonly hasAnswered?: boolean;
      /** The profile denies every write of its services. @default false */
      readonly deniesWrites?: boolean;
      /** Why a service is not available: service → problem. */
      readonly troubles: Readonly<Partial<Record<Service, ErrorSummary>>>;
    };

/** The open overlays by name; `Overlay` defines how each behaves. */
export interface OpenOverlays {
  readonly prompt?: Prompt | undefined;
  readonly help?: HelpState | undefined;
  readonly copyMenu?: CopyMenu | undefined;
  /** The write in progress. */
  readonly write?: WriteStage | undefined;
  /** The column chooser of a list: its cursor line. */
  readonly chooser?: {readonly cursor: number} | undefined;
}

/** The complete state of the terminal app. Immutable; changed only by `update`. */
export interface AppState extends OpenOverlays {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the UNIX epoch, updated once a minute. */
  readonly nowMs: number;
  /**
   * When the requests that wait for the service's rate limit continue, in milliseconds since the
   * UNIX epoch.
   */
  readonly limitedUntilMs?: number | undefined;
  /** What this session runs on, shown in the header. */
  readonly session: {
    readonly sandbox: boolean;
    readonly profile: string;
    /** Profiles to switch to; on a sandbox its callers. */
    readonly profiles: readonly {
      readonly name: string;
      readonly tracker?: string;
      readonly content?: string;
      readonly protected: boolean;
    }[];
    /** Lines to paste into a shell so that the shown commands work there. */
    readonly shell: readonly string[];
    /** Flags of every command shown, such as `-p staging`. */
    readonly flags: Readonly<Record<Service, readonly string[]>>;
  };
  readonly connection: Connection;
  readonly look: Appearance;
  /** All screens; constant while the app runs. */
  readonly screens: Screens;
  /** State of the features for this profile, by the name of their slice. */
  readonly own: Readonly<Record<string, unknown>>;
  /** The last one is on the screen. */
  readonly locations: readonly Location[];
  /** Locations to go back and forward to. */
  readonly history: History;
  /** Recent palette entries, latest first. */
  readonly recent: readonly string[];
  /** The last known counts of the home screen, also of earlier sessions: entry → text. */
  readonly lastCounts?: Readonly<Record<string, string>>;
  /** The first rows of lists as last read, the latest list first. */
  readonly lastRows?: readonly LastRows[];
  /** Whether the persisted state of the profile was read. @default false */
  readonly isRestored?: boolean;
  readonly nextKey: number;
  /**
   * The requests of this session as JSON texts, oldest first; the oldest are dropped beyond a
   * limit.
   */
  readonly log: readonly string[];
  /** Headers and bodies of the latest requests. */
  readonly traffic: TrafficLog;
  /** Number of requests made. */
  readonly requests: number;
  /** The user's settings of list screens: columns, order, width. */
  readonly preferences: ListPreferences;
  readonly savedViews: readonly SavedView[];
  readonly writing: WriteSettings;
  /** The last write, if a notice replaced its report. @default none */
  readonly reported?: RunStage | undefined;
  /** The writes of this profile as JSON texts, oldest first. */
  readonly journal: readonly string[];
  /** Unsent values of forms of this session, by name. */
  readonly drafts: Readonly<Record<string, FormView['values']>>;
  /** Unsent changes staged in matrices, by account and object. @default none */
  readonly staged?: Readonly<Record<string, Staged>>;
  /** Writes staged to be applied together, by account. @default none */
  readonly changeSets?: Readonly<Record<string, readonly WritePlan[]>>;
  readonly preview: Preview | undefined;
  /** Whether the user wants a preview beside lists; undefined: if there is room. */
  readonly previewChoice: boolean | undefined;
  readonly notice: Notice | undefined;
  /** @default none */
  readonly guide?: Guide | undefined;
  /** Keys typed ahead. @default none */
  readonly typeAhead?: TypeAhead | undefined;
  /** ctrl+c was just pressed; a second one quits. */
  readonly interrupted: boolean;
  readonly quitting: boolean;
}

export function currentLocation(state: AppState): Location {
  const location = state.locations.at(-1);
  if (location === undefined) throw new Error('there is always a location');
  return location;
}

export function currentView(state: AppState): View {
  const location = currentLocation(state);
  const view = location.views[location.tab];
  if (view === undefined) throw new Error('the current tab always has a view');
  return view;
}

/** The view on the screen if it is of that kind. */
export function viewOf<K extends View['kind']>(state: AppState, kind: K): ViewOf<K> | undefined {
  return ofKind(currentView(state), kind);
}

/** The view from which the current location was opened. */
export function viewBehind({locations}: Pick<AppState, 'locations'>): View | undefined {
  const behind = locations.at(-2);
  return behind?.views[behind.tab];
}

/** State of a feature for one profile, under its own name; reset when the profile changes. */
export interface Slice<T> {
  of(state: Pick<AppState, 'own'>): T;
  with(state: AppState, next: T): AppState;
}

/** Make the slice with that name; its initial value is `fresh`. */
export function slice<T>(name: string, fresh: T): Slice<T> {
  return {
    of: ({own}) => (own[name] as T | undefined) ?? fresh,
    with: (state, next) => ({...state, own: {...state.own, [name]: next}}),
  };
}
