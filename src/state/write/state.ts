import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {RequestPlan, ResolvedCall} from '../../api/request-plan.ts';
import type {ErrorSummary} from '../model/load.ts';
import type {Question} from '../model/resource.ts';
import type {Row} from '../model/row.ts';
import type {Risk, VerbUse} from '../model/verb.ts';
import type {WriteCounts} from './counts.ts';

/** A request ready to be sent: what the preview shows, the queue sends and the journal keeps. */
export interface PlannedRequest {
  readonly plan: RequestPlan;
  /** As --dry-run prints it, JSON text. */
  readonly text: string;
  /** The one-shot command that makes it. */
  readonly command: string;
}

/** A plan on the screen, of which nothing is sent. */
export interface PlannedPreview {
  readonly plan: WritePlan;
  /** Why it cannot be sent: the profile's policy forbids it, a value is refused. */
  readonly trouble: ErrorSummary | undefined;
  /** The requests are shown as --dry-run prints them, in place of what changes. */
  readonly asRequest: boolean;
  readonly top: number;
  /** Keys count: it has been on the screen for a moment. */
  readonly ready: boolean;
  /** The names of its ids were asked for. */
  readonly namesAsked?: true;
  /** Characters typed into it that do nothing there: somebody meant something else. */
  readonly strays?: string | undefined;
}

/** What a write changes, or its requests. */
export interface PreviewStage extends PlannedPreview {
  readonly stage: 'preview';
}

/** The question before a risky write, over its preview. */
export interface ConfirmStage extends PlannedPreview {
  readonly stage: 'confirm';
  readonly focus: 'cancel' | 'send';
  /** What was typed of the object's name. */
  readonly typed: string;
  readonly problem: string | undefined;
}

/**
 * How far a request has come. `partly`: the service carried out some of its items and refused others;
 * `unclear`: it failed in a way after which it may have been carried out all the same; `left`: it was
 * not started, because the user or an earlier failure stopped the queue.
 */
export interface Outcome {
  readonly state: 'waiting' | 'running' | 'done' | 'partly' | 'failed' | 'unclear' | 'left';
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
  /** The answer is shown as the server sent it, in place of what was done. */
  readonly asAnswer?: boolean;
  readonly top: number;
  /** It was opened from its notice and stays open until closed by a key. */
  readonly reopened?: true;
  /** Nobody scrolled: the requests that run stay on the screen. */
  readonly follows: boolean;
}

/** One line of the menu. */
export type MenuEntry = {
  readonly text: string;
  /** The letter that chooses it. */
  readonly key?: string | undefined;
  /** Why it cannot be done now. */
  readonly reason?: string | undefined;
  /** Said beside it. */
  readonly beside?: string | undefined;
} & (
  | {readonly kind: 'verb'; readonly use: VerbUse}
  /** Looks at the object in another way. */
  | {readonly kind: 'look'; readonly look: 'describe' | 'raw'}
  | {readonly kind: 'operation'; readonly operation: Operation}
  /** Does what a key of the list does to the row. */
  | {readonly kind: 'key'}
  /** Opens the form of a question about the rows. */
  | {readonly kind: 'question'; readonly question: Question}
  /** Leads to every operation. */
  | {readonly kind: 'all'}
);

/** What can be done with the row or the marked rows. */
export interface MenuStage {
  readonly stage: 'menu';
  /** What it is about: `webhook 10042`, `versions 2.2.0 and 2.4.0 of HPAY`. */
  readonly title: string;
  /** The rows it is about, as they were when it opened: a list that is read again changes nothing. */
  readonly rows: readonly Row[];
  /** Those that are shown. */
  readonly entries: readonly MenuEntry[];
  /** Everything that can be found by typing. */
  readonly found: readonly MenuEntry[];
  readonly cursor: number;
  /** The operations are shown, rather than verbs. */
  readonly all: boolean;
  /** What was typed to find an entry; undefined while letters choose. */
  readonly typed: string | undefined;
}

/** A number a verb wants before its plan can be made. */
export interface AskStage {
  readonly stage: 'ask';
  readonly menu: MenuStage;
  readonly use: VerbUse;
  readonly typed: string;
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
}

/** The settings at the start of a session. */
export const initialWriting: WriteSettings = {
  dry: false,
  openUntilMs: undefined,
  atLeast: 1,
};

