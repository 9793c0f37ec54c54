import {isArray, isObject, type JsonValue, parseJsonValue} from '../../../base/json-value.ts';
import type {AppState} from '../../model/state.ts';
import type {Effect} from '../../model/step.ts';
import {readPreference} from '../../views/list/preferences.ts';
import type {SavedView} from './state.ts';

/** The name under which saved views are kept. */
export const savedViewsName = 'views';

/** The state with these saved views, kept for later sessions of the profile. */
export function keepViews(
  state: AppState,
  savedViews: readonly SavedView[],
): {readonly state: AppState; readonly effects: readonly Effect[]} {
  const effect: Effect = {
    kind: 'keep',
    name: savedViewsName,
    scope: 'profile',
    text: JSON.stringify(savedViews),
  };
  return {state: {...state, savedViews}, effects: [effect]};
}

/** The state with the saved views of an earlier session; what is not one is left out. */
export function recallViews(state: AppState, text: string): AppState {
  let value: JsonValue;
  try {
    value = parseJsonValue(text);
  } catch {
    // A comfort that cannot be read is as good as none.
    return state;
  }
  return isArray(value) ? {...state, savedViews: value.flatMap(readView)} : state;
}

function readView(value: JsonValue): SavedView[] {
  if (!isObject(value)) return [];
  const {name, screen, params, filter, look} = value;
  if (typeof name !== 'string' || typeof screen !== 'string') return [];
  const texts = isObject(params)
    ? Object.entries(params).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : [];
  return [
    {
      name,
      screen,
      params: Object.fromEntries(texts),
      filter: typeof filter === 'string' ? filter : '',
      look: readPreference(look),
    },
  ];
}
