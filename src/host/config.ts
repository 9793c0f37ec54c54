import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import process from 'node:process';
import type {Service} from '../api/operation.ts';
import {Failure} from '../base/failure.ts';
import {isRecord} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import {isFileMissing} from './error-code.ts';
import type {Host} from './host.ts';
import {configDirectory, configFileFromEnv, pathsOf} from './paths.ts';
import {isRestrictiveName} from './restrictive-names.ts';

/** The configuration of a service, as in its file; profiles are validated when one is selected. */
export interface Config {
  /** The file that was read, or its path if it does not exist. */
  readonly path: string;
  readonly exists: boolean;
  readonly defaultProfile?: string;
  /** Profile name → its content in the file, unchecked. */
  readonly profiles: Readonly<Record<string, unknown>>;
  /** Members outside of profiles that read like restrictions and have no effect. @default none */
  readonly strayPolicies?: readonly string[];
  /** Sentences to show. @default none */
  readonly warnings?: readonly string[];
}

const fileNames = ['config.json', 'config.yaml', 'config.yml'] as const;

/**
 * Read a service's configuration: the file named by JR_CONFIG_PATH or CF_CONFIG_PATH, else
 * config.json, config.yaml or config.yml in its directory; never searched for elsewhere, never
 * executed (contract 8.1). Without a file, the configuration is empty.
 *
 * @throws Failure 'config_error' if it cannot be read or parsed, or if everyone can write it
 * although it contains secrets or commands
 */
export async function readConfig(service: Service, host: Host): Promise<Config> {
  const config = await findConfig(service, host);
  if (!config.exists) return config;
  const warnings = await checkConfigOwner(config.path, isSensitive(config), host);
  return warnings.length > 0 ? {...config, warnings} : config;
}

/** Members of `auth` that contain a secret, or a command that prints it. */
const secretMembers = ['token', 'client_secret', 'refresh_token', 'shared_secret'];

/** Whether a configuration contains secrets, commands, or headers, which may be secret. */
function isSensitive({profiles}: Config): boolean {
  return Object.values(profiles).some(profile => {
    if (!isRecord(profile)) return false;
    const {auth, headers} = profile;
    const isSecret = (value: unknown): boolean =>
      isRecord(value) ? 'command' in value : typeof value === 'string' && value !== '';
    const hasSecret = isRecord(auth) && secretMembers.some(name => isSecret(auth[name]));
    return hasSecret || isRecord(headers);
  });
}

async function findConfig(service: Service, host: Host): Promise<Config> {
  const path = pathsOf(host);
  const named = configFileFromEnv(service, host);
  const directory = configDirectory(service, host);
  const paths = named
    ? [path.resolve(host.cwd, named)]
    : fileNames.map(name => path.join(directory, name));
  for (const file of paths) {
    const text = await findText(file, host);
    const config = text?.trim() ? await parseConfig(file, text) : undefined;
    if (config !== undefined) return config;
  }
  const [first = ''] = paths;
  return {path: first, exists: (await findText(first, host)) !== undefined, profiles: {}};
}

/** Parse the text of a configuration file; undefined if it is empty. */
async function parseConfig(path: string, text: string): Promise<Config | undefined> {
  return /\.ya?ml$/.test(path) ? loadConfig(path) : parsePlainConfig(path, text);
}

