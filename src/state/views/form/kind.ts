import {safeText} from '../../../base/safe-text.ts';
import {commandFor} from '../../ask/command-line.ts';
import {type KeyBinding, keysIn, type Need, needIn} from '../../keys/binding.ts';
import type {FieldPrompt} from '../../layers/prompt/state.ts';
import {changing} from '../../model/acts.ts';
import {chooseHint, type PromptKind, withoutPrompt, withProblem} from '../../model/prompt-kind.ts';
import {viewOf} from '../../model/state.ts';
import type {Act, Kinds} from '../../model/step.ts';
import {checksNeeded, filesNeeded} from './check-texts.ts';
import {restoreDraft, startOver} from './drafts.ts';
import {editOutside} from './edit-outside.ts';
import {fieldProblem, nextChoice} from './field-prompt.ts';
import {
  clearField,
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
import {spokenLine, typedMeaning} from './form-lines.ts';
import {givenOf, hasBody} from './form-values.ts';
import {namesNeeded} from './picks.ts';
import {loadForm, readingOf, withBefore} from './read-before.ts';
import {turnMarkup, whyNotTurned} from './turn-markup.ts';

/** The inputs of an operation, being filled in. */
export const formKind: Kinds['form'] = {
  make(key, {operation, values: opened, place, use, leads}, state) {
    const {nowMs} = state;
    const own = {...(use && {use}), ...(leads !== undefined && {leads})};
    const known = restoreDraft({operation, place, opened, ...own}, state);
    const filled = {operation, values: known ?? opened, before: {}, ...own};
    const reads = readingOf(filled);
    return {
      ...filled,
      kind: 'form',
      key,
      load: reads ? {status: 'loading', shown: false} : {status: 'ready', atMs: nowMs},
      sent: [],
      place,
      opened,
      spare: opened,
      restored: known !== undefined,
      reads,
      toggled: new Set(),
      elements: {},
      cursor: 0,
      top: 0,
      unread: undefined,
      tried: false,
      picks: undefined,
      called: {},
      missing: new Set(),
      looked: new Set(),
      checked: {},
      asRequest: false,
    };
  },
  load: loadForm,
  command: (view, {session}) =>
    view.leads === undefined
      ? commandFor(
          {operation: view.operation, given: givenOf(view)},
          session.flags[view.operation.service],
        )
      : undefined,
  about: () => 'The inputs of one operation; a read is run, of a write the request is shown.',
  spoken(view, {prompt, nowMs}) {
    const meaning = prompt?.kind === 'field' ? typedMeaning(view, prompt, nowMs) : '';
    return [spokenLine(view), safeText(meaning)];
  },
  scroll: (view, to, state) => moveInForm(view, to(view.cursor), state),
  answered: (view, text) => withBefore(view, text),
  needs(view, state) {
    const names = namesNeeded(view, state);
    const checks = checksNeeded(names.view, state);
    const files = filesNeeded(checks.view, state);
    return {
      view: files.view,
      effects: [...names.effects, ...checks.effects, ...files.effects],
    };
  },
};

const formKey = keysIn('form');
const fieldKey = keysIn('field');

const toField = (by: number): Act =>
  changing('form', (view, state) => moveInForm(view, view.cursor + by, state));

/** What a form asks by several requests is no command of its own. */
const needsRequest: Need = needIn('form', ({leads}) =>
  leads === undefined ? undefined : 'it asks by more than one request',
);

const turnKey = (made: typeof formKey) =>
  made('f4', 'Markdown as the XML it is sent as, and back', turnMarkup, {
    hint: state => (whyNotTurned(state) === undefined ? 'XML' : undefined),
    needs: whyNotTurned,
    quiet: true,
  });

/** Keys of forms, and of a field of one while it is typed. */
export const formKeys: readonly KeyBinding[] = [
  formKey('enter', 'type the value, take its next one, unfold; on the last line run', editField, {
    hint: 'edit',
  }),
  formKey('space', 'the same as enter', editField),
  formKey(
    'backspace delete',
    'take the value away; of an update first what was typed, then what is there',
    clearField,
    {hint: 'clear', needs: whyNotCleared},
  ),
  formKey('ctrl+s', 'run: a read is sent and shown, a write opens its preview', runForm, {
    hint: 'run',
    always: true,
  }),
  formKey('f2', 'the body as JSON, to be edited; without a body the request', editBody, {
    needs: needsRequest,
    hint(state) {
      const view = viewOf(state, 'form');
      if (view === undefined || view.leads !== undefined) return undefined;
      return hasBody(view.operation) ? 'JSON' : 'request';
    },
  }),
  formKey('e', 'go on in the one-shot command line', formAsCommand, {
    needs: needsRequest,
    hint: 'command line',
  }),
  formKey('ctrl+e', 'the text, or the whole body, in your editor (VISUAL, EDITOR)', editOutside, {
    hint: 'editor',
  }),
  turnKey(formKey),
  formKey('N', 'begin the form anew; again, as it was', changing('form', startOver)),
  formKey('tab', 'next field', toField(1)),
  formKey('shift+tab', 'previous field', toField(-1)),
  fieldKey('tab', 'keep it and type the next one', keepThen(typeNext(1)), {hint: 'next'}),
  fieldKey('shift+tab', 'keep it and type the previous one', keepThen(typeNext(-1))),
  fieldKey('ctrl+s', 'keep it and run', keepThen(runForm), {hint: 'run'}),
  fieldKey('f2', 'keep it and edit the body as JSON', keepThen(editBody), {needs: needsRequest}),
  fieldKey('ctrl+e', 'go on in your editor', editOutside, {hint: 'editor'}),
  turnKey(fieldKey),
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
    const view = viewOf(state, 'form');
    return withProblem(state, prompt, view && fieldProblem(state, view, prompt));
  },
  move: nextChoice,
  done: typedDone,
  cancel: (state, _, __, drops) => (drops ? {state: withoutPrompt(state)} : keepTyped(state)),
};
