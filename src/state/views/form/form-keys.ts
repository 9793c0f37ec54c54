import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import type {FieldPrompt} from '../../layers/prompt/state.ts';
import {inView} from '../../model/acts.ts';
import {chooseHint, type PromptKind, withoutPrompt, withProblem} from '../../model/prompt-kind.ts';
import {stay} from '../../model/step.ts';
import {beginAnew} from './drafts.ts';
import {editOutside} from './edit-outside.ts';
import {fieldProblem, nextChoice} from './field-prompt.ts';
import {
  clearField,
  currentForm,
  editBody,
  editField,
  formAsCommand,
  keepThen,
  keepTyped,
  moveInForm,
  runForm,
  typedDone,
  typeNext,
  whyNotCleared,
} from './form-actions.ts';
import {hasBody} from './form-values.ts';
import {turnMarkup, whyNotTurned} from './turn-markup.ts';

const form = {scopes: ['form']};
const field = {scopes: ['field']};

const toField = (by: number) =>
  inView('form', (state, view) => stay(moveInForm(state, view, view.cursor + by)));

/** What a form asks by several requests is no command of its own. */
const needsRequest: Need = state =>
  currentForm(state)?.leads === undefined ? undefined : 'it asks by more than one request';

const turnKey = (scope: string) =>
  key('f4', 'Markdown as the XML it is sent as, and back', turnMarkup, {
    scopes: [scope],
    hint: state => (whyNotTurned(state) === undefined ? 'XML' : undefined),
    needs: whyNotTurned,
    quiet: true,
  });

/** Keys of forms, and of a field of one while it is typed. */
export const formKeys: readonly KeyBinding[] = [
  key('enter', 'type the value, take its next one, unfold; on the last line run', editField, {
    ...form,
    hint: 'edit',
  }),
  key('space', 'the same as enter', editField, form),
  key(
    'backspace delete',
    'take the value away; of an update first what was typed, then what is there',
    clearField,
    {...form, hint: 'clear', needs: whyNotCleared},
  ),
  key('ctrl+s', 'run: a read is sent and shown, a write opens its preview', runForm, {
    ...form,
    hint: 'run',
    always: true,
  }),
  key('f2', 'the body as JSON, to be edited; without a body the request', editBody, {
    ...form,
    needs: needsRequest,
    hint(state) {
      const view = currentForm(state);
      if (view?.leads !== undefined) return undefined;
      return view !== undefined && hasBody(view.operation) ? 'JSON' : 'request';
    },
  }),
  key('e', 'go on in the one-shot command line', formAsCommand, {
    ...form,
    needs: needsRequest,
    hint: 'command line',
  }),
  key('ctrl+e', 'the text, or the whole body, in your editor (VISUAL, EDITOR)', editOutside, {
    ...form,
    hint: 'editor',
  }),
  turnKey('form'),
  key('N', 'begin the form anew; again, as it was', inView('form', beginAnew), form),
  key('tab', 'next field', toField(1), form),
  key('shift+tab', 'previous field', toField(-1), form),
  key('tab', 'keep it and type the next one', keepThen(typeNext(1)), {...field, hint: 'next'}),
  key('shift+tab', 'keep it and type the previous one', keepThen(typeNext(-1)), field),
  key('ctrl+s', 'keep it and run', keepThen(runForm), {...field, hint: 'run'}),
  key('f2', 'keep it and edit the body as JSON', keepThen(editBody), {
    ...field,
    needs: needsRequest,
  }),
  key('ctrl+e', 'go on in your editor', editOutside, {...field, hint: 'editor'}),
  turnKey('field'),
];

/** A field of a form, and the body as JSON, as it is typed. */
export const fieldPrompt: PromptKind<FieldPrompt> = {
  isElsewhere: true,
  hints: ({caret}, _, own) => [
    {keyName: 'enter', word: caret === undefined ? 'keep' : 'new line'},
    {keyName: 'esc', word: 'leave'},
    ...own,
    ...(caret === undefined ? [chooseHint] : []),
    {keyName: 'ctrl+c', word: 'as it was'},
    {keyName: 'ctrl+u', word: 'clear'},
  ],
  typed(state, before, _, caret = before.caret) {
    const prompt = {...before, fresh: false, caret};
    const view = currentForm(state);
    return withProblem(state, prompt, view && fieldProblem(state, view, prompt));
  },
  move: nextChoice,
  done: typedDone,
  cancel: (state, _, __, drops) => (drops ? {state: withoutPrompt(state)} : keepTyped(state)),
};
