import type {FormEffect} from '../views/form/state.ts';
import type {WriteEffect} from '../write/state.ts';
import type {Call, Params, ResolvedCall} from './call.ts';
import type {HomeEntry} from './count.ts';
import type {Resource, WantedFill} from './resource.ts';

/** What is remembered from one session to the next, by name; each is a file of its own. */
export interface KeptName {
  readonly name: string;
  /** One for every profile, or one for all of them. */
  readonly scope: 'profile' | 'user';
}

/** What the outside is asked to do and is data alone. */
export type PlainEffect =
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
  /** Find the counts of the home screen. */
  | {
      readonly kind: 'count';
      readonly slot: string;
      readonly view: number;
      readonly entries: readonly HomeEntry[];
    }
  | FormEffect
  /** Say something to the task that runs in a slot. */
  | {readonly kind: 'tell'; readonly slot: string; readonly said: unknown}
  /** Ring the terminal's bell and ask it for a notification on the desktop. */
  | {readonly kind: 'ring'; readonly text: string}
  /** Tell the time after so many milliseconds. */
  | {readonly kind: 'tick'; readonly slot: string; readonly ms: number}
  /** Abort what runs in these slots. */
  | {readonly kind: 'cancel'; readonly slots: readonly string[]}
  /** Put a text on the clipboard and say so. */
  | {readonly kind: 'copy'; readonly text: string; readonly what: string}
  /** Remember a text for later sessions. */
  | {
      readonly kind: 'keep';
      readonly name: string;
      readonly scope: KeptName['scope'];
      readonly text: string;
    }
  /** Bring back what earlier sessions kept; a 'recalled' event comes for each thing there is. */
  | {readonly kind: 'recall'; readonly things: readonly KeptName[]}
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
