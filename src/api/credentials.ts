import {Failure} from '../base/failure.ts';
import {isSecretName} from '../base/hide-secrets.ts';
import type {CallOptions, OAuthGrant} from './client.ts';

/** Per-call settings of fetching a token. */
export interface TokenOptions extends Pick<CallOptions, 'signal' | 'timeoutMs' | 'onExchange'> {
  /** A token the server did not take: another one is wanted. */
  readonly refused?: string;
}

/** Source of an access token: cached until it expires, then fetched again. */
export interface TokenSource {
  /** @throws Failure 'auth_error' when none can be had, 'interrupted' */
  token(options?: TokenOptions): Promise<string>;
  /** Scopes of the token once fetched; undefined if the server did not report them. */
  scopes(): readonly string[] | undefined;
}

/** Signs requests with the shared secret of an app, each for its own URL and a few minutes. */
export interface RequestSigner {
  /** The value of the Authorization header for one request. A secret: never shown. */
  sign(method: string, url: string): string;
  /** Milliseconds the server's clock is ahead of this machine's, as far as is known. */
  offsetMs(): number;
  /** Learn the server's clock from the Date header of an answer; times are those of this machine. */
  learnClock(date: string | undefined, sentMs: number, receivedMs: number): Promise<void>;
}

/** Credentials of a request: `oauth2` renews its token, `app` signs each request. */
export type Credentials =
  | SettledCredentials
  | {
      readonly type: 'app';
      /** Key of the app; no secret. */
      readonly key: string;
      readonly signer: RequestSigner;
    }
  | {
      readonly type: 'oauth2';
      readonly grant: OAuthGrant;
      /** Tells one client from another; no secret, and none can be got from it. */
      readonly client: string;
      readonly tokens: TokenSource;
    };

/** Credentials a header can be made of. */
export type SettledCredentials =
  | {readonly type: 'none'}
  | {readonly type: 'basic'; readonly user: string; readonly token: string}
  | {readonly type: 'bearer'; readonly token: string};

/**
 * The value of the Authorization header; undefined without credentials. A secret: never shown.
 *
 * @throws Failure 'auth_error' when a part cannot stand in a header (a line break, say); the
 * message does not hold it
 */
export function authorizationHeader(credentials: SettledCredentials): string | undefined {
  switch (credentials.type) {
    case 'none':
      return undefined;
    case 'basic':
      refuseUnsendable('user name', credentials.user, /[\0-\x1f\x7f:]/);
      refuseUnsendable('token', credentials.token, /[\0-\x1f\x7f]/);
      return `Basic ${toBase64(`${credentials.user}:${credentials.token}`)}`;
    case 'bearer':
      refuseUnsendable('token', credentials.token, /[^\x21-\x7e]/);
      return `Bearer ${credentials.token}`;
  }
}

/** Whether a header may hold a secret, as far as its name tells; `X-Atlassian-Token` holds none. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /auth(?!enticate)/i.test(name);
}

function refuseUnsendable(part: string, value: string, forbidden: RegExp): void {
  if (value === '') {
    throw new Failure('auth_error', `The ${part} is empty.`, {attempts: 0});
  }
  if (!forbidden.test(value)) return;
  throw new Failure('auth_error', `The ${part} contains a character that cannot be sent.`, {
    hint: `Check the ${part} for a copied line break or space.`,
    attempts: 0,
  });
}

/** Base64 of the UTF-8 bytes; `btoa` alone takes Latin-1 only. */
function toBase64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
