import type {Named} from '../../../api/field.ts';
import {
  findNameList,
  givenFor,
  type NamedThing,
  type NameQuestion,
  readThings,
} from '../../../api/naming/name-listing.ts';
import type {Service} from '../../../api/operation.ts';
import {clamp} from '../../../base/clamp.ts';
import {parseJsonValue} from '../../../base/json-value.ts';
import {keptLast} from '../../../base/kept-last.ts';
import {askText, optionsFor} from '../../ask/ask.ts';
import {troubleOf} from '../../ask/trouble.ts';
import {inView} from '../../model/acts.ts';
import {changeOf} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {chooseHint, lineHints, type PromptKind} from '../../model/prompt-kind.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Act, type Effect, type Ports, type Step, stay, type Task} from '../../model/step.ts';
import {moveCell} from './matrix-move.ts';
import {shownMatrix} from './shown-matrix.ts';
import {stagedOf, withStaged} from './staged.ts';
import type {ColumnSource, MatrixColumn, MatrixView} from './state.ts';

/** Milliseconds in which nothing is typed before the service is asked. */
const searchAfterMs = 250;
const shortestSearch = 2;

/** Choose a column to be added: those that can be named at once, and what is found by name. */
export const openColumnPick: Act = inView('matrix', (state, view) => {
  const {columns, sources} = view.matrix.edits;
  const opened = openPrompt(state, 'pick');
  return {
    state: changeOf(opened.state, 'matrix', view.key, one => ({...one, found: columns})),
    effects: [{kind: 'task', slot: `picks:${view.key}`, run: findColumns(view, sources)}],
  };
});

/** Look for columns by what is typed, when nothing was typed for a moment. */
function searchColumns(state: AppState): readonly Effect[] {
  const view = viewOf(state, 'matrix');
  if (view === undefined) return [];
  const event = {kind: 'news', take: searchNow} as const;
  return [{kind: 'timer', slot: `like:${view.key}`, ms: searchAfterMs, event}];
}

/** Ask for what is called as is typed. */
export const searchNow: Act = inView('matrix', (state, view) => {
  const like = state.prompt?.kind === 'pick' ? state.prompt.text.trim() : '';
  if (like.length < shortestSearch) return stay(state);
  const run = findColumns(view, view.matrix.edits.sources, like);
  return {state, effects: [{kind: 'task', slot: `like:${view.key}`, run}]};
});

function findColumns(view: MatrixView, sources: readonly ColumnSource[], like?: string): Task {
  return async (ports, {signal}) => {
    const ask = async (source: ColumnSource): Promise<readonly MatrixColumn[]> => {
      if ('named' in source) {
        const question = like === undefined ? {} : {like};
        const things = await askThings(source.service, source.named, question, ports, signal);
        return things.map(source.column);
      }
      if (like !== undefined) return [];
      return source.columns(parseJsonValue(await askText(source.call, view.params, ports, signal)));
    };
    const tell = (take: Act): void => ports.dispatch({kind: 'news', take});
    await Promise.all(
      sources.map(async source => {
        try {
          const columns = await ask(source);
          if (!signal.aborted && columns.length > 0) tell(withFound(view.key, columns));
        } catch (thrown) {
          // What was found by the others can be picked all the same.
          const {title} = troubleOf(thrown);
          if (!signal.aborted)
            tell(state => stay(say(state, `not all can be named: ${title}`, 'warn')));
        }
      }),
    );
  };
}

function withFound(key: number, columns: readonly MatrixColumn[]): Act {
  return state =>
    stay(
      changeOf(state, 'matrix', key, view => {
        if (view.found === undefined) return view;
        const known = new Set(view.found.map(({id}) => id));
        const fresh = columns.filter(({id}) => !known.has(id) && known.add(id) !== undefined);
        return {...view, found: [...view.found, ...fresh]};
      }),
    );
}

const lastChoices = keptLast<readonly MatrixColumn[]>();

