import {toFailure} from '../../../base/failure.ts';
import {compileFilter} from '../../../output/select.ts';
import type {Prompt} from '../../layers/prompt/state.ts';
import {changeView, findView, withView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type AppEvent, type Effect, type Step, stay, type Task} from '../../model/step.ts';
import type {TextView} from './state.ts';

/** Milliseconds without a key before the filter being typed is run. */
const calmMs = 150;

/** Open the line in which a jq filter over the raw text is typed. */
export function openJq(state: AppState): Step {
  const view = currentView(state);
  if (view.kind !== 'text') return stay(state);
  if (view.text === '') return stay(say(state, 'nothing is here yet', 'warn'));
  const text = view.selected?.filter ?? '.';
  const form = view.form === 'describe' ? 'raw' : view.form;
  const shown = withView(state, {...view, form, top: 0, left: 0});
  return openPrompt(shown, 'jq', text, view.selected?.filter);
}

/** While a filter is typed it is run a moment after the last key. */
export function jqTyped(state: AppState, filter: string): readonly Effect[] {
  const view = currentView(state);
  const event: AppEvent = {kind: 'jqDue', view: view.key, filter};
  return [{kind: 'timer', slot: `jq-wait:${view.key}`, ms: calmMs, event}];
}

/** Run a filter over the text of a view. */
export function runJq(state: AppState, key: number, filter: string, keeps: boolean): Step {
  const view = findView(state, key);
  if (view?.kind !== 'text') return stay(state);
  if (filter.trim() === '' || filter.trim() === '.') {
    return jqDone(state, {view: key, filter, outputs: undefined, problem: undefined, keeps});
  }
  const run = applyJq({view: key, filter, keeps}, view.text);
  return {state, effects: [{kind: 'task', slot: `jq:${key}`, run}]};
}

/** What a filter gave, or what is wrong with it; the result before stays until there is a better one. */
export function jqDone(
  state: AppState,
  event: Omit<Extract<AppEvent, {kind: 'jqDone'}>, 'kind'>,
): Step {
  const {filter, outputs, problem, keeps} = event;
  const {prompt} = state;
  if (problem !== undefined) {
    return stay(prompt?.kind === 'jq' ? {...state, prompt: {...prompt, problem}} : state);
  }
  const selected = outputs && {filter, outputs};
  const shown = changeView(state, event.view, view =>
    view.kind === 'text' ? withSelected(view, selected) : view,
  );
  if (prompt?.kind !== 'jq') return stay(shown);
  return stay({...shown, prompt: keeps ? undefined : {...prompt, problem: undefined}});
}

function withSelected(view: TextView, selected: TextView['selected']): TextView {
  return {...view, selected, top: 0, left: 0, match: undefined};
}

/** Enter: the filter is run at once and kept when it is right. */
export function keepJq(state: AppState, prompt: Prompt): Step {
  return atOnce(state, prompt.text);
}

/** The typing was given up: what was kept before it is shown again. */
export function cancelJq(state: AppState, prompt: Prompt): Step {
  return atOnce({...state, prompt: undefined}, prompt.before);
}

/** Run a filter now: the one that waits for the keys to be calm is not run any more. */
function atOnce(state: AppState, filter: string): Step {
  const {key} = currentView(state);
  const step = runJq(state, key, filter, true);
  const waiting: Effect = {kind: 'cancel', slots: [`jq-wait:${key}`, `jq:${key}`]};
  return {...step, effects: [waiting, ...step.effects]};
}

/** Keys wait for it. */
const longestMs = 1000;

/** Runs a jq filter; what is wrong with it is told as a problem of what was typed. */
const applyJq =
  (
    of: {readonly view: number; readonly filter: string; readonly keeps: boolean},
    text: string,
  ): Task =>
  async ({dispatch}, {signal}) => {
    const done = {kind: 'jqDone', ...of} as const;
    try {
      const compiled = await compileFilter(of.filter);
      if (signal.aborted) return;
      const {outputs} = await compiled.apply(text, longestMs);
      if (!signal.aborted) dispatch({...done, outputs, problem: undefined});
    } catch (thrown) {
      const {message} = toFailure(thrown);
      const problem = message.replace(/^The jq filter (?:does not compile|failed): /, '');
      if (!signal.aborted) dispatch({...done, outputs: undefined, problem});
    }
  };
