import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';

/** The file the terminal UI is set up by. */
export interface UiConfigFile {
  readonly path: string;
  /** '' when there is none. */
  readonly text: string;
  /** Why it could not be read. */
  readonly problem?: string;
}

/**
 * Read `ui.json`: in `$XDG_CONFIG_HOME/steward`, else `~/.config/steward`, else the platform's own
 * place on macOS and Windows. A file that cannot be read is said, not fatal.
 */
export async function readUiConfigFile(host: Host): Promise<UiConfigFile> {
  const path = uiConfigPath(host);
  try {
    const bytes = await host.findFile(path);
    return {path, text: bytes === undefined ? '' : new TextDecoder().decode(bytes)};
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {path, text: '', problem};
  }
}

function uiConfigPath(host: Pick<Host, 'env' | 'home' | 'platform'>): string {
  const path = pathsOf(host);
  const {env, home, platform} = host;
  if (env.XDG_CONFIG_HOME && path.isAbsolute(env.XDG_CONFIG_HOME)) {
    return path.join(env.XDG_CONFIG_HOME, 'steward', 'ui.json');
  }
  if (platform === 'darwin') {
    return path.join(home, 'Library', 'Application Support', 'steward', 'ui.json');
  }
  if (platform === 'win32') {
    const roaming = env.APPDATA ?? path.join(home, 'AppData', 'Roaming');
    return path.join(roaming, 'steward', 'ui.json');
  }
  return path.join(home, '.config', 'steward', 'ui.json');
}
