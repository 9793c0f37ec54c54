import {type FileHandle, realpath} from 'node:fs/promises';
import {dirname} from 'node:path';
import {mergeJson} from '../api/compose.ts';
import type {Service} from '../api/operation.ts';
import {defined} from '../base/defined.ts';
import {Failure, isDiskFull} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {findSpan, pointerOf} from '../base/json-pointer.ts';
import {prettyJson} from '../base/json-pretty.ts';
import {applyEdits, removeMember} from '../base/json-splice.ts';
import {type Config, findConfigText, parsePlainConfig, readConfig} from './config.ts';
import {isFileMissing, isSystemError, type SystemError} from './error-code.ts';
import {withFileLock} from './file-lock.ts';
import type {Host} from './host.ts';
import {configFileFromEnv} from './paths.ts';
import {makePrivateDirectory, type PreparedFile, preparePrivateFile} from './private-file.ts';
import type {StoredOAuth, StoredSecret} from './profile.ts';

/** Members to set in a profile; absent members stay unchanged. */
export interface ProfileChange {
  readonly baseUrl?: string;
  readonly authType?: string;
  readonly username?: string;
  readonly token?: StoredSecret;
  /** URL of the site, if the base URL is that of the gateway. */
  readonly site?: string;
  /** The expiry date of the token, YYYY-MM-DD. */
  readonly expires?: string;
  /** For an add-on app. */
  readonly appKey?: string;
  readonly sharedSecret?: StoredSecret;
  /** For a sign-in with OAuth 2.0. */
  readonly oauth?: StoredOAuth;
}

const lockStaleMs = 30_000;
const lockWaitMs = 30_000;

/**
 * Change a profile in the configuration's text; all other text is unchanged. The first profile
 * becomes the default one.
 *
 * @param text JSON object in which `checkJson` found no problem
 */
export function withProfile(text: string, name: string, change: ProfileChange): string {
  const {baseUrl, authType, username, token, appKey, sharedSecret, oauth = {}} = change;
  const members = {
    '/base_url': baseUrl,
    '/site': change.site,
    '/expires': change.expires,
    '/auth/type': authType,
    '/auth/username': username,
    '/auth/token': token,
    '/auth/app_key': appKey,
    '/auth/shared_secret': sharedSecret,
    '/auth/client_id': oauth.clientId,
    '/auth/client_secret': oauth.clientSecret,
    '/auth/token_url': oauth.tokenUrl,
    '/auth/scopes': oauth.scopes,
    '/auth/refresh_token': oauth.refreshToken,
  };
  const profile = pointerOf(['profiles', name]);
  const parts = Object.entries(defined(members)).map(([pointer, value]) => ({
    pointer: profile + pointer,
    json: JSON.stringify(value),
  }));
  // A name of digits would create an array.
  const place = findSpan(text, '/profiles') ? [] : [{pointer: '/profiles', json: '{}'}];
  const changed = mergeJson(text, [...place, ...parts]);
  return defaultOf(changed) === undefined ? withDefault(changed, name) : changed;
}

/** Remove the credentials of a profile from the configuration's text; its other settings stay. */
export function withoutCredentials(text: string, name: string): string {
  return ['auth', 'site', 'expires'].reduce((left, member) => {
    return applyEdits(left, removeMember(left, pointerOf(['profiles', name, member])));
  }, text);
}

/** Change the default profile in the configuration's text. */
export function withDefault(text: string, name: string): string {
  return mergeJson(text, [{pointer: '/default_profile', json: JSON.stringify(name)}]);
}

/** Remove a profile from the configuration's text; it is no longer the default one either. */
export function withoutProfile(text: string, name: string): string {
  const left = applyEdits(text, removeMember(text, pointerOf(['profiles', name])));
  return defaultOf(left) === name ? applyEdits(left, removeMember(left, '/default_profile')) : left;
}

/** A change of the configuration of a service. */
export interface ConfigChange {
  readonly service: Service;
  /** Gets the file's text, `{}` when there is none, and the same as read. */
  readonly change: (text: string, config: Config) => string;
}

/**
 * Change the configuration file of a service as one step: no other process that does the same comes
 * between (contract 8.6). It is written 0600, in a 0700 directory when that is the program's.
 *
 * @param timeoutMs longest wait for another process that changes it; 0 and more than 30 s are 30 s
 * @returns the file that was written
 * @throws Failure as `changeConfigs`
 */
export async function changeConfig(
  service: Service,
  host: Host,
  change: ConfigChange['change'],
  timeoutMs?: number,
): Promise<string> {
  const [path = ''] = await changeConfigs([{service, change}], host, timeoutMs);
  return path;
}

