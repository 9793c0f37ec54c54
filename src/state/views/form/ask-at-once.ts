import {currentView} from '../../model/state.ts';
import type {Reaction} from '../../model/step.ts';
import {lineHere, openField} from './field-prompt.ts';
import {entryOf} from './form-values.ts';

/**
 * A verb that asks one thing begins with it: its field is typed as the form opens. Where what it
 * holds was read meanwhile, that stands there.
 */
export const askAtOnce: Reaction = (before, step, event) => {
  const {state} = step;
  const view = currentView(state);
  if (view.kind !== 'form' || Object.keys(view.use?.verb.asks ?? {}).length !== 1) return step;
  const line = lineHere(view);
  if (line?.kind !== 'value' || entryOf(line.input).kind !== 'line') return step;
  const {prompt} = state;
  const isNew = view.key >= before.nextKey && prompt === undefined;
  const isUntouched = prompt?.kind === 'field' && !prompt.whole && prompt.text === prompt.before;
  if (!isNew && !(event.kind === 'answer' && event.view === view.key && isUntouched)) return step;
  return {...step, state: openField(state, view)};
};
