import {createHash, randomBytes} from 'node:crypto';
import type {Service} from '../api/operation.ts';
import {type SendPorts, sendWithRetries} from '../api/retry.ts';
import {Failure} from '../base/failure.ts';
import {findJson, isRecord} from '../base/json-value.ts';
import {type AccessToken, fetchToken} from './oauth-fetch.ts';

/** An OAuth 2.0 app, and the URLs for signing in (services W9.2). */
export interface LoginSetup {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated. */
  readonly scopes: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly sitesUrl: string;
}

/** The sign-in URLs of the public services. */
export const publicLogin = {
  authorizeUrl: 'https://auth.atlassian.com/authorize',
  tokenUrl: 'https://auth.atlassian.com/oauth/token',
  sitesUrl: 'https://api.atlassian.com/oauth/token/accessible-resources',
} as const;

/** A site that a token has access to. */
export interface ReachableSite {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly scopes: readonly string[];
}

/** Secrets that tie the redirect and the code to this sign-in. */
export interface LoginProof {
  readonly state: string;
  readonly verifier: string;
}

/** The code of a sign-in, with its proof of origin. */
export interface LoginCode {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Make the secrets of one sign-in. */
export function makeLoginProof(): LoginProof {
  const secret = (): string => randomBytes(32).toString('base64url');
  return {state: secret(), verifier: secret()};
}

/** The URL at which a user allows the app; a server without PKCE ignores its challenge. */
export function authorizationUrl(
  {clientId, scopes, authorizeUrl}: LoginSetup,
  redirectUri: string,
  {state, verifier}: LoginProof,
): string {
  const url = new URL(authorizeUrl);
  const query = {
    audience: 'api.atlassian.com',
    client_id: clientId,
    scope: scopes,
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  // Not every server decodes a plus as a space.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/**
 * Exchange the code of a sign-in for tokens.
 *
 * @throws Failure 'auth_error' if the server rejects it, or returns no refresh token
 */
export async function redeemCode(
  setup: LoginSetup,
  code: LoginCode,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<AccessToken & {readonly refreshToken: string}> {
  const grant = {type: 'authorization_code', ...code} as const;
  const answer = await fetchToken({...setup, grant}, {signal}, ports);
  if (answer.kind === 'refused') throw answer.failure;
  const {refreshToken} = answer.token;
  if (refreshToken !== undefined) return {...answer.token, refreshToken};
  throw new Failure('auth_error', 'The server returned no refresh token.', {
    hint: 'Add offline_access to --scopes; otherwise the sign-in expires after an hour.',
    attempts: 0,
  });
}

/**
 * List the sites that a token has access to; if some have a scope for the service, only those.
 *
 * @throws Failure 'auth_error' if the server does not report them
 */
export async function findSites(
  service: Service,
  {sitesUrl}: Pick<LoginSetup, 'sitesUrl'>,
  token: string,
  ports: SendPorts,
  signal: AbortSignal,
): Promise<readonly ReachableSite[]> {
  const headers = {Accept: 'application/json', Authorization: `Bearer ${token}`};
  const {answer, attempts} = await sendWithRetries({method: 'GET', url: sitesUrl, headers}, ports, {
    signal,
  });
  const value = findJson(new TextDecoder().decode(answer.body));
  if (answer.status !== 200 || !Array.isArray(value)) {
    const {host} = new URL(sitesUrl);
    throw new Failure(
      'auth_error',
      `${host} did not list the sites for this sign-in (${answer.status}).`,
      {
        status: answer.status,
        attempts,
      },
    );
  }
  const sites = new Map<string, ReachableSite>();
  for (const site of value.flatMap(one => siteOf(one) ?? [])) {
    const known = sites.get(site.id);
    sites.set(site.id, known ? {...known, scopes: [...known.scopes, ...site.scopes]} : site);
  }
  const product = service === 'tracker' ? 'jira' : 'confluence';
  const own = [...sites.values()].filter(({scopes}) => scopes.some(one => one.includes(product)));
  return own.length > 0 ? own : [...sites.values()];
}

function siteOf(value: unknown): ReachableSite | undefined {
  const {id, name, url, scopes} = isRecord(value) ? value : {};
  if (typeof id !== 'string' || !/^[\w-]+$/.test(id)) return undefined;
  const text = (one: unknown): string => (typeof one === 'string' ? one : '');
  const list = Array.isArray(scopes) ? scopes.filter(one => typeof one === 'string') : [];
  return {id, name: text(name), url: text(url), scopes: list};
}
