import {caretAfter} from '../../../base/text-caret.ts';
import {summarizeError} from '../../ask/error-summary.ts';
import {actionForView} from '../../model/actions.ts';
import {ofKind} from '../../model/location.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {
  type Action,
  type AppEvent,
  noEffects,
  type Task,
  type Transition,
} from '../../model/transition.ts';
import {fieldProblem, openBody, openField} from './field-prompt.ts';
import {saveTypedText} from './form-actions.ts';
import {currentValueLine} from './form-fields.ts';
import {entryOf, hasBody} from './form-values.ts';
import {isXml, takesMarkdown} from './markdown-texts.ts';
import type {FormView} from './state.ts';

/**
 * Open the field under the cursor in the user's editor, or the whole body if there is no text under
 * the cursor or the body is edited as JSON already.
 */
export const editOutside: Action = actionForView('form', (state, view) => {
  const opened = state.prompt?.kind === 'field' ? state : openedText(state, view);
  const prompt = ofKind(opened.prompt, 'field');
  if (prompt === undefined) return noEffects(showNotice(state, 'no text field here', 'warn'));
  const {text, whole} = prompt;
  const run = inEditor(view.key, text, whole ? '.json' : suffixOf(view, text));
  return {state: opened, effects: [{kind: 'task', slot: `editor:${view.key}`, run}]};
});

/** Open a text in the user's editor; the suffix of its file gives its type. */
const inEditor =
  (view: number, text: string, suffix: string): Task =>
  async ports => {
    const problem = (thrown: unknown) => ({problem: summarizeError(thrown).text});
    const done = await ports.edit(text, suffix).catch(problem);
    ports.dispatch({kind: 'edited', view, text, ...done});
  };

function openedText(state: AppState, view: FormView): AppState {
  const line = currentValueLine(view);
  if (line && entryOf(line.input).kind !== 'choice') return openField(state, view);
  return hasBody(view.operation) ? openBody(state, view) : state;
}

const suffixes: Readonly<Record<string, string>> = {storage: '.xml', json: '.json'};

function suffixOf(view: FormView, text: string): string {
  const line = currentValueLine(view);
  if (line && takesMarkdown(view, line.input) && !isXml(text)) return '.md';
  return (line && suffixes[line.input.type]) ?? '.txt';
}

/** Take the edited text; an invalid one is shown for correction. */
export function applyEditedText(
  state: AppState,
  event: Extract<AppEvent, {kind: 'edited'}>,
): Transition {
  const {prompt} = state;
  const view = currentView(state);
  if (prompt?.kind !== 'field' || view.kind !== 'form' || view.key !== event.view)
    return noEffects(state);
  if (event.problem !== undefined) return noEffects(showNotice(state, event.problem, 'bad'));
  // Editors add a line end at the end of a file.
  const whole = event.text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const text = prompt.hasLines ? whole : whole.replace(/\s*\n\s*/g, ' ');
  const typed = {...prompt, ...caretAfter(text), fresh: false, isEdited: true, cursor: 0};
  const problem = fieldProblem(state, view, typed);
  const next = {...state, prompt: {...typed, problem}};
  return problem === undefined ? saveTypedText(next) : noEffects(next);
}
