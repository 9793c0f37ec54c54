import {atFirst, type LinePrompt, type Prompt} from '../layers/prompt/state.ts';
import type {ListView} from '../views/list/state.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {AppState} from './state.ts';
import {type Step, stay} from './step.ts';

/** Open a line to type in. */
export function openPrompt(
  state: AppState,
  kind: LinePrompt['kind'],
  text = '',
  before = '',
): Step {
  return opened(state, {...atFirst, kind, text, before});
}

/** Open the palette, with a text in it. */
export const openPalette =
  (text = '') =>
  (state: AppState): Step =>
    opened(state, {
      ...atFirst,
      kind: 'palette',
      text,
      before: '',
      found: [],
      asking: 0,
      goes: false,
    });

function opened(state: AppState, prompt: Prompt): Step {
  return stay({...state, help: undefined, prompt});
}

/** Open the filter of a list or a matrix. */
export function openFilter(state: AppState, {filter}: ListView | MatrixView): Step {
  return openPrompt(state, 'filter', filter, filter);
}

/** Open the search in a text. */
export function openSearch(state: AppState, {search}: TextView): Step {
  return openPrompt(state, 'search', search, search);
}
