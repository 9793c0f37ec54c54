import type {View, ViewOf} from '../model/location.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import type {Action} from '../model/transition.ts';

/**
 * Where a key works: a kind of view, the `scope` of a list (`monitor`, `log`, `tree`), one of its
 * rows (`monitor row`), a list with a preview (`pane`) or with rows being moved (`lifted`), the
 * column chooser (`columns`), a stage of a write; `everywhere` is matched last.
 */
export type KeyScope = string;

/** Return the reason why something is unavailable now; undefined if it works. */
export type Need = (state: AppState) => string | undefined;

/** One row of the key table, the source of dispatch, footer, help and docs. */
export interface KeyBinding {
  /** Names as returned by `keysOf`; the first is shown. */
  readonly keys: readonly string[];
  readonly scopes: readonly KeyScope[];
  /** Its description in the help. */
  readonly label: string;
  /**
   * A description for the current screen, shown in the help in place of the label; undefined to use
   * the label.
   */
  readonly currentLabel?: (state: AppState) => string | undefined;
  readonly run: Action;
  /**
   * It does not act on rows, so it need not wait while a filter or sort is computed. @default false
   */
  readonly anyRows?: true;
  /** It only moves the cursor; typed before the view has loaded, it waits. @default false */
  readonly moves?: true;
  /** Short label for the footer; absent: not shown there. */
  readonly hint?: string | ((state: AppState) => string | undefined);
  /** Show the hint even in a narrow footer. @default false */
  readonly always?: true;
  readonly needs?: Need;
  /** When the row applies; otherwise the next row with its key does. @default always */
  readonly only?: (state: AppState) => boolean;
  /** Show the hint before the content has loaded: it may be typed ahead. @default false */
  readonly early?: true;
  /** Its label in the menu of actions, for keys that act on a row. @default not listed there */
  readonly menu?: string | ((state: AppState) => string | undefined);
  /** Omit it from the help while it is unavailable. @default false */
  readonly quiet?: true;
  /**
   * For `everywhere`: the overlays in which it works too: `columns`, stages of a write, or all.
   * @default none
   */
  readonly over?: readonly KeyScope[] | 'all';
}

/** Make a row of the key table; names of keys are separated by spaces, `up down`. */
export function key(
  keys: string,
  label: string,
  run: Action,
  more: Omit<KeyBinding, 'keys' | 'label' | 'run'>,
): KeyBinding {
  return {keys: keys.split(' '), label, run, ...more};
}

/** Return a function that makes key bindings for the same scopes. */
export function keysIn(...scopes: readonly KeyScope[]) {
  return (
    keys: string,
    label: string,
    run: Action,
    more: Omit<KeyBinding, 'keys' | 'label' | 'run' | 'scopes'> = {},
  ): KeyBinding => key(keys, label, run, {scopes, ...more});
}

/** Make an action that moves to another position; `page` is the number of lines shown. */
type Mover = (to: (at: number, page: number) => number) => Action;

/** Bind the keys for a line down, a line up and the top. */
export function lineKeys(move: Mover, more: Parameters<typeof key>[3]): readonly KeyBinding[] {
  const [down, up, top] = [move(at => at + 1), move(at => at - 1), move(() => 0)];
  return [
    key('j down', 'down', down, more),
    key('k up', 'up', up, more),
    key('g home', 'top', top, more),
  ];
}

/** Return the reason why a key of one kind of view is unavailable; in other views, undefined. */
export function needIn<K extends View['kind']>(
  kind: K,
  why: (view: ViewOf<K>, state: AppState) => string | undefined,
): Need {
  return state => {
    const view = viewOf(state, kind);
    return view && why(view, state);
  };
}

/** Make a hint that is hidden after a failed load. */
export const hintUnlessFailed = (word: string) => (state: AppState) =>
  currentView(state).load.status === 'failed' ? undefined : word;

/** Return the reason if the load of the view on the screen failed. */
export const needsLoaded: Need = state =>
  currentView(state).load.status === 'failed' ? 'nothing was loaded: r retries' : undefined;

/** The label in the footer; undefined if it is not shown. */
export function hintOf({hint}: KeyBinding, state: AppState): string | undefined {
  return typeof hint === 'function' ? hint(state) : hint;
}
