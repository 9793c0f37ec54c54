import type {TokenOptions} from '../api/credentials.ts';
import {sendWithRetries} from '../api/retry.ts';
import {retryAfterSeconds} from '../api/retry-after.ts';
import type {WireAnswer} from '../api/send.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import type {Host} from './host.ts';
import {sendPorts} from './transport.ts';

/** A token and until when it holds. */
export interface AccessToken {
  readonly token: string;
  /** Milliseconds since the epoch; a little before the server's own end. */
  readonly endsMs: number;
}

/** Who asks for a token, and where. */
export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by blanks. */
  readonly scopes?: string;
}

/** A token without a lifetime (RFC 6749 leaves it out at will) is kept for this long. */
const unknownLifetimeSeconds = 300;
/** A token is not used in its last minute, or tenth: it must outlive the request it goes with. */
const longestMarginMs = 60_000;
const timeoutMs = 30_000;

/**
 * Ask the token endpoint for a token by client credentials (RFC 6749 4.4).
 *
 * @throws Failure 'auth_error' when it gives none, never with the secret; 'interrupted'
 */
export async function fetchToken(
  client: ClientCredentials,
  options: TokenOptions,
  host: Host,
): Promise<AccessToken> {
  const {clock} = host;
  const startedMs = clock.now();
  const request = {
    method: 'POST',
    url: client.tokenUrl,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      ...(client.scopes && {scope: client.scopes}),
    }).toString(),
  };
  const {answer, attempts} = await sendWithRetries(request, sendPorts(host), {
    timeoutMs: Math.min(options.timeoutMs || timeoutMs, timeoutMs),
    ...(options.signal && {signal: options.signal}),
    // Its traffic is the secret and the token: nobody gets to look at it.
    onExchange: event => options.onExchange?.(event),
  }).catch((error: unknown) => {
    const {kind, message, details} = toFailure(error);
    if (kind === 'interrupted') throw error;
    throw new Failure('auth_error', `No token was fetched: ${message}`, {...details, cause: error});
  });
  const members = membersOf(answer);
  const {access_token: token, expires_in: lifetime} = members;
  if (answer.status !== 200 || typeof token !== 'string' || token === '') {
    throw refused(client, answer, members, attempts, clock.now());
  }
  const seconds = Number(lifetime);
  const lifetimeMs = (seconds > 0 ? seconds : unknownLifetimeSeconds) * 1000;
  return {token, endsMs: startedMs + lifetimeMs - Math.min(lifetimeMs / 10, longestMarginMs)};
}

function membersOf({body}: WireAnswer): Readonly<Record<string, unknown>> {
  const value = findJson(new TextDecoder().decode(body));
  return isObject(value) ? value : {};
}

function refused(
  {tokenUrl, clientSecret}: ClientCredentials,
  {status, headers}: WireAnswer,
  members: Readonly<Record<string, unknown>>,
  attempts: number,
  nowMs: number,
): Failure {
  const {host, pathname} = new URL(tokenUrl);
  const said = [members.error, members.error_description]
    .filter(part => typeof part === 'string' && part !== '')
    .join(': ')
    .replaceAll(clientSecret, '***');
  const what = status === 200 ? 'without a token' : `with ${status}`;
  const wait = retryAfterSeconds(headers, nowMs);
  return new Failure(
    'auth_error',
    `The token endpoint ${host} answered ${what}${said === '' ? '' : ` (${said})`}.`,
    {
      status,
      hint: 'Check client_id, client_secret, token_url and scopes of the profile.',
      request: {method: 'POST', path: pathname},
      ...(wait !== undefined && {retryAfterSeconds: wait}),
      attempts,
    },
  );
}
