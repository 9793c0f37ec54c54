import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {RequestPlan, ResolvedCall} from '../../api/request-plan.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {CaretText} from '../../base/text-caret.ts';
import type {ErrorSummary} from '../model/load.ts';
import type {RowQuestion} from '../model/resource.ts';
import type {Row} from '../model/row.ts';
import type {Risk, VerbUse} from '../model/verb.ts';
import type {WriteCounts} from './counts.ts';

/** A request ready to be sent, used by the preview, the queue and the journal. */
export interface PlannedRequest {
  readonly plan: RequestPlan;
  /** As --dry-run prints it, JSON text. */
  readonly text: string;
  /** The one-shot command that makes it. */
  readonly command: string;
}

/** A plan in its preview; nothing is sent yet. */
export interface PlannedPreview {
  readonly plan: WritePlan;
  /** Why it cannot be sent: the profile's policy forbids it, or a value is invalid. */
  readonly trouble: ErrorSummary | undefined;
  /** Show the requests as printed by --dry-run, in place of the changes. */
  readonly asRequest: boolean;
  readonly top: number;
  /** Accept keys: it has been visible for a moment. */
  readonly ready: boolean;
  /** The names of its ids were requested. */
  readonly namesAsked?: true;
  /** Characters typed that have no function here, probably meant for something else. */
  readonly strays?: string | undefined;
}

/** The preview of a write: its changes, or its requests. */
export interface PreviewStage extends PlannedPreview {
  readonly stage: 'preview';
}

/** The confirmation of a risky write, over its preview. */
export interface ConfirmStage extends PlannedPreview {
  readonly stage: 'confirm';
  readonly focus: 'cancel' | 'send';
  /** The part of the object's name typed so far. */
  readonly typed: CaretText;
  readonly problem: string | undefined;
}

/**
 * The state of a request. `partly`: the service carried out some of its items and rejected others;
 * `unclear`: it failed but may have been carried out; `left`: it was not started, because the user
 * or an earlier failure stopped the queue.
 */
export interface Outcome {
  readonly state: 'waiting' | 'running' | 'done' | 'partly' | 'failed' | 'unclear' | 'left';
  /** The server's message, one line; may be empty. */
  readonly text: string;
  /** JSON text of the response; only if the plan has one request, or if others need its values. */
  readonly answer?: string;
}

/** The actual result for objects whose ids were sent, according to their list. */
export interface Checked {
  readonly changed: readonly string[];
  readonly ignored: readonly string[];
  /** The new time of those that changed, in epoch milliseconds. */
  readonly time: number | undefined;
  /** Why the list could not be refreshed. */
  readonly problem?: string;
}

/** Running requests, then the report of their outcomes. */
export interface RunStage {
  readonly stage: 'running' | 'report';
  /** Unique in the session; events of the queue refer to it. */
  readonly run: number;
  readonly plan: WritePlan;
  readonly outcomes: readonly Outcome[];
  /** The queue ends after the running requests. */
  readonly stopping: boolean;
  readonly checked: Checked | 'checking' | undefined;
  /** Show the raw response in place of the summary. */
  readonly asAnswer?: boolean;
  readonly top: number;
  /** It was opened from its notice and stays open until a key closes it. */
  readonly reopened?: true;
  /** Keep running requests visible; ends when the user scrolls. */
  readonly follows: boolean;
}

/** A line of the menu. */
export type MenuEntry = {
  readonly text: string;
  /** Its letter. */
  readonly key?: string | undefined;
  /** Why it is unavailable now. */
  readonly reason?: string | undefined;
  /** A text shown beside it. */
  readonly beside?: string | undefined;
} & (
  | {readonly kind: 'verb'; readonly use: VerbUse}
  /** Shows the object in another way. */
  | {readonly kind: 'look'; readonly look: 'describe' | 'raw'}
  | {readonly kind: 'operation'; readonly operation: Operation}
  /** Runs a key of the list on the row. */
  | {readonly kind: 'key'}
  /** Opens the form of a question about the rows. */
  | {readonly kind: 'question'; readonly question: RowQuestion}
  /** Lists every operation. */
  | {readonly kind: 'all'}
);

/** The menu of actions for the row or the selected rows. */
export interface MenuStage {
  readonly stage: 'menu';
  /** Its objects: `webhook 10042`, `versions 2.2.0 and 2.4.0 of HPAY`. */
  readonly title: string;
  /** The rows when it was opened; a refresh of the list does not change them. */
  readonly rows: readonly Row[];
  /** The entries shown. */
  readonly entries: readonly MenuEntry[];
  /** All entries that typing can find. */
  readonly found: readonly MenuEntry[];
  readonly cursor: number;
  /** Show operations instead of verbs. */
  readonly all: boolean;
  /** The typed search text; undefined while letters select entries. */
  readonly typed: CaretText | undefined;
}

/** A number a verb needs before its plan can be made. */
export interface AskStage {
  readonly stage: 'ask';
  readonly menu: MenuStage;
  readonly use: VerbUse;
  readonly typed: CaretText;
  readonly problem: string | undefined;
}

/** The overlay of a write in progress. */
export type WriteStage = PreviewStage | ConfirmStage | RunStage | MenuStage | AskStage;

/** Write settings of the session and the profile. */
export interface WriteSettings {
  /** Every write ends at its preview. */
  readonly dry: boolean;
  /** Every write is added to the change set. @default false */
  readonly stages?: boolean;
  /** When a protected profile becomes read-only again, in epoch milliseconds. */
  readonly openUntilMs: number | undefined;
  /** The minimum risk of every write with this profile; persisted per profile. */
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
  /** Undefined if unknown or not set. */
  readonly before: string | undefined;
  readonly after: string;
  /** The ids of the names in these values: `Ana Ruiz (5b10)`. */
  readonly ids?: readonly string[];
}

