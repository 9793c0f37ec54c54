import {lookUp} from '../../../base/look-up.ts';
import {applyKey, caretAfter, insertsText} from '../../../base/text-caret.ts';
import {readTypedCommand} from '../../ask/command-line.ts';
import {findBinding, type KeyRegistry} from '../../keys/route-key.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {
  keepOpenOnProblem,
  lineHints,
  type PromptKind,
  type PromptStep,
  withoutPrompt,
  withProblem,
} from '../../model/prompt-kind.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {kindOf, type Overlay, type Registry, type Routed} from '../../model/transition.ts';
import {saveTypedTextThen} from '../../views/form/form-actions.ts';
import {fieldPrompt} from '../../views/form/kind.ts';
import {exportPrompt} from '../../views/list/export-rows.ts';
import {pickPrompt} from '../../views/matrix/pick-matrix-column.ts';
import {jqPrompt} from '../../views/text/jq.ts';
import {openTypedCall} from '../../write/start-write.ts';
import {columnPrompt} from '../columns/chooser.ts';
import {type PromptRegistry, palette} from '../palette/palette.ts';
import {signInPrompt} from './sign-in.ts';
import {type FieldPrompt, initialPrompt, type Prompt, type PromptEvent} from './state.ts';

/** The prompt; its kind defines what typing does. */
export const promptOverlay: Overlay<Prompt> = {
  scope: ({kind}) => kind,
  isTyping: () => true,
  key: promptKey,
  hints: (prompt, state, own) => promptKinds[prompt.kind].hints(prompt, state, own),
  announcement(prompt, state, registry) {
    const said = promptKinds[prompt.kind].announcement?.(state, prompt, registry);
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

function promptKey(state: AppState, prompt: Prompt, key: string, registry: KeyRegistry): Routed {
  const {text, fresh, hasLines} = prompt;
  const field = ofKind(prompt, 'field');
  const binding = field && fieldBinding(state, field, key, registry);
  if (binding !== undefined) {
    // Keys of other scopes leave the field first, since they may open an overlay over the form.
    const isOwn = binding.scopes.includes('field');
    return {kind: 'act', act: isOwn ? binding.run : saveTypedTextThen(binding.run)};
  }
  const own = promptKinds[prompt.kind].key?.(prompt, key);
  if (own !== undefined) return {kind: 'act', act: own};
  if (key === 'esc') return inPrompt({kind: 'left'});
  if (key === 'ctrl+c') return inPrompt({kind: 'left', drops: true});
  if (!hasLines) {
    if (key === 'enter') return inPrompt({kind: 'done'});
    if (key === 'tab') return inPrompt({kind: 'tab'});
    const by = lookUp(moves, key);
    if (by !== undefined) return inPrompt({kind: 'moved', by});
    if (key === 'backspace' && text === '' && isLine(prompt)) return inPrompt({kind: 'left'});
  }
  const edited = applyKey(key, fresh && insertsText(key) ? caretAfter('') : prompt, hasLines);
  return edited ? inPrompt({kind: 'changed', ...edited}) : 'nothing';
}

/** A prompt without fields, which backspace leaves when it is empty. */
function isLine({kind}: Prompt): boolean {
  return kind !== 'field' && kind !== 'signIn';
}

/** The action of a non-text key: in several lines the arrows move, and changes can be discarded. */
function fieldBinding(
  state: AppState,
  {hasLines, text, before, whole}: FieldPrompt,
  key: string,
  registry: KeyRegistry,
) {
  const moves = hasLines && (key === 'up' || key === 'down');
  const drops = key === 'ctrl+c' && text !== before;
  const leavesBody = key === 'esc' && whole;
  return moves || drops || leavesBody ? undefined : findBinding(state, key, registry);
}

function inPrompt(made: PromptEvent): Routed {
  return {kind: 'prompt', event: made};
}

/** A filter or search shows its result while it is typed. */
const narrowing: PromptKind = {
  hints: () => lineHints('keep'),
  onTextChange: (state, {text}, registry) => ({state: narrowed(state, text, registry)}),
  submit: keepOpenOnProblem(state => ({state})),
  cancel: (state, {before}, registry) => ({
    state: withoutPrompt(narrowed(state, before, registry)),
  }),
};

function narrowed(state: AppState, text: string, registry: Registry): AppState {
  const view = currentView(state);
  return kindOf(view, registry).onQueryChange?.(state, view, text) ?? state;
}

/** The kinds of prompts; a new one is a member of the union in `state.ts`, and a line here. */
export const promptKinds: Readonly<Record<Prompt['kind'], PromptKind>> = {
  palette,
  filter: {
    ...narrowing,
    placeholder: state =>
      viewOf(state, 'matrix') === undefined
        ? 'words to match; !not  a | b  column:word  column>3  ~fuzzy  /re/'
        : 'words to match; col:word filters the columns',
  },
  search: {...narrowing, placeholder: () => 'text to find'},
  run: {
    sign: '$ ',
    placeholder: () => 'jr version get --id 10042',
    hints: () => lineHints('run'),
    submit(state, prompt) {
      if (prompt.problem !== undefined) return {state};
      const typed = readTypedCommand(prompt.text, state.nowMs);
      if ('problem' in typed) return withProblem(state, prompt, typed.problem);
      return {state: withoutPrompt(state), run: before => openTypedCall(leaveWrite(before), typed)};
    },
  },
  jq: jqPrompt,
  field: fieldPrompt,
  export: exportPrompt,
  column: columnPrompt,
  pick: pickPrompt,
  signIn: signInPrompt,
};

/** Handle typing, moving, submitting and leaving in the prompt. */
export function updatePrompt(
  state: AppState,
  event: PromptEvent,
  registry: PromptRegistry,
): PromptStep {
  const {prompt} = state;
  if (prompt === undefined) return {state};
  const kind = promptKinds[prompt.kind];
  switch (event.kind) {
    case 'changed': {
      const {text, caret} = event;
      const moved = {...prompt, text, caret, fresh: false};
      if (text === prompt.text) return {state: {...state, prompt: moved}};
      const changed = {...moved, ...initialPrompt};
      const next = {...state, prompt: changed};
      return kind.onTextChange?.(next, changed, registry) ?? {state: next};
    }
    case 'moved':
      return {state: kind.moveSelection?.(state, prompt, event.by, registry) ?? state};
    case 'tab': {
      const done =
        kind.complete?.(state, prompt, registry) ??
        kind.moveSelection?.(state, prompt, 1, registry);
      return {state: done ?? state};
    }
    case 'done':
      return kind.submit(state, prompt, registry);
    case 'left':
      return (
        kind.cancel?.(state, prompt, registry, event.drops === true) ?? {
          state: withoutPrompt(state),
        }
      );
  }
}
