import {safeText} from '../../base/safe-text.ts';
import {type KeyBinding, keysIn, type Need} from '../keys/binding.ts';
import type {Breadcrumbs} from '../model/location.ts';
import {cancelWorkOf, goInHistory, goToPrevious, openTab, withView} from '../model/locations.ts';
import {showNotice} from '../model/notice.ts';
import {type AppState, currentLocation} from '../model/state.ts';
import {
  type Action,
  type Effect,
  kindOf,
  noEffects,
  type Registry,
  type Transition,
} from '../model/transition.ts';

/** Go back, or forward again. */
function travel(by: 1 | -1): Action {
  return (state, registry) => {
    const next = goInHistory(state, by);
    if (next !== undefined) return arrive(state.locations, next, registry);
    return noEffects(showNotice(state, by === -1 ? 'no earlier view' : 'no later view', 'warn'));
  };
}

/** Switch to the previous view; again returns. */
function toPrevious(state: AppState, registry: Registry): Transition {
  const next = goToPrevious(state);
  return next === undefined
    ? noEffects(showNotice(state, 'no previous view', 'warn'))
    : arrive(state.locations, next, registry);
}

/**
 * Cancel the loads of the view that was left, and restart those that were cancelled when this one
 * was left.
 */
function arrive(before: Breadcrumbs, next: AppState, registry: Registry): Transition {
  const known = new Set(before.map(location => location.key));
  const arrived = next.locations.filter(location => !known.has(location.key));
  const stays = new Set(next.locations.map(location => location.key));
  const left = before.filter(location => !stays.has(location.key));
  let state: AppState = {...next, notice: undefined};
  const effects: Effect[] = cancelWorkOf(left);
  for (const location of arrived) {
    for (const view of Object.values(location.views)) {
      if (view.load.status === 'loading') effects.push({kind: 'read', view: view.key});
      const arrived = kindOf(view, registry).onReturn?.(view);
      if (arrived === undefined) continue;
      state = withView(state, arrived.view);
      effects.push(...arrived.effects);
    }
  }
  return {state, effects};
}

const everywhere = keysIn('everywhere');

export const navigationKeys: readonly KeyBinding[] = [
  everywhere('[ alt+left', 'back to the earlier view', travel(-1), {
    needs: state => (state.history.past.length === 0 ? 'no earlier view' : undefined),
  }),
  everywhere('] alt+right', 'forward to the later view', travel(1), {
    needs: state => (state.history.future.length === 0 ? 'no later view' : undefined),
  }),
  everywhere('-', 'switch to the previous view, and back', toPrevious, {
    needs: state => (state.history.previous === undefined ? 'no previous view' : undefined),
  }),
];

const needsTabs: Need = state =>
  currentLocation(state).tabs.length < 2 ? 'this view has no tabs' : undefined;

const nextTab =
  (by: number): Action =>
  state => {
    const {tab, tabs} = currentLocation(state);
    return openTab(state, (tab + by + tabs.length) % tabs.length);
  };

export const tabKeys: readonly KeyBinding[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(index =>
    everywhere(String(index + 1), `tab ${index + 1}`, state => openTab(state, index), {
      needs: state =>
        currentLocation(state).tabs[index] === undefined ? `no tab ${index + 1}` : undefined,
      quiet: true,
      currentLabel: state => {
        const title = currentLocation(state).tabs[index]?.title;
        return title && `tab ${index + 1}: ${safeText(title)}`;
      },
    }),
  ),
  everywhere('tab', 'next tab', nextTab(1), {
    needs: needsTabs,
    hint: 'next tab',
    always: true,
  }),
  everywhere('shift+tab', 'previous tab', nextTab(-1), {needs: needsTabs}),
];
