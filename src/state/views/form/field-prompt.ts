import type {Input} from '../../../api/operation.ts';
import {changeView} from '../../model/places.ts';
import {type AppState, currentView, type Prompt} from '../../model/state.ts';
import {formFields, formProblems, readEdited} from './form-values.ts';
import {beingTyped, picksFor} from './picks.ts';
import type {FormView} from './state.ts';

/** What is wrong with a text for the field under the cursor; undefined when nothing is. */
export function fieldProblem(view: FormView, text: string): string | undefined {
  const input = inputOf(view);
  if (input === undefined) return undefined;
  const read = readEdited(input, text);
  if ('problem' in read) return read.problem;
  const values = {...view.values, [input.name]: read.texts};
  return formProblems(view.operation, values, false).fields[input.name];
}

/** The form with another value in one field; none takes its value away. */
export function withValue(
  state: AppState,
  view: FormView,
  name: string,
  texts: readonly string[],
): AppState {
  const {[name]: _, ...others} = view.values;
  const values = texts.length === 0 ? others : {...others, [name]: texts};
  return changeView(state, view.key, () => ({...view, values}));
}

/** The form with what was typed in the field under the cursor. */
export function keepField(state: AppState, text: string): AppState {
  const view = currentView(state);
  const input = view.kind === 'form' ? inputOf(view) : undefined;
  const read = input && readEdited(input, text);
  if (input === undefined || read === undefined || 'problem' in read) return state;
  return view.kind === 'form' ? withValue(state, view, input.name, read.texts) : state;
}

/**
 * Go through what the field can take: its known values in place of the word being typed, or the
 * picks below it, of which enter takes the one the cursor is on.
 */
export function nextChoice(state: AppState, prompt: Prompt, by: number): AppState {
  const view = currentView(state);
  if (view.kind !== 'form') return state;
  const picks = picksFor(view, prompt.text);
  if (picks.length > 0) {
    const cursor = (prompt.cursor + by + picks.length + 1) % (picks.length + 1);
    return {...state, prompt: {...prompt, cursor, problem: undefined}};
  }
  const choices = inputOf(view)?.values ?? [];
  if (choices.length === 0) return state;
  const [, before = '', word = ''] = /^(.*\s)?(\S*)$/s.exec(prompt.text) ?? [];
  const at = choices.indexOf(word);
  const fits = choices.find(c => c.toLowerCase().startsWith(word.toLowerCase()));
  const next =
    at === -1 && word !== '' && fits !== undefined
      ? fits
      : choices[(at + by + choices.length) % choices.length];
  const text = `${before}${next ?? word}`;
  return {...state, prompt: {...prompt, text, revision: prompt.revision + 1, problem: undefined}};
}

/** The text the field gets by enter: what was typed, or the pick the cursor is on in its last word. */
export function pickedText(state: AppState, prompt: Prompt): string {
  const view = currentView(state);
  const {text} = prompt;
  if (view.kind !== 'form') return text;
  const pick = picksFor(view, text)[prompt.cursor - 1];
  if (pick === undefined) return text;
  return text.slice(0, text.length - beingTyped(view, text).length) + pick.value;
}

function inputOf(view: FormView): Input | undefined {
  return formFields(view.operation)[view.cursor];
}
