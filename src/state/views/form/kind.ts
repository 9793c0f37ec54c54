import {commandFor} from '../../../api/command-for.ts';
import {safeText} from '../../../base/safe-text.ts';
import {type KeyBinding, keysIn, type Need, needIn} from '../../keys/binding.ts';
import {viewChange} from '../../model/actions.ts';
import {ofKind} from '../../model/location.ts';
import {withView} from '../../model/locations.ts';
import {chooseHint, type PromptKind, withoutPrompt, withProblem} from '../../model/prompt-kind.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import type {Action, Kinds} from '../../model/transition.ts';
import type {FieldPrompt} from '../../overlays/prompt/state.ts';
import {checksNeeded, filesNeeded} from './check-texts.ts';
import {restoreDraft, startOver} from './drafts.ts';
import {editOutside} from './edit-in-editor.ts';
import {fieldProblem, nextChoice} from './field-prompt.ts';
import {
  changeByArrow,
  clearField,
  clearTyped,
  cycleChoice,
  editBody,
  enterLine,
  finishTyping,
  formAsCommand,
  listCandidates,
  moveInField,
  moveInForm,
  moveLines,
  previewForm,
  saveTypedText,
  saveTypedTextThen,
  typedChoice,
  whyNotCleared,
} from './form-actions.ts';
import {currentValueLine, enterWord, formLinesOf, submitWord} from './form-fields.ts';
import {announceLine, typedValueHint} from './form-lines.ts';
import {entryOf, formProblems, hasBody, inputValuesOf} from './form-values.ts';
import {namesNeeded, picksFor} from './picks.ts';
import {currentValuesRead, loadForm, withCurrentValues} from './read-before.ts';
import type {FormView} from './state.ts';
import {toggleMarkup, whyNotMarkdown} from './toggle-markup.ts';

