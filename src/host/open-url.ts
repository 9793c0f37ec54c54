import {spawn} from 'node:child_process';
import {childEnv} from './child-env.ts';

/**
 * Open a URL in the user's browser, without a shell.
 *
 * @param env SSH_CONNECTION, SSH_TTY, DISPLAY and WAYLAND_DISPLAY indicate a screen
 * @returns false for schemes other than http and https, over SSH, without a screen, and without a
 * program to open it
 */
export function openUrl(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const program = programFor(platform);
  if (!/^https?:\/\//.test(url) || program === undefined || !hasScreen(env, platform)) {
    return Promise.resolve(false);
  }
  const [command, ...args] = program;
  return new Promise(resolve => {
    const child = spawn(command, [...args, url], {
      stdio: 'ignore',
      detached: true,
      env: childEnv(),
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function programFor(platform: NodeJS.Platform): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}

function hasScreen(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false;
  return (
    platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  );
}
