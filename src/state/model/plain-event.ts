import type {ExchangeEvent, Traffic} from '../../api/client.ts';
import type {FindIn} from '../layers/palette/state.ts';
import type {PromptEvent} from '../layers/prompt/state.ts';
import type {WriteEvent} from '../write/state.ts';
import type {Sent} from './call.ts';
import type {Count} from './count.ts';
import type {Trouble} from './load.ts';
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
  | {readonly kind: 'mouse'; readonly act: MouseAct}
  /** The terminal told the colour of its background. */
  | {readonly kind: 'background'; readonly light: boolean}
  /** What an earlier session kept under that name. */
  | {readonly kind: 'recalled'; readonly name: string; readonly text: string}
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
