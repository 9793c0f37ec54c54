/** One HTTP request as sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute http or https URL. */
  readonly url: string;
  /** Contains Authorization: never to be shown. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Create the Authorization header of each request, redirects included: a signature is valid for
   * one URL.
   */
  readonly authorize?: (method: string, url: string) => string;
  /** Milliseconds until the whole response must have arrived. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The response of the server, whatever the status. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty without a body. */
  readonly body: Uint8Array;
}

/**
 * The port to the network: send one request once. It follows redirects of GET on the same origin
 * (contract 8.5) and returns other responses unchanged.
 *
 * @throws Failure 'connection_error' without a response (no connection, reset, TLS, DNS),
 * 'timeout_error' after `timeoutMs`, 'interrupted' when the signal aborts; never for a status
 */
export type Send = (request: WireRequest) => Promise<WireResponse>;
