import type {TokenOptions} from '../api/credentials.ts';
import {type SendPorts, sendWithRetries} from '../api/retry.ts';
import {retryAfterSeconds} from '../api/retry-after.ts';
import type {WireResponse} from '../api/send.ts';
import {defined} from '../base/defined.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';

/** An access token and its expiry. */
export interface AccessToken {
  readonly token: string;
  /** Milliseconds since the epoch; slightly before the server's own expiry. */
  readonly endsMs: number;
  /** Refresh token for the next request; replaces the one that was sent. */
  readonly refreshToken?: string;
  /** Scopes of the token, separated by spaces, if the server reports them. */
  readonly scopes?: string;
}

/** The grant of a token request (RFC 6749 4.1.3, 4.4 and 6). */
export type Grant =
  | {readonly type: 'client_credentials'; readonly scopes?: string}
  | {readonly type: 'refresh_token'; readonly refreshToken: string}
  | {
      readonly type: 'authorization_code';
      readonly code: string;
      readonly redirectUri: string;
      /** PKCE verifier of the code (RFC 7636). */
      readonly verifier: string;
    };

/** A request for a token. */
export interface TokenRequest {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly grant: Grant;
}

/** A token, or why fetching it failed. */
export type TokenResponse =
  | {readonly kind: 'granted'; readonly token: AccessToken}
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** The grant is no longer valid, such as a refresh token that was used before. */
      readonly isGrantInvalid: boolean;
      /** No response, or a server error: the grant may have been used. */
      readonly isUnclear: boolean;
      /** The endpoint did not accept the format of the body. */
      readonly isUnread: boolean;
    };

/** Lifetime assumed for a token without one (optional in RFC 6749). */
const unknownLifetimeSeconds = 300;
/** A token is not used in its last minute or tenth, so that it does not expire during a request. */
const longestMarginMs = 60_000;
const timeoutMs = 30_000;
/** Errors of an endpoint that found no grant in the body (RFC 6749 5.2). */
const unreadErrors: ReadonlySet<unknown> = new Set(['invalid_request', 'unsupported_grant_type']);

/**
 * Request a token from the token endpoint. Messages never contain a secret.
 *
 * @throws Failure 'interrupted'
 */
export async function fetchToken(
  request: TokenRequest,
  options: TokenOptions,
  ports: SendPorts,
): Promise<TokenResponse> {
  if (request.grant.type === 'client_credentials') return ask(request, 'form', options, ports);
  // The services accept JSON (services W9.2); others only the form encoding of RFC 6749.
  const answer = await ask(request, 'json', options, ports);
  const isUnread = answer.kind === 'refused' && answer.isUnread;
  return isUnread ? ask(request, 'form', options, ports) : answer;
}

async function ask(
  request: TokenRequest,
  format: 'form' | 'json',
  options: TokenOptions,
  ports: SendPorts,
): Promise<TokenResponse> {
  const startedMs = ports.clock.now();
  const sent = await sendWithRetries(wireRequest(request, format), ports, {
    timeoutMs: Math.min(options.timeoutMs || timeoutMs, timeoutMs),
    ...(options.signal && {signal: options.signal}),
    // The traffic contains the secret and the token, so it is not logged.
    onExchange: event => options.onExchange?.(event),
  }).catch((error: unknown) => {
    const {kind, message, details} = toFailure(error);
    if (kind === 'interrupted') throw error;
    return new Failure('auth_error', `Cannot fetch a token: ${message}`, {
      ...details,
      cause: error,
    });
  });
  if (isFailure(sent)) {
    return {
      kind: 'refused',
      failure: sent,
      isGrantInvalid: false,
      isUnclear: true,
      isUnread: false,
    };
  }
  const {answer, attempts} = sent;
  const members = membersOf(answer);
  const {access_token: token, expires_in: lifetime} = members;
  if (answer.status !== 200 || typeof token !== 'string' || token === '') {
    return {
      kind: 'refused',
      failure: refusedFailure(request, answer, members, attempts, ports.clock.now()),
      isGrantInvalid: members.error === 'invalid_grant',
      isUnclear: answer.status >= 500 || answer.status === 200,
      isUnread: answer.status === 415 || unreadErrors.has(members.error),
    };
  }
  const seconds = Number(lifetime);
  const lifetimeMs = (seconds > 0 ? seconds : unknownLifetimeSeconds) * 1000;
  const endsMs = startedMs + lifetimeMs - Math.min(lifetimeMs / 10, longestMarginMs);
  const refreshToken = textIn(members.refresh_token);
  return {
    kind: 'granted',
    token: {token, endsMs, ...defined({refreshToken, scopes: textIn(members.scope)})},
  };
}

function wireRequest(
  {tokenUrl, clientId, clientSecret, grant}: TokenRequest,
  format: 'form' | 'json',
) {
  const members = {
    grant_type: grant.type,
    client_id: clientId,
    client_secret: clientSecret,
    ...membersOfGrant(grant),
  };
  const isForm = format === 'form';
  return {
    method: 'POST',
    url: tokenUrl,
    headers: {
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      Accept: 'application/json',
    },
    body: isForm ? new URLSearchParams(members).toString() : JSON.stringify(members),
  };
}

function membersOfGrant(grant: Grant): Record<string, string> {
  switch (grant.type) {
    case 'client_credentials':
      return grant.scopes ? {scope: grant.scopes} : {};
    case 'refresh_token':
      return {refresh_token: grant.refreshToken};
    case 'authorization_code':
      return {code: grant.code, redirect_uri: grant.redirectUri, code_verifier: grant.verifier};
  }
}

function membersOf({body}: WireResponse): Readonly<Record<string, unknown>> {
  const value = findJson(new TextDecoder().decode(body));
  return isObject(value) ? value : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function refusedFailure(
  {tokenUrl, clientSecret, grant}: TokenRequest,
  {status, headers}: WireResponse,
  members: Readonly<Record<string, unknown>>,
  attempts: number,
  nowMs: number,
): Failure {
  const {host, pathname} = new URL(tokenUrl);
  const secrets = [clientSecret, ...secretsOfGrant(grant)];
  const said = [members.error, members.error_description]
    .filter(part => typeof part === 'string' && part !== '')
    .join(': ');
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), said);
  const what = status === 200 ? 'without a token' : `with ${status}`;
  const wait = retryAfterSeconds(headers, nowMs);
  return new Failure(
    'auth_error',
    `The token endpoint ${host} responded with ${what}${shown === '' ? '' : ` (${shown})`}.`,
    {
      status,
      hint: 'Check client_id, client_secret, token_url and scopes of the profile.',
      request: {method: 'POST', path: pathname},
      attempts,
      ...(wait !== undefined && {retryAfterSeconds: wait}),
    },
  );
}

function secretsOfGrant(grant: Grant): readonly string[] {
  switch (grant.type) {
    case 'client_credentials':
      return [];
    case 'refresh_token':
      return [grant.refreshToken];
    case 'authorization_code':
      return [grant.code, grant.verifier];
  }
}
