import {capitalize} from '../../base/capital.ts';
import {memoizeFor} from '../../base/memoize-for.ts';
import {isCharacter} from '../../base/text-caret.ts';
import {listOfShownRow} from '../model/locations.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import {
  type Action,
  type AppEvent,
  kindOf,
  noEffects,
  openOverlays,
  type Registry,
  type Routed,
  type RowKey,
} from '../model/transition.ts';
import type {KeyBinding, KeyScope} from './binding.ts';

/** The key table, with the registry for its actions. */
export interface KeyRegistry extends Registry {
  readonly keys: readonly KeyBinding[];
}

/** The key table, with the kinds of views and overlays that have their own keys. */
type KeyTable = Pick<KeyRegistry, 'keys' | 'kinds' | 'overlays'>;

/** The scope of the topmost overlay; undefined if keys go to the view. */
function scopeOver(state: AppState, parts: KeyTable): KeyScope | undefined {
  return openOverlays(state, parts).flatMap(({layer, open}) => layer.scope?.(open) ?? [])[0];
}

/** The scopes that apply on the screen, the most specific first. */
function scopesOf(state: AppState, parts: KeyTable): readonly KeyScope[] {
  const over = scopeOver(state, parts);
  if (over !== undefined) return [over];
  const {kind} = currentView(state);
  const view = viewOf(state, 'list');
  // While a row is read, the keys of its list that act on it work too.
  const read = listOfShownRow(state)?.resource.scope;
  if (view === undefined) return read === undefined ? [kind] : [`${read} row`, kind];
  if (view.moving !== undefined) return ['lifted'];
  const list = view.resource;
  const own = [...(list.tree ? ['tree'] : []), ...(list.scope === undefined ? [] : [list.scope])];
  return [...(state.preview ? ['pane'] : []), ...own, kind];
}

/**
 * List the bindings available on the screen, in the table's order, each with its effective keys.
 */
export function activeBindings(state: AppState, parts: KeyTable): readonly KeyBinding[] {
  const find = bindingFinder(state, parts);
  return parts.keys.flatMap(binding => {
    const keys = binding.keys.filter(key => find(key) === binding);
    if (keys.length === 0) return [];
    return [keys.length === binding.keys.length ? binding : {...binding, keys}];
  });
}

function isThere({only}: KeyBinding, state: AppState): boolean {
  return only === undefined || only(state);
}

/** Whether printable keys are text input of the topmost overlay, or of the view. */
function isTyping(state: AppState, parts: KeyTable): boolean {
  const [top] = openOverlays(state, parts);
  return top === undefined
    ? parts.kinds[currentView(state).kind].typed !== undefined
    : top.layer.isTyping?.(top.open) === true;
}

/** The binding of a key on the screen; those of the view take precedence. */
export function findBinding(state: AppState, key: string, parts: KeyTable): KeyBinding | undefined {
  return bindingFinder(state, parts)(key);
}

/** Like `findBinding`, for many keys in the same state; each is looked up once. */
export function bindingFinder(
  state: AppState,
  parts: KeyTable,
): (key: string) => KeyBinding | undefined {
  const scopes = scopesOf(state, parts);
  const isHere = worksEverywhere(state, parts);
  const typing = isTyping(state, parts);
  const byKey = bindingsByKey(parts.keys);
  const find = (key: string): KeyBinding | undefined => {
    const rows = byKey.get(key) ?? [];
    const own = rows.find(b => b.scopes.some(s => scopes.includes(s)) && isThere(b, state));
    if (own !== undefined || (typing && isCharacter(key))) return own;
    return rows.find(b => isHere(b) && isThere(b, state));
  };
  const found = new Map<string, KeyBinding | undefined>();
  return key => {
    if (!found.has(key)) found.set(key, find(key));
    return found.get(key);
  };
}

const bindingsByKey = memoizeFor((keys: readonly KeyBinding[]) => {
  const found = new Map<string, KeyBinding[]>();
  for (const binding of keys) {
    for (const key of binding.keys) found.set(key, [...(found.get(key) ?? []), binding]);
  }
  return found;
});

