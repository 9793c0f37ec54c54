import {createHash} from 'node:crypto';
import type {Credentials, TokenOptions, TokenSource} from '../api/credentials.ts';
import type {Service} from '../api/operation.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import {parseUrl} from '../base/parse-url.ts';
import {isSystemError} from './error-code.ts';
import {type LockOptions, withFileLock} from './file-lock.ts';
import type {Host} from './host.ts';
import {type AccessToken, fetchToken} from './oauth-fetch.ts';
import {cacheDirectory, pathsOf} from './paths.ts';
import {makePrivateDirectory, writePrivateFile} from './private-file.ts';
import type {StoredOAuth} from './profile.ts';
import {readSecret} from './secret.ts';

/** Credentials whose token is fetched. */
export type OAuthCredentials = Extract<Credentials, {readonly type: 'oauth2'}>;

/** Longer than a token ever takes to be fetched, its retries included. */
const lockStaleMs = 300_000;
const lockWaitMs = 120_000;

/**
 * Access tokens by client credentials (contract 8.4): kept 0600 with their end in the cache
 * directory, shared by all processes, of which one fetches at a time.
 *
 * @throws Failure 'auth_error' naming every key the profile lacks
 */
export async function makeOAuthCredentials(
  service: Service,
  stored: StoredOAuth,
  host: Host,
): Promise<OAuthCredentials> {
  const setup = checkSetup(stored);
  const client = keyOf(setup);
  const path = pathsOf(host).join(cacheDirectory(service, host), 'oauth', `${client}.json`);
  let kept: AccessToken | undefined;
  let fetching: Promise<AccessToken> | undefined;

  const fetchNow = async (options: TokenOptions): Promise<AccessToken> => {
    const names = {what: 'client secret', member: 'auth.client_secret'};
    const clientSecret = await readSecret(setup.clientSecret, host, options, names);
    return fetchToken({...setup, clientSecret}, options, host);
  };
  const obtain = async (options: TokenOptions): Promise<AccessToken> => {
    const found = await findToken(path, options, host);
    if (found !== undefined) return found;
    let fetched: AccessToken | undefined;
    try {
      await makePrivateDirectory(pathsOf(host).dirname(path), {ownsDirectory: true});
      return await withFileLock(`${path}.lock`, lockFor(options, host), async () => {
        // While this process waited, another one may have fetched it.
        const meanwhile = await findToken(path, options, host);
        if (meanwhile !== undefined) return meanwhile;
        fetched = await fetchNow(options);
        await writePrivateFile(path, `${JSON.stringify(fetched)}\n`, {ownsDirectory: true});
        return fetched;
      });
    } catch (error) {
      // A disk that cannot be written, or another process that hangs, costs a fetch, not the command.
      const isLockHeld = isFailure(error) && error.kind === 'timeout_error';
      if (!isSystemError(error) && !isLockHeld) throw error;
      return fetched ?? fetchNow(options);
    }
  };
  const tokens: TokenSource = {
    async token(options = {}) {
      if (kept !== undefined && isGood(kept, options, host)) return kept.token;
      fetching ??= obtain(options).finally(() => {
        fetching = undefined;
      });
      kept = await fetching.catch(error => {
        throw asAuthError(toFailure(error));
      });
      return kept.token;
    },
  };
  return {type: 'oauth2', client, tokens};
}

/** What fetching needs, all there. */
interface OAuthSetup extends Required<Omit<StoredOAuth, 'scopes'>> {
  readonly scopes?: string;
}

function checkSetup({clientId, clientSecret, tokenUrl, scopes}: StoredOAuth): OAuthSetup {
  if (clientId !== undefined && clientSecret !== undefined && tokenUrl !== undefined) {
    if (/^https?:$/.test(parseUrl(tokenUrl)?.protocol ?? '')) {
      return {clientId, clientSecret, tokenUrl, ...(scopes !== undefined && {scopes})};
    }
    throw new Failure('auth_error', 'auth.token_url of the profile is no http or https URL.', {
      attempts: 0,
    });
  }
  const missing = [
    ...(clientId === undefined ? ['client_id'] : []),
    ...(clientSecret === undefined ? ['client_secret'] : []),
    ...(tokenUrl === undefined ? ['token_url'] : []),
  ];
  throw new Failure('auth_error', `oauth2 needs ${missing.join(', ')} in auth of the profile.`, {
    hint: 'Write them into the configuration file by hand; scopes is a text or a list.',
    attempts: 0,
  });
}

/** Which token it is: no part of the name can be read back, and a changed secret makes another. */
function keyOf({clientId, clientSecret, tokenUrl, scopes = ''}: OAuthSetup): string {
  const parts = JSON.stringify([tokenUrl, clientId, scopes, clientSecret]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/** A kept token that holds; a damaged file is none. */
async function findToken(
  path: string,
  options: TokenOptions,
  host: Host,
): Promise<AccessToken | undefined> {
  const bytes = await host.findFile(path).catch(() => undefined);
  const token = bytes && parseKept(new TextDecoder().decode(bytes));
  return token && isGood(token, options, host) ? token : undefined;
}

function parseKept(text: string): AccessToken | undefined {
  const value = findJson(text);
  const {token, endsMs} = isObject(value) ? value : {};
  return typeof token === 'string' && typeof endsMs === 'number' ? {token, endsMs} : undefined;
}

function isGood({token, endsMs}: AccessToken, {refused}: TokenOptions, {clock}: Host): boolean {
  return token !== refused && clock.now() < endsMs;
}

/** The wait for another process that fetches the token is part of the wait for an answer. */
function lockFor({signal, timeoutMs}: TokenOptions, {clock}: Host): LockOptions {
  const waitMs = Math.min(lockWaitMs, timeoutMs || lockWaitMs);
  return {clock, staleMs: lockStaleMs, waitMs, ...(signal && {signal})};
}

function asAuthError(failure: Failure): Failure {
  const {kind, message, details} = failure;
  if (kind === 'auth_error' || kind === 'interrupted' || kind === 'bug') return failure;
  return new Failure('auth_error', message, {...details, cause: failure});
}
