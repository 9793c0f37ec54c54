import type {AppState, Notice} from './state.ts';

/** The state with a notice. */
export function say(state: AppState, text: string, tone: Notice['tone']): AppState {
  return {...state, notice: {text, tone}};
}
