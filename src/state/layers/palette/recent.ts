import {findJson, isArray, textsIn} from '../../../base/json-value.ts';
import type {AppState} from '../../model/state.ts';
import type {KeptThing, Step} from '../../model/step.ts';

const name = 'palette';
const recentKept = 50;

/** What was chosen in the palette, remembered for each profile as a JSON array of texts, latest first. */
export const paletteKept: KeptThing = {
  name,
  scope: 'profile',
  recalled(state, text) {
    const value = findJson(text);
    return isArray(value) ? {...state, recent: textsIn(value).slice(0, recentKept)} : state;
  },
};

/** The state with a choice put first, and what keeps it. */
export function remember(state: AppState, chosen: string): Step {
  const recent = [chosen, ...state.recent.filter(text => text !== chosen)].slice(0, recentKept);
  return {
    state: {...state, recent},
    effects: [{kind: 'keep', name, scope: 'profile', text: JSON.stringify(recent)}],
  };
}
