import {toFailure} from '../../../base/failure.ts';
import {compileFilter} from '../../../output/select.ts';
import {inView} from '../../model/actions.ts';
import {changeOf, withView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {lineHints, type PromptKind, withoutPrompt} from '../../model/prompt-kind.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Action,
  type Effect,
  noEffects,
  type Task,
  type Transition,
} from '../../model/transition.ts';
import type {TextView} from './state.ts';

/** Milliseconds without a key before the filter being typed is run. */
const calmMs = 150;

/** Open the line in which a jq filter over the raw text is typed. */
export const openJq: Action = inView('text', (state, view) => {
  if (view.text === '') return noEffects(say(state, 'no response yet', 'warn'));
  const text = view.selected?.filter ?? '.';
  const form = view.form === 'describe' ? 'raw' : view.form;
  const shown = withView(state, {...view, form, top: 0, left: 0});
  return openPrompt(shown, 'jq', text, view.selected?.filter);
});

/** The text of a view as a filter sees it; as a whole without one. A filter that is kept closes its prompt. */
function withSelected(
  state: AppState,
  key: number,
  selected: TextView['selected'],
  keeps: boolean,
): Transition {
  const {prompt} = state;
  if (!keeps && prompt?.kind !== 'jq') return noEffects(state);
  const top = {top: 0, left: 0, match: undefined};
  const shown = changeOf(state, 'text', key, view => ({...view, ...top, selected}));
  if (prompt?.kind !== 'jq') return noEffects(shown);
  return noEffects({...shown, prompt: keeps ? undefined : {...prompt, problem: undefined}});
}

/** What is wrong with a filter; the result before stays until there is a better one. */
function withJqProblem(state: AppState, problem: string): Transition {
  const {prompt} = state;
  return noEffects(prompt?.kind === 'jq' ? {...state, prompt: {...prompt, problem}} : state);
}

/** A jq filter over the raw text, which is run a moment after the last key. */
export const jqPrompt: PromptKind = {
  sign: 'jq ',
  placeholder: () => 'jq filter, such as .values[] | .name',
  hints: () => lineHints('keep'),
  typed(state, {text}) {
    const view = viewOf(state, 'text');
    return {state, effects: view === undefined ? [] : [runJq(view, text, false)]};
  },
  // It is run at once, and kept when it is right.
  done: (state, {text}) => atOnce(state, text),
  // What was kept before is shown again.
  cancel: (state, {before}) => atOnce(withoutPrompt(state), before),
};

/** Run a filter now: the one that waits for the keys to be calm is not run any more. */
function atOnce(state: AppState, filter: string): Transition {
  const view = viewOf(state, 'text');
  if (view === undefined) return noEffects(state);
  if (!isWhole(filter)) return {state, effects: [runJq(view, filter, true)]};
  const {state: shown} = withSelected(state, view.key, undefined, true);
  return {state: shown, effects: [{kind: 'cancel', slots: [slotOf(view)]}]};
}

/** Filters that show the text as it is. */
const isWhole = (filter: string): boolean => ['', '.'].includes(filter.trim());

const slotOf = ({key}: TextView): string => `jq:${key}`;

/** Keys wait for it. */
const longestMs = 1000;

/**
 * Runs a filter: one that is kept at once, another when no key came for a moment. What is wrong with it
 * is told as a problem of what was typed.
 */
function runJq(view: TextView, filter: string, keeps: boolean): Effect {
  const {key, text} = view;
  const run: Task = async ({clock, dispatch}, {signal}) => {
    const tell = (take: Action): void => {
      if (!signal.aborted) dispatch({kind: 'taskResult', take});
    };
    try {
      if (!keeps) await clock.sleep(calmMs, signal);
      if (isWhole(filter)) return tell(state => withSelected(state, key, undefined, keeps));
      const compiled = await compileFilter(filter);
      if (signal.aborted) return;
      const {outputs} = await compiled.apply(text, longestMs);
      tell(state => withSelected(state, key, {filter, outputs}, keeps));
    } catch (thrown) {
      const {message} = toFailure(thrown);
      const problem = message.replace(/^The jq filter (?:does not compile|failed): /, '');
      tell(state => withJqProblem(state, problem));
    }
  };
  return {kind: 'task', slot: slotOf(view), run};
}
