import {ofKind} from '../../model/location.ts';
import {say} from '../../model/notice.ts';
import {type AppState, currentView} from '../../model/state.ts';
import type {AppEvent} from '../../model/step.ts';
import {type Step, stay} from '../../model/step.ts';
import {fieldProblem, lineHere, openBody, openField} from './field-prompt.ts';
import {currentForm, keepTyped} from './form-actions.ts';
import {entryOf, hasBody} from './form-values.ts';
import {isXml, takesMarkdown} from './markdown-texts.ts';
import type {FormView} from './state.ts';

/**
 * Hand the field under the cursor to the user's editor; the whole body where the cursor is on no
 * text, or where it is edited as JSON already.
 */
export function editOutside(state: AppState): Step {
  const view = currentForm(state);
  if (view === undefined) return stay(state);
  const opened = state.prompt?.kind === 'field' ? state : openedText(state, view);
  const prompt = ofKind(opened.prompt, 'field');
  if (prompt === undefined) return stay(say(state, 'nothing here is text', 'warn'));
  const suffix = prompt.whole ? '.json' : suffixOf(view, prompt.text);
  return {
    state: opened,
    effects: [
      {kind: 'editor', slot: `editor:${view.key}`, view: view.key, text: prompt.text, suffix},
    ],
  };
}

function openedText(state: AppState, view: FormView): AppState {
  const line = lineHere(view);
  if (line?.kind === 'value' && entryOf(line.input).kind !== 'choice')
    return openField(state, view);
  return hasBody(view.operation) ? openBody(state, view) : state;
}

const suffixes: Readonly<Record<string, string>> = {storage: '.xml', json: '.json'};

function suffixOf(view: FormView, text: string): string {
  const line = lineHere(view);
  if (line?.kind === 'value' && takesMarkdown(view, line.input) && !isXml(text)) return '.md';
  return (line?.kind === 'value' && suffixes[line.input.type]) || '.txt';
}

/** The text came back: it is kept, or, where it is wrong, stands there to be put right. */
export function edited(state: AppState, event: Extract<AppEvent, {kind: 'edited'}>): Step {
  const {prompt} = state;
  const view = currentView(state);
  if (prompt?.kind !== 'field' || view.kind !== 'form' || view.key !== event.view)
    return stay(state);
  if (event.problem !== undefined) return stay(say(state, event.problem, 'bad'));
  // Editors end a file with a line's end.
  const whole = event.text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const text = prompt.caret === undefined ? whole.replace(/\s*\n\s*/g, ' ') : whole;
  const caret = prompt.caret === undefined ? undefined : text.length;
  const typed = {...prompt, text, fresh: false, revision: prompt.revision + 1, cursor: 0};
  const problem = fieldProblem(state, view, typed);
  const next = {...state, prompt: {...typed, caret, problem}};
  return problem === undefined ? keepTyped(next) : stay(next);
}