async function findText(path: string, host: Host): Promise<string | undefined> {
  try {
    return await findConfigText(path, host);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Parse config.json without the library, which takes longer to load than the rest of a start. */
export function parsePlainConfig(path: string, text: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(path, error);
  }
  return configFrom(path, value);
}

/**
 * Load a configuration file with the library, JSON or YAML; undefined if it is empty.
 *
 * @throws Failure 'config_error' if it cannot be parsed
 */
export async function loadConfig(path: string): Promise<Config | undefined> {
  const {cosmiconfig} = await import('cosmiconfig');
  const refuse = (): never => {
    throw new Error('configuration is never executed as code');
  };
  const loaders = {'.js': refuse, '.cjs': refuse, '.mjs': refuse, '.ts': refuse, noExt: refuse};
  const explorer = cosmiconfig('steward', {loaders, cache: false});
  const found = await explorer.load(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return found === null || found.isEmpty ? undefined : configFrom(path, found.config);
}

function configFrom(path: string, value: unknown): Config {
  if (!isRecord(value)) throw wrongShape(path, 'it must contain an object');
  const {default_profile, profiles = {}, ...others} = value;
  if (!isRecord(profiles)) throw wrongShape(path, 'profiles must be an object');
  if (default_profile !== undefined && typeof default_profile !== 'string') {
    throw wrongShape(path, 'default_profile must be a string');
  }
  const names = Object.keys(others);
  for (const name of names) {
    const [near] = nearestNames(name, ['default_profile', 'profiles']);
    if (near === undefined) continue;
    throw wrongShape(path, `unknown member ${name} (did you mean ${near}?)`);
  }
  const strayPolicies = names.filter(isRestrictiveName);
  return {
    path,
    exists: true,
    profiles,
    ...(default_profile && {defaultProfile: default_profile}),
    ...(strayPolicies.length > 0 && {strayPolicies}),
  };
}

/** A failure for an invalid member of a configuration file. */
export function wrongShape(path: string, problem: string): Failure {
  return new Failure('config_error', `${path}: ${problem}.`, {attempts: 0});
}

function unreadable(path: string, error: unknown): Failure {
  const why = error instanceof Error ? withoutExcerpt(error.message) : String(error);
  // Without a cause: the parsers' errors contain an excerpt of the file, which may contain a token.
  return new Failure('config_error', `${path} cannot be read: ${why}`, {
    hint: 'Correct the file, or move it elsewhere.',
    attempts: 0,
  });
}

/** The message of a parser or the system, without its excerpt of the file. */
function withoutExcerpt(message: string): string {
  const [first = '', second = ''] = message.split('\n').filter(line => line.trim() !== '');
  return (first.startsWith('YAML Error') ? second : first).replace(/, (\.\.\.)?".*/s, '');
}

/** Limit of a configuration file in bytes. */
const longest = 4 * 1024 * 1024;

/**
 * The text of a configuration file; undefined if there is none. Only regular files are read: a pipe
 * may block and a device may be endless.
 *
 * @throws the system's error if it cannot be read, or an Error with the reason why it is not
 */
export async function findConfigText(
  path: string,
  host: Pick<Host, 'findFile' | 'cwd'>,
): Promise<string | undefined> {
  const state = findState(resolve(host.cwd, path));
  if (state === undefined) return undefined;
  if (!state.isFile())
    throw new Error(`it is ${state.isDirectory() ? 'a directory' : 'not a file'}`);
  if (state.size > longest) throw new Error(`it is larger than ${longest / 1024 / 1024} MiB`);
  const bytes = await host.findFile(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/**
 * Check the owner of a configuration (contract 8.10): one that everyone can write must contain
 * neither secrets nor commands; one owned by someone other than the user and root gives a warning.
 *
 * @param isPrecious it contains secrets or commands
 * @returns sentences to show
 * @throws Failure 'config_error'
 */
async function checkConfigOwner(
  path: string,
  isPrecious: boolean,
  {cwd, platform}: Pick<Host, 'cwd' | 'platform'>,
): Promise<readonly string[]> {
  if (platform === 'win32') return [];
  const state = findState(resolve(cwd, path));
  if (state === undefined) return [];
  if (isPrecious && (state.mode & 0o002) !== 0) {
    const message = `${path} contains secrets or commands, and everyone can write to it.`;
    throw new Failure('config_error', message, {
      hint: `Check that the file is unchanged, then: chmod 600 ${path}`,
      attempts: 0,
    });
  }
  const own = process.getuid?.();
  if (own === undefined || state.uid === own || state.uid === 0) return [];
  return [`${path} belongs to another user (id ${state.uid}), who can change it`];
}

function findState(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw error;
  }
}
