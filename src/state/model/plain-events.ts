import type {ExchangeEvent, Traffic} from '../../api/client.ts';
import type {RequestedWait} from '../../api/pace.ts';
import type {PromptEvent} from '../overlays/prompt/state.ts';
import type {WriteEffect, WriteEvent} from '../write/state.ts';
import type {Count} from './count.ts';
import type {ErrorSummary} from './load.ts';
import type {Params, RequestCommand} from './params.ts';
import type {Resource, Source} from './resource.ts';
import type {AppState, Connection, Notice} from './state.ts';

/** The events that are plain data: responses, input, time. */
export type PlainEvent =
  | {readonly kind: 'resized'; readonly columns: number; readonly rows: number}
  | {readonly kind: 'clock'; readonly nowMs: number}
  | {
      readonly kind: 'connected';
      readonly connection: Connection;
      readonly session: AppState['session'];
    }
  /** The service asks all requests to wait until this time; absent once it has passed. */
  | {readonly kind: 'limited'; readonly wait?: RequestedWait}
  /** A view has been loading for so many milliseconds. */
  | {readonly kind: 'slow'; readonly view: number; readonly ageMs: number}
  | {
      readonly kind: 'sent';
      readonly view: number;
      readonly sent: RequestCommand;
      /**
       * The request was for a part of the view, so the view's own command remains the last one.
       * @default false
       */
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
      /** Progress of a list that checks each item. */
      readonly note?: string | undefined;
      readonly isPartial?: boolean | undefined;
      readonly atMs: number;
    }
  | {readonly kind: 'response'; readonly view: number; readonly text: string; readonly atMs: number}
  | {readonly kind: 'failed'; readonly view: number; readonly trouble: ErrorSummary}
  /** The user closed the editor for a text of a form. */
  | {
      readonly kind: 'edited';
      readonly view: number;
      readonly text: string;
      /** Why the text is unchanged. */
      readonly problem?: string;
    }
  | {readonly kind: 'count'; readonly view: number; readonly entry: string; readonly count: Count}
  | {
      readonly kind: 'exchange';
      readonly exchange: ExchangeEvent;
      readonly traffic?: Traffic | undefined;
      readonly command: string;
      readonly atMs: number;
    }
  | {readonly kind: 'prompt'; readonly event: PromptEvent}
  /** Search results for the text in the palette: JSON text of each item. */
  | {
      readonly kind: 'found';
      readonly text: string;
      readonly list: string;
      readonly items: readonly string[];
    }
  /** The whole list of a name source was read: JSON text of each item. */
  | {
      readonly kind: 'named';
      readonly call: Source;
      readonly items: readonly string[];
      readonly atMs: number;
    }
  | {readonly kind: 'mouse'; readonly act: MouseAction}
  /** The terminal reported its background colour. */
  | {readonly kind: 'background'; readonly light: boolean}
  /** State of an earlier session was loaded from disk. */
  | {readonly kind: 'restored'; readonly name: string; readonly text: string}
  | {readonly kind: 'write'; readonly event: WriteEvent}
  /** The computation of a large filter or sort has finished. */
  | {readonly kind: 'filtered'; readonly view: number}
  /** The highlighting of the last refresh's changes has expired. */
  | {readonly kind: 'changesOver'; readonly view: number}
  /** The time to press ctrl+c a second time is over. */
  | {readonly kind: 'calm'}
  | {readonly kind: 'notice'; readonly notice: Notice | undefined};

/** A mouse event; lines and columns count from 1. */
export interface MouseAction {
  readonly act: 'wheelUp' | 'wheelDown' | 'press';
  readonly column: number;
  readonly line: number;
}

/**
 * The owner of persisted data. `account`: a profile on one site with one account; another site or
 * user never sees it, even with the same profile name. `profile`: a profile name, so the content
 * must name its site or be independent of it. `user`: all profiles.
 */
export type PersistScope = 'account' | 'profile' | 'user';

/** A persisted item, by name; each is a separate file. */
export interface PersistedName {
  readonly name: string;
  readonly scope: PersistScope;
}

/** Effects that read a list; they wait until the services are connected. */
export type ListEffect =
  /**
   * Read a list's pages; the first page is shown at once, further ones are read up to `wanted`
   * items.
   */
  | {
      readonly kind: 'load';
      readonly slot: string;
      readonly view: number;
      readonly resource: Resource;
      readonly params: Params;
      readonly wanted: number;
      /** Only if the load was cancelled before. @default false */
      readonly resumes?: true;
    }
  /** Continue to load pages until `wanted` items are loaded. */
  | {readonly kind: 'more'; readonly view: number; readonly wanted: number};

/** Effects on the terminal, on persisted files and on other programs. */
export type OutwardEffect =
  /** Ring the terminal's bell and request a desktop notification. */
  | {readonly kind: 'ring'; readonly text: string}
  /** Copy a text to the clipboard and show a notice. */
  | {readonly kind: 'copy'; readonly text: string; readonly what: string}
  /** Persist a text for later sessions. */
  | (PersistedName & {readonly kind: 'persist'; readonly text: string})
  /** Load persisted data; a 'restored' event arrives for each item that exists. */
  | {readonly kind: 'recall'; readonly items: readonly PersistedName[]}
  /** Open a URL of the profile's site in a browser. */
  | {readonly kind: 'browse'; readonly url: string}
  /** Redraw the whole screen. */
  | {readonly kind: 'redraw'}
  /** Suspend the program until the shell continues it. */
  | {readonly kind: 'suspend'}
  /** Turn mouse reporting on or off. */
  | {readonly kind: 'mouse'; readonly on: boolean};

/** The effects that are plain data. */
export type PlainEffect =
  | ListEffect
  | OutwardEffect
  /** Load a view from the start; `resumes`: continue a cancelled load. */
  | {readonly kind: 'read'; readonly view: number; readonly resumes?: true}
  /** Send a message to the task in a slot. */
  | {readonly kind: 'tell'; readonly slot: string; readonly message: unknown}
  /** Send the time after so many milliseconds. */
  | {readonly kind: 'tick'; readonly slot: string; readonly ms: number}
  /** Abort the work in these slots. */
  | {readonly kind: 'cancel'; readonly slots: readonly string[]}
  | {readonly kind: 'write'; readonly effect: WriteEffect}
  /** Connect both services with another profile, or with a new sandbox. */
  | {readonly kind: 'connect'; readonly profile: string; readonly isSandbox?: boolean}
  | {readonly kind: 'quit'};
