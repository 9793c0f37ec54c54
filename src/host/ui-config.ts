import {findConfigText} from './config-file.ts';
import type {Host} from './host.ts';
import {configDirectoryOf, pathsOf} from './paths.ts';

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
  const path = pathsOf(host).join(configDirectoryOf('steward', host), 'ui.json');
  try {
    return {path, text: (await findConfigText(path, host)) ?? ''};
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {path, text: '', problem};
  }
}
