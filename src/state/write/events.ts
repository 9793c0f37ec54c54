import type {Trouble} from '../model/model.ts';
import type {WritePlan, WriteRequest} from './plan.ts';
import type {Checked, Outcome, RequestPreview} from './state.ts';

/** What happens to a write; `run` names the queue an event comes from. */
export type WriteEvent =
  /** A plan that something had to be read for is ready: its preview opens. */
  | {readonly kind: 'begin'; readonly plan: WritePlan}
  /** The requests as --dry-run prints them, or why they cannot be made. */
  | {
      readonly kind: 'planned';
      readonly previews: readonly RequestPreview[];
      readonly trouble: Trouble | undefined;
    }
  /** Most of the moment in which keys do not count is over. */
  | {readonly kind: 'settling'}
  /** What opened has been on the screen for a moment: keys count from now on. */
  | {readonly kind: 'ready'}
  /** The line being typed in a dialog. */
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'began'; readonly run: number; readonly index: number}
  | {
      readonly kind: 'ended';
      readonly run: number;
      readonly index: number;
      readonly outcome: Outcome;
      /** JSON text for the journal. */
      readonly entry: string;
    }
  /** The server asked to wait: no request begins for so many seconds. */
  | {readonly kind: 'waits'; readonly run: number; readonly seconds: number | undefined}
  /** Nothing of it runs any more; what was not begun is left. */
  | {readonly kind: 'finished'; readonly run: number}
  | {readonly kind: 'checked'; readonly run: number; readonly checked: Checked}
  /** Webhooks that expire soon were looked for on behalf of the automatic refresh. */
  | {readonly kind: 'found'; readonly items: readonly string[]; readonly atMs: number}
  /** They could not be looked for. */
  | {readonly kind: 'notFound'; readonly trouble: Trouble; readonly atMs: number};

/** What writing asks of the outside. */
export type WriteEffect =
  | {readonly kind: 'plan'; readonly requests: readonly WriteRequest[]}
  /** Send them; `only` are the indexes to send. */
  | {
      readonly kind: 'send';
      readonly run: number;
      readonly plan: WritePlan;
      readonly only: readonly number[];
      /** Whose doing it is, for the journal. */
      readonly by: 'user' | 'auto-refresh';
    }
  /** No further request begins; with `now` those that run are given up too. */
  | {readonly kind: 'stop'; readonly run: number; readonly now: boolean}
  /** Read the list of webhooks, for the automatic refresh. */
  | {readonly kind: 'find'};

/** What a key does to a write. */
export type WriteDeed =
  /** Open the menu of actions. */
  | 'menu'
  /** Go on: choose in the menu, send from the preview, press the focused button, close the report. */
  | 'accept'
  /** Yes, in the dialog. */
  | 'confirm'
  /** The other button of the dialog. */
  | 'focus'
  /** One layer back. */
  | 'back'
  /** Leave it, or stop the queue. */
  | 'stop'
  | 'retry'
  | 'nextFailure'
  | 'copy';
