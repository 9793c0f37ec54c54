import type {ListView} from '../views/list/state.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {AppState, Prompt} from './state.ts';
import {type Step, stay} from './step.ts';

/** Open a line to type in. */
export function openPrompt(state: AppState, kind: Prompt['kind'], text = '', before = ''): Step {
  const prompt: Prompt = {revision: 0, cursor: 0, problem: undefined, kind, text, before};
  return stay({...state, help: undefined, prompt});
}

/** Open the palette. */
export function openPalette(state: AppState): Step {
  return openPrompt(state, 'palette');
}

/** Open the filter of a list or a matrix. */
export function openFilter(state: AppState, {filter}: ListView | MatrixView): Step {
  return openPrompt(state, 'filter', filter, filter);
}

/** Open the search in a text. */
export function openSearch(state: AppState, {search}: TextView): Step {
  return openPrompt(state, 'search', search, search);
}
