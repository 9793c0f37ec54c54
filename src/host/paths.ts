import {posix, win32} from 'node:path';
import type {Service} from '../api/operation.ts';
import type {Host} from './host.ts';

type Places = Pick<Host, 'env' | 'home' | 'platform'>;

/** The command of a service, which is also the name of its directories: `jr` or `cf`. */
export function programOf(service: Service): 'jr' | 'cf' {
  return service === 'tracker' ? 'jr' : 'cf';
}

/**
 * Where a service's configuration lies (contract 8.1): `$XDG_CONFIG_HOME/jr`, else
 * `~/.config/jr`, else the platform's own place on macOS and Windows.
 */
export function configDirectory(service: Service, host: Places): string {
  return configDirectoryOf(programOf(service), host);
}

/** Where the configuration of a program lies, by the same rule: `jr`, `cf`, or `steward` for the terminal UI. */
export function configDirectoryOf(name: string, host: Places): string {
  const path = pathsOf(host);
  const {env, home, platform} = host;
  if (env.XDG_CONFIG_HOME && path.isAbsolute(env.XDG_CONFIG_HOME)) {
    return path.join(env.XDG_CONFIG_HOME, name);
  }
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', name);
  if (platform === 'win32') {
    return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), name);
  }
  return path.join(home, '.config', name);
}

/** The file JR_CONFIG_PATH or CF_CONFIG_PATH names; undefined when it is not set. */
export function namedConfigFile(service: Service, host: Places): string | undefined {
  const value = host.env[`${programOf(service).toUpperCase()}_CONFIG_PATH`];
  return value === undefined || value === '' ? undefined : value;
}

/** A file that stands beside the configuration file, such as `presets.json`. */
export function besideConfig(service: Service, name: string, host: Places): string {
  const path = pathsOf(host);
  const file = namedConfigFile(service, host);
  return path.join(file === undefined ? configDirectory(service, host) : path.dirname(file), name);
}

/** Where a service may keep what it can make again: `$XDG_CACHE_HOME/jr`, `~/.cache/jr`, or the platform's place. */
export function cacheDirectory(service: Service, host: Places): string {
  const path = pathsOf(host);
  const {env, home, platform} = host;
  const name = programOf(service);
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) {
    return path.join(env.XDG_CACHE_HOME, name);
  }
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', name);
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), name, 'cache');
  }
  return path.join(home, '.cache', name);
}

/** Path rules of the host's platform. */
export function pathsOf(host: Pick<Host, 'platform'>): typeof posix {
  return host.platform === 'win32' ? win32 : posix;
}
