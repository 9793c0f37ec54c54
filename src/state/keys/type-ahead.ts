import {type AppState, currentView} from '../model/state.ts';
import {type Action, noEffects} from '../model/transition.ts';
import type {KeyBinding} from './binding.ts';

const mostKept = 40;

/** Whether the view on the screen has not loaded anything yet. */
export function isViewUnloaded(state: AppState): boolean {
  const view = currentView(state);
  if (view.load.status !== 'loading') return false;
  return 'rows' in view ? view.rows.length === 0 : 'text' in view && view.text === '';
}

/**
 * Whether a key must wait until the view has loaded, because it moves or acts in it. Keys that work
 * everywhere never wait, so the user can always leave.
 */
export function mustWait(state: AppState, binding: KeyBinding | undefined): boolean {
  if (binding?.scopes.includes('everywhere') || !isViewUnloaded(state)) return false;
  if (state.ahead?.opens === true) return true;
  return binding?.moves === true || binding?.needs?.(state) !== undefined;
}

/**
 * Store a key until the view has loaded.
 *
 * @param key its name, or `:` with a line of the command palette
 */
export function bufferKey(key: string, binding?: KeyBinding): Action {
  return state => {
    const {ahead} = state;
    const kept = ahead?.keys ?? [];
    if (kept.length >= mostKept) return noEffects(state);
    const view = currentView(state).key;
    const opens = ahead?.opens === true || binding?.moves !== true;
    return noEffects({...state, ahead: {view, keys: [...kept, key], opens}});
  };
}

/** The stored keys that can run now, in order; empty while they must wait. */
export function takeDueKeys(state: AppState): readonly string[] {
  const isHere = state.ahead?.view === currentView(state).key;
  return isHere && !isViewUnloaded(state) ? (state.ahead?.keys ?? []).flatMap(pressesOf) : [];
}

/** Expand a line of the palette into key presses. */
function pressesOf(key: string): readonly string[] {
  return /^:./.test(key) ? [':', ...key.slice(1), 'enter'] : [key];
}
