import type {Input} from '../../../api/operation.ts';
import {commandFor} from '../../ask/command-line.ts';
import {beginCommand} from '../../ask/typed-command.ts';
import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import {inView} from '../../model/acts.ts';
import {say} from '../../model/notice.ts';
import {changeView} from '../../model/places.ts';
import {openPrompt} from '../../model/prompt.ts';
import {bodyLines} from '../../model/room.ts';
import {type AppState, currentView, type Prompt} from '../../model/state.ts';
import {type Step, stay} from '../../model/step.ts';
import {openTyped} from '../../write/run-typed.ts';
import {withValue} from './field-prompt.ts';
import {choicesOf, editText, formFields, formProblems, givenOf} from './form-values.ts';
import {pickSource} from './picks.ts';
import type {FormView} from './state.ts';

/** Lines above the fields: what the operation does, its request, an empty one. */
const headLines = 3;

/** Fields on the screen at a time; what the field under the cursor takes has the rest. */
export function formRoom(state: Pick<AppState, 'rows'>): number {
  const lines = bodyLines(state) + 1 - headLines;
  return Math.max(1, lines >= 12 ? lines - 5 : lines - 2);
}

/** Move among the fields and the line that runs the form. */
export function moveInForm(state: AppState, view: FormView, to: number): AppState {
  const last = formFields(view.operation).length;
  const cursor = Math.max(0, Math.min(last, to));
  const lines = formRoom(state);
  const top = Math.max(Math.min(view.top, cursor), cursor - lines + 1);
  return changeView(state, view.key, () => ({...view, cursor, top}));
}

/** The form on the screen; undefined when there is none. */
export function currentForm(state: AppState): FormView | undefined {
  const view = currentView(state);
  return view.kind === 'form' ? view : undefined;
}

/** Enter: run, step to the field's next choice, or type its value. */
export function editField(state: AppState): Step {
  const view = currentForm(state);
  if (view === undefined) return stay(state);
  const input = formFields(view.operation)[view.cursor];
  if (input === undefined) return runForm(state);
  const texts = view.values[input.name] ?? [];
  const choices = choicesOf(input);
  const isFree = choices.length === 0 || (input.type !== 'boolean' && !input.enforced);
  if (isFree)
    return typeField({...state, prompt: fieldPrompt(editText(input, texts))}, view, input);
  const next = choices[choices.indexOf(texts[0] ?? '') + 1];
  return stay(withValue(state, view, input.name, next === undefined ? [] : [next]));
}

/** While a field is typed that names another object, the list of those is read. */
function typeField(state: AppState, view: FormView, input: Input): Step {
  const source = pickSource(view.operation, input, state);
  if (source === undefined || view.picks?.input === input.name) {
    const kept = view.picks?.input === input.name ? view.picks : undefined;
    return stay(changeView(state, view.key, () => ({...view, picks: kept})));
  }
  const slot = `picks:${view.key}`;
  return {
    state: changeView(state, view.key, () => ({...view, picks: undefined})),
    effects: [{kind: 'picks', slot, view: view.key, input: input.name, source}],
  };
}

function fieldPrompt(text: string): Prompt {
  return {kind: 'field', text, before: text, revision: 0, cursor: 0, problem: undefined};
}

/** Take the value of the field under the cursor away. */
export function clearField(state: AppState): Step {
  const view = currentForm(state);
  const input = view && formFields(view.operation)[view.cursor];
  return stay(view && input ? withValue(state, view, input.name, []) : state);
}

/** Show the request as --dry-run prints it, or the fields again. */
export function toggleRequest(state: AppState): Step {
  const view = currentForm(state);
  if (view === undefined) return stay(state);
  return stay(changeView(state, view.key, () => ({...view, asRequest: !view.asRequest})));
}

/**
 * Run what the form holds. While something is wrong nothing is sent: the cursor goes to the first
 * field that needs a look, and every problem is shown.
 */
export function runForm(state: AppState): Step {
  const view = currentForm(state);
  if (view === undefined) return stay(state);
  const {fields, others} = formProblems(view.operation, view.values, true);
  const count = Object.keys(fields).length + others.length;
  if (count === 0) {
    return openTyped(state, {
      operation: view.operation,
      given: givenOf(view.operation, view.values),
    });
  }
  const at = formFields(view.operation).findIndex(input => fields[input.name] !== undefined);
  const tried = changeView(state, view.key, () => ({...view, tried: true, asRequest: false}));
  const shown = currentForm(tried);
  const moved = shown === undefined || at === -1 ? tried : moveInForm(tried, shown, at);
  const text = others[0] ?? Object.values(fields)[0] ?? '';
  const more = count > 1 ? `, and ${count - 1} more` : '';
  return stay(say(moved, `nothing sent: ${nameOf(view, at, others)}${text}${more}`, 'bad'));
}

function nameOf(view: FormView, at: number, others: readonly string[]): string {
  const input = others.length > 0 ? undefined : formFields(view.operation)[at];
  return input === undefined ? '' : `${input.name} `;
}

/** Go on in the one-shot command line with what the form holds. */
export function formAsCommand(state: AppState): Step {
  const view = currentForm(state);
  if (view === undefined) return stay(state);
  const {operation, values} = view;
  const given = givenOf(operation, values);
  const text =
    Object.keys(values).length === 0 ? beginCommand(operation) : commandFor({operation, given}, []);
  return openPrompt(state, 'run', text);
}

const form = {scopes: ['form']};

const needsValue: Need = state => {
  const view = currentForm(state);
  const input = view && formFields(view.operation)[view.cursor];
  const isEmpty = input === undefined || (view?.values[input.name] ?? []).length === 0;
  return isEmpty ? 'there is no value here' : undefined;
};

const toField = (by: number) =>
  inView('form', (state, view) => stay(moveInForm(state, view, view.cursor + by)));

/** Keys of forms. */
export const formKeys: readonly KeyBinding[] = [
  key('enter', 'type the field’s value, or take its next one; on the last line run', editField, {
    ...form,
    hint: 'edit',
  }),
  key('space', 'the same as enter', editField, form),
  key('backspace delete', 'take the field’s value away', clearField, {
    ...form,
    hint: 'clear',
    needs: needsValue,
  }),
  key('ctrl+s', 'run: a read is sent and shown, a write opens its preview', runForm, {
    ...form,
    hint: 'run',
    always: true,
  }),
  key('f2', 'the request as --dry-run prints it, or the fields', toggleRequest, {
    ...form,
    hint: 'request',
  }),
  key('e', 'go on in the one-shot command line', formAsCommand, {...form, hint: 'command line'}),
  key('tab', 'next field', toField(1), form),
  key('shift+tab', 'previous field', toField(-1), form),
];
