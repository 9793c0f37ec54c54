import {caretAfter} from '../../base/text-caret.ts';
import {initialPrompt, type LinePrompt, type Prompt} from '../overlays/prompt/state.ts';
import type {ListView} from '../views/list/state.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {AppState} from './state.ts';
import {noEffects, type Transition} from './transition.ts';

export function openPrompt(
  state: AppState,
  kind: LinePrompt['kind'],
  text = '',
  before = '',
): Transition {
  return opened(state, {...initialPrompt, ...caretAfter(text), kind, before});
}

/** Open the palette with a text. */
export const openPalette =
  (text = '') =>
  (state: AppState): Transition =>
    opened(state, {
      ...initialPrompt,
      ...caretAfter(text),
      kind: 'palette',
      before: '',
      found: [],
      asking: 0,
      goes: false,
    });

function opened(state: AppState, prompt: Prompt): Transition {
  return noEffects({...state, help: undefined, prompt});
}

export function openFilter(state: AppState, {filter}: ListView | MatrixView): Transition {
  return openPrompt(state, 'filter', filter, filter);
}

export function openSearch(state: AppState, {search}: TextView): Transition {
  return openPrompt(state, 'search', search, search);
}
