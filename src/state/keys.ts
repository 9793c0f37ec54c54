import type {KeyBinding, KeyScope} from './keys/binding.ts';
import {everywhereKeys} from './keys/everywhere-keys.ts';
import {formKeys} from './keys/form-keys.ts';
import {listKeys} from './keys/list-keys.ts';
import {markKeys} from './keys/mark-keys.ts';
import {matrixKeys} from './keys/matrix-keys.ts';
import {monitorKeys} from './keys/monitor-keys.ts';
import {moveKeys} from './keys/move-keys.ts';
import {tabKeys} from './keys/tab-keys.ts';
import {textKeys} from './keys/text-keys.ts';
import {type AppState, currentView} from './model.ts';
import {looksAtMonitor} from './monitor/monitor-update.ts';

/** The key table. The same letter means the same thing on every screen. */
export const keyTable: readonly KeyBinding[] = [
  ...listKeys,
  ...monitorKeys,
  ...markKeys,
  ...textKeys,
  ...formKeys,
  ...matrixKeys,
  ...moveKeys,
  ...tabKeys,
  ...everywhereKeys,
];

/** The scopes of the view on the screen. */
function scopesOf(state: AppState): readonly KeyScope[] {
  const {kind} = currentView(state);
  return looksAtMonitor(state) ? ['monitor', kind] : [kind];
}

/** The bindings that work on the screen, in the table's order. */
export function bindingsHere(state: AppState): readonly KeyBinding[] {
  const here = [...scopesOf(state), 'everywhere'];
  return keyTable.filter(b => b.scopes.some(scope => here.includes(scope)));
}

/** The binding of a key on the screen; the view's own come first. */
export function findBinding(state: AppState, key: string): KeyBinding | undefined {
  const scopes = scopesOf(state);
  const own = keyTable.find(b => b.keys.includes(key) && b.scopes.some(s => scopes.includes(s)));
  return own ?? keyTable.find(b => b.keys.includes(key) && b.scopes.includes('everywhere'));
}

/** How a key is written in the footer, the help and the docs. */
export function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    pgup: 'PgUp',
    pgdn: 'PgDn',
    home: 'Home',
    end: 'End',
    f1: 'F1',
    f2: 'F2',
    backspace: 'Backspace',
    delete: 'Delete',
    f5: 'F5',
  };
  // A combination is named by its parts: shift+↓.
  const [, held = '', last = key] = /^(.*\+)?(.+)$/s.exec(key) ?? [];
  return held + (names[last] ?? last);
}
