import type {Host} from './host.ts';
import {pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/** What the terminal UI remembers from one session to the next. */
export interface UiState {
  /** What was kept under a name; undefined when nothing was, or when it cannot be read. */
  read(name: string, profile?: string): Promise<string | undefined>;
  /**
   * Keep a text under a name, for one profile or for all of them.
   *
   * @throws the system's error when it cannot be written; what was kept is then as it was
   */
  write(name: string, text: string, profile?: string): Promise<void>;
}

/**
 * Where the terminal UI keeps what it remembers: `$XDG_STATE_HOME/steward`, else
 * `~/.local/state/steward`, else the platform's own place on macOS and Windows.
 */
export function uiStateDirectory(host: Pick<Host, 'env' | 'home' | 'platform'>): string {
  const path = pathsOf(host);
  const {env, home, platform} = host;
  if (env.XDG_STATE_HOME && path.isAbsolute(env.XDG_STATE_HOME)) {
    return path.join(env.XDG_STATE_HOME, 'steward');
  }
  if (platform === 'darwin') {
    return path.join(home, 'Library', 'Application Support', 'steward', 'state');
  }
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
    return path.join(local, 'steward', 'state');
  }
  return path.join(home, '.local', 'state', 'steward');
}

/** What is remembered in files that the user alone may read; writes of one name never overtake each other. */
export function fileUiState(host: Host): UiState {
  const last = new Map<string, Promise<void>>();
  const fileOf = (name: string, profile: string | undefined): string => {
    const path = pathsOf(host);
    const place = profile === undefined ? [] : ['profiles', encodeURIComponent(profile)];
    return path.join(uiStateDirectory(host), ...place, `${name}.json`);
  };
  return {
    async read(name, profile) {
      try {
        const bytes = await host.findFile(fileOf(name, profile));
        return bytes && new TextDecoder().decode(bytes);
      } catch {
        // Remembering is a comfort: a file that cannot be read is as good as none.
        return undefined;
      }
    },
    write(name, text, profile) {
      const file = fileOf(name, profile);
      const before = last.get(file) ?? Promise.resolve();
      const write = (): Promise<void> => writePrivateFile(file, text, {ownsDirectory: true});
      const written = before.then(write, write);
      last.set(file, written);
      return written;
    },
  };
}

/** What is remembered until the session ends: for the sandbox, whose world ends with it too. */
export function sessionUiState(): UiState {
  const texts = new Map<string, string>();
  const keyOf = (name: string, profile = ''): string => JSON.stringify([name, profile]);
  return {
    read: (name, profile) => Promise.resolve(texts.get(keyOf(name, profile))),
    write(name, text, profile) {
      texts.set(keyOf(name, profile), text);
      return Promise.resolve();
    },
  };
}
