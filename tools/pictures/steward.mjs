import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openTerminal} from './terminal.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const still = join(root, 'tools', 'pictures', 'still-clock.cjs');

/**
 * Open the built program in a pseudo-terminal, with a fixed clock and without the user's settings,
 * journal and watch cursor. The same keys give the same screen.
 *
 * @param isConfigured whether it runs on its sandbox; otherwise it opens the sign-in card
 */
export function openSteward(size, args, isConfigured = true) {
  const {CI: _, NO_COLOR: __, ...env} = process.env;
  const program = join(root, 'dist', 'bin', 'steward.js');
  const home = mkdtempSync(join(tmpdir(), 'pictures-'));
  const own = Object.fromEntries(
    ['CONFIG', 'CACHE', 'STATE', 'DATA'].map(name => [`XDG_${name}_HOME`, home]),
  );
  const looks = {TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'en_US.UTF-8', TZ: 'UTC'};
  const given = ['--require', still, program, ...(isConfigured ? ['--sandbox'] : []), ...args];
  const terminal = openTerminal(process.execPath, given, {
    ...size,
    env: {...env, ...own, ...looks},
  });
  return {
    ...terminal,
    close() {
      terminal.close();
      rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
    },
  };
}

/** Start the sandbox as a site to sign in to; `stop` ends it. */
export async function openSite() {
  const program = join(root, 'dist', 'bin', 'jr.js');
  const site = spawn(process.execPath, [
    '--require',
    still,
    program,
    'sandbox',
    '--traffic',
    'off',
  ]);
  const [line] = await once(site.stdout, 'data');
  const {
    tracker_base_url: url,
    auth_user: user,
    auth_token: token,
  } = JSON.parse(String(line).split('\n')[0]);
  return {host: new URL(url).host, user, token, stop: () => site.kill()};
}
