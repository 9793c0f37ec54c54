import {clamp} from '../../../base/clamp.ts';
import {readTypedCommand} from '../../ask/typed-command.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {type Act, type Effect, kindOf, type Parts} from '../../model/step.ts';
import {fieldProblem, nextChoice} from '../../views/form/field-prompt.ts';
import {keepTyped, typedDone} from '../../views/form/form-actions.ts';
import {pointerProblem} from '../../views/list/column-choice.ts';
import {exportRows, moveTarget, targetProblem} from '../../views/list/export-rows.ts';
import {moveChoice, searchColumns, takeChoice} from '../../views/matrix/pick-matrix-column.ts';
import {cancelJq, jqTyped, keepJq} from '../../views/text/jq.ts';
import {openTyped} from '../../write/run-typed.ts';
import {addColumn} from '../columns/chooser.ts';
import {answersDue, findThings, thingsAsked} from '../palette/find-things.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import {remember} from '../palette/recent.ts';
import {suggestions} from '../palette/suggest.ts';
import type {FieldPrompt, LinePrompt, PalettePrompt, Prompt, PromptEvent} from './state.ts';

/** What the prompt makes of an event; `run` is what is to be done next. */
interface PromptStep {
  readonly state: AppState;
  readonly run?: Act;
  readonly effects?: readonly Effect[];
}

/** What prompts work with. */
type PromptParts = Parts & {readonly commands: readonly PaletteCommand[]};

/** How one kind of prompt behaves. Methods, so that one kind stands for all and dispatch needs no cast. */
interface PromptKind<P extends Prompt = Prompt> {
  /** What stands before the text. @default / */
  readonly sign?: string;
  /** What can be typed, shown while nothing is. */
  readonly placeholder?: string;
  /** What enter does, in the footer. */
  readonly word: string;
  /** Up and down go through what is offered. @default false */
  readonly chooses?: true;
  /** Another text is in the prompt: what that shows at once; `caret` where it has several lines. */
  typed?(state: AppState, prompt: P, parts: PromptParts, caret?: number): PromptStep;
  move?(state: AppState, prompt: P, by: number, parts: PromptParts): AppState;
  /** Tab: the text of what is selected, ready for what is still missing. */
  complete?(state: AppState, prompt: P, parts: PromptParts): AppState;
  /** Enter. */
  done(state: AppState, prompt: P, parts: PromptParts): PromptStep;
  /** Esc; with `drops` nothing typed is kept. @default the prompt goes */
  cancel?(state: AppState, prompt: P, parts: PromptParts, drops: boolean): PromptStep;
}

/** Every kind of prompt. */
type PromptKinds = Readonly<Record<LinePrompt['kind'], PromptKind<LinePrompt>>> & {
  readonly palette: PromptKind<PalettePrompt>;
  readonly field: PromptKind<FieldPrompt>;
};

/** The state without the prompt. */
function withoutPrompt(state: AppState): AppState {
  return {...state, prompt: undefined};
}

/** Enter, where what is wrong with the text keeps it on the screen. */
const unlessWrong =
  (done: PromptKind['done']): PromptKind['done'] =>
  (state, prompt, parts) =>
    prompt.problem === undefined ? done(withoutPrompt(state), prompt, parts) : {state};

const withProblem = (state: AppState, prompt: Prompt, problem: string | undefined): PromptStep => ({
  state: {...state, prompt: {...prompt, problem}},
});

/** What narrows a view, or is looked for in it, shows its result while it is typed. */
const narrowing: Pick<PromptKind, 'word' | 'typed' | 'done' | 'cancel'> = {
  word: 'keep',
  typed: (state, {text}, parts) => ({state: narrowed(state, text, parts)}),
  done: unlessWrong(state => ({state})),
  cancel: (state, {before}, parts) => ({state: withoutPrompt(narrowed(state, before, parts))}),
};

function narrowed(state: AppState, text: string, parts: Parts): AppState {
  const view = currentView(state);
  return kindOf(view, parts).narrowed?.(state, view, text) ?? state;
}

