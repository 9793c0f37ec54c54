import type {Effect} from './effect.ts';
import type {AppState} from './state.ts';

/** A state with the effects that go with it. */
export interface Step {
  readonly state: AppState;
  readonly effects: readonly Effect[];
}

/** A state and nothing to do. */
export function stay(state: AppState): Step {
  return {state, effects: []};
}