/** A form for the inputs of an operation. */
export const formKind: Kinds['form'] = {
  make(key, {operation, values: opened, place, use, destination}, state) {
    const {nowMs} = state;
    const own = {...(use && {use}), ...(destination !== undefined && {destination})};
    const known = restoreDraft({operation, place, opened, ...own}, state);
    const filled = {operation, values: known ?? opened, before: {}, ...own};
    const reads = currentValuesRead(filled);
    const fresh: FormView = {
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
      missing: new Map(),
      lookedUp: new Set(),
      checked: {},
      asRequest: false,
    };
    return moveInForm(fresh, firstToFill(fresh), state);
  },
  load: loadForm,
  command: (view, {session}) =>
    view.destination === undefined
      ? commandFor(
          {operation: view.operation, given: inputValuesOf(view)},
          session.flags[view.operation.service],
        )
      : undefined,
  description: () => 'The inputs of one operation; reads run directly, changes open a preview.',
  announcement(view, {prompt, nowMs}) {
    const meaning = prompt?.kind === 'field' ? typedValueHint(view, prompt, nowMs) : '';
    return [announceLine(view), safeText(meaning)];
  },
  scroll: (view, to, state) => moveInForm(view, to(view.cursor), state),
  typed: (state, view, letter) => typedChoice(state, view, letter),
  back: view => (view.asRequest ? {...view, asRequest: false} : undefined),
  onResponse: (view, text) => withCurrentValues(view, text),
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

/**
 * The first line of the cursor: the first required field without a value, else the first line. Most
 * fields of an update have current values, so its cursor starts at the first line.
 */
function firstToFill(view: FormView): number {
  if (view.reads !== undefined) return 0;
  const {fields} = formProblems(view, true);
  const at = formLinesOf(view).findIndex(({kind, name}) => kind === 'value' && name in fields);
  return Math.max(0, at);
}

const formKey = keysIn('form');
const fieldKey = keysIn('field');
/** Keys that also work while a field is edited. */
const bothKey = keysIn('form', 'field');

/** A question takes several requests, so it has no single command. */
const needsRequest: Need = needIn('form', ({destination}) =>
  destination === undefined ? undefined : 'this form sends several requests',
);

/**
 * Keys of forms. The field under the cursor receives all printable keys, so no letter is a command
 * while a form is open.
 */
export const formKeys: readonly KeyBinding[] = [
  formKey('enter', 'next field; expand; run on the last line', enterLine, {hint: enterWordOf}),
  formKey('space', 'next value', cycleChoice(1), {
    hint: state => (isChoice(state) ? 'choose' : undefined),
  }),
  formKey('right', 'next value; expand', changeByArrow(1)),
  formKey('left', 'previous value; collapse', changeByArrow(-1)),
  formKey(
    'backspace delete ctrl+u',
    'clear the value; in an update, first the edit, then the stored value',
    clearField,
    {hint: 'clear', needs: whyNotCleared},
  ),
  bothKey('ctrl+s', 'run a read, or preview a change', previewForm, {
    hint: submitWordOf,
    always: true,
  }),
  formKey('down', 'next line', moveInField(1)),
  formKey('up', 'previous line', moveInField(-1)),
  formKey('home pgup', 'first line', moveTo(0)),
  formKey('end pgdn', 'last line, which runs the form', moveTo(Number.MAX_SAFE_INTEGER)),
  bothKey('tab', 'next field', moveLines(1)),
  bothKey('shift+tab', 'previous field', moveLines(-1)),
  fieldKey('down', 'next field; next candidate while listed', moveInField(1)),
  fieldKey('up', 'previous field; previous candidate while listed', moveInField(-1)),
  fieldKey('ctrl+o', 'list all candidates of the field', listCandidates, {
    hint: state => (hasCandidates(state) ? 'all candidates' : undefined),
  }),
  fieldKey('ctrl+u', 'clear the field; in an update, first the edit', clearTyped),
  bothKey(
    'f2',
    'edit the body as JSON; show the request if it has no body',
    saveTypedTextThen(editBody),
    {
      needs: needsRequest,
      hint(state) {
        const view = viewOf(state, 'form');
        if (view === undefined || view.destination !== undefined) return undefined;
        return hasBody(view.operation) ? 'JSON' : 'request';
      },
    },
  ),
  bothKey(
    'ctrl+e',
    'edit the text or the whole body in your editor (VISUAL, EDITOR)',
    editOutside,
    {
      hint: 'editor',
    },
  ),
  bothKey('f4', 'switch between Markdown and storage XML', toggleMarkup, {
    hint: state => (whyNotMarkdown(state) === undefined ? 'XML' : undefined),
    needs: whyNotMarkdown,
    quiet: true,
  }),
  bothKey('f3', 'continue as a one-shot command', saveTypedTextThen(formAsCommand), {
    needs: needsRequest,
  }),
  bothKey(
    'ctrl+n',
    'start over; again restores the draft',
    saveTypedTextThen(viewChange('form', startOver)),
  ),
];

function moveTo(line: number): Action {
  return viewChange('form', (view, state) => moveInForm(view, line, state));
}

function enterWordOf(state: AppState): string {
  const view = viewOf(state, 'form');
  return view === undefined ? 'next' : enterWord(view);
}

function submitWordOf(state: AppState): string {
  const view = viewOf(state, 'form');
  return view === undefined ? 'preview' : submitWord(view);
}

function isChoice(state: AppState): boolean {
  const view = viewOf(state, 'form');
  const line = view && currentValueLine(view);
  return line !== undefined && entryOf(line.input).kind === 'choice';
}

/** Whether suggestions for the edited field are known. */
function hasCandidates(state: AppState): boolean {
  const view = viewOf(state, 'form');
  const prompt = ofKind(state.prompt, 'field');
  return (
    view !== undefined &&
    prompt !== undefined &&
    picksFor(view, {...prompt, listed: 'all'}).length > 0
  );
}

/** The prompt for a field of a form, and for the body as JSON. */
export const fieldPrompt: PromptKind<FieldPrompt> = {
  isElsewhere: true,
  hints: ({hasLines, whole, listed}, state, own) => [
    {keyName: 'enter', word: hasLines ? 'new line' : enterWordOf(state)},
    ...(listed === 'none' ? [] : [chooseHint]),
    ...(hasLines ? [{keyName: 'tab', word: 'next field'}] : []),
    {keyName: 'esc', word: whole ? 'fields' : 'leave'},
    ...own.filter(({keyName}) => keyName !== 'esc'),
  ],
  onTextChange(state, before) {
    const listed = before.hasLines ? 'none' : 'fitting';
    const prompt: FieldPrompt = {...before, isEdited: true, listed};
    const view = viewOf(state, 'form');
    // Typing cancels a pending preview.
    const now = view?.runs ? withView(state, {...view, runs: false}) : state;
    return withProblem(now, prompt, view && fieldProblem(now, view, prompt));
  },
  moveSelection: nextChoice,
  submit: finishTyping,
  cancel: (state, _, __, drops) => (drops ? {state: withoutPrompt(state)} : saveTypedText(state)),
};