/** One request of a plan. */
export interface WriteRequest {
  /** A short label: `version 1.2`, `webhooks 1, 2 and 10 more`. */
  readonly label: string;
  /** All objects, if the label has only the first ones or no readable name. */
  readonly names?: readonly string[];
  /** Its changes, if they differ from its fields. @default its fields */
  readonly changes?: readonly Change[];
  /** Ids of the rows concerned. */
  readonly rows?: readonly string[];
  readonly call: ResolvedCall;
  /** Set when the write starts. */
  readonly planned?: PlannedRequest | undefined;
  /** Inputs the user entered that are not in its label. */
  readonly asked?: readonly string[];
  /** The values of the object just before, as JSON text; `looking` while they are read. */
  readonly before?: ValuesBefore | 'looking';
  /** The values of its fields when the form was opened, by input. */
  readonly opened?: Readonly<Record<string, readonly string[]>>;
  /** The values its fields must still have when it is sent, by input; for undo. */
  readonly expects?: Readonly<Record<string, readonly string[]>>;
  /** The update that has these fields. @default `call` */
  readonly fieldsOf?: ResolvedCall;
  /** `expects` has the values that the undo of `fieldsOf` would restore, instead of its fields. */
  readonly isRestorable?: true;
  /** The journal entry that it undoes. */
  readonly undoes?: string;
  /** Identifies it within the change set. */
  readonly staged?: string;
  /** Values that earlier requests of the plan return, by their placeholders in the call. */
  readonly awaits?: Readonly<Record<string, AwaitedValue>>;
}

/** A value in the response of an earlier request, by its index in the plan. */
export interface AwaitedValue {
  readonly request: number;
  readonly pointer: string;
}

/** The values of an object when it was read, or why they are unknown. */
export type ValuesBefore =
  | {readonly text: string}
  /** `isGone`: the service no longer has the object. */
  | {readonly problem: string; readonly isGone?: true};

/** A check after sending, for servers that do not report ignored ids. */
export interface WriteCheck {
  /** The call that lists the objects. */
  readonly list: OperationRef;
  /** Pointer to an object's id in its item. */
  readonly identity: string;
  /** Pointer to the time that changes, in an item and in the write's response. */
  readonly value: string;
  /** The word for objects whose time changed: `extended`. */
  readonly word: string;
  /** The ids sent, with their previous time; undefined if unknown. */
  readonly before: readonly {readonly id: string; readonly time: number | undefined}[];
}

/** A write before it is sent; every write of the terminal UI starts with one. */
export interface WritePlan {
  /** Its title: `Refresh 12 webhooks`. */
  readonly title: string;
  /** Its size, if objects share requests: `12 webhooks`. */
  readonly size?: string;
  /** The object's name, which the user types to confirm risk 3. */
  readonly object: string;
  /** The call whose response has the object's name, if only its id is known. */
  readonly namedBy?: OperationRef;
  readonly requests: readonly WriteRequest[];
  /**
   * The noun of the list it was started on, whose selection is cleared and whose cursor moves to
   * the created row.
   */
  readonly noun?: string;
  /**
   * Later requests depend on earlier ones: send one at a time, and stop after a failure. @default
   * false
   */
  readonly inOrder?: true;
  readonly risk: Risk;
  /** The reasons for the risk; empty for the lowest risk of a write. */
  readonly reasons: readonly string[];
  /** Number of its requests that can be undone. */
  readonly undoable: number;
  /** Fields that undo does not restore. */
  readonly unrestoredFields?: readonly string[];
  /** Whether it can be undone, as a sentence; undefined if unknown. */
  readonly undo: string | undefined;
  /**
   * Parts of the user's intent that the plan leaves out, as a sentence for the preview and the
   * report.
   */
  readonly leftOut?: string;
  /** Notes to show before it is sent. */
  readonly notes: readonly string[];
  /** Likely mistakes, as sentences. */
  readonly warnings?: readonly string[];
  /** Names of the ids in its values, as known by the form. */
  readonly called?: Readonly<Record<string, string>>;
  readonly check?: WriteCheck;
  readonly counts?: WriteCounts;
  /** Further effects to read for its preview; the sentences become warnings. */
  readonly consequences?: readonly Consequence[];
}

/** A read that tells the further effects of a write of one object. */
export interface Consequence {
  readonly by: OperationRef;
  readonly says: (answer: JsonValue) => readonly string[];
}

/** Events of a write; `run` is the queue of an event. */
export type WriteEvent =
  /** The current values of a request's object were read. */
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
  /** The queue is finished; requests not started are `left`. */
  | {
      readonly kind: 'finished';
      readonly run: number;
      /** Operations that were carried out, or may have been. */
      readonly wrote: readonly Operation[];
    }
  | {readonly kind: 'checked'; readonly run: number; readonly checked: Checked};

export type WriteEffect =
  /** Send the requests; `only` are the indexes to send. */
  | {
      readonly kind: 'send';
      readonly run: number;
      readonly plan: WritePlan;
      readonly only: readonly number[];
      /** The origin of the write, for the journal. */
      readonly by: 'user' | 'auto-refresh';
    }
  /** Start no further requests; with `now`, abort the running ones too. */
  | {readonly kind: 'stop'; readonly run: number; readonly now: boolean};
