import {lookUp} from '../../../base/look-up.ts';
import {editedBy} from '../../../base/text-caret.ts';
import {findBinding, type KeyParts} from '../../keys/route-key.ts';
import {isPrintable, typedBehind} from '../../keys/terminal-input.ts';
import {ofKind} from '../../model/location.ts';
import type {AppState} from '../../model/state.ts';
import type {Layer, Routed} from '../../model/step.ts';
import {promptKinds} from './prompt-kinds.ts';
import type {Prompt, PromptEvent} from './state.ts';

/** A line being typed: what it does and says differs by its kind. */
export const promptLayer: Layer<Prompt> = {
  scope: ({kind}) => kind,
  key: promptKey,
  hints: (prompt, state, own) => promptKinds[prompt.kind].hints(prompt, state, own),
  spoken(prompt, state, parts) {
    const said = promptKinds[prompt.kind].spoken?.(state, prompt, parts);
    return said === undefined ? undefined : [said];
  },
};

const moves: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  'ctrl+p': -1,
  'ctrl+n': 1,
  'shift+tab': -1,
};

function promptKey(state: AppState, prompt: Prompt, key: string, parts: KeyParts): Routed {
  const {text} = prompt;
  const setText = (to: string) => inPrompt({kind: 'changed', text: to, fromField: false});
  if (key === 'esc') return inPrompt({kind: 'left'});
  if (key === 'ctrl+c') return inPrompt({kind: 'left', drops: true});
  const field = ofKind(prompt, 'field');
  const binding = field && findBinding(state, key, parts);
  if (binding !== undefined) return {kind: 'act', act: binding.run};
  if (field?.caret !== undefined) {
    const gives = field.fresh && isPrintable(key);
    const edited = editedBy(key, gives ? {text: '', caret: 0} : {text, caret: field.caret});
    return edited ? inPrompt({kind: 'changed', ...edited, fromField: false}) : 'nothing';
  }
  if (key === 'enter') return inPrompt({kind: 'done'});
  if (field?.fresh) {
    // A text that was there: a character takes its place, anything else goes on with it.
    const touched = ['left', 'right', 'home', 'end', 'backspace', 'delete'].includes(key);
    if (touched) return setText(typedBehind(text, key) ?? text);
  }
  if (key === 'ctrl+u') return setText('');
  if (key === 'ctrl+w') return setText(text.replace(/\S*\s*$/, ''));
  if (key === 'tab') return inPrompt({kind: 'tab'});
  const by = lookUp(moves, key);
  if (by !== undefined) return inPrompt({kind: 'moved', by});
  if (key === 'backspace' && text === '') return inPrompt({kind: 'left'});
  const edits = isPrintable(key) || ['left', 'right', 'backspace', 'delete'].includes(key);
  return edits ? 'field' : 'nothing';
}

function inPrompt(made: PromptEvent): Routed {
  return {kind: 'prompt', event: made};
}
