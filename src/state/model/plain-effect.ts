import type {WriteEffect} from '../write/state.ts';
import type {Params} from './call.ts';
import type {Resource} from './resource.ts';

/** What is remembered from one session to the next, by name; each is a file of its own. */
export interface KeptName {
  readonly name: string;
  /** One for every profile, or one for all of them. */
  readonly scope: 'profile' | 'user';
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
  | (KeptName & {readonly kind: 'keep'; readonly text: string})
  /** Bring back what earlier sessions kept; a 'recalled' event comes for each thing there is. */
  | {readonly kind: 'recall'; readonly things: readonly KeptName[]}
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
  /** Connect both services through another profile. */
  | {readonly kind: 'connect'; readonly profile: string}
  | {readonly kind: 'quit'};