/** A field of an object, before and after a write. */
export interface Change {
  readonly field: string;
  /** Undefined where it is not known, or not there. */
  readonly before: string | undefined;
  readonly after: string;
  /** The ids that stand behind a name in these values: `Ana Ruiz (5b10)`. */
  readonly ids?: readonly string[];
}

/** One request of a plan. */
export interface WriteRequest {
  /** What it is about, in a few words: `version 1.2`, `webhooks 1, 2 and 10 more`. */
  readonly label: string;
  /** Every object it is about, where the label has only the first of them, or no name a person knows. */
  readonly names?: readonly string[];
  /** What it changes, in words that its fields do not say. @default its fields */
  readonly says?: readonly Change[];
  /** Ids of the rows it is about. */
  readonly rows?: readonly string[];
  readonly call: ResolvedCall;
  /** Set when the write begins. */
  readonly planned?: PlannedRequest | undefined;
  /** Inputs a person was asked for, which its label does not say. */
  readonly asked?: readonly string[];
  /** What the object held a moment before, as JSON text: `looking` while it is read. */
  readonly before?: ValuesBefore | 'looking';
  /** What its fields held when the form that made it opened, by input. */
  readonly opened?: Readonly<Record<string, readonly string[]>>;
  /** What its fields must still hold when it is sent, by input: it takes an earlier write back. */
  readonly expects?: Readonly<Record<string, readonly string[]>>;
  /** The entry of the journal that it takes back. */
  readonly undoes?: string;
}

/** What an object held when it was read, or why that is not known. */
export type ValuesBefore =
  | {readonly text: string}
  /** `isGone`: the service no longer has the object. */
  | {readonly problem: string; readonly isGone?: true};

/** What is looked at again when everything was sent, because the server says nothing of ids it ignored. */
export interface WriteCheck {
  /** The call that lists the objects. */
  readonly list: OperationRef;
  /** Pointer to an object's id in its item. */
  readonly identity: string;
  /** Pointer to the time that changes, in an item and in the write's answer. */
  readonly value: string;
  /** What those whose time changed are called: `extended`. */
  readonly word: string;
  /** Ids that were sent, with the time each had before; undefined when it is not known. */
  readonly before: readonly {readonly id: string; readonly time: number | undefined}[];
}

/** A write, before anything is sent: the one way every write of the terminal UI begins. */
export interface WritePlan {
  /** What it does: `Refresh 12 webhooks`. */
  readonly title: string;
  /** How it is counted where objects share requests: `12 ids`. */
  readonly size?: string;
  /** What is typed to confirm risk 3: the object's name. */
  readonly object: string;
  /** The call whose answer says the object's name, where only its id is known. */
  readonly namedBy?: OperationRef;
  readonly requests: readonly WriteRequest[];
  /** What the list it was begun on calls its rows: there marks go and the cursor finds what was made. */
  readonly noun?: string;
  /** A later request needs the earlier ones: one at a time, and none after one that failed. @default false */
  readonly inOrder?: true;
  readonly risk: Risk;
  /** Why the risk is what it is; empty for the least a write has. */
  readonly reasons: readonly string[];
  /** How many of its requests can be taken back. */
  readonly undoable: number;
  /** Fields that stay as it makes them when it is taken back. */
  readonly stay?: readonly string[];
  /** Whether it can be undone, as a sentence; undefined when nothing can be said. */
  readonly undo: string | undefined;
  /** What the person meant and the plan does not do, in a sentence; the preview and the report show it. */
  readonly leftOut?: string;
  /** Sentences worth reading before it is sent. */
  readonly notes: readonly string[];
  /** What is likely wrong with it, as sentences. */
  readonly warnings?: readonly string[];
  /** What things are called that its values name, as a form knows it. */
  readonly called?: Readonly<Record<string, string>>;
  readonly check?: WriteCheck;
  readonly counts?: WriteCounts;
}

/** What happens to a write; `run` names the queue an event comes from. */
export type WriteEvent =
  /** What a request of the plan on the screen is about was read. */
  | {
      readonly kind: 'looked';
      readonly call: ResolvedCall;
      readonly before: ValuesBefore;
    }
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
  | {
      readonly kind: 'finished';
      readonly run: number;
      /** What was carried out, or may have been. */
      readonly wrote: readonly Operation[];
    }
  | {readonly kind: 'checked'; readonly run: number; readonly checked: Checked};

/** What writing asks of the outside. */
export type WriteEffect =
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
  | {readonly kind: 'stop'; readonly run: number; readonly now: boolean};
