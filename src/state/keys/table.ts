import {listOfRead} from '../model/locations.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import type {RowKey} from '../model/step.ts';
import type {KeyBinding, KeyScope} from './binding.ts';

type Table = readonly KeyBinding[];

/** The scopes of what is on the screen: a write lies over the view. */
function scopesOf(state: AppState): readonly KeyScope[] {
  if (state.prompt?.kind === 'field') return ['field'];
  if (state.write !== undefined) return [state.write.stage];
  if (state.chooser !== undefined) return ['columns'];
  const {kind} = currentView(state);
  const view = viewOf(state, 'list');
  // A row that is read has those keys of its list that act on it.
  const read = listOfRead(state)?.resource.scope;
  if (view === undefined) return read === undefined ? [kind] : [`${read} row`, kind];
  if (view.lifted !== undefined) return ['lifted'];
  const list = view.resource;
  const own = [...(list.tree ? ['tree'] : []), ...(list.scope === undefined ? [] : [list.scope])];
  return [...(state.preview ? ['pane'] : []), ...own, kind];
}

/** The bindings that work on the screen, in the table's order. */
export function bindingsHere(state: AppState, table: Table): Table {
  const here = scopesOf(state);
  return table.filter(b => b.scopes.some(s => here.includes(s)) || isEverywhere(b, state));
}

/** The binding of a key on the screen; the view's own come first. */
export function findBinding(state: AppState, key: string, table: Table): KeyBinding | undefined {
  const scopes = scopesOf(state);
  const own = table.find(b => b.keys.includes(key) && b.scopes.some(s => scopes.includes(s)));
  return own ?? table.find(b => b.keys.includes(key) && isEverywhere(b, state));
}

/** The keys here that act on a row and have words for the menu of actions. */
export function rowKeysOf(state: AppState, table: Table): readonly RowKey[] {
  return bindingsHere({...state, write: undefined}, table).flatMap(binding => {
    const {menu, keys, needs, run} = binding;
    const text = typeof menu === 'function' ? menu(state) : menu;
    const [name = ''] = keys;
    const reason = needs?.(state);
    if (text === undefined) return [];
    const isCommon = binding.scopes.includes('everywhere');
    return [
      {key: name, text, run, ...(isCommon && {isCommon}), ...(reason !== undefined && {reason})},
    ];
  });
}

/** Over a view that is written from, help and palette work where nothing is asked or runs. */
function isEverywhere(
  {scopes, over = []}: KeyBinding,
  {write, chooser, prompt}: AppState,
): boolean {
  if (!scopes.includes('everywhere') || prompt !== undefined) return false;
  const layer = chooser === undefined ? write?.stage : 'columns';
  return layer === undefined || over.includes(layer);
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
    f4: 'F4',
    f5: 'F5',
    f9: 'F9',
  };
  // A combination is named by its parts: shift+↓.
  const [, held = '', last = key] = /^(.*\+)?(.+)$/s.exec(key) ?? [];
  return held + (names[last] ?? last);
}
