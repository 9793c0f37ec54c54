import {findNameList} from '../../../api/naming/name-listing.ts';
import {clamp} from '../../../base/clamp.ts';
import {parseJsonValue} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {fetchEntities, fetchText} from '../../ask/ask.ts';
import {summarizeError} from '../../ask/error-summary.ts';
import {actionForView} from '../../model/actions.ts';
import {changeViewOfKind, viewChangeEvent} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {chooseHint, lineHints, type PromptKind} from '../../model/prompt-kind.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Action,
  type AppEvent,
  type Effect,
  noEffects,
  type Ports,
  type Task,
  type Transition,
} from '../../model/transition.ts';
import {moveCell} from './matrix-move.ts';
import {missingItems, shownMatrix} from './shown-matrix.ts';
import {stagedOf, withStaged} from './staged.ts';
import type {ColumnSource, MatrixColumn, MatrixView} from './state.ts';

/** Milliseconds without typing before the service is searched. */
const searchAfterMs = 250;
const shortestSearch = 2;

/** Open the prompt for adding a column, with the predefined ones and those found by name. */
export const openColumnPick: Action = actionForView('matrix', (state, view) => {
  const {columns, sources} = view.matrix.edits;
  const opened = openPrompt(state, 'pick');
  return {
    state: changeViewOfKind(opened.state, 'matrix', view.key, one => ({...one, found: columns})),
    effects: [{kind: 'task', slot: `picks:${view.key}`, run: findColumns(view, sources)}],
  };
});

/** Search columns by the typed text, after a pause. */
function searchColumns(state: AppState, text: string): readonly Effect[] {
  const view = viewOf(state, 'matrix');
  if (view === undefined) return [];
  const like = text.trim();
  const slot = `like:${view.key}`;
  if (like.length < shortestSearch) return [{kind: 'cancel', slots: [slot]}];
  return [{kind: 'task', slot, run: findColumns(view, view.matrix.edits.sources, like)}];
}

function findColumns(view: MatrixView, sources: readonly ColumnSource[], like?: string): Task {
  return async (ports, {signal}) => {
    await Promise.all(
      sources.map(async source => {
        try {
          if (like !== undefined) await ports.clock.sleep(searchAfterMs, signal);
          for await (const columns of columnsOf(source, view, like, ports, signal)) {
            if (!signal.aborted) ports.dispatch(found(view.key, columns));
          }
        } catch (thrown) {
          // Matches from other sources can still be chosen.
          const text = `some names are missing: ${summarizeError(thrown).title}`;
          if (!signal.aborted) ports.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
        }
      }),
    );
  };
}

/**
 * Read the columns of a source; none if it requires a search text and none is given, or the other
 * way round.
 */
async function* columnsOf(
  source: ColumnSource,
  {params}: MatrixView,
  like: string | undefined,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<readonly MatrixColumn[], void> {
  if ('named' in source) {
    const {service, named, column} = source;
    const list = findNameList(service, named);
    if (list === undefined) throw new Error(`no operation lists ${named}`);
    if (list.source.narrowedBy?.required && like === undefined) return;
    const question = like === undefined ? {} : {like};
    for await (const {entities} of fetchEntities(list, question, ports, signal))
      yield entities.map(column);
  } else if (like === undefined) {
    yield source.columns(parseJsonValue(await fetchText(source.call, params, ports, signal)));
  }
}

function found(key: number, columns: readonly MatrixColumn[]): AppEvent {
  return viewChangeEvent('matrix', key, view => {
    if (view.found === undefined) return view;
    return {...view, found: [...view.found, ...missingItems(view.found, columns)]};
  });
}

const lastChoices = memoizeLast<readonly MatrixColumn[]>();

/**
 * The columns that can be added and match the text: prefix matches first, the typed name itself
 * last.
 */
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

/** Add the chosen column to the matrix and move the cursor to it. */
function takeChoice(state: AppState): Transition {
  const chosen = columnChoices(state)[state.prompt?.cursor ?? 0];
  const view = viewOf(state, 'matrix');
  if (view === undefined || state.prompt === undefined) return noEffects(state);
  if (chosen === undefined) {
    return noEffects({...state, prompt: {...state.prompt, problem: 'No match'}});
  }
  const staged = stagedOf(state, view);
  const columns = [...staged.columns, chosen];
  const text = `Added column ${chosen.label}: space stages a change, ctrl+s previews`;
  const notified = showNotice({...state, prompt: undefined}, text, 'good');
  const next = withStaged(notified, view, {...staged, columns});
  return noEffects(
    changeViewOfKind(next, 'matrix', view.key, one => {
      const {found: _, ...closed} = {...one, staged: stagedOf(next, view), filter: rowWords(one)};
      const at = shownMatrix(closed)?.columns.findIndex(({id}) => id === chosen.id) ?? 0;
      return moveCell(closed, {row: one.row, column: at}, state);
    }),
  );
}

/** The prompt for the name of a new column, with suggestions. */
export const pickPrompt: PromptKind = {
  sign: 'add ',
  placeholder: () => 'name of a person, group or role',
  hints: () => lineHints('add', chooseHint),
  onTextChange: (state, {text}) => ({state, effects: searchColumns(state, text)}),
  moveSelection(state, prompt, by) {
    const cursor = clamp(prompt.cursor + by, 0, columnChoices(state).length - 1);
    return {...state, prompt: {...prompt, cursor}};
  },
  submit: takeChoice,
};

/** The filter without its column terms, which would hide the new column. */
function rowWords({filter}: MatrixView): string {
  return filter
    .split(/\s+/)
    .filter(word => !/^!?col:/.test(word))
    .join(' ');
}
