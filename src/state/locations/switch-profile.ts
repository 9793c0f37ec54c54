import {forgetPreview} from '../layers/preview/preview.ts';
import type {AppState} from '../model/model.ts';
import {makeView, type Step, stay} from '../model/places.ts';
import {noHistory} from './history.ts';

/** Another profile is another world: what was open belongs to the one before. */
export function switchTo(state: AppState, profile: string): Step {
  const home = makeView(state.nextKey, {kind: 'home'}, state.nowMs);
  const [first] = state.places;
  if (first === undefined) return stay(state);
  return {
    state: {
      ...state,
      nextKey: state.nextKey + 1,
      places: [{...first, key: state.nextKey, views: {0: home}, tab: 0}],
      history: noHistory,
      recent: [],
      preview: forgetPreview(state).preview,
      connection: {status: 'connecting', text: `Connecting to ${profile}…`},
    },
    effects: [{kind: 'connect', profile}],
  };
}
