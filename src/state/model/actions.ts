import type {View, ViewOf} from './location.ts';
import {withView} from './locations.ts';
import {type AppState, currentView, viewOf} from './state.ts';
import {type Action, kindOf, noEffects, type Registry, type Transition} from './transition.ts';

/** Make an action for one kind of view; in other views it does nothing. */
export function actionForView<K extends View['kind']>(
  kind: K,
  act: (state: AppState, view: ViewOf<K>, registry: Registry) => Transition,
): Action {
  return (state, registry) => {
    const view = viewOf(state, kind);
    return view === undefined ? noEffects(state) : act(state, view, registry);
  };
}

/** Make an action that only changes the view, if it is of one kind. */
export function viewChange<K extends View['kind']>(
  kind: K,
  change: (view: ViewOf<K>, state: AppState, registry: Registry) => ViewOf<K>,
): Action {
  return actionForView(kind, (state, view, registry) =>
    noEffects(withView(state, change(view, state, registry))),
  );
}

/** Make an action that calls a method of the view's kind, if it has it. */
const asKind =
  (act: 'open' | 'describe' | 'raw'): Action =>
  (state, registry) => {
    const view = currentView(state);
    return kindOf(view, registry)[act]?.(state, view, registry) ?? noEffects(state);
  };

/** Enter: open the item under the cursor. */
export const openAtCursor = asKind('open');

/** Describe the item under the cursor. */
export const describeAtCursor = asKind('describe');

/** Show the item under the cursor as raw JSON. */
export const showRawAtCursor = asKind('raw');
