import type {View, ViewOf} from '../model/location.ts';
import {type AppState, viewOf} from '../model/state.ts';
import type {Action} from '../model/transition.ts';

/**
 * Where a key works: the kind of the view, what its list calls itself (`monitor`, `log`, `tree`), one
 * of its rows being read (`monitor row`), a
 * list with a preview (`pane`) or with rows being carried (`lifted`), the column chooser (`columns`), the stage of a write that lies over
 * the view; `everywhere` comes after the others.
 */
export type KeyScope = string;

/** Why something does nothing now; undefined when it works. */
export type Need = (state: AppState) => string | undefined;

/** One row of the key table: dispatch, footer, help and docs are made from it. */
export interface KeyBinding {
  /** Names as `keysOf` gives them; the first is shown. */
  readonly keys: readonly string[];
  readonly scopes: readonly KeyScope[];
  /** What it does, for the help. */
  readonly label: string;
  /** What it does here, in the help in place of the label; undefined where that says nothing more. */
  readonly says?: (state: AppState) => string | undefined;
  /** What it does. */
  readonly run: Action;
  /** It does not act on rows: it need not wait for a filter or an order that is being made. @default false */
  readonly anyRows?: true;
  /** It only moves in what is there: typed before that was read it waits. @default false */
  readonly moves?: true;
  /** Short word for the footer; absent: not shown there. */
  readonly hint?: string | ((state: AppState) => string | undefined);
  /** Its hint is shown even where it is tight. @default false */
  readonly always?: true;
  readonly needs?: Need;
  /** When the row applies; otherwise the next row with its key does. @default always */
  readonly only?: (state: AppState) => boolean;
  /** Its hint is shown before what it acts on was read: it may be pressed ahead. @default false */
  readonly early?: true;
  /** It acts on a row: its words in the menu of actions there. @default not listed there */
  readonly menu?: string | ((state: AppState) => string | undefined);
  /** While it does nothing the help leaves it out. @default false */
  readonly quiet?: true;
  /** Of one that works everywhere: what may lie over the view: `columns`, stages of a write. @default none */
  readonly over?: readonly KeyScope[];
}

/** A row of the key table; names of keys are parted by blanks, `up down`. */
export function key(
  keys: string,
  label: string,
  run: Action,
  more: Omit<KeyBinding, 'keys' | 'label' | 'run'>,
): KeyBinding {
  return {keys: keys.split(' '), label, run, ...more};
}

/** Makes rows that work in the same scopes. */
export function keysIn(...scopes: readonly KeyScope[]) {
  return (
    keys: string,
    label: string,
    run: Action,
    more: Omit<KeyBinding, 'keys' | 'label' | 'run' | 'scopes'> = {},
  ): KeyBinding => key(keys, label, run, {scopes, ...more});
}

/** Makes the act that moves to somewhere else; `page` is how many lines are shown. */
type Mover = (to: (at: number, page: number) => number) => Action;

/** The keys that go a line down, a line up and to the top, wherever that is. */
export function lineKeys(move: Mover, more: Parameters<typeof key>[3]): readonly KeyBinding[] {
  const [down, up, top] = [move(at => at + 1), move(at => at - 1), move(() => 0)];
  return [
    key('j down', 'down', down, more),
    key('k up', 'up', up, more),
    key('g home', 'top', top, more),
  ];
}

/** Why a key of one kind of view does nothing now; in another view none is missing anything. */
export function needIn<K extends View['kind']>(
  kind: K,
  why: (view: ViewOf<K>, state: AppState) => string | undefined,
): Need {
  return state => {
    const view = viewOf(state, kind);
    return view && why(view, state);
  };
}

/** The word in the footer; undefined where none is shown. */
export function hintOf({hint}: KeyBinding, state: AppState): string | undefined {
  return typeof hint === 'function' ? hint(state) : hint;
}
