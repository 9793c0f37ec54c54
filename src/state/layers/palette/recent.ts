import {findJson, isArray} from '../../../base/json-value.ts';
import type {AppState} from '../../model/state.ts';
import type {Effect, KeptThing} from '../../model/step.ts';

const name = 'palette';
const recentKept = 50;

/** What was chosen in the palette, remembered for each profile as a JSON array of texts, latest first. */
export const paletteKept: KeptThing = {
  name,
  scope: 'profile',
  recalled(state, text) {
    const texts = textsOf(text);
    return texts === undefined ? state : {...state, recent: texts.slice(0, recentKept)};
  },
};

/** The state with a choice put first, and what keeps it. */
export function remember(
  state: AppState,
  chosen: string,
): {readonly state: AppState; readonly effects: readonly Effect[]} {
  const recent = [chosen, ...state.recent.filter(text => text !== chosen)].slice(0, recentKept);
  return {
    state: {...state, recent},
    effects: [{kind: 'keep', name, scope: 'profile', text: JSON.stringify(recent)}],
  };
}

function textsOf(text: string): readonly string[] | undefined {
  const value = findJson(text);
  const isTexts = isArray(value) && value.every(item => typeof item === 'string');
  return isTexts ? value : undefined;
}