/**
 * Change the configurations of several services, all or none: every file is written under a
 * temporary name before the first is replaced.
 *
 * @returns the file of each change
 * @throws Failure 'config_error' for a file that cannot be understood or written, and for YAML,
 * 'timeout_error' when another process holds it, 'disk_full'; and exceptions of a `change`. If a
 * file cannot be replaced in the end, the message names those that were
 */
export async function changeConfigs(
  changes: readonly ConfigChange[],
  host: Host,
  timeoutMs: number = lockWaitMs,
): Promise<readonly string[]> {
  const paths: string[] = [];
  /** Both services may have the same file. */
  const files = new Map<string, ConfigFile>();
  for (const {service, change} of changes) {
    const {path} = await readConfig(service, host);
    refuseYaml(path);
    const real = await realPathOf(path);
    const ownsDirectory = configFileFromEnv(service, host) === undefined && real === path;
    const others = files.get(real)?.changes ?? [];
    files.set(real, {path, real, ownsDirectory, changes: [...others, change]});
    paths.push(path);
  }
  const waitMs = Math.min(lockWaitMs, timeoutMs || lockWaitMs);
  await changeFiles([...files.values()], [], host, waitMs);
  return paths;
}

interface ConfigFile {
  readonly path: string;
  readonly real: string;
  readonly ownsDirectory: boolean;
  readonly changes: readonly ConfigChange['change'][];
}

/**
 * Prepare each file inside the locks of those before it, and replace all when the last is prepared.
 */
async function changeFiles(
  files: readonly ConfigFile[],
  prepared: readonly (PreparedFile & {readonly path: string})[],
  host: Host,
  waitMs: number,
): Promise<void> {
  const [file, ...rest] = files;
  if (file === undefined) return commitAll(prepared);
  const {path, real, ownsDirectory, changes} = file;
  const options = {clock: host.clock, staleMs: lockStaleMs, waitMs};
  try {
    await makePrivateDirectory(dirname(real), {ownsDirectory});
    await withFileLock(`${real}.lock`, options, async () => {
      let text = await readJson(real, host);
      for (const change of changes) text = change(text, parsePlainConfig(path, text));
      const shown = `${prettyJson(text)}\n`;
      const write = (handle: FileHandle) => handle.writeFile(shown);
      const own = await preparePrivateFile(real, write, {ownsDirectory});
      await changeFiles(rest, [...prepared, {...own, path}], host, waitMs).catch(async error => {
        await own.discard();
        throw error;
      });
    });
  } catch (error) {
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

async function commitAll(files: readonly (PreparedFile & {readonly path: string})[]) {
  const saved: string[] = [];
  for (const {path, commit} of files) {
    await commit().catch((error: unknown) => {
      throw isSystemError(error) ? unwritable(path, error, saved) : error;
    });
    saved.push(path);
  }
}

/**
 * Reject YAML, which is never written: its comments and layout would be lost.
 *
 * @throws Failure 'config_error'
 */
export function refuseYaml(path: string): void {
  if (!/\.ya?ml$/.test(path)) return;
  throw new Failure(
    'config_error',
    `${path} is YAML, which steward does not write: comments and layout would be lost.`,
    {
      hint: 'Edit the file, or move its settings to config.json in the same directory.',
      attempts: 0,
    },
  );
}

async function readJson(path: string, host: Host): Promise<string> {
  // The decoder removes a byte order mark.
  const text = (await findConfigText(path, host)) ?? '';
  const json = text.trim() === '' ? '{}' : text;
  // Reports problems in the same words as reading the file.
  if (checkJson(json) !== undefined) parsePlainConfig(path, json);
  return json;
}

function defaultOf(text: string): string | undefined {
  const span = findSpan(text, '/default_profile');
  const value: unknown = span && JSON.parse(text.slice(span.start, span.end));
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The target of a symbolic link, so that the link itself is not replaced. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isFileMissing(error)) return path;
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

/** @param saved files of the same change that were replaced before */
function unwritable(path: string, error: SystemError, saved: readonly string[] = []): Failure {
  const kind = isDiskFull(error) ? 'disk_full' : 'config_error';
  const changed = saved.length === 0 ? 'Nothing was saved.' : `${saved.join(', ')} was saved.`;
  return new Failure(kind, `${path} cannot be written (${error.code}).`, {
    hint: `Check the owner of the file and its directory, and the free disk space. ${changed}`,
    attempts: 0,
    cause: error,
  });
}
