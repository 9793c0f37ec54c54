/** One HTTP request as it goes on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute http or https URL. */
  readonly url: string;
  /** Authorization included: never to be shown. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /**
   * Makes the Authorization header of each request as it goes out, redirects included: a signature
   * holds for one URL.
   */
  readonly authorize?: (method: string, url: string) => string;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The response of the server, whatever the status. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case; a header that comes twice is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty when there was none. */
  readonly body: Uint8Array;
}

/**
 * The port to the network: send one request once. It follows redirects of GET on the same origin
 * (contract 8.5) and hands over every other answer as it came.
 *
 * @throws Failure 'connection_error' when no answer came (no connection, reset, TLS, DNS),
 * 'timeout_error' after `timeoutMs`, 'interrupted' when the signal aborts; never for a status
 */
export type Send = (request: WireRequest) => Promise<WireResponse>;
