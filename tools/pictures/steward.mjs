import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openTerminal} from './terminal.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Open the built program on its sandbox in a pseudo-terminal, with a fixed clock and without the
 * user's settings, journal and watch cursor. The same keys give the same screen.
 */
export function openSteward(size, args) {
  const {CI: _, NO_COLOR: __, ...env} = process.env;
  const still = join(root, 'tools', 'pictures', 'still-clock.cjs');
  const program = join(root, 'dist', 'bin', 'steward.js');
  const home = mkdtempSync(join(tmpdir(), 'pictures-'));
  const own = Object.fromEntries(
    ['CONFIG', 'CACHE', 'STATE', 'DATA'].map(name => [`XDG_${name}_HOME`, home]),
  );
  const looks = {TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'en_US.UTF-8', TZ: 'UTC'};
  const given = ['--require', still, program, '--sandbox', ...args];
  const terminal = openTerminal(process.execPath, given, {
    ...size,
    env: {...env, ...own, ...looks},
  });
  return {
    ...terminal,
    close() {
      terminal.close();
      rmSync(home, {recursive: true, force: true});
    },
  };
}
