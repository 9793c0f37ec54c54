import type {Method, Operation, Paging, Service} from './operation.ts';

/** What a caller gave for an operation: texts as typed; a flag without value is `['true']`. */
export interface InputValues {
  /** Input name → texts, in the order given. */
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** The body after @file or - was read: text for JSON and storage XML, bytes for an image. */
  readonly body?: string | Uint8Array;
  /** Of bytes: the file they are from, as a command names it. */
  readonly bodyFrom?: string;
  /** Send the body unchecked and skip the check of callers (contract 11.3). */
  readonly unchecked?: boolean;
}

/** A problem with an input: `input` is the flag's name without dashes. */
export interface Problem {
  readonly input: string;
  readonly message: string;
  /** Of what is in the body: where, and the sentence without its subject. */
  readonly at?: {readonly pointer: string; readonly message: string};
}

/** A request body ready for the wire. */
export interface PlannedBody {
  readonly contentType: string;
  /** JSON text, copied through unchanged, or the bytes of an image. */
  readonly content: string | Uint8Array;
}

/** A request ready to be sent, without credentials: the value --dry-run prints. */
export interface RequestPlan {
  readonly service: Service;
  /** `group name`, or `raw GET` for raw requests. */
  readonly title: string;
  readonly method: Method | (string & {});
  /** Absolute, with the query in the order of the operation's inputs. */
  readonly url: string;
  /** Path and query below the base URL, for messages. */
  readonly path: string;
  /** Header names in their usual spelling; no Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: PlannedBody;
  readonly paging?: Paging;
  /** Of a raw request: it is a list that goes on by `nextPageToken`, whatever its method. @default false */
  readonly hasTokens?: true;
  /** Absent for raw requests. */
  readonly operation?: Operation;
  /** The operation a raw request is, by its method and path. */
  readonly like?: Operation;
  /** The request sent before this one, whose answer completes its body (`readFirst` of the record). */
  readonly reading?: RequestPlan;
  /** Sent whatever the record knows of who may call it. @default false */
  readonly isUnchecked?: true;
  /** What depends on an answer (version + 1), shown by --dry-run, never invented. */
  readonly notes: readonly string[];
}
