import type {Call, ResolvedCall} from '../model/resource.ts';

/**
 * How much a write asks before it is sent: 0 nothing, 1 enter in its preview, 2 a dialog with the
 * focus on Cancel, 3 the object's name typed.
 */
export type Risk = 0 | 1 | 2 | 3;

/** One request of a plan. */
export interface WriteRequest {
  /** What it is about, in a few words: `version 1.2`, `webhooks 1, 2 and 10 more`. */
  readonly label: string;
  /** Every object it is about, where the label has only the first of them. */
  readonly names?: readonly string[];
  readonly call: ResolvedCall;
}

/** What is looked at again when everything was sent, because the server says nothing of ids it ignored. */
export interface WriteCheck {
  /** The call that lists the objects. */
  readonly list: Call;
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
  readonly requests: readonly WriteRequest[];
  /** A later request needs the earlier ones: one at a time, and none after one that failed. @default false */
  readonly inOrder?: true;
  readonly risk: Risk;
  /** Why the risk is what it is; empty for the least a write has. */
  readonly reasons: readonly string[];
  /** Whether it can be undone, as a sentence; undefined when nothing can be said. */
  readonly undo: string | undefined;
  /** Sentences worth reading before it is sent. */
  readonly notes: readonly string[];
  readonly check?: WriteCheck;
}
