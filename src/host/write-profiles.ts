import {resolve} from 'node:path';
import {programOf, type Service} from '../api/operation.ts';
import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import {isRecord} from '../base/json-value.ts';
import {parsePlainConfig} from './config.ts';
import {isSystemError} from './error-code.ts';
import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/** A caller to write a profile for; anonymous without credentials. */
export interface ProfileUser {
  /** Name of the profile. */
  readonly name: string;
  readonly auth_type: 'basic' | 'bearer' | 'none';
  readonly user?: string;
  readonly token?: string;
  /** The day on which the token expires, YYYY-MM-DD. */
  readonly expires?: string;
  /** For an app that signs its requests. */
  readonly app_key?: string;
  readonly shared_secret?: string;
}

/** A server and the callers that can sign in. */
export interface ProfileSource {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  /** The first is the default profile. */
  readonly users: readonly ProfileUser[];
}

/** Prefix of sandbox tokens; a profile with any other token was written by the user. */
const tokenStart = 'sandbox-';

/**
 * Write `jr/config.json` and `cf/config.json` below a directory, each with a profile for every
 * caller (contract 8.1), so that `XDG_CONFIG_HOME` can be set to the directory. Files have mode
 * 0600 in directories of mode 0700. Files of an earlier call are replaced; a file with profiles of
 * the user is not.
 *
 * @param directory relative paths start at the working directory
 * @returns the files
 * @throws Failure 'validation_error' if a file has other profiles, 'config_error' if it cannot be
 * read or written
 */
export async function writeProfiles(
  directory: string,
  source: ProfileSource,
  host: Pick<Host, 'cwd' | 'findFile' | 'platform'>,
): Promise<readonly string[]> {
  const path = pathsOf(host);
  const files = (['tracker', 'content'] as const).map(service => ({
    file: path.join(resolve(host.cwd, directory), programOf(service), 'config.json'),
    text: `${JSON.stringify(configOf(service, source), undefined, 2)}\n`,
  }));
  // Check both before writing either.
  for (const {file} of files) await refuseForeign(file, host);
  for (const {file, text} of files) await write(file, text);
  return files.map(({file}) => file);
}

function configOf(
  service: Service,
  {trackerBaseUrl, contentBaseUrl, users}: ProfileSource,
): Readonly<Record<string, unknown>> {
  const base_url = service === 'tracker' ? trackerBaseUrl : contentBaseUrl;
  const entries = users.map(
    user => [user.name, {base_url, ...authOf(user), ...defined({expires: user.expires})}] as const,
  );
  return {default_profile: users[0]?.name, profiles: Object.fromEntries(entries)};
}

function authOf(user: ProfileUser): Readonly<Record<string, unknown>> {
  const {auth_type: type, user: username, token, app_key, shared_secret} = user;
  if (type === 'none') return {};
  if (app_key !== undefined) return {auth: {type: 'app', app_key, shared_secret}};
  return {auth: {type, ...(username === undefined ? {} : {username}), token}};
}

async function refuseForeign(file: string, host: Pick<Host, 'findFile'>): Promise<void> {
  const bytes = await host.findFile(file);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  if (text.trim() === '') return;
  const {profiles} = parsePlainConfig(file, text);
  const foreign = Object.keys(profiles).filter(name => !isOurs(profiles[name]));
  if (foreign.length === 0) return;
  const message = `${file} already has other profiles: ${foreign.join(', ')}.`;
  throw new Failure('validation_error', message, {
    errors: {'write-profiles': message},
    hint: 'Use an empty directory, then run with XDG_CONFIG_HOME set to it.',
    attempts: 0,
  });
}

/**
 * Whether a profile was written by this command: its token has the prefix, or it has no
 * credentials.
 */
function isOurs(profile: unknown): boolean {
  if (!isRecord(profile)) return false;
  const {auth, base_url, expires: _, ...more} = profile;
  if (Object.keys(more).length > 0 || typeof base_url !== 'string') return false;
  if (auth === undefined) return true;
  const secret = isRecord(auth) ? (auth.token ?? auth.shared_secret) : undefined;
  return typeof secret === 'string' && secret.startsWith(tokenStart);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writePrivateFile(file, text, {ownsDirectory: true});
  } catch (error) {
    const code = isSystemError(error) ? ` (${error.code})` : '';
    throw new Failure('config_error', `${file} cannot be written${code}.`, {
      hint: 'Check the owner of the directory and the free disk space.',
      attempts: 0,
      cause: error,
    });
  }
}
