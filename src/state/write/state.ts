import type {Operation} from '../../api/operation.ts';
import type {Row, Trouble} from '../model/model.ts';
import type {RowAction} from '../model/verb.ts';
import type {Risk, WritePlan} from './plan.ts';

/** A request as --dry-run prints it, with the one-shot command that makes it. */
export interface RequestPreview {
  /** JSON text. */
  readonly text: string;
  readonly command: string;
}

/** The plan on the screen; nothing is sent. */
export interface PreviewStage {
  readonly stage: 'preview';
  readonly plan: WritePlan;
  /** One for each request. */
  readonly previews: readonly RequestPreview[];
  /** Why it cannot be sent: the profile's policy forbids it, a value is refused. */
  readonly trouble: Trouble | undefined;
  readonly top: number;
  /** Keys count: it has been on the screen for a moment. */
  readonly ready: boolean;
}

/** The question before a risky write. */
export interface ConfirmStage {
  readonly stage: 'confirm';
  /** What it goes back to. */
  readonly preview: PreviewStage;
  readonly focus: 'cancel' | 'send';
  /** What was typed of the object's name. */
  readonly typed: string;
  readonly problem: string | undefined;
  readonly ready: boolean;
}

/**
 * How far a request has come. `unclear`: no answer came, so it may have been carried out;
 * `left`: it was not started, because the user or an earlier failure stopped the queue.
 */
export interface Outcome {
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'unclear' | 'left';
  /** What the server said, one line; empty when there is nothing to say. */
  readonly text: string;
  /** JSON text of the answer; kept only where the plan has one request. */
  readonly answer?: string;
}

/** What became of objects whose ids were sent, as their list said afterwards. */
export interface Checked {
  readonly changed: readonly string[];
  readonly ignored: readonly string[];
  /** The new time of those that changed, in epoch milliseconds. */
  readonly time: number | undefined;
  /** Why the list could not be read again. */
  readonly problem?: string;
}

/** Requests on their way, then the report of what became of them. */
export interface RunStage {
  readonly stage: 'running' | 'report';
  /** Unique in the session; events of the queue name it. */
  readonly run: number;
  readonly plan: WritePlan;
  readonly outcomes: readonly Outcome[];
  /** The queue ends after the running requests. */
  readonly stopping: boolean;
  /** The server asked to wait so many seconds. */
  readonly waits: number | undefined;
  readonly checked: Checked | 'checking' | undefined;
  readonly top: number;
  /** Nobody scrolled: the requests that run stay on the screen. */
  readonly follows: boolean;
  readonly ready: boolean;
}

/** One line of the menu of actions. */
export type MenuEntry =
  | {
      readonly kind: 'action';
      readonly action: RowAction;
      readonly text: string;
      /** Why it cannot be done now. */
      readonly reason?: string;
    }
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      readonly text: string;
      readonly reason?: string;
    };

/** What can be done with the row or the marked rows. */
export interface MenuStage {
  readonly stage: 'menu';
  /** What it is about: `webhook 10042`, `7 marked webhooks`. */
  readonly title: string;
  /** The rows it is about, as they were when it opened: a list that is read again changes nothing. */
  readonly rows: readonly Row[];
  readonly entries: readonly MenuEntry[];
  readonly cursor: number;
}

/** A number an action wants before its plan can be made. */
export interface AskStage {
  readonly stage: 'ask';
  readonly menu: MenuStage;
  readonly action: RowAction;
  readonly question: string;
  readonly text: string;
  readonly problem: string | undefined;
}

/** What lies over the view while something is written. */
export type WriteStage = PreviewStage | ConfirmStage | RunStage | MenuStage | AskStage;

/** What the session and the profile say about writing. */
export interface WriteSettings {
  /** Every write stops at its preview. */
  readonly dry: boolean;
  /** Until when a protected profile may be written to, in epoch milliseconds. */
  readonly openUntilMs: number | undefined;
  /** No write of this profile asks less than this; kept per profile. */
  readonly atLeast: Risk;
  /** Expiring webhooks are refreshed while steward runs; kept per profile. */
  readonly refreshesWebhooks: boolean;
  /** When that was done last, in epoch milliseconds. */
  readonly refreshedAtMs: number | undefined;
}

/** The settings at the start of a session. */
export const initialWriting: WriteSettings = {
  dry: false,
  openUntilMs: undefined,
  atLeast: 1,
  refreshesWebhooks: false,
  refreshedAtMs: undefined,
};
