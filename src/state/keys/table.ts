import {monitorKeys} from '../../screens/webhooks/monitor/monitor-keys.ts';
import {looksAtMonitor} from '../../screens/webhooks/monitor/monitor-update.ts';
import {everywhereKeys} from '../app/everywhere-keys.ts';
import {moveKeys} from '../app/move-keys.ts';
import {previewKeys} from '../layers/preview/preview-keys.ts';
import {writeKeys} from '../layers/write/write-keys.ts';
import {tabKeys} from '../locations/tab-keys.ts';
import {type AppState, currentView} from '../model/state.ts';
import {formKeys} from '../views/form/form-keys.ts';
import {chooserKeys, columnKeys} from '../views/list/column-keys.ts';
import {listKeys} from '../views/list/list-keys.ts';
import {markKeys} from '../views/list/mark-keys.ts';
import {treeKeys} from '../views/list/tree-keys.ts';
import {matrixKeys} from '../views/matrix/matrix-keys.ts';
import {textKeys} from '../views/text/text-keys.ts';
import type {KeyBinding, KeyScope} from './binding.ts';

/** The key table. The same letter means the same thing on every screen. */
export const keyTable: readonly KeyBinding[] = [
  ...listKeys,
  ...monitorKeys,
  ...markKeys,
  ...treeKeys,
  ...columnKeys,
  ...chooserKeys,
  ...previewKeys,
  ...textKeys,
  ...formKeys,
  ...matrixKeys,
  ...moveKeys,
  ...tabKeys,
  ...writeKeys,
  ...everywhereKeys,
];

/** The key table with the user's own keys. */
function tableOf({look}: AppState): readonly KeyBinding[] {
  return look.keys ?? keyTable;
}

/** The scopes of what is on the screen: a write lies over the view. */
function scopesOf(state: AppState): readonly KeyScope[] {
  if (state.write !== undefined) return [state.write.stage];
  if (state.chooser !== undefined) return ['columns'];
  const view = currentView(state);
  const {kind} = view;
  const pane: readonly KeyScope[] = kind === 'list' && state.preview !== undefined ? ['pane'] : [];
  if (view.kind === 'list' && view.resource.tree) return [...pane, 'tree', kind];
  if (view.kind === 'list' && view.resource.local === 'log') return [...pane, 'log', kind];
  return looksAtMonitor(state) ? [...pane, 'monitor', kind] : [...pane, kind];
}

/** The bindings that work on the screen, in the table's order. */
export function bindingsHere(state: AppState): readonly KeyBinding[] {
  const here = scopesOf(state);
  return tableOf(state).filter(b => b.scopes.some(s => here.includes(s)) || isEverywhere(b, state));
}

/** The binding of a key on the screen; the view's own come first. */
export function findBinding(state: AppState, key: string): KeyBinding | undefined {
  const scopes = scopesOf(state);
  const own = tableOf(state).find(
    b => b.keys.includes(key) && b.scopes.some(s => scopes.includes(s)),
  );
  return own ?? tableOf(state).find(b => b.keys.includes(key) && isEverywhere(b, state));
}

/** Over a view that is written from, help and palette work where nothing is asked or runs. */
function isEverywhere({scopes, command}: KeyBinding, {write, chooser}: AppState): boolean {
  if (!scopes.includes('everywhere')) return false;
  if (chooser !== undefined) return command.kind === 'help';
  if (write === undefined) return true;
  const isAsked = write.stage === 'confirm' || write.stage === 'ask';
  if (command.kind === 'help') return !isAsked;
  return command.kind === 'prompt' && (write.stage === 'preview' || write.stage === 'report');
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
    f9: 'F9',
  };
  // A combination is named by its parts: shift+↓.
  const [, held = '', last = key] = /^(.*\+)?(.+)$/s.exec(key) ?? [];
  return held + (names[last] ?? last);
}
