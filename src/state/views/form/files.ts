import {isFailure} from '../../../base/failure.ts';
import type {AppState} from '../../model/state.ts';
import type {Effect, Task} from '../../model/step.ts';
import {lineHere} from './field-prompt.ts';
import {textsOf} from './form-fields.ts';
import type {Candidate, FormView} from './state.ts';

/** The files that a form names are read, and while a path is typed what is in its folder. */
export function filesNeeded(
  view: FormView,
  {prompt}: AppState,
): {readonly view: FormView; readonly effects: readonly Effect[]} {
  const input = view.operation.inputs.find(({type}) => type === 'image');
  if (input === undefined) return {view, effects: []};
  const {name} = input;
  const line = lineHere(view);
  const isTyped = prompt?.kind === 'field' && line?.kind === 'value' && line.name === name;
  const path = isTyped ? prompt.text : (textsOf(view, name)[0] ?? '');
  const effects: Effect[] = [];
  let next = view;
  if (path !== '' && !path.endsWith('/') && view.checked[name]?.text !== path) {
    next = {...next, checked: {...next.checked, [name]: {text: path, problem: undefined}}};
    effects.push({kind: 'task', slot: `file:${view.key}`, run: readFile(view.key, name, path)});
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const own = view.picks?.input === name ? view.picks : undefined;
  if (isTyped && own?.question.like !== folder) {
    const question = {like: folder};
    next = {...next, picks: {input: name, question, picks: [], isRead: false, isAll: false}};
    effects.push({
      kind: 'task',
      slot: `picks:${view.key}`,
      run: listFolder(view.key, name, folder),
    });
  }
  return {view: next, effects};
}

const readFile =
  (view: number, input: string, path: string): Task =>
  async (ports, {signal}) => {
    const checked = await ports.readFile(path).then(
      file => ({problem: undefined, file}),
      (thrown: unknown) => ({problem: whyUnread(thrown)}),
    );
    if (!signal.aborted) {
      ports.dispatch({kind: 'validated', view, input, checked: {text: path, ...checked}});
    }
  };

function whyUnread(thrown: unknown): string {
  if (isFailure(thrown)) return thrown.message;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ENOENT') return 'names a file that is not there';
  return `names a file that cannot be read${code === '' ? '' : ` (${code})`}`;
}

/** Files that may be pictures by their name; the bytes tell whether they are. */
const pictures = /\.(?:png|jpe?g|gif)$|\/$/i;

const listFolder =
  (view: number, input: string, folder: string): Task =>
  async (ports, {signal}) => {
    const names = await ports.listFolder(folder);
    const picks = names
      .filter(name => pictures.test(name))
      .map((name): Candidate => {
        const value = folder + name;
        return {value, label: '', names: [value, name], tells: []};
      });
    if (signal.aborted) return;
    const all = {isRead: true, isAll: true};
    ports.dispatch({
      kind: 'picks',
      view,
      picks: {input, question: {like: folder}, picks, ...all},
    });
  };