/** The columns that can be added, of those what fits the text: what begins so first, what was typed as a name last. */
export function columnChoices(state: AppState): readonly MatrixColumn[] {
  const view = viewOf(state, 'matrix');
  const text = state.prompt?.text.trim() ?? '';
  if (view?.found === undefined) return [];
  const {found, matrix} = view;
  return lastChoices([found, text, view.text, view.staged], () => {
    const there = new Set(shownMatrix(view)?.matrix.columns.map(({id}) => id));
    const word = text.toLowerCase();
    const words = ({label, text: full}: MatrixColumn): string => `${label} ${full}`.toLowerCase();
    const fitting = found.filter(one => !there.has(one.id) && words(one).includes(word));
    const begins = ({label}: MatrixColumn): boolean =>
      label
        .toLowerCase()
        .split(/[\s:.-]+/)
        .some(part => part.startsWith(word));
    const named = text === '' ? undefined : matrix.edits.typed?.(text);
    const isFound = found.some(({label}) => label.toLowerCase() === named?.label.toLowerCase());
    const typed = isFound ? undefined : named;
    return [
      ...fitting.filter(begins),
      ...fitting.filter(one => !begins(one)),
      ...(typed ? [typed] : []),
    ];
  });
}

/** The chosen column stands in the matrix, and the cursor in it. */
function takeChoice(state: AppState): Step {
  const chosen = columnChoices(state)[state.prompt?.cursor ?? 0];
  const view = viewOf(state, 'matrix');
  if (view === undefined || state.prompt === undefined) return stay(state);
  if (chosen === undefined) {
    return stay({...state, prompt: {...state.prompt, problem: 'nobody is called that'}});
  }
  const staged = stagedOf(state, view);
  const columns = [...staged.columns, chosen];
  const text = `${chosen.label} has a column now: space stages what it is to have, ctrl+s previews`;
  const told = say({...state, prompt: undefined}, text, 'good');
  const next = withStaged(told, view, {...staged, columns});
  return stay(
    changeOf(next, 'matrix', view.key, one => {
      const {found: _, ...closed} = {...one, staged: stagedOf(next, view), filter: rowWords(one)};
      const at = shownMatrix(closed)?.columns.findIndex(({id}) => id === chosen.id) ?? 0;
      return moveCell(closed, {row: one.row, column: at}, state);
    }),
  );
}

/** The name of a column that is added, and what is offered for it. */
export const pickPrompt: PromptKind = {
  sign: 'add ',
  placeholder: () => 'name of a person, a group, a role',
  hints: () => lineHints('add', chooseHint),
  typed: state => ({state, effects: searchColumns(state)}),
  move(state, prompt, by) {
    const cursor = clamp(prompt.cursor + by, 0, columnChoices(state).length - 1);
    return {...state, prompt: {...prompt, cursor, revision: prompt.revision + 1}};
  },
  done: takeChoice,
};

/** The filter without the words that narrow the columns: they would hide the one that comes. */
function rowWords({filter}: MatrixView): string {
  return filter
    .split(/\s+/)
    .filter(word => !/^!?col:/.test(word))
    .join(' ');
}

/**
 * The things of a kind, to be picked by name: all, or those the service finds for a text. None where
 * the service lists them for a text alone and none is given.
 *
 * @throws Failure of the kinds of contract 4
 */
async function askThings(
  service: Service,
  kind: Named,
  question: NameQuestion,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly NamedThing[]> {
  const list = findNameList(service, kind);
  if (list === undefined) throw new Error(`no operation lists things of the kind ${kind}`);
  if (list.source.narrowedBy?.required && question.like === undefined) return [];
  const {operation} = list;
  const given = givenFor(list, question);
  const client = ports.client(service);
  const options = optionsFor({operation, given}, ports, signal);
  const {text} = await client.request(client.plan(operation, given, options), options);
  return readThings(list, text);
}
