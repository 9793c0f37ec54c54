import {clamp} from '../../../base/clamp.ts';
import {findJson, isArray, textsIn} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';
import {caretAfter} from '../../../base/text-caret.ts';
import {bufferKey, isViewUnloaded} from '../../keys/route-key.ts';
import {
  chooseHint,
  lineHints,
  type PromptKind,
  type PromptStep,
  withoutPrompt,
  withProblem,
} from '../../model/prompt-kind.ts';
import type {AppState} from '../../model/state.ts';
import type {PersistedState, Registry} from '../../model/transition.ts';
import {isSending} from '../../write/start-write.ts';
import {initialPrompt, type PalettePrompt} from '../prompt/state.ts';
import {isIndexing} from './name-index.ts';
import type {PaletteCommand} from './palette-command.ts';
import {startIndexing} from './read-names.ts';
import {runSearch, searchRequest} from './run-search.ts';
import {suggestions} from './suggest.ts';

/** The registry for prompts, with the commands of the palette. */
export type PromptRegistry = Registry & {readonly commands: readonly PaletteCommand[]};

/** The palette: matches of the typed text, one line each. */
export const palette: PromptKind<PalettePrompt> = {
  sign: ':',
  isElsewhere: true,
  hints: () => lineHints('go', chooseHint),
  onTextChange: askFor,
  moveSelection(state, prompt, by, {commands}: PromptRegistry) {
    const count = suggestions(prompt.text, state, commands).length;
    const cursor = clamp(prompt.cursor + by, 0, count - 1);
    return {...state, prompt: {...prompt, cursor}};
  },
  complete(state, prompt, {commands}: PromptRegistry) {
    const found = suggestions(prompt.text, state, commands)[prompt.cursor];
    if (found === undefined) return state;
    const text = found.complete ?? found.label;
    return {...state, prompt: {...prompt, ...caretAfter(text), ...initialPrompt}};
  },
  announcement(state, {text, cursor, asking}, {commands}: PromptRegistry) {
    const found = suggestions(text, state, commands)[cursor];
    if (found !== undefined) return `${safeText(found.label)}: ${safeText(found.effect)}`;
    return asking > 0 ? 'searching the server' : 'No match';
  },
  submit(state, prompt, {commands}: PromptRegistry) {
    if (prompt.problem !== undefined) return {state};
    if (isSending(state)) return {state: {...state, prompt: {...prompt, goes: true}}};
    const found = suggestions(prompt.text, state, commands)[prompt.cursor];
    const isSure = found !== undefined && (found.isGuess !== true || prompt.cursor > 0);
    // The names of the site are still loading: queue the text until they have arrived, unless enter
    // is pressed again.
    const isEnough = isSure || (found !== undefined && prompt.goes);
    if (!isEnough && isIndexing(state))
      return startIndexing({...state, prompt: {...prompt, goes: true}});
    if (found === undefined) {
      return withProblem(state, prompt, `No match for ${prompt.text.trim()}`);
    }
    const {run, problem, label, key = label, complete = label, about, forgotten, waits} = found;
    if (waits) return {state: {...state, prompt: {...prompt, goes: true}}};
    if (run === undefined) return withProblem(state, prompt, problem ?? about);
    const closed = withoutPrompt(state);
    if (problem !== undefined) {
      // The object of the command may still be loading: queue it like a key.
      if (isViewUnloaded(state)) return {state: closed, run: bufferKey(`:${complete.trim()}`)};
      return withProblem(state, prompt, problem);
    }
    return {state: forgotten ? closed : remember(closed, key), run};
  },
};

/** Results stay until the next ones arrive: lines that no longer match are hidden. */
function askFor(state: AppState, prompt: PalettePrompt): PromptStep {
  const asked = searchRequest(state);
  const next = {...state, prompt: {...prompt, asking: asked.where.length, goes: false}};
  return {state: next, effects: [{kind: 'task', slot: 'find', run: runSearch(asked)}]};
}

const maxRecent = 50;

/** Recent palette choices, stored for each account as a JSON array of texts, latest first. */
export const persistedRecent: PersistedState = {
  name: 'palette',
  scope: 'account',
  value: ({recent}) => recent,
  restore(state, text) {
    const value = findJson(text);
    return isArray(value) ? {...state, recent: textsIn(value).slice(0, maxRecent)} : state;
  },
};

/** Put a choice first. */
function remember(state: AppState, chosen: string): AppState {
  const recent = [chosen, ...state.recent.filter(text => text !== chosen)].slice(0, maxRecent);
  return {...state, recent};
}
