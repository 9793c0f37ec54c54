import type {ExchangeEvent, Traffic} from '../../api/client.ts';
import type {SearchScope} from '../overlays/palette/state.ts';
import type {PromptEvent} from '../overlays/prompt/state.ts';
import type {WriteEffect, WriteEvent} from '../write/state.ts';
import type {Count} from './count.ts';
import type {ErrorSummary} from './load.ts';
import type {Params, SentRequest} from './params.ts';
import type {Resource, Source} from './resource.ts';
import type {AppState, Connection, Notice} from './state.ts';

/** What can change the state and is data alone: what came, what was typed, what time it is. */
export type PlainEvent =
  | {readonly kind: 'resized'; readonly columns: number; readonly rows: number}
  | {readonly kind: 'clock'; readonly nowMs: number}
  | {
      readonly kind: 'connected';
      readonly connection: Connection;
      readonly session: AppState['session'];
    }
  /** A view has waited for so many milliseconds. */
  | {readonly kind: 'slow'; readonly view: number; readonly ageMs: number}
  | {
      readonly kind: 'sent';
      readonly view: number;
      readonly sent: SentRequest;
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
  | {readonly kind: 'failed'; readonly view: number; readonly trouble: ErrorSummary}
  /** The user's editor is done with a text of a form. */
  | {
      readonly kind: 'edited';
      readonly view: number;
      readonly text: string;
      /** Why it is as it was. */
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
  /** What a list found for the text in the palette: JSON text of each item. */
  | ({
      readonly kind: 'found';
      readonly text: string;
      readonly items: readonly string[];
    } & SearchScope)
  /** The whole list that a source gives was read: JSON text of each item. */
  | {
      readonly kind: 'named';
      readonly call: Source;
      readonly items: readonly string[];
      readonly atMs: number;
    }
  | {readonly kind: 'mouse'; readonly act: MouseAction}
  /** The terminal told the colour of its background. */
  | {readonly kind: 'background'; readonly light: boolean}
  /** What an earlier session kept under that name. */
  | {readonly kind: 'restored'; readonly name: string; readonly text: string}
  | {readonly kind: 'write'; readonly event: WriteEvent}
  /** The rows of a filter or an order that had many to go through were made. */
  | {readonly kind: 'sifted'; readonly view: number}
  /** What the last refresh changed was shown long enough. */
  | {readonly kind: 'changesOver'; readonly view: number}
  /** The moment after a ctrl+c is over. */
  | {readonly kind: 'calm'}
  | {readonly kind: 'notice'; readonly notice: Notice | undefined};

/** What the mouse did; lines and columns of the terminal count from 1. */
export interface MouseAction {
  readonly act: 'wheelUp' | 'wheelDown' | 'press';
  readonly column: number;
  readonly line: number;
}

/**
 * Whose persisted data it is. `account`: one profile's, on one site, as one account; another site or
 * user never sees it, also behind the same profile name. `profile`: a profile name's, so what is in
 * it must say which site it is about, or be about none. `user`: everybody's.
 */
export type PersistScope = 'account' | 'profile' | 'user';

/** What is remembered from one session to the next, by name; each is a file of its own. */
export interface PersistedName {
  readonly name: string;
  readonly scope: PersistScope;
}

/** What reads a list: it waits until the services are there. */
export type ListEffect =
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
  | {readonly kind: 'more'; readonly view: number; readonly wanted: number};

/** What is asked of the terminal, of kept files and of other programs. */
export type OutwardEffect =
  /** Ring the terminal's bell and ask it for a notification on the desktop. */
  | {readonly kind: 'ring'; readonly text: string}
  /** Put a text on the clipboard and say so. */
  | {readonly kind: 'copy'; readonly text: string; readonly what: string}
  /** Remember a text for later sessions. */
  | (PersistedName & {readonly kind: 'keep'; readonly text: string})
  /** Bring back what earlier sessions kept; a 'restored' event comes for each thing there is. */
  | {readonly kind: 'recall'; readonly things: readonly PersistedName[]}
  /** Open an address of the profile's site in a browser. */
  | {readonly kind: 'browse'; readonly url: string}
  /** Draw the whole screen again. */
  | {readonly kind: 'redraw'}
  /** Stop the program until the shell goes on with it. */
  | {readonly kind: 'suspend'}
  /** Let the terminal report the mouse, or no longer. */
  | {readonly kind: 'mouse'; readonly on: boolean};

/** What the outside is asked to do and is data alone. */
export type PlainEffect =
  | ListEffect
  | OutwardEffect
  /** Read a view from the start, as its kind does; `resumes`: what was stopped goes on. */
  | {readonly kind: 'read'; readonly view: number; readonly resumes?: true}
  /** Say something to the task that runs in a slot. */
  | {readonly kind: 'tell'; readonly slot: string; readonly said: unknown}
  /** Tell the time after so many milliseconds. */
  | {readonly kind: 'tick'; readonly slot: string; readonly ms: number}
  /** Abort what runs in these slots. */
  | {readonly kind: 'cancel'; readonly slots: readonly string[]}
  | {readonly kind: 'write'; readonly effect: WriteEffect}
  /** Connect both services through another profile, or to a new sandbox. */
  | {readonly kind: 'connect'; readonly profile: string; readonly isSandbox?: boolean}
  | {readonly kind: 'quit'};
