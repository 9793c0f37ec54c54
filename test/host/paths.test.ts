import {describe, expect, it} from 'vitest';
import {
  cacheDirectory,
  configDirectory,
  directoryOf,
  pathBesideConfig,
} from '../../src/host/paths.ts';

const linux = {platform: 'linux', home: '/home/ann', env: {}} as const;
// What a home folder is like on macOS: an example, on no machine's disk.
const mac = {platform: 'darwin', home: '/Users/ann', env: {}} as const;
const windows = {
  platform: 'win32',
  home: 'C:\\Users\\ann',
  env: {
    APPDATA: 'C:\\Users\\ann\\AppData\\Roaming',
    LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local',
  },
} as const;

describe('the places of files', () => {
  it.each([
    [linux, '/home/ann/.config/jr', '/home/ann/.cache/jr'],
    [mac, '/Users/ann/Library/Application Support/jr', '/Users/ann/Library/Caches/jr'],
    [windows, 'C:\\Users\\ann\\AppData\\Roaming\\jr', 'C:\\Users\\ann\\AppData\\Local\\jr\\cache'],
    [{...linux, env: {XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k'}}, '/c/jr', '/k/jr'],
    [
      {...linux, env: {XDG_CONFIG_HOME: 'relative', XDG_CACHE_HOME: ''}},
      '/home/ann/.config/jr',
      '/home/ann/.cache/jr',
    ],
  ])('%j', (host, config, cache) => {
    expect(configDirectory('tracker', host)).toBe(config);
    expect(cacheDirectory('tracker', host)).toBe(cache);
  });

  it.each([
    [linux, '/home/ann/.local/state/steward'],
    [mac, '/Users/ann/Library/Application Support/steward/state'],
    [windows, 'C:\\Users\\ann\\AppData\\Local\\steward\\state'],
    [{...linux, env: {XDG_STATE_HOME: '/s'}}, '/s/steward'],
  ])('%j: of what the terminal UI remembers', (host, state) => {
    expect(directoryOf('state', 'steward', host)).toBe(state);
  });

  it('are never below the working directory, whatever Windows’ variables hold', () => {
    const host = {...windows, env: {APPDATA: '', LOCALAPPDATA: 'here'}};
    expect(configDirectory('tracker', host)).toBe('C:\\Users\\ann\\AppData\\Roaming\\jr');
    expect(cacheDirectory('tracker', host)).toBe('C:\\Users\\ann\\AppData\\Local\\jr\\cache');
  });

  it('of cf are its own', () => {
    expect(configDirectory('content', linux)).toBe('/home/ann/.config/cf');
  });

  it('presets lie beside the configuration file', () => {
    expect(pathBesideConfig('tracker', 'presets.json', linux)).toBe(
      '/home/ann/.config/jr/presets.json',
    );
    const named = {...linux, env: {JR_CONFIG_PATH: '/etc/jr/mine.json'}};
    expect(pathBesideConfig('tracker', 'presets.json', named)).toBe('/etc/jr/presets.json');
  });
});
