import {type AppState, currentView, type Prompt} from './state.ts';
import {type Step, stay} from './step.ts';

/** Open the palette, the filter of a list, or the search in a text. */
export function openPrompt(state: AppState, kind: 'filter' | 'palette' | 'run', text = ''): Step {
  const view = currentView(state);
  const base = {revision: 0, cursor: 0, problem: undefined};
  if (kind === 'palette' || kind === 'run') {
    return stay({...state, help: undefined, prompt: {...base, kind, text, before: ''}});
  }
  if (state.help || view.kind === 'home' || view.kind === 'form') return stay(state);
  const filtered = view.kind === 'list' || view.kind === 'matrix';
  const before = filtered ? view.filter : view.search;
  const prompt: Prompt = {
    ...base,
    kind: filtered ? 'filter' : 'search',
    text: before,
    before,
  };
  return stay({...state, prompt});
}
