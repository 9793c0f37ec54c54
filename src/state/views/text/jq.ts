import {toFailure} from '../../../base/failure.ts';
import {compileFilter} from '../../../output/select.ts';
import {changeView, findView, withView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {lineHints, type PromptKind, withoutPrompt} from '../../model/prompt-kind.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Act, type Effect, type Step, stay, type Task} from '../../model/step.ts';
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

/** Run the filter that is being typed over the text of a view. */
export const jqDue =
  (view: number, filter: string): Act =>
  state =>
    state.prompt?.kind === 'jq' ? runJq(state, view, filter, false) : stay(state);

function runJq(state: AppState, key: number, filter: string, keeps: boolean): Step {
  const view = findView(state, key);
  if (view?.kind !== 'text') return stay(state);
  const of = {view: key, filter, keeps};
  if (filter.trim() === '' || filter.trim() === '.') return withOutputs(state, of, undefined);
  return {state, effects: [{kind: 'task', slot: `jq:${key}`, run: applyJq(of, view.text)}]};
}

/** A filter that was run over the text of a view; one that `keeps` closes the prompt when it is right. */
interface JqRun {
  readonly view: number;
  readonly filter: string;
  readonly keeps: boolean;
}

/** What a filter gave, JSON text of each output; without outputs the text as a whole. */
function withOutputs(
  state: AppState,
  {view: key, filter, keeps}: JqRun,
  outputs: readonly string[] | undefined,
): Step {
  const {prompt} = state;
  const selected = outputs && {filter, outputs};
  const shown = changeView(state, key, view =>
    view.kind === 'text' ? withSelected(view, selected) : view,
  );
  if (prompt?.kind !== 'jq') return stay(shown);
  return stay({...shown, prompt: keeps ? undefined : {...prompt, problem: undefined}});
}

/** What is wrong with a filter; the result before stays until there is a better one. */
function withJqProblem(state: AppState, problem: string): Step {
  const {prompt} = state;
  return stay(prompt?.kind === 'jq' ? {...state, prompt: {...prompt, problem}} : state);
}

function withSelected(view: TextView, selected: TextView['selected']): TextView {
  return {...view, selected, top: 0, left: 0, match: undefined};
}

/** A jq filter over the raw text, which is run a moment after the last key. */
export const jqPrompt: PromptKind = {
  sign: 'jq ',
  placeholder: () => 'jq filter, such as .values[] | .name',
  hints: () => lineHints('keep'),
  typed(state, {text}) {
    const {key} = currentView(state);
    const event = {kind: 'news', take: jqDue(key, text)} as const;
    return {state, effects: [{kind: 'timer', slot: `jq-wait:${key}`, ms: calmMs, event}]};
  },
  // It is run at once, and kept when it is right.
  done: (state, {text}) => atOnce(state, text),
  // What was kept before is shown again.
  cancel: (state, {before}) => atOnce(withoutPrompt(state), before),
};

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
  (of: JqRun, text: string): Task =>
  async ({dispatch}, {signal}) => {
    const tell = (take: Act): void => {
      if (!signal.aborted) dispatch({kind: 'news', take});
    };
    try {
      const compiled = await compileFilter(of.filter);
      if (signal.aborted) return;
      const {outputs} = await compiled.apply(text, longestMs);
      tell(state => withOutputs(state, of, outputs));
    } catch (thrown) {
      const {message} = toFailure(thrown);
      const problem = message.replace(/^The jq filter (?:does not compile|failed): /, '');
      tell(state => withJqProblem(state, problem));
    }
  };