const palette: PromptKind<PalettePrompt> = {
  sign: ':',
  word: 'go',
  chooses: true,
  typed: askFor,
  move(state, prompt, by, {commands}) {
    const count = suggestions(prompt.text, state, commands).length;
    const cursor = clamp(prompt.cursor + by, 0, count - 1);
    return {...state, prompt: {...prompt, cursor, revision: prompt.revision + 1}};
  },
  complete(state, prompt, {commands}) {
    const found = suggestions(prompt.text, state, commands)[prompt.cursor];
    if (found === undefined) return state;
    const revision = prompt.revision + 1;
    const text = found.complete;
    return {...state, prompt: {...prompt, text, revision, cursor: 0, problem: undefined}};
  },
  done(state, prompt, {commands}) {
    if (prompt.problem !== undefined) return {state};
    const found = suggestions(prompt.text, state, commands)[prompt.cursor];
    if (found === undefined) {
      return withProblem(state, prompt, `nothing is called ${prompt.text.trim()}`);
    }
    const {run, problem, label, about, forgotten, waits} = found;
    if (waits) return {state: {...state, prompt: {...prompt, goes: true}}};
    if (run === undefined) return withProblem(state, prompt, about);
    if (problem !== undefined) return withProblem(state, prompt, problem);
    const closed = withoutPrompt(state);
    const kept = forgotten ? undefined : remember(closed, label);
    return {state: kept?.state ?? closed, run, effects: kept?.effects ?? []};
  },
};

/** What is found for a text stays until the next one is answered: the lines fit the text or are not shown. */
function askFor(state: AppState, prompt: PalettePrompt): PromptStep {
  const asked = thingsAsked(state);
  const next = {...state, prompt: {...prompt, asking: answersDue(asked), goes: false}};
  return {state: next, effects: [{kind: 'task', slot: 'find', run: findThings(asked)}]};
}

/** The kinds of prompts; a new one is a line of the union in `state.ts`, and one here. */
export const promptKinds: PromptKinds = {
  palette,
  filter: {
    ...narrowing,
    placeholder: 'words a row must hold; !not  a | b  column:word  column>3  ~fuzzy  /re/',
  },
  search: {...narrowing, placeholder: 'text to find'},
  run: {
    sign: '$ ',
    placeholder: 'jr version get --id 10042',
    word: 'run',
    done(state, prompt) {
      if (prompt.problem !== undefined) return {state};
      const typed = readTypedCommand(prompt.text);
      if ('problem' in typed) return withProblem(state, prompt, typed.problem);
      return {state: withoutPrompt(state), run: before => openTyped(leaveWrite(before), typed)};
    },
  },
  jq: {
    sign: 'jq ',
    placeholder: 'jq filter, such as .values[] | .name',
    word: 'keep',
    typed: (state, {text}) => ({state, effects: jqTyped(state, text)}),
    done: keepJq,
    cancel: cancelJq,
  },
  field: {
    word: 'keep',
    typed(state, before, _, caret = before.caret) {
      const prompt = {...before, fresh: false, caret};
      const form = viewOf(state, 'form');
      return withProblem(state, prompt, form && fieldProblem(state, form, prompt));
    },
    move: nextChoice,
    done: typedDone,
    cancel: (state, _, __, drops) => (drops ? {state: withoutPrompt(state)} : keepTyped(state)),
  },
  export: {
    sign: 'export to ',
    placeholder: 'file.csv, .json or .jsonl; or: clipboard csv',
    word: 'write',
    typed: (state, prompt) => withProblem(state, prompt, targetProblem(state, prompt.text)),
    move: moveTarget,
    done: unlessWrong((state, {text}) => ({state, run: exportRows(text)})),
  },
  column: {
    sign: 'column ',
    placeholder: 'pointer into an item, such as /lead/displayName',
    word: 'add',
    typed: (state, prompt) => withProblem(state, prompt, pointerProblem(prompt.text)),
    done: unlessWrong((state, {text}) => ({state, run: addColumn(text.trim())})),
  },
  pick: {
    sign: 'add ',
    placeholder: 'name of a person, a group, a role',
    word: 'add',
    chooses: true,
    typed: state => ({state, effects: searchColumns(state)}),
    move: (state, _, by) => moveChoice(state, by),
    done: takeChoice,
  },
};

/** What typing into the prompt, moving in it, finishing or leaving it does. */
export function updatePrompt(state: AppState, event: PromptEvent, parts: PromptParts): PromptStep {
  const {prompt} = state;
  if (prompt === undefined) return {state};
  const kind: PromptKind = promptKinds[prompt.kind];
  switch (event.kind) {
    case 'changed': {
      const revision = prompt.revision + (event.fromField ? 0 : 1);
      const changed = {...prompt, text: event.text, revision, cursor: 0, problem: undefined};
      const next = {...state, prompt: changed};
      return kind.typed?.(next, changed, parts, event.caret) ?? {state: next};
    }
    case 'moved':
      return {state: kind.move?.(state, prompt, event.by, parts) ?? state};
    case 'completed':
      return {state: kind.complete?.(state, prompt, parts) ?? state};
    case 'done':
      return kind.done(state, prompt, parts);
    case 'left':
      return (
        kind.cancel?.(state, prompt, parts, event.drops === true) ?? {state: withoutPrompt(state)}
      );
  }
}
