import {checkJson} from '../../../base/json-check.ts';
import {askText} from '../../ask/ask.ts';
import {changeOf} from '../../model/locations.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import type {AppEvent, Effect, Ports} from '../../model/step.ts';
import {fieldProblem, lineHere} from './field-prompt.ts';
import {textsOf} from './form-fields.ts';
import type {FormView} from './state.ts';

/** Milliseconds nothing is typed before the service is asked. */
const calmMs = 300;

/** The texts a verb has the service asked about, as they are typed: a name that is free, a key that is valid. */
export function checksNeeded(
  view: FormView,
  {prompt}: AppState,
): {readonly view: FormView; readonly effects: readonly Effect[]} {
  const {use, key, operation} = view;
  const line = lineHere(view);
  const isTyped = prompt?.kind === 'field' && !prompt.whole && line?.kind === 'value';
  const effects = Object.entries(use?.verb.validates ?? {}).flatMap(([name, asks]): Effect[] => {
    const text = isTyped && line.name === name ? prompt.text : (textsOf(view, name)[0] ?? '');
    if (text === '' || view.checked[name]?.text === text) return [];
    const call = {
      service: operation.service,
      operation: asks.operation,
      inputs: {[asks.input]: '{text}'},
    };
    return [
      {kind: 'validate', slot: `validate:${key}:${name}`, view: key, input: name, text, call},
    ];
  });
  if (effects.length === 0) return {view, effects};
  const asked = effects.flatMap(effect =>
    effect.kind === 'validate'
      ? [[effect.input, {text: effect.text, problem: undefined}] as const]
      : [],
  );
  return {view: {...view, checked: {...view.checked, ...Object.fromEntries(asked)}}, effects};
}

/** Ask whether a text would do: the service answers with one that would, the same where it does. */
export async function validateText(
  {view, input, text, call}: Extract<Effect, {kind: 'validate'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  try {
    await ports.clock.sleep(calmMs, signal);
    const answer = await askText(call, {text}, ports, signal);
    const other: unknown = checkJson(answer) === undefined ? JSON.parse(answer) : text;
    if (signal.aborted) return;
    const isOther = typeof other === 'string' && other !== text;
    const problem = isOther ? `will not do, or is taken: ${other} would` : undefined;
    ports.dispatch({kind: 'validated', view, input, checked: {text, problem}});
  } catch {
    // Whether it would do is not known: the write itself will tell.
  }
}

/** What the service says is shown beside the field, also while it is typed. */
export function textChecked(
  state: AppState,
  {view: key, input, checked}: Extract<AppEvent, {kind: 'validated'}>,
): AppState {
  const next = changeOf(state, 'form', key, view =>
    view.checked[input]?.text === checked.text
      ? {...view, checked: {...view.checked, [input]: checked}}
      : view,
  );
  const view = viewOf(next, 'form');
  if (next.prompt?.kind !== 'field' || view?.key !== key) return next;
  return {...next, prompt: {...next.prompt, problem: fieldProblem(next, view, next.prompt)}};
}
