import {key, type Need} from '../keys/binding.ts';
import {actionForView} from '../model/actions.ts';
import {restartLoad} from '../model/load.ts';
import {ofKind} from '../model/location.ts';
import {findView, withView} from '../model/locations.ts';
import {showNotice} from '../model/notice.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import {
  type Action,
  type Effect,
  kindOf,
  noEffects,
  type Registry,
  type Transition,
} from '../model/transition.ts';
import {emptyPreview} from '../overlays/preview/state.ts';

/** Read the view on the screen again. */
export function refresh(before: AppState, registry: Registry): Transition {
  const {preview} = before;
  const state = {...before, preview: preview && {...preview, ...emptyPreview}};
  const view = currentView(state);
  const kind = kindOf(view, registry);
  const own = kind.refresh?.(state, view, registry);
  if (own !== undefined) return own;
  const kept = kind.reset?.(view) ?? view;
  const next = withView(state, {...kept, load: restartLoad(view.load), sent: []});
  return {state: next, effects: [{kind: 'read', view: view.key}]};
}

/** Milliseconds between automatic refreshes of a list. */
const autoEveryMs = 10_000;

/** The timer for the next automatic refresh. */
export function autoTimer(view: number): Effect {
  const event = {kind: 'taskResult', take: refreshWhenDue(view)} as const;
  return {kind: 'timer', slot: `auto:${view}`, ms: autoEveryMs, event};
}

/** Refresh a list unless it is off the screen or still loading; then set the next timer. */
export function refreshWhenDue(key: number): Action {
  return state => {
    const view = ofKind(findView(state, key), 'list');
    if (!view?.auto) return noEffects(state);
    const again = autoTimer(key);
    const idle = currentView(state).key === key && view.load.status !== 'loading';
    if (!idle || state.prompt !== undefined) return {state, effects: [again]};
    const next = withView(state, {...view, load: restartLoad(view.load)});
    return {state: next, effects: [{kind: 'read', view: key}, again]};
  };
}

/** Turn automatic refresh of the list on or off. */
export const toggleAutoRefresh = actionForView('list', (state, view): Transition => {
  const auto = !view.auto;
  const next = withView(state, {...view, auto});
  return auto
    ? {
        state: showNotice(next, 'Refreshing every 10 s · R stops', 'good'),
        effects: [autoTimer(view.key)],
      }
    : {
        state: showNotice(next, 'Automatic refresh stopped', 'warn'),
        effects: [{kind: 'cancel', slots: [`auto:${view.key}`]}],
      };
});

const needsServer: Need = state => {
  const isLocal = viewOf(state, 'list')?.resource.local !== undefined;
  return isLocal ? 'this list is always up to date' : undefined;
};

/** The key for automatic refresh. */
export const autoKey = key('R', 'refresh the list every 10 seconds, or stop', toggleAutoRefresh, {
  scopes: ['list'],
  needs: needsServer,
});
