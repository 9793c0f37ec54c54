import {noHistory} from '../model/history.ts';
import type {AppState} from '../model/state.ts';
import {type Step, stay} from '../model/step.ts';

/** Another profile is another world: what was open belongs to the one before. */
export function switchTo(state: AppState, profile: string): Step {
  const [first] = state.locations;
  if (first === undefined) return stay(state);
  return {
    state: {
      ...state,
      nextKey: state.nextKey + 1,
      locations: [{...first, key: state.nextKey, views: {}, tab: 0}],
      history: noHistory,
      recent: [],
      preview: state.preview && {...state.preview, readAgain: true},
      connection: {status: 'connecting', text: `Connecting to ${profile}…`},
    },
    effects: [{kind: 'connect', profile}],
  };
}
