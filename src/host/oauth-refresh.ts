import {createHash} from 'node:crypto';
import {type FileHandle, open, rm} from 'node:fs/promises';
import type {TokenOptions} from '../api/credentials.ts';
import {programOf, type Service} from '../api/operation.ts';
import type {SendPorts} from '../api/retry.ts';
import {Failure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import type {Host} from './host.ts';
import {rememberSecret} from './known-secrets.ts';
import {type AccessToken, fetchToken, type TokenResponse} from './oauth-fetch.ts';
import {directoryOf, pathsOf} from './paths.ts';
import {replacePrivateFile} from './private-file.ts';
import type {StoredSecret} from './profile.ts';

/** A sign-in whose access tokens are renewed. */
export interface RefreshSetup {
  readonly service: Service;
  readonly tokenUrl: string;
  readonly clientId: string;
  /** The first refresh token, from the profile. */
  readonly refreshToken: string;
}

/** Content of the file of a sign-in. */
interface SignIn extends AccessToken {
  readonly refreshToken: string;
  /** Hash of the profile's refresh token from which this one descends. */
  readonly first: string;
}

/**
 * Bytes reserved on disk before a refresh token is used: a full disk must not cost the next one.
 */
const reservedBytes = 16_384;
/** Retries if the token may have been used; servers allow reuse for some minutes. */
const unclearRetries = 2;
const firstWaitMs = 500;

/**
 * The file of a sign-in, shared by both services. It is in the state directory, since the cache may
 * be cleared and the token cannot be recovered.
 */
export function refreshPath(
  {
    tokenUrl,
    clientId,
    refreshToken,
  }: Pick<RefreshSetup, 'tokenUrl' | 'clientId'> & {readonly refreshToken: StoredSecret},
  host: Pick<Host, 'env' | 'home' | 'platform'>,
): string {
  const name = hash(JSON.stringify([tokenUrl, clientId, refreshToken])).slice(0, 32);
  return pathsOf(host).join(directoryOf('state', 'steward', host), 'oauth', `${name}.json`);
}

/**
 * Renew an access token with the refresh token, which can be used only once: the new one is on disk
 * before the access token is returned, and the file contains the old one until then. Call it with
 * the lock.
 *
 * @throws Failure 'auth_error' if the server rejects it or the outcome is unknown after some
 * retries, 'interrupted'; the system's error if the file cannot be written, before the token is
 * used
 */
export async function renewToken(
  path: string,
  setup: RefreshSetup,
  clientSecret: string,
  options: TokenOptions,
  host: Host,
  ports: SendPorts,
): Promise<AccessToken> {
  const first = hash(setup.refreshToken);
  const saved = await findSignIn(path, host);
  // A different token in the profile is from a newer sign-in.
  const refreshToken = saved?.first === first ? saved.refreshToken : setup.refreshToken;
  rememberSecret(refreshToken);
  const request = {...setup, clientSecret, grant: {type: 'refresh_token', refreshToken} as const};
  const renewed = await saveSignIn(path, async () => {
    const answer = await fetchPatiently(() => fetchToken(request, options, ports), options, ports);
    if (answer.kind === 'granted') return {refreshToken, ...answer.token, first};
    throw answer.isGrantInvalid ? signedOut(setup.service, answer.failure) : answer.failure;
  });
  return renewed;
}

/**
 * Save the tokens of a new sign-in.
 *
 * @throws the system's error
 */
export async function saveTokens(
  path: string,
  token: AccessToken & {readonly refreshToken: string},
): Promise<void> {
  await saveSignIn(path, async () => ({...token, first: hash(token.refreshToken)}));
}

/** Delete the stored tokens of a sign-in, if there are any. */
export async function removeSignIn(path: string): Promise<void> {
  await rm(path, {force: true});
}

/** Reserve the space, obtain the tokens, then replace the old ones. */
async function saveSignIn(path: string, obtain: () => Promise<SignIn>): Promise<SignIn> {
  let signIn: SignIn | undefined;
  const write = async (file: FileHandle): Promise<void> => {
    await file.writeFile(' '.repeat(reservedBytes));
    await file.sync();
    signIn = await obtain();
    // The remaining white space is ignored in JSON.
    await file.write(`${JSON.stringify(signIn)}\n`, 0);
  };
  await replacePrivateFile(path, write, {ownsDirectory: true});
  await syncDirectory(path);
  if (signIn === undefined) throw new Failure('bug', 'the saved sign-in is missing');
  return signIn;
}

/** Sync the directory entry too, if the system supports it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path.replace(/[^/\\]*$/, ''), 'r');
    await directory.sync().finally(() => directory.close());
  } catch {
    // Windows does not support it; the file itself is safe.
  }
}

/** Retry with the same token if it may have been used: the response may be lost. */
async function fetchPatiently(
  ask: () => Promise<TokenResponse>,
  {signal}: TokenOptions,
  {clock}: SendPorts,
): Promise<TokenResponse> {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask();
    const isUnclear = answer.kind === 'refused' && answer.isUnclear;
    if (!isUnclear || attempt >= unclearRetries) return answer;
    await clock.sleep(firstWaitMs * 2 ** attempt, signal);
  }
}

async function findSignIn(
  path: string,
  host: Pick<Host, 'findFile'>,
): Promise<Pick<SignIn, 'refreshToken' | 'first'> | undefined> {
  const bytes = await host.findFile(path);
  const value = bytes && findJson(new TextDecoder().decode(bytes));
  const {refreshToken, first} = isObject(value) ? value : {};
  return typeof refreshToken === 'string' && typeof first === 'string'
    ? {refreshToken, first}
    : undefined;
}

function signedOut(service: Service, {message, details}: Failure): Failure {
  return new Failure('auth_error', `The sign-in is no longer valid. ${message}`, {
    ...details,
    hint: `Sign in again: ${programOf(service)} login --web`,
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
