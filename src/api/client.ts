import type {Failure} from '../base/failure.ts';
import type {Operation, Service} from './operation.ts';
import type {InputValues, RequestPlan} from './request-plan.ts';

/** A finished request: the whole answer as JSON text, byte for byte what the server sent, pages merged. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `{}` when the answer had no body. Of merged pages it is made when first asked for. */
  readonly text: string;
  /**
   * The same text in parts, about one for each page, made anew each time: to write out a large list
   * without holding it twice. Absent when `text` is there as a whole anyway.
   */
  readonly parts?: Iterable<string>;
  /** The body as it came, of an answer that is no text (`raw`): to be passed on byte for byte. */
  readonly bytes?: Uint8Array;
  /** Requests made, retries not counted. */
  readonly pages: number;
  readonly durationMs: number;
  readonly cached: boolean;
  /**
   * Why this is not all that was asked for: with `partial` a page failed after others were read, or
   * the task that was followed did not end well. To be reported after the text.
   */
  readonly failure?: Failure;
  /** A warning about inconsistent or unfollowed pages; a sentence. */
  readonly warning?: string;
}

/** One page of a list. */
export interface Page {
  /** Position, from 0. */
  readonly index: number;
  /** JSON text of each item. */
  readonly items: readonly string[];
  /** JSON text of the whole page. */
  readonly text: string;
  /** The server's total, when it gives one. */
  readonly total?: number;
  /** A warning about inconsistent paging fields, such as a wrong total; a sentence. */
  readonly warning?: string;
  /** No further page. */
  readonly last: boolean;
}

/** One exchange as it ends, for --verbose and the command log; never with a secret. */
export interface ExchangeEvent {
  readonly method: string;
  readonly url: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly durationMs: number;
  /** From 1; 0 for a kept answer, for which nothing was sent. */
  readonly attempt: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  readonly cached: boolean;
  /** Milliseconds after which it is sent again; absent when it is not. */
  readonly againMs?: number;
}

/** What went over the wire in one exchange, to be looked at; headers with credentials are hidden. */
export interface Traffic {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string | Uint8Array;
  /** Absent when no answer came. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly answerBody?: Uint8Array;
}

/** Per-call settings. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sent as `fields=` on GET. */
  readonly fields?: string;
  /** Read all pages and merge them. @default true */
  readonly paginate?: boolean;
  /** Pages in flight at a time where the total is known after the first, 1 to 16. @default 6 */
  readonly concurrency?: number;
  /**
   * When a page fails, answer with those before it, and with the failure in the reply; its details
   * say `partial`. The first page's failure is thrown all the same. @default false
   */
  readonly partial?: boolean;
  /** Further attempts after a failure that may pass, 0 to 10. @default 3 */
  readonly retries?: number;
  /** Milliseconds per attempt. @default 30000 */
  readonly timeoutMs?: number;
  /** Called as each exchange ends; with its traffic where the request is one of the API. */
  readonly onExchange?: (event: ExchangeEvent, traffic?: Traffic) => void;
}

/** How far a task is. */
export interface TaskProgress {
  /** As the server names it: ENQUEUED, RUNNING and so on, or one not known yet. */
  readonly status: string;
  /** The server's own measure, usually 0 to 100. */
  readonly progress?: number;
  readonly message?: string;
}

/** How far a list is read. */
export interface ListProgress {
  readonly pages: number;
  readonly items: number;
  /** The server's total, when it gives one. */
  readonly total?: number | undefined;
  /** There is no further page. */
  readonly last: boolean;
}

/** Options for sending one plan, used by the layers of a client. */
export interface SendingOptions extends Omit<CallOptions, 'fields'> {
  /** Accept a non-JSON response unchanged (`raw` without a filter, contract 3.2). @default false */
  readonly allowText?: boolean;
  /** Take a kept answer that is younger than so many milliseconds, and keep the one that comes. @default 0, no cache */
  readonly keepMs?: number;
  /** Hears of each page of a list as it was read. */
  readonly onPage?: (progress: ListProgress) => void;
  /** Follow the task that an answer names to its end (`--wait`), and hear of every change. @default not followed */
  readonly onProgress?: (progress: TaskProgress) => void;
}

/** By what tokens of OAuth 2.0 are had: as the app itself, or for a user who signed in. */
export type OAuthGrant = 'client_credentials' | 'refresh_token';

/** Who and where a client speaks for; shown in the header of the terminal UI. No secret. */
export interface ClientIdentity {
  readonly service: Service;
  readonly profile: string;
  readonly baseUrl: string;
  readonly authType: 'basic' | 'bearer' | 'oauth2' | 'app' | 'none';
  /** With `oauth2` only. */
  readonly grant?: OAuthGrant;
  /** User name of basic auth; key of an app. */
  readonly user?: string;
  /** The profile asks for care: shown in red, read-only until switched on. */
  readonly protected: boolean;
}

/**
 * One service through one profile. All methods throw Failure of the kinds of contract 4;
 * an aborted signal throws 'interrupted'. What else is to happen around a request (policy, cache,
 * audit log, tasks) is a layer: a function from a client to a client.
 */
export interface Client {
  readonly identity: ClientIdentity;
  /** The request that would be sent; sends nothing. Throws 'validation_error' with all problems. */
  plan(operation: Operation, given: InputValues, options?: CallOptions): RequestPlan;
  /** Send a plan; a list comes with its pages merged. */
  request(plan: RequestPlan, options?: SendingOptions): Promise<Reply>;
  /** The pages of a plan as they come; one without paging gives one. */
  pages(plan: RequestPlan, options?: SendingOptions): AsyncIterable<Page>;
  /** Say why the profile denies an operation, whatever its inputs. @default nothing is denied */
  readonly whyDenied?: (operation: Operation) => string | undefined;
}
