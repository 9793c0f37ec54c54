import {createHash} from 'node:crypto';
import type {Credentials, TokenOptions, TokenSource} from '../api/credentials.ts';
import type {Service} from '../api/operation.ts';
import type {SendPorts} from '../api/retry.ts';
import {defined} from '../base/defined.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import {parseUrl} from '../base/parse-url.ts';
import {isSystemError} from './error-code.ts';
import {type LockOptions, withFileLock} from './file-lock.ts';
import type {Host} from './host.ts';
import {rememberSecret} from './known-secrets.ts';
import {type AccessToken, fetchToken, type TokenResponse} from './oauth-fetch.ts';
import {refreshPath, renewToken} from './oauth-refresh.ts';
import {cacheDirectory, pathsOf} from './paths.ts';
import {makePrivateDirectory, writePrivateFile} from './private-file.ts';
import type {StoredOAuth} from './profile.ts';
import {type Renewal, renewInChildProcess} from './renew-in-process.ts';
import {readSecret} from './secret.ts';

/** Credentials whose token is fetched. */
export type OAuthCredentials = Extract<Credentials, {readonly type: 'oauth2'}>;

/** Longer than fetching a token ever takes, including retries. */
const lockStaleMs = 900_000;
const lockWaitMs = 120_000;

/**
 * Make the source of access tokens of a profile (contract 8.4): by client credentials, or by a
 * refresh token. They are stored with mode 0600 and shared by all processes, only one of which
 * fetches at a time.
 *
 * @throws Failure 'auth_error' naming every key the profile lacks
 */
export async function makeOAuthCredentials(
  service: Service,
  stored: StoredOAuth,
  host: Host,
  ports: SendPorts,
): Promise<OAuthCredentials> {
  const setup = checkSetup(stored);
  const way = tokenProviderOf(setup, service, host, ports);
  let kept: AccessToken | undefined;
  let fetching: Promise<AccessToken> | undefined;

  const tokens: TokenSource = {
    async token(options = {}) {
      if (kept !== undefined && isGood(kept, options, host)) return kept.token;
      fetching ??= obtain(way, options, host).finally(() => {
        fetching = undefined;
      });
      kept = await fetching.catch(error => {
        throw asAuthError(toFailure(error));
      });
      rememberSecret(kept.token);
      return kept.token;
    },
    scopes: () => kept?.scopes?.split(' '),
  };
  const grant = setup.refreshToken === undefined ? 'client_credentials' : 'refresh_token';
  return {type: 'oauth2', grant, client: pathsOf(host).basename(way.path, '.json'), tokens};
}

interface TokenProvider {
  /** The file that stores it. */
  readonly path: string;
  /** Request one and save it, with the lock. */
  renew(options: TokenOptions): Promise<AccessToken>;
  /** Request one without saving it; only if the request uses nothing up. */
  readonly fetchUnsaved?: (options: TokenOptions) => Promise<AccessToken>;
}

async function obtain(way: TokenProvider, options: TokenOptions, host: Host): Promise<AccessToken> {
  const {path, renew, fetchUnsaved} = way;
  const found = await findToken(path, options, host);
  if (found !== undefined) return found;
  try {
    await makePrivateDirectory(pathsOf(host).dirname(path), {ownsDirectory: true});
    return await withFileLock(`${path}.lock`, lockFor(options, host), async () => {
      // Another process may have fetched it during the wait.
      return (await findToken(path, options, host)) ?? renew(options);
    });
  } catch (error) {
    // The token is only fetched again; the command succeeds.
    if (!isUnsaved(error)) throw error;
    if (fetchUnsaved === undefined) throw notRenewed(toFailure(error));
    return fetchUnsaved(options);
  }
}

function tokenProviderOf(
  setup: OAuthSetup,
  service: Service,
  host: Host,
  ports: SendPorts,
): TokenProvider {
  const names = {what: 'client secret', member: 'auth.client_secret'};
  const readClientSecret = (limits: TokenOptions): Promise<string> =>
    readSecret(setup.clientSecret, host, limits, names);
  const {refreshToken, scopes} = setup;
  if (refreshToken !== undefined) {
    const path = refreshPath({...setup, refreshToken}, host);
    const {tokenUrl, clientId} = setup;
    const tokenNames = {what: 'refresh token', member: 'auth.refresh_token'};
    return {
      path,
      async renew(options) {
        const {timeoutMs, refused} = options;
        const renewal = {
          ...{path, service, tokenUrl, clientId},
          clientSecret: await readClientSecret(options),
          refreshToken: await readSecret(refreshToken, host, options, tokenNames),
          ...defined({timeoutMs, refused}),
        };
        const token = await renewInChildProcess(renewal, options);
        return token ?? renewUnderLock(renewal, options, host, ports);
      },
    };
  }
  const path = pathsOf(host).join(
    cacheDirectory(service, host),
    'oauth',
    `${clientKey(setup)}.json`,
  );
  let unsaved: AccessToken | undefined;
  const fetchNow = async (options: TokenOptions): Promise<AccessToken> => {
    const clientSecret = await readClientSecret(options);
    const grant = {type: 'client_credentials', ...(scopes && {scopes})} as const;
    return tokenIn(await fetchToken({...setup, clientSecret, grant}, options, ports));
  };
  return {
    path,
    async renew(options) {
      unsaved = await fetchNow(options);
      await writePrivateFile(path, `${JSON.stringify(unsaved)}\n`, {ownsDirectory: true});
      return unsaved;
    },
    fetchUnsaved: async options => unsaved ?? fetchNow(options),
  };
}

