import type {View, ViewOf} from './location.ts';
import {withView} from './locations.ts';
import {type AppState, currentView, viewOf} from './state.ts';
import {type Action, kindOf, noEffects, type Registry, type Transition} from './transition.ts';

/** An act of one kind of view; on another nothing happens. */
export function inView<K extends View['kind']>(
  kind: K,
  act: (state: AppState, view: ViewOf<K>, registry: Registry) => Transition,
): Action {
  return (state, registry) => {
    const view = viewOf(state, kind);
    return view === undefined ? noEffects(state) : act(state, view, registry);
  };
}

/** An act that makes another of a view of one kind, and does nothing else. */
export function changing<K extends View['kind']>(
  kind: K,
  change: (view: ViewOf<K>, state: AppState, registry: Registry) => ViewOf<K>,
): Action {
  return inView(kind, (state, view, registry) =>
    noEffects(withView(state, change(view, state, registry))),
  );
}

/** What the kind of the view on the screen does; nothing where it has no such act. */
const asKind =
  (act: 'open' | 'describe' | 'raw'): Action =>
  (state, registry) => {
    const view = currentView(state);
    return kindOf(view, registry)[act]?.(state, view, registry) ?? noEffects(state);
  };

/** Enter: open what the cursor is on. */
export const openHere = asKind('open');

/** Everything about what is under the cursor, readable. */
export const describeHere = asKind('describe');

/** The same as the server sent it. */
export const rawHere = asKind('raw');
