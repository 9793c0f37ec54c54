import {key, type Need} from '../keys/binding.ts';
import type {View} from '../model/location.ts';
import {changeView} from '../model/locations.ts';
import {say} from '../model/notice.ts';
import {type AppState, currentView} from '../model/state.ts';
import {type Effect, type Parts, type Step, stay} from '../model/step.ts';
import type {ListView} from '../views/list/state.ts';

/** Read the view on the screen again. */
export function refresh(before: AppState, {local}: Pick<Parts, 'local'>): Step {
  const {preview} = before;
  const state = {...before, preview: preview && {...preview, readAgain: true}};
  const view = currentView(state);
  if (view.kind === 'list' && view.resource.local !== undefined) {
    return local[view.resource.local]?.again?.(state) ?? stay(state);
  }
  const fixed = view.kind === 'text' && view.call === undefined && view.typed === undefined;
  if (fixed) return stay(state);
  const loading: ListView['load'] = {status: 'loading', shown: false};
  const next = changeView(state, view.key, v => ({...unfilled(v), load: loading, sent: []}));
  return {state: next, effects: [{kind: 'read', view: view.key}]};
}

/** A list whose parts with requests of their own are asked for again. */
function unfilled(view: View): View {
  if (view.kind !== 'list' || view.resource.fills === undefined) return view;
  return {...view, asked: [], rows: view.rows.map(({filled: _, ...row}) => row)};
}

/** Milliseconds between two reads of a list that is refreshed by itself. */
const autoEveryMs = 10_000;

/** Wait for the next time a list is read again by itself. */
export function autoTimer(view: number): Effect {
  return {kind: 'timer', slot: `auto:${view}`, ms: autoEveryMs, event: {kind: 'autoDue', view}};
}

/** Read the list by itself, or stop that. */
export function toggleAuto(state: AppState): Step {
  const view = currentView(state);
  if (view.kind !== 'list') return stay(state);
  const auto = !view.auto;
  const next = changeView(state, view.key, () => ({...view, auto}));
  return auto
    ? {
        state: say(next, 'read again every 10 s; R stops it', 'good'),
        effects: [autoTimer(view.key)],
      }
    : {
        state: say(next, 'no longer read again by itself', 'warn'),
        effects: [{kind: 'cancel', slots: [`auto:${view.key}`]}],
      };
}

const needsServer: Need = state => {
  const view = currentView(state);
  const isLocal = view.kind === 'list' && view.resource.local !== undefined;
  return isLocal ? 'this list keeps up by itself' : undefined;
};

/** The key that lets a list be read by itself. */
export const autoKey = key('R', 'read the list again every 10 seconds, or stop that', toggleAuto, {
  scopes: ['list'],
  needs: needsServer,
});
