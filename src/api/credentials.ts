import {Failure} from '../base/failure.ts';
import {isSecretName} from '../base/hide-secrets.ts';
import type {CallOptions, OAuthGrant} from './client.ts';

/** Options for fetching a token. */
export interface TokenOptions extends Pick<CallOptions, 'signal' | 'timeoutMs' | 'onExchange'> {
  /** A token rejected by the server; another one is requested. */
  readonly refused?: string;
}

/** Source of an access token: cached until it expires, then fetched again. */
export interface TokenSource {
  /** @throws Failure 'auth_error' when no token is available, 'interrupted' */
  token(options?: TokenOptions): Promise<string>;
  /** Scopes of the token once fetched; undefined if the server did not report them. */
  scopes(): readonly string[] | undefined;
}

/** Signs requests with the shared secret of an app, each for its own URL and a few minutes. */
export interface RequestSigner {
  /** Return the value of the Authorization header for one request. A secret: never shown. */
  sign(method: string, url: string): string;
  /** Return the known difference between the server's clock and this machine's, in milliseconds. */
  offsetMs(): number;
  /**
   * Update the server's clock from the Date header of a response; times are those of this machine.
   */
  learnClock(date: string | undefined, sentMs: number, receivedMs: number): Promise<void>;
}

/** Credentials of a request: `oauth2` renews its token, `app` signs each request. */
export type Credentials =
  | HeaderCredentials
  | {
      readonly type: 'app';
      /** Key of the app; no secret. */
      readonly key: string;
      readonly signer: RequestSigner;
    }
  | {
      readonly type: 'oauth2';
      readonly grant: OAuthGrant;
      /** Identifies the client; not a secret, and no secret can be derived from it. */
      readonly client: string;
      readonly tokens: TokenSource;
    };

/** Credentials that can be sent in a header. */
export type HeaderCredentials =
  | {readonly type: 'none'}
  | {readonly type: 'basic'; readonly user: string; readonly token: string}
  | {readonly type: 'bearer'; readonly token: string};

/**
 * Build the value of the Authorization header; undefined without credentials. A secret: never
 * shown.
 *
 * @throws Failure 'auth_error' when a part contains a character not allowed in headers (such as a
 * line break); the message does not contain it
 */
export function authorizationHeader(credentials: HeaderCredentials): string | undefined {
  switch (credentials.type) {
    case 'none':
      return undefined;
    case 'basic':
      checkSendable('user name', credentials.user, /[\0-\x1f\x7f:]/);
      checkSendable('token', credentials.token, /[\0-\x1f\x7f]/);
      return `Basic ${toBase64(`${credentials.user}:${credentials.token}`)}`;
    case 'bearer':
      checkSendable('token', credentials.token, /[^\x21-\x7e]/);
      return `Bearer ${credentials.token}`;
  }
}

/**
 * Check whether a header may contain a secret, judging by its name; `X-Atlassian-Token` contains
 * none.
 */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /auth(?!enticate)/i.test(name);
}

function checkSendable(part: string, value: string, forbidden: RegExp): void {
  if (value === '') {
    throw new Failure('auth_error', `The ${part} is empty.`, {attempts: 0});
  }
  if (!forbidden.test(value)) return;
  throw new Failure('auth_error', `The ${part} contains a character that cannot be sent.`, {
    hint: `Check the ${part} for a copied line break or space.`,
    attempts: 0,
  });
}

/** Encode the UTF-8 bytes as Base64; `btoa` alone accepts Latin-1 only. */
function toBase64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
