import {readTypedCommand} from '../../ask/typed-command.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {type AppState, currentView, type Prompt, viewOf} from '../../model/state.ts';
import {type Act, type AppEvent, type Effect, kindOf, type Parts} from '../../model/step.ts';
import {fieldProblem, nextChoice} from '../../views/form/field-prompt.ts';
import {keepTyped, typedDone} from '../../views/form/form-actions.ts';
import {pointerProblem} from '../../views/list/column-choice.ts';
import {exportRows, moveTarget, targetProblem} from '../../views/list/export-rows.ts';
import {moveChoice, searchColumns, takeChoice} from '../../views/matrix/pick-matrix-column.ts';
import {cancelJq, jqTyped, keepJq} from '../../views/text/jq.ts';
import {openTyped} from '../../write/run-typed.ts';
import {addColumn} from '../columns/chooser-update.ts';
import {answersDue, thingsAsked} from '../palette/find-things.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import {remember} from '../palette/recent.ts';
import {suggestions} from '../palette/suggest.ts';

/** Events of the line being typed. */
export type PromptEvent = Extract<
  AppEvent,
  {kind: 'promptText' | 'promptMove' | 'promptDone' | 'promptComplete' | 'promptCancel'}
>;

/** What the prompt makes of an event; `run` is what is to be done next. */
export interface PromptStep {
  readonly state: AppState;
  readonly run?: Act;
  readonly effects?: readonly Effect[];
}

/** What typing into the prompt, moving in it, finishing or leaving it does. */
export function updatePrompt(
  state: AppState,
  event: PromptEvent,
  parts: Parts & {readonly commands: readonly PaletteCommand[]},
): PromptStep {
  const {commands} = parts;
  const {prompt} = state;
  if (prompt === undefined) return {state};
  switch (event.kind) {
    case 'promptText': {
      const revision = prompt.revision + (event.fromField ? 0 : 1);
      const next = {
        ...state,
        prompt: {
          ...prompt,
          text: event.text,
          revision,
          cursor: 0,
          problem: undefined,
          goes: undefined,
          ...(prompt.fresh && {fresh: false}),
          ...(event.caret !== undefined && {caret: event.caret}),
        },
      };
      if (prompt.kind === 'palette') return askFor(next);
      const effects =
        prompt.kind === 'jq'
          ? jqTyped(next, event.text)
          : prompt.kind === 'pick'
            ? searchColumns(next)
            : [];
      return {state: preview(next, prompt, event.text, parts), effects};
    }
    case 'promptMove': {
      if (prompt.kind === 'field') return {state: nextChoice(state, prompt, event.by)};
      if (prompt.kind === 'pick') return {state: moveChoice(state, event.by)};
      if (prompt.kind === 'export') return {state: moveTarget(state, prompt, event.by)};
      if (prompt.kind !== 'palette') return {state};
      const count = suggestions(prompt.text, state, commands).length;
      const cursor = Math.max(0, Math.min(count - 1, prompt.cursor + event.by));
      const revision = prompt.revision + 1;
      return {state: {...state, prompt: {...prompt, cursor, revision}}};
    }
    case 'promptComplete':
      return {state: complete(state, prompt, commands)};
    case 'promptDone':
      return done(state, prompt, commands);
    case 'promptCancel':
      if (prompt.kind === 'jq') return cancelJq(state, prompt);
      if (prompt.kind === 'field' && !event.drops) return keepTyped(state);
      return {state: {...preview(state, prompt, prompt.before, parts), prompt: undefined}};
  }
}

/** What is found for a text stays until the next one is answered: the lines fit the text or are not shown. */
function askFor(state: AppState): PromptStep {
  const asked = thingsAsked(state);
  const {prompt} = state;
  const next = {...state, prompt: prompt && {...prompt, asking: answersDue(asked)}};
  return {state: next, effects: [{kind: 'find', slot: 'find', asked}]};
}

/** A filter or search shows its result while it is typed. */
function preview(state: AppState, prompt: Prompt, text: string, parts: Parts): AppState {
  const view = currentView(state);
  if (prompt.kind === 'filter' || prompt.kind === 'search') {
    return kindOf(view, parts).narrowed?.(state, view, text) ?? state;
  }
  const form = viewOf(state, 'form');
  if (prompt.kind === 'field' && form && state.prompt) {
    const problem = fieldProblem(state, form, state.prompt);
    return {...state, prompt: {...state.prompt, problem}};
  }
  if (prompt.kind === 'export' && state.prompt) {
    return {...state, prompt: {...state.prompt, problem: targetProblem(state, text)}};
  }
  if (prompt.kind === 'column' && state.prompt) {
    return {...state, prompt: {...state.prompt, problem: pointerProblem(text)}};
  }
  return state;
}

/** Enter: a filter stays as it is unless it is wrong; the palette goes where its line says. */
function done(state: AppState, prompt: Prompt, commands: readonly PaletteCommand[]): PromptStep {
  if (prompt.kind === 'jq') return keepJq(state, prompt);
  if (prompt.kind === 'field') return typedDone(state);
  if (prompt.kind === 'pick') return takeChoice(state);
  if (prompt.problem !== undefined) return {state};
  const closed = {...state, prompt: undefined};
  if (prompt.kind === 'run') {
    const typed = readTypedCommand(prompt.text);
    if ('problem' in typed) return {state: {...state, prompt: {...prompt, problem: typed.problem}}};
    return {state: closed, run: before => openTyped(leaveWrite(before), typed)};
  }
  if (prompt.kind === 'export') return {state: closed, run: exportRows(prompt.text)};
  if (prompt.kind === 'column') {
    return {state: closed, run: addColumn(prompt.text.trim())};
  }
  if (prompt.kind !== 'palette') return {state: closed};
  const found = suggestions(prompt.text, state, commands)[prompt.cursor];
  if (found === undefined) {
    const problem = `nothing is called ${prompt.text.trim()}`;
    return {state: {...state, prompt: {...prompt, problem}}};
  }
  const {run, problem, label, about, forgotten, waits} = found;
  if (waits) return {state: {...state, prompt: {...prompt, goes: true}}};
  if (run === undefined) return {state: {...state, prompt: {...prompt, problem: about}}};
  if (problem !== undefined) return {state: {...state, prompt: {...prompt, problem}}};
  const kept = forgotten ? undefined : remember(closed, label);
  return {state: kept?.state ?? closed, run, effects: kept?.effects ?? []};
}

/** The text of the selected suggestion, ready for what is still missing. */
function complete(state: AppState, prompt: Prompt, commands: readonly PaletteCommand[]): AppState {
  const found =
    prompt.kind === 'palette'
      ? suggestions(prompt.text, state, commands)[prompt.cursor]
      : undefined;
  if (found === undefined) return state;
  const revision = prompt.revision + 1;
  const text = found.complete;
  return {...state, prompt: {...prompt, text, revision, cursor: 0, problem: undefined}};
}
