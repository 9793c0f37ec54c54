import type {OperationRef} from '../../../api/operation-ref.ts';
import {findJson} from '../../../base/json-value.ts';
import {fetchText} from '../../ask/ask.ts';
import {summarizeError} from '../../ask/error-summary.ts';
import {changeViewOfKind, viewChangeEvent} from '../../model/locations.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type AppEvent,
  type Effect,
  noEffects,
  type Task,
  type ViewWithRequirements,
} from '../../model/transition.ts';
import {fieldProblem} from './field-prompt.ts';
import {editedLine, textsOf} from './form-fields.ts';
import type {CheckedText, FieldCandidate, FormView} from './state.ts';

/** Milliseconds without typing before the service is asked. */
const calmMs = 300;

/** Validate texts with the service while they are typed: whether a name is free, a key valid. */
export function checksNeeded(view: FormView, state: AppState): ViewWithRequirements<FormView> {
  const {use, key} = view;
  return Object.entries(use?.verb.validates ?? {}).reduce<ViewWithRequirements<FormView>>(
    (needs, [name, call]) => {
      const text = textNow(view, name, state);
      if (text === '' || view.checked[name]?.text === text) return needs;
      const run = validate(key, name, text, call);
      return checking(needs, name, text, {
        kind: 'task',
        slot: `validate:${key}:${name}`,
        run,
        asks: true,
      });
    },
    {view, effects: []},
  );
}

/** Read the file that a form names and, while its path is typed, its folder. */
export function filesNeeded(view: FormView, state: AppState): ViewWithRequirements<FormView> {
  const {key, operation, checked, picks} = view;
  const name = operation.inputs.find(({type}) => type === 'image')?.name;
  if (name === undefined) return {view, effects: []};
  const path = textNow(view, name, state);
  const isWhole = path !== '' && !path.endsWith('/');
  const needs: ViewWithRequirements<FormView> = {view, effects: []};
  const {view: next, effects} =
    isWhole && checked[name]?.text !== path
      ? checking(needs, name, path, {
          kind: 'task',
          slot: `file:${key}`,
          run: readFile(key, name, path),
        })
      : needs;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const isListed = picks?.input === name && picks.question.like === folder;
  if (editedLine(view, state.prompt)?.name !== name || isListed) return {view: next, effects};
  const asked = {input: name, question: {like: folder}, picks: [], isRead: false, isAll: false};
  const run = listFolder(key, name, folder);
  return {
    view: {...next, picks: asked},
    effects: [...effects, {kind: 'task', slot: `picks:${key}`, run}],
  };
}

/** The text of a field, including what is being typed. */
function textNow(view: FormView, name: string, {prompt}: AppState): string {
  if (prompt && editedLine(view, prompt)?.name === name) return prompt.text;
  return textsOf(view, name)[0] ?? '';
}

/** Start the check of a text, once; its result is unknown until then. */
function checking(
  {view, effects}: ViewWithRequirements<FormView>,
  name: string,
  text: string,
  effect: Effect,
): ViewWithRequirements<FormView> {
  const checked = {...view.checked, [name]: {text, problem: undefined}};
  return {view: {...view, checked}, effects: [...effects, effect]};
}

/** Ask the service for a valid text; it returns the same one if the text is valid. */
const validate =
  (view: number, input: string, text: string, call: OperationRef): Task =>
  async (ports, {signal}) => {
    try {
      await ports.clock.sleep(calmMs, signal);
      const other = findJson(await fetchText(call, {text}, ports, signal)) ?? text;
      if (signal.aborted) return;
      const isOther = typeof other === 'string' && other !== text;
      const problem = isOther ? `invalid or already used; ${other} is available` : undefined;
      ports.dispatch(checkedAs(view, input, {text, problem}));
    } catch {
      // Unknown; the write itself will report a problem.
    }
  };

const readFile =
  (view: number, input: string, path: string): Task =>
  async (ports, {signal}) => {
    const checked = await ports.readFile(path).then(
      file => ({problem: undefined, file}),
      (thrown: unknown) => ({problem: summarizeError(thrown).text}),
    );
    if (!signal.aborted) ports.dispatch(checkedAs(view, input, {text: path, ...checked}));
  };

/** Show the result beside the field, also while it is typed. */
function checkedAs(key: number, input: string, checked: CheckedText): AppEvent {
  return {
    kind: 'taskResult',
    take(state) {
      const next = changeViewOfKind(state, 'form', key, view =>
        view.checked[input]?.text === checked.text
          ? {...view, checked: {...view.checked, [input]: checked}}
          : view,
      );
      const view = viewOf(next, 'form');
      if (next.prompt?.kind !== 'field' || view?.key !== key) return noEffects(next);
      const problem = fieldProblem(next, view, next.prompt);
      return noEffects({...next, prompt: {...next.prompt, problem}});
    },
  };
}

/** File names of images; the content decides. */
const pictures = /\.(?:png|jpe?g|gif)$|\/$/i;

const listFolder =
  (view: number, input: string, folder: string): Task =>
  async (ports, {signal}) => {
    const names = await ports.listFolder(folder);
    const picks = names
      .filter(name => pictures.test(name))
      .map((name): FieldCandidate => {
        const value = folder + name;
        return {value, label: '', names: [value, name], details: {}};
      });
    if (signal.aborted) return;
    const read = {input, question: {like: folder}, picks, isRead: true, isAll: true};
    ports.dispatch(viewChangeEvent('form', view, form => ({...form, picks: read})));
  };
