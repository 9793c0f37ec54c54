import type {Failure} from '../base/failure.ts';
import type {Operation, Service} from './operation.ts';
import type {RequestedWait} from './pace.ts';
import type {RawRequest} from './plan-raw.ts';
import type {InputValues, RequestPlan, ResolvedCall} from './request-plan.ts';

/**
 * The result of a request: the whole response as JSON text, exactly as sent by the server, with its
 * pages merged.
 */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `{}` for an empty response. For merged pages it is built on first access. */
  readonly text: string;
  /**
   * The same text in parts, about one per page, generated on each access, to write a large list
   * without a second copy in memory. Absent if `text` exists anyway.
   */
  readonly parts?: Iterable<string>;
  /** The unchanged body of a response that is not text (`raw`). */
  readonly bytes?: Uint8Array;
  /** Number of requests without retries. */
  readonly pages: number;
  readonly durationMs: number;
  readonly cached: boolean;
  /**
   * Why the response is incomplete: with `partial` a page failed after others were read, or the
   * followed task did not succeed. To be reported after the text.
   */
  readonly failure?: Failure;
  /** A warning about inconsistent or unfollowed pages; a sentence. */
  readonly warning?: string;
}

export interface Page {
  /** Position, from 0. */
  readonly index: number;
  /** JSON text of each item. */
  readonly items: readonly string[];
  /** JSON text of the whole page. */
  readonly text: string;
  /** The server's total, if it sends one. */
  readonly total?: number;
  /** A warning about inconsistent paging fields, such as a wrong total; a sentence. */
  readonly warning?: string;
  /** This is the last page. */
  readonly last: boolean;
}

/** A finished exchange, for --verbose and the command log; contains no secret. */
export interface ExchangeEvent {
  readonly method: string;
  readonly url: string;
  /** Absent without a response. */
  readonly status?: number;
  readonly durationMs: number;
  /** Starts at 1; 0 for a cached response, for which nothing was sent. */
  readonly attempt: number;
  /** Bytes of the response's body. */
  readonly bytes: number;
  readonly cached: boolean;
  /** Milliseconds until the retry; absent without one. */
  readonly againMs?: number;
}

/** Headers and bodies of one exchange for inspection; headers with credentials are hidden. */
export interface Traffic {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string | Uint8Array;
  /** Absent without a response. */
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
  /** Concurrent requests for pages once the total is known, 1 to 16. @default 6 */
  readonly concurrency?: number;
  /**
   * When a page fails, return those before it, and the failure in the reply; its details contain
   * `partial`. A failure of the first page is thrown in any case.
   *
   * @default false
   */
  readonly partial?: boolean;
  /** Retries after a failure that may be temporary, 0 to 10. @default 3 */
  readonly retries?: number;
  /**
   * Total time in milliseconds that a request may wait for the rate limit; a 429 is then retried,
   * however often, until it has passed.
   *
   * @default 30 s per wait, and `retries`
   */
  readonly maxWaitMs?: number;
  /**
   * Ends the wait for the rate limit, but no request that was sent.
   *
   * @default `signal`
   */
  readonly waitSignal?: AbortSignal;
  /** Called once for each time that the service asks the requests of the account to wait. */
  readonly onWait?: (wait: RequestedWait) => void;
  /** Milliseconds per attempt. @default 30000 */
  readonly timeoutMs?: number;
  /** Called after each exchange; with its traffic if the request is one of the API. */
  readonly onExchange?: (event: ExchangeEvent, traffic?: Traffic) => void;
}

export interface TaskProgress {
  /** The server's status: ENQUEUED, RUNNING and so on, or an unknown one. */
  readonly status: string;
  /** The server's own measure, usually 0 to 100. */
  readonly progress?: number;
  readonly message?: string;
}

/** The progress of reading a list. */
export interface ListProgress {
  readonly pages: number;
  readonly items: number;
  /** The server's total, if it sends one. */
  readonly total?: number | undefined;
  /** The last page was read. */
  readonly last: boolean;
}

/** Options for sending one plan, used by the layers of a client. */
export interface SendingOptions extends Omit<CallOptions, 'fields'> {
  /** Accept a non-JSON response unchanged (`raw` without a filter, contract 3.2). @default false */
  readonly allowText?: boolean;
  /**
   * Use a cached response younger than this many milliseconds, and cache the new one.
   *
   * @default 0, no cache
   */
  readonly keepMs?: number;
  /** Called after each page of a list. */
  readonly onPage?: (progress: ListProgress) => void;
  /**
   * Follow the task of a response to its end (`--wait`); called after every change.
   *
   * @default not followed
   */
  readonly onProgress?: (progress: TaskProgress) => void;
  /** The call of a write, and how to get its object before it, JSON text, for the audit log. */
  readonly written?: {readonly call: ResolvedCall; readonly before: () => string | undefined};
}

/** How OAuth 2.0 tokens are obtained: as the app itself, or for a user who signed in. */
export type OAuthGrant = 'client_credentials' | 'refresh_token';

/**
 * The service and account of a client; shown in the header of the terminal UI. Contains no secret.
 */
export interface ClientIdentity {
  readonly service: Service;
  readonly profile: string;
  readonly baseUrl: string;
  /** Base URL of the service on the site itself, for links, if `baseUrl` is that of the gateway. */
  readonly siteUrl?: string;
  /** Folder with the configuration of the site as files, absolute. */
  readonly siteFiles?: string;
  /** The expiry date of the token, YYYY-MM-DD. */
  readonly expires?: string;
  readonly authType: 'basic' | 'bearer' | 'oauth2' | 'app' | 'none';
  /** With `oauth2` only. */
  readonly grant?: OAuthGrant;
  /** User name of basic auth; key of an app. */
  readonly user?: string;
  /** The profile is protected: shown in red, read-only until unlocked. */
  readonly protected: boolean;
}

/**
 * A client of one service with one profile. All methods throw Failure of the kinds of contract 4;
 * an aborted signal throws 'interrupted'. Other behaviour (policy, cache, audit log, tasks) is
 * added by layers: functions from a client to a client.
 */
export interface Client {
  readonly identity: ClientIdentity;
  /**
   * Return the request that would be sent; sends nothing. Throws 'validation_error' with all
   * problems.
   */
  plan(operation: Operation, given: InputValues, options?: CallOptions): RequestPlan;
  /** Plan a request that need not be an operation. */
  planRaw(request: RawRequest, options?: CallOptions): RequestPlan;
  /** Send a plan; the pages of a list are merged. */
  request(plan: RequestPlan, options?: SendingOptions): Promise<Reply>;
  /** Yield the pages of a plan as they arrive; one page without paging. */
  pages(plan: RequestPlan, options?: SendingOptions): AsyncIterable<Page>;
  /**
   * Explain why the profile denies an operation, whatever its inputs.
   *
   * @default no operation is denied
   */
  readonly whyDenied?: (operation: Operation) => string | undefined;
}
