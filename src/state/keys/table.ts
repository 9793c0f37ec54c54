import {listOfRead} from '../model/locations.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import {layersOver, type Parts, type RowKey} from '../model/step.ts';
import type {KeyBinding, KeyScope} from './binding.ts';

/** What keys work by: the key table beside what it acts with. */
export interface KeyParts extends Parts {
  readonly keys: readonly KeyBinding[];
}

/** The key table, with what may lie over a view and has keys of its own. */
type KeyTable = Pick<KeyParts, 'keys' | 'layers'>;

/** Where keys work in what lies over the view; undefined where they work in the view. */
function scopeOver(state: AppState, parts: KeyTable): KeyScope | undefined {
  return layersOver(state, parts).flatMap(({layer, open}) => layer.scope?.(open) ?? [])[0];
}

/** The scopes of what is on the screen. */
function scopesOf(state: AppState, parts: KeyTable): readonly KeyScope[] {
  const over = scopeOver(state, parts);
  if (over !== undefined) return [over];
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
export function bindingsHere(state: AppState, parts: KeyTable): readonly KeyBinding[] {
  const here = scopesOf(state, parts);
  const isHere = worksEverywhere(state, parts);
  return parts.keys.filter(b => b.scopes.some(s => here.includes(s)) || isHere(b));
}

/** The binding of a key on the screen; the view's own come first. */
export function findBinding(state: AppState, key: string, parts: KeyTable): KeyBinding | undefined {
  const scopes = scopesOf(state, parts);
  const isHere = worksEverywhere(state, parts);
  const rows = parts.keys.filter(b => b.keys.includes(key));
  return rows.find(b => b.scopes.some(s => scopes.includes(s))) ?? rows.find(isHere);
}

/** The keys here that act on a row and have words for the menu of actions. */
export function rowKeysOf(state: AppState, parts: KeyTable): readonly RowKey[] {
  return bindingsHere({...state, write: undefined}, parts).flatMap(binding => {
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

/** Which keys work wherever one is; those of them alone that say so work in what lies over the view. */
function worksEverywhere(state: AppState, parts: KeyTable): (binding: KeyBinding) => boolean {
  const layer = scopeOver(state, parts);
  return ({scopes, over = []}) =>
    scopes.includes('everywhere') && (layer === undefined || over.includes(layer));
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
