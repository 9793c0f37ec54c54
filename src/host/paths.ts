import {posix, win32} from 'node:path';
import {programOf, type Service} from '../api/operation.ts';
import type {Host} from './host.ts';

type Places = Pick<Host, 'env' | 'home' | 'platform'>;

const variables = {config: 'XDG_CONFIG_HOME', cache: 'XDG_CACHE_HOME', state: 'XDG_STATE_HOME'};

/**
 * The directories of each kind: below the home directory, on macOS below its Library, on Windows
 * below AppData.
 */
const places = {
  config: {unix: '.config/NAME', mac: 'Application Support/NAME', windows: ['Roaming', 'NAME']},
  cache: {unix: '.cache/NAME', mac: 'Caches/NAME', windows: ['Local', 'NAME/cache']},
  state: {
    unix: '.local/state/NAME',
    mac: 'Application Support/NAME/state',
    windows: ['Local', 'NAME/state'],
  },
} as const;

/**
 * The directory of a program's configuration, cache or state (contract 8.1): `$XDG_CONFIG_HOME/jr`,
 * else `~/.config/jr`, else the platform's own directory on macOS and Windows. A variable must
 * contain an absolute path.
 *
 * @param program `jr`, `cf`, or `steward` for the terminal UI
 */
export function directoryOf(kind: keyof typeof places, program: string, host: Places): string {
  const path = pathsOf(host);
  const {env, home, platform} = host;
  const {unix, mac, windows} = places[kind];
  const below = (start: string, own: string): string =>
    path.join(
      start,
      own.replace('NAME', () => program),
    );
  const named = (variable: string): string | undefined =>
    path.isAbsolute(env[variable] ?? '') ? env[variable] : undefined;
  const asked = named(variables[kind]);
  if (asked !== undefined) return path.join(asked, program);
  if (platform === 'darwin') return below(path.join(home, 'Library'), mac);
  if (platform !== 'win32') return below(home, unix);
  const [folder, own] = windows;
  const data = named(folder === 'Local' ? 'LOCALAPPDATA' : 'APPDATA');
  return below(data ?? path.join(home, 'AppData', folder), own);
}

/** Configuration directory of a service. */
export function configDirectory(service: Service, host: Places): string {
  return directoryOf('config', programOf(service), host);
}

/** The file named by JR_CONFIG_PATH or CF_CONFIG_PATH; undefined if it is not set. */
export function configFileFromEnv(service: Service, host: Places): string | undefined {
  const value = host.env[`${programOf(service).toUpperCase()}_CONFIG_PATH`];
  return value === undefined || value === '' ? undefined : value;
}

/** A file next to the configuration file, such as `presets.json`. */
export function pathBesideConfig(service: Service, name: string, host: Places): string {
  const path = pathsOf(host);
  const file = configFileFromEnv(service, host);
  return path.join(file === undefined ? configDirectory(service, host) : path.dirname(file), name);
}

export function cacheDirectory(service: Service, host: Places): string {
  return directoryOf('cache', programOf(service), host);
}

/** Replace a leading `~` of a path by the home directory. */
export function withHome(path: string, {home}: Pick<Host, 'home'>): string {
  return path.replace(/^~(?=[/\\]|$)/, () => home);
}

/** The full path for a path in a file; a relative path starts at the folder of the file. */
export function pathFromFile(
  file: string,
  path: string,
  host: Pick<Host, 'home' | 'platform'>,
): string {
  const rules = pathsOf(host);
  return rules.resolve(rules.dirname(file), withHome(path, host));
}

/** Path rules of the host's platform. */
export function pathsOf(host: Pick<Host, 'platform'>): typeof posix {
  return host.platform === 'win32' ? win32 : posix;
}
