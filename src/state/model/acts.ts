import type {View, ViewOf} from './location.ts';
import {withView} from './locations.ts';
import {type AppState, currentView, viewOf} from './state.ts';
import {type Act, kindOf, type Parts, type Step, stay} from './step.ts';

/** An act of one kind of view; on another nothing happens. */
export function inView<K extends View['kind']>(
  kind: K,
  act: (state: AppState, view: ViewOf<K>, parts: Parts) => Step,
): Act {
  return (state, parts) => {
    const view = viewOf(state, kind);
    return view === undefined ? stay(state) : act(state, view, parts);
  };
}

/** An act that makes another of a view of one kind, and does nothing else. */
export function changing<K extends View['kind']>(
  kind: K,
  change: (view: ViewOf<K>, state: AppState, parts: Parts) => ViewOf<K>,
): Act {
  return inView(kind, (state, view, parts) => stay(withView(state, change(view, state, parts))));
}

/** What the kind of the view on the screen does; nothing where it has no such act. */
const asKind =
  (act: 'open' | 'describe' | 'raw'): Act =>
  (state, parts) => {
    const view = currentView(state);
    return kindOf(view, parts)[act]?.(state, view, parts) ?? stay(state);
  };

/** Enter: open what the cursor is on. */
export const openHere = asKind('open');

/** Everything about what is under the cursor, readable. */
export const describeHere = asKind('describe');

/** The same as the server sent it. */
export const rawHere = asKind('raw');
