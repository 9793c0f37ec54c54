import type {Method, Operation, Paging, Service} from './operation.ts';

/** Texts by the name of their input, `body.a.b` deeper in the body. */
export type InputTexts = Readonly<Record<string, readonly string[]>>;

/** The inputs of an operation: texts as typed; a flag without value is `['true']`. */
export interface InputValues {
  /** Input name → texts, in order. */
  readonly inputs: InputTexts;
  /** The body after @file or - was read: text for JSON and storage XML, bytes for an image. */
  readonly body?: string | Uint8Array;
  /** For bytes: the name of the file in the command. */
  readonly bodyFrom?: string;
  /** Send the body unchecked and skip the check of callers (contract 11.3). */
  readonly unchecked?: boolean;
}

/** An operation with its inputs, such as a filled reference. */
export interface ResolvedCall {
  readonly operation: Operation;
  readonly given: InputValues;
  /** Read only the first page. @default all pages, merged */
  readonly firstPage?: true;
}

/** A problem with an input: `input` is the flag's name without dashes. */
export interface Problem {
  readonly input: string;
  readonly message: string;
  /** For a problem in the body: its position, and the sentence without its subject. */
  readonly at?: {readonly pointer: string; readonly message: string};
  /** A required field of the body is missing. */
  readonly isMissing?: true;
}

/** A request body ready to be sent. */
export interface PlannedBody {
  readonly contentType: string;
  /** JSON text, copied unchanged, or the bytes of an image. */
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
  /**
   * For a raw request: the list is paged by `nextPageToken`, whatever the method.
   *
   * @default false
   */
  readonly hasTokens?: true;
  /** Absent for raw requests. */
  readonly operation?: Operation;
  /** The operation that matches a raw request by its method and path. */
  readonly like?: Operation;
  /**
   * The request sent before this one, whose response completes its body (`readFirst` of the
   * record).
   */
  readonly reading?: RequestPlan;
  /** Skip the check of callers. @default false */
  readonly isUnchecked?: true;
  /** Notes about values that depend on a response (version + 1), shown by --dry-run. */
  readonly notes: readonly string[];
}
