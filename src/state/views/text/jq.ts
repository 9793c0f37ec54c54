import {toFailure} from '../../../base/failure.ts';
import {compileFilter} from '../../../output/select.ts';
import {actionForView} from '../../model/actions.ts';
import {changeViewOfKind, withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
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

/** Milliseconds without a key before the typed filter runs. */
const calmMs = 150;

/** Open the prompt for a jq filter over the raw text. */
export const openJq: Action = actionForView('text', (state, view) => {
  if (view.text === '') return noEffects(showNotice(state, 'no response yet', 'warn'));
  const text = view.selected?.filter ?? '.';
  const form = view.form === 'describe' ? 'raw' : view.form;
  const shown = withView(state, {...view, form, top: 0, left: 0});
  return openPrompt(shown, 'jq', text, view.selected?.filter);
});

/**
 * Set the filtered text of a view, or reset it without a filter. An applied filter closes its
 * prompt.
 */
function withSelected(
  state: AppState,
  key: number,
  selected: TextView['selected'],
  keeps: boolean,
): Transition {
  const {prompt} = state;
  if (!keeps && prompt?.kind !== 'jq') return noEffects(state);
  const top = {top: 0, left: 0, match: undefined};
  const shown = changeViewOfKind(state, 'text', key, view => ({...view, ...top, selected}));
  if (prompt?.kind !== 'jq') return noEffects(shown);
  return noEffects({...shown, prompt: keeps ? undefined : {...prompt, problem: undefined}});
}

/** Set the problem of a filter; the previous result stays. */
function withJqProblem(state: AppState, problem: string): Transition {
  const {prompt} = state;
  return noEffects(prompt?.kind === 'jq' ? {...state, prompt: {...prompt, problem}} : state);
}

/** The prompt for a jq filter, which runs a moment after the last key. */
export const jqPrompt: PromptKind = {
  sign: 'jq ',
  placeholder: () => 'jq filter, such as .values[] | .name',
  hints: () => lineHints('keep'),
  onTextChange(state, {text}) {
    const view = viewOf(state, 'text');
    return {state, effects: view === undefined ? [] : [runJq(view, text, false)]};
  },
  // Run at once; a valid filter is applied.
  submit: (state, {text}) => atOnce(state, text),
  // Restore the previous filter.
  cancel: (state, {before}) => atOnce(withoutPrompt(state), before),
};

/** Run a filter now, and cancel the one waiting for a pause. */
function atOnce(state: AppState, filter: string): Transition {
  const view = viewOf(state, 'text');
  if (view === undefined) return noEffects(state);
  if (!isWhole(filter)) return {state, effects: [runJq(view, filter, true)]};
  const {state: shown} = withSelected(state, view.key, undefined, true);
  return {state: shown, effects: [{kind: 'cancel', slots: [slotOf(view)]}]};
}

/** Filters that do not change the text. */
const isWhole = (filter: string): boolean => ['', '.'].includes(filter.trim());

const slotOf = ({key}: TextView): string => `jq:${key}`;

/** Time limit of a filter, since keys wait for it. */
const longestMs = 1000;

/**
 * Run a filter: an applied one at once, a typed one after a pause. Problems are reported in the
 * prompt.
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
