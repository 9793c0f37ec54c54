import {clamp} from '../../../base/clamp.ts';
import {safeText} from '../../../base/safe-text.ts';
import {readTypedCommand} from '../../ask/command-line.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {
  chooseHint,
  lineHints,
  type PromptKind,
  type PromptStep,
  unlessWrong,
  withoutPrompt,
  withProblem,
} from '../../model/prompt-kind.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {kindOf, type Parts} from '../../model/step.ts';
import {fieldPrompt} from '../../views/form/kind.ts';
import {exportPrompt} from '../../views/list/export-rows.ts';
import {pickPrompt} from '../../views/matrix/pick-matrix-column.ts';
import {jqPrompt} from '../../views/text/jq.ts';
import {openTyped} from '../../write/start-write.ts';
import {columnPrompt} from '../columns/chooser.ts';
import {answersDue, findThings, thingsAsked} from '../palette/find-things.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import {remember} from '../palette/recent.ts';
import {suggestions} from '../palette/suggest.ts';
import type {PalettePrompt, Prompt, PromptEvent} from './state.ts';

/** What prompts work with. */
type PromptParts = Parts & {readonly commands: readonly PaletteCommand[]};

/** What narrows a view, or is looked for in it, shows its result while it is typed. */
const narrowing: PromptKind = {
  hints: () => lineHints('keep'),
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
  isElsewhere: true,
  hints: () => lineHints('go', chooseHint),
  typed: askFor,
  move(state, prompt, by, {commands}: PromptParts) {
    const count = suggestions(prompt.text, state, commands).length;
    const cursor = clamp(prompt.cursor + by, 0, count - 1);
    return {...state, prompt: {...prompt, cursor, revision: prompt.revision + 1}};
  },
  complete(state, prompt, {commands}: PromptParts) {
    const found = suggestions(prompt.text, state, commands)[prompt.cursor];
    if (found === undefined) return state;
    const revision = prompt.revision + 1;
    const text = found.complete;
    return {...state, prompt: {...prompt, text, revision, cursor: 0, problem: undefined}};
  },
  spoken(state, {text, cursor, asking}, {commands}: PromptParts) {
    const found = suggestions(text, state, commands)[cursor];
    if (found !== undefined) return `${safeText(found.label)}: ${safeText(found.effect)}`;
    return asking > 0 ? 'looking on the server' : 'nothing is called that';
  },
  done(state, prompt, {commands}: PromptParts) {
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
export const promptKinds: Readonly<Record<Prompt['kind'], PromptKind>> = {
  palette,
  filter: {
    ...narrowing,
    placeholder: state =>
      viewOf(state, 'matrix') === undefined
        ? 'words a row must hold; !not  a | b  column:word  column>3  ~fuzzy  /re/'
        : 'words of the rows to show; col:word narrows the columns',
  },
  search: {...narrowing, placeholder: () => 'text to find'},
  run: {
    sign: '$ ',
    placeholder: () => 'jr version get --id 10042',
    hints: () => lineHints('run'),
    done(state, prompt) {
      if (prompt.problem !== undefined) return {state};
      const typed = readTypedCommand(prompt.text);
      if ('problem' in typed) return withProblem(state, prompt, typed.problem);
      return {state: withoutPrompt(state), run: before => openTyped(leaveWrite(before), typed)};
    },
  },
  jq: jqPrompt,
  field: fieldPrompt,
  export: exportPrompt,
  column: columnPrompt,
  pick: pickPrompt,
};

/** What typing into the prompt, moving in it, finishing or leaving it does. */
export function updatePrompt(state: AppState, event: PromptEvent, parts: PromptParts): PromptStep {
  const {prompt} = state;
  if (prompt === undefined) return {state};
  const kind = promptKinds[prompt.kind];
  switch (event.kind) {
    case 'changed': {
      const revision = prompt.revision + (event.fromField ? 0 : 1);
      const changed = {...prompt, text: event.text, revision, cursor: 0, problem: undefined};
      const next = {...state, prompt: changed};
      return kind.typed?.(next, changed, parts, event.caret) ?? {state: next};
    }
    case 'moved':
      return {state: kind.move?.(state, prompt, event.by, parts) ?? state};
    case 'tab': {
      const done = kind.complete?.(state, prompt, parts) ?? kind.move?.(state, prompt, 1, parts);
      return {state: done ?? state};
    }
    case 'done':
      return kind.done(state, prompt, parts);
    case 'left':
      return (
        kind.cancel?.(state, prompt, parts, event.drops === true) ?? {state: withoutPrompt(state)}
      );
  }
}
