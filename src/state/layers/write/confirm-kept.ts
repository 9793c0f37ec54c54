import type {AppState} from '../../model/state.ts';
import type {KeptThing} from '../../model/step.ts';

/** Name under which it is kept what every write asks at least. */
export const confirmName = 'confirm';

function recalled(state: AppState, text: string): AppState {
  const atLeast = text === '3' ? 3 : text === '2' ? 2 : 1;
  return {...state, writing: {...state.writing, atLeast}};
}

/** What every write of a profile asks at least (`:confirm`); it can only raise what the risk asks. */
export const confirmKept: KeptThing = {name: confirmName, scope: 'profile', recalled};
