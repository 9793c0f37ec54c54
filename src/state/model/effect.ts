import type {PickSource} from '../views/form/state.ts';
import type {ExportTarget} from '../views/list/state.ts';
import type {WriteEffect} from '../write/state.ts';
import type {Call, Params, ResolvedCall} from './call.ts';
import type {Column} from './column.ts';
import type {HomeEntry} from './count.ts';
import type {AppEvent} from './event.ts';
import type {Fill, Resource} from './resource.ts';
import type {Row} from './row.ts';

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
      readonly wanted: readonly {
        readonly row: string;
        readonly fill: Fill;
        readonly params: Params;
      }[];
    }
  /** Find the counts of the home screen. */
  | {
      readonly kind: 'count';
      readonly slot: string;
      readonly view: number;
      readonly entries: readonly HomeEntry[];
    }
  /** Read what a field of a form can take, from the first of a list's sources. */
  | {
      readonly kind: 'picks';
      readonly slot: string;
      readonly view: number;
      readonly input: string;
      readonly source: PickSource;
    }
  /** Watch failed deliveries from so long ago on; events named 'deliveries…' tell what comes. */
  | {readonly kind: 'watchDeliveries'; readonly slot: string; readonly intervalMs: number}
  /** Someone looks at the watch, or no longer; `now` polls at once. */
  | {readonly kind: 'watchPace'; readonly looked: boolean; readonly now: boolean}
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
  /** Remember a text for later sessions under one of the names of `keptThings`. */
  | {readonly kind: 'keep'; readonly name: string; readonly text: string}
  /** Bring back what earlier sessions kept; a 'recalled' event comes for each thing there is. */
  | {readonly kind: 'recall'; readonly names: readonly string[]}
  /** Read the object of the row the preview is about. */
  | {
      readonly kind: 'preview';
      readonly slot: string;
      readonly about: string;
      readonly call: Call;
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