/** The keys available here that act on a row and have a label for the menu of actions. */
export function rowKeysOf(state: AppState, parts: KeyTable): readonly RowKey[] {
  return activeBindings({...state, write: undefined}, parts).flatMap(binding => {
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

/** Select the bindings that work everywhere; in an overlay, only those that allow it. */
function worksEverywhere(state: AppState, parts: KeyTable): (binding: KeyBinding) => boolean {
  const layer = scopeOver(state, parts);
  return ({scopes, over = []}) =>
    scopes.includes('everywhere') &&
    (layer === undefined || over === 'all' || over.includes(layer));
}

const names: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pgup: 'PgUp',
  pgdn: 'PgDn',
};

/** The display name of a key in the footer, the help and the docs. */
export function keyName(key: string): string {
  // A combination is shown by its parts: shift+↓.
  const [, modifiers = '', last = key] = /^(.*\+)?(.+)$/s.exec(key) ?? [];
  const isCapital = /^(?:f\d+|home|end|backspace|delete)$/.test(last);
  return modifiers + (names[last] ?? (isCapital ? capitalize(last) : last));
}

/** Resolve a key: the overlay first, then the key table. */
function routeKey(state: AppState, key: string, registry: KeyRegistry): Routed {
  const [top] = openOverlays(state, registry);
  const own = top?.layer.key?.(state, top.open, key, registry);
  if (own !== undefined) return own;
  const binding = findBinding(state, key, registry);
  if (top === undefined && mustWait(state, key, binding)) {
    return {kind: 'act', act: bufferKey(key, binding), anyRows: true};
  }
  if (binding === undefined && top === undefined && isCharacter(key) && isTyping(state, registry)) {
    return {kind: 'act', act: typedIntoView(key)};
  }
  if (binding === undefined) {
    return isCharacter(key) ? notice(unknownKeyText(state, key, registry)) : 'nothing';
  }
  const reason = binding.needs?.(state);
  if (reason !== undefined) return notice(reason);
  return {kind: 'act', act: binding.run, anyRows: binding.anyRows === true};
}

/** Pass a printable key to the view as text. */
function typedIntoView(key: string): Action {
  return (state, registry) => {
    const view = currentView(state);
    return kindOf(view, registry).typed?.(state, view, key) ?? noEffects(state);
  };
}

function notice(text: string): AppEvent {
  return {kind: 'notice', notice: {text, tone: 'warn'}};
}

const places: Readonly<Partial<Record<KeyScope, string>>> = {
  list: 'in lists',
  text: 'in texts',
  form: 'in forms',
  matrix: 'in a matrix',
};

/**
 * The message for a key that does nothing: the most similar key that works, and where all keys are
 * listed.
 */
export function unknownKeyText(state: AppState, key: string, registry: KeyRegistry): string {
  const other = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
  const near = activeBindings(state, registry).find(
    b => b.keys.includes(other) && b.needs?.(state) === undefined,
  );
  if (near !== undefined && other !== key) {
    return `${key} does nothing here; ${other}: ${firstWords(near.label)}; ? lists the keys`;
  }
  const elsewhere = registry.keys.find(
    b => b.only === undefined && b.keys.includes(key) && b.scopes.some(s => places[s]),
  );
  const where = elsewhere?.scopes.flatMap(scope => places[scope] ?? [])[0];
  if (elsewhere === undefined || where === undefined) {
    return `${key} does nothing here: ? lists the keys`;
  }
  return `${key} does nothing here (${where}: ${firstWords(elsewhere.label)}); ? lists the keys`;
}

function firstWords(label: string): string {
  return label.split(/[:;,(]/)[0]?.trim() ?? label;
}

/** The store that key presses are dispatched to. */
interface PressTarget {
  readonly store: {getState(): AppState};
  readonly registry: KeyRegistry;
  dispatch(event: AppEvent): void;
}

/** Handle a key press. Text for a field that is not rendered yet is added to its value here. */
export function pressKey(app: PressTarget, key: string): void {
  const route = routeKey(app.store.getState(), key, app.registry);
  if (route !== 'nothing') {
    app.dispatch(route);
    return;
  }
  // A busy program reads esc and the next key at once, as one key with alt. Without this, the text
  // typed after it would run as commands.
  const opens = /^alt\+([:/?])$/.exec(key)?.[1];
  if (opens !== undefined) for (const one of ['esc', opens]) pressKey(app, one);
}

/** Handle keys that arrived in one chunk. */
export function pressKeys(app: PressTarget, keys: readonly string[]): void {
  const [top] = openOverlays(app.store.getState(), app.registry);
  for (const key of top?.layer.coalesceKeys?.(top.open, keys) ?? keys) pressKey(app, key);
}

const maxWaitingKeys = 40;

/** Whether the view on the screen has not loaded anything yet. */
export function isViewUnloaded(state: AppState): boolean {
  const view = currentView(state);
  if (view.load.status !== 'loading') return false;
  return 'rows' in view ? view.rows.length === 0 : 'text' in view && view.text === '';
}

/**
 * Whether a key must wait until the view has loaded, because it moves or acts in it, or may be text
 * for a form that an earlier key opens. Other keys that work everywhere never wait.
 */
function mustWait(state: AppState, key: string, binding: KeyBinding | undefined): boolean {
  if (!isViewUnloaded(state)) return false;
  if (state.typeAhead?.opens === true && isCharacter(key)) return true;
  if (binding?.scopes.includes('everywhere')) return false;
  if (state.typeAhead?.opens === true) return true;
  return binding?.moves === true || binding?.needs?.(state) !== undefined;
}

/**
 * Store a key until the view has loaded.
 *
 * @param key its name, or `:` with a line of the command palette
 */
export function bufferKey(key: string, binding?: KeyBinding): Action {
  return state => {
    const {typeAhead} = state;
    const kept = typeAhead?.keys ?? [];
    if (kept.length >= maxWaitingKeys) return noEffects(state);
    const view = currentView(state).key;
    const opens = typeAhead?.opens === true || binding?.moves !== true;
    return noEffects({...state, typeAhead: {view, keys: [...kept, key], opens}});
  };
}

/** The stored keys that can run now, in order; empty while they must wait. */
export function takeDueKeys(state: AppState): readonly string[] {
  const isHere = state.typeAhead?.view === currentView(state).key;
  return isHere && !isViewUnloaded(state) ? (state.typeAhead?.keys ?? []).flatMap(pressesOf) : [];
}

/** Expand a line of the palette into key presses. */
function pressesOf(key: string): readonly string[] {
  return /^:./.test(key) ? [':', ...key.slice(1), 'enter'] : [key];
}
