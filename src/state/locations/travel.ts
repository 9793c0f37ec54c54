import {goAlong, goPrevious} from '../model/history.ts';
import type {Trail, View} from '../model/location.ts';
import {changeView, leaveEffects} from '../model/locations.ts';
import {say} from '../model/notice.ts';
import type {AppState} from '../model/state.ts';
import {type Act, type Effect, type Step, stay} from '../model/step.ts';
import type {ListView} from '../views/list/state.ts';
import {autoTimer} from './refresh.ts';

/** Back to where one was, or forward to where one was before going back. */
export function travel(by: 1 | -1): Act {
  return state => {
    const next = goAlong(state, by);
    if (next !== undefined) return arrive(state.locations, next);
    return stay(say(state, by === -1 ? 'nothing is further back' : 'nothing is forward', 'warn'));
  };
}

/** To the view looked at before; again, and one is back. */
export function toPrevious(state: AppState): Step {
  const next = goPrevious(state);
  return next === undefined
    ? stay(say(state, 'there is no previous view', 'warn'))
    : arrive(state.locations, next);
}

/** What was left stops; what was stopped when it was left is read again. */
function arrive(before: Trail, next: AppState): Step {
  const known = new Set(before.map(place => place.key));
  const arrived = next.locations.filter(place => !known.has(place.key));
  const stays = new Set(next.locations.map(place => place.key));
  const left = before.filter(place => !stays.has(place.key));
  let state: AppState = {...next, notice: undefined, help: undefined};
  const effects: Effect[] = leaveEffects(left);
  for (const place of arrived) {
    for (const view of Object.values(place.views)) {
      if (view.kind === 'list') state = changeView(state, view.key, () => rested(view));
      effects.push(...goOnReading(view));
      if (view.kind === 'list' && view.auto) effects.push(autoTimer(view.key));
    }
  }
  return {state, effects};
}

/** Fills that were stopped are asked for again. */
function rested(view: ListView): ListView {
  return {...view, asked: [], toEnd: false};
}

/** Leaving may have stopped what read a view before it was all there. */
function goOnReading(view: View): readonly Effect[] {
  if (view.load.status === 'loading') return [{kind: 'read', view: view.key}];
  if (view.kind !== 'list' || !view.more) return [];
  return [{kind: 'read', view: view.key, resumes: true}];
}