/**
 * Renew a token with its refresh token, unless another process has just done so and saved it.
 *
 * @throws Failure 'auth_error', 'disk_full', 'interrupted'
 */
export async function renewUnderLock(
  renewal: Renewal,
  options: TokenOptions,
  host: Host,
  ports: SendPorts,
): Promise<AccessToken> {
  const {path, clientSecret} = renewal;
  // The lock of a command is taken over when the command is killed; this one must not be.
  const lock = `${path}.renewal.lock`;
  try {
    return await withFileLock(lock, lockFor(options, host), async () => {
      const found = await findToken(path, options, host);
      return found ?? renewToken(path, renewal, clientSecret, options, host, ports);
    });
  } catch (error) {
    throw isUnsaved(error) ? notRenewed(toFailure(error)) : error;
  }
}

/** Whether the disk cannot be written, or another process blocks the lock. */
function isUnsaved(error: unknown): boolean {
  return isSystemError(error) || (isFailure(error) && error.kind === 'timeout_error');
}

function tokenIn(answer: TokenResponse): AccessToken {
  if (answer.kind === 'refused') throw answer.failure;
  return answer.token;
}

/** The complete settings for fetching a token. */
interface OAuthSetup extends StoredOAuth {
  readonly clientId: string;
  readonly clientSecret: NonNullable<StoredOAuth['clientSecret']>;
  readonly tokenUrl: string;
}

function checkSetup(stored: StoredOAuth): OAuthSetup {
  const {clientId, clientSecret, tokenUrl} = stored;
  if (clientId !== undefined && clientSecret !== undefined && tokenUrl !== undefined) {
    if (/^https?:$/.test(parseUrl(tokenUrl)?.protocol ?? '')) {
      return {...stored, clientId, clientSecret, tokenUrl};
    }
    throw new Failure('auth_error', 'auth.token_url of the profile must be an http or https URL.', {
      attempts: 0,
    });
  }
  const missing = [
    ...(clientId === undefined ? ['client_id'] : []),
    ...(clientSecret === undefined ? ['client_secret'] : []),
    ...(tokenUrl === undefined ? ['token_url'] : []),
  ];
  throw new Failure('auth_error', `oauth2 needs ${missing.join(', ')} in auth of the profile.`, {
    hint: 'Add them to the configuration file; scopes is a string or a list.',
    attempts: 0,
  });
}

/** The name of the token's file: irreversible, and different for a changed secret. */
function clientKey({clientId, clientSecret, tokenUrl, scopes = ''}: OAuthSetup): string {
  const parts = JSON.stringify([tokenUrl, clientId, scopes, clientSecret]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

/** A cached, valid token; a damaged file is ignored. */
async function findToken(
  path: string,
  options: TokenOptions,
  host: Host,
): Promise<AccessToken | undefined> {
  const bytes = await host.findFile(path).catch(() => undefined);
  const token = bytes && parseStoredToken(new TextDecoder().decode(bytes));
  return token && isGood(token, options, host) ? token : undefined;
}

function parseStoredToken(text: string): AccessToken | undefined {
  const value = findJson(text);
  const {token, endsMs, scopes} = isObject(value) ? value : {};
  if (typeof token !== 'string' || typeof endsMs !== 'number') return undefined;
  return {token, endsMs, ...defined({scopes: typeof scopes === 'string' ? scopes : undefined})};
}

function isGood({token, endsMs}: AccessToken, {refused}: TokenOptions, {clock}: Host): boolean {
  return token !== refused && clock.now() < endsMs;
}

/** The wait for another process that fetches the token counts toward the timeout. */
function lockFor({signal, timeoutMs}: TokenOptions, {clock}: Host): LockOptions {
  const waitMs = Math.min(lockWaitMs, timeoutMs || lockWaitMs);
  return {clock, staleMs: lockStaleMs, waitMs, ...(signal && {signal})};
}

/** A refresh token is used only if its successor can be saved. */
function notRenewed({kind, message, details}: Failure): Failure {
  const {hint = 'Check the owner of the directory and the free disk space.'} = details;
  const why = `The token was not renewed, because the new one cannot be saved: ${message}`;
  return new Failure(kind === 'disk_full' ? kind : 'auth_error', why, {...details, hint});
}

function asAuthError(failure: Failure): Failure {
  const {kind, message, details} = failure;
  if (['auth_error', 'interrupted', 'bug', 'disk_full'].includes(kind)) return failure;
  return new Failure('auth_error', message, {...details, cause: failure});
}
