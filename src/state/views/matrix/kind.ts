import {counted} from '../../../base/counted.ts';
import {fetchResponse} from '../../ask/ask.ts';
import {hintUnlessFailed, type KeyBinding, keysIn} from '../../keys/binding.ts';
import {actionForView, describeAtCursor, showRawAtCursor, viewChange} from '../../model/actions.ts';
import {openLocation, withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {openFilter} from '../../model/open-prompt.ts';
import {rowNamed} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, type Kinds, noEffects, type Transition} from '../../model/transition.ts';
import {differenceKeys} from './difference-keys.ts';
import {type CellAt, explainCell} from './explain-cell.ts';
import {changesOf} from './matrix.ts';
import {cellText} from './matrix-lines.ts';
import {clampCell, moveCell, moveToNotable} from './matrix-move.ts';
import {cellAtCursor, countDifferences, matrixCountText, shownMatrix} from './shown-matrix.ts';
import {stagedNote, stagedWords} from './staged-words.ts';
import {needsCell, stagingKeys} from './staging.ts';
import {type MatrixView, noStagedChanges} from './state.ts';

/** Rows against columns, with a cell cursor. */
export const matrixKind: Kinds['matrix'] = {
  make: (key, {matrix, call, params, filter = ''}) => ({
    kind: 'matrix',
    key,
    load: {status: 'loading', shown: false},
    sent: [],
    matrix,
    call,
    params,
    text: '',
    filter,
    row: 0,
    rowId: undefined,
    column: 0,
    columnId: undefined,
    top: 0,
    left: 0,
    staged: noStagedChanges,
  }),
  load: ({key, call, params}) => fetchResponse(key, call, params),
  hasContent: ({text}) => text !== '',
  reads: ({call}) => [call],
  id: view => cellAtCursor(view)?.cell[0]?.id,
  description: () => 'Enter explains a cell; / filters rows, col: filters columns.',
  counts(view) {
    const text = matrixCountText(view);
    if (text === '') return [];
    const staged = changesOf(view.staged).length;
    const differences = countDifferences(view);
    return [
      ...(staged === 0 ? [] : [{text: `${staged} staged  `, tone: 'accent'} as const]),
      ...(differences === undefined
        ? []
        : [{text: `${counted(differences, 'difference')}  `, tone: 'accent'} as const]),
      {text, tone: view.filter === '' ? 'plain' : 'accent'},
    ];
  },
  note: stagedNote,
  announcement: announceCell,
  // As in lists: to the row with that name, else the cursor stays, else to the first match.
  onQueryChange(state, view, text) {
    const filtered = {...view, filter: text, row: 0};
    const rowId = rowNamed(shownMatrix(filtered)?.rows ?? [], text)?.id ?? view.rowId;
    return withView(state, clampCell({...filtered, rowId}, state));
  },
  scroll: (view, to, state) => moveCell(view, {row: to(view.row), column: view.column}, state),
  open: (state, view) => openCell(state, view, 'describe'),
  describe: (state, view) => openCell(state, view, 'describe'),
  raw: (state, view) => openCell(state, view, 'raw'),
  back: (view, state) => (view.filter === '' ? undefined : clampCell({...view, filter: ''}, state)),
  onResponse: (view, text, state) => clampCell({...view, text}, state),
  clampCursor: clampCell,
};

/** The cell under the cursor in words, and its staged change. */
function announceCell(view: MatrixView): readonly string[] {
  const at = cellAtCursor(view);
  const text = cellText(view);
  if (at === undefined || text === undefined) return [];
  return [text, ...stagedWords(view, at.row.id, at.column.id)];
}

/** Open the cell under the cursor: described, or as raw JSON. */
function openCell(state: AppState, view: MatrixView, form: 'describe' | 'raw'): Transition {
  const at = cellAtCursor(view);
  if (at === undefined) return noEffects(state);
  const text = form === 'raw' ? rawCell(view, at) : JSON.stringify(explainCell(view, at, state));
  const crumb = `${at.row.name} × ${at.column.label}`;
  const title = form === 'raw' ? 'Raw' : 'Describe';
  return openLocation(state, {crumb, tabs: [{title, spec: {kind: 'text', form, text}}], tab: 0});
}

/** The entries of a cell as JSON; the whole response if there are none. */
function rawCell({text}: MatrixView, {cell}: CellAt): string {
  const [only] = cell;
  if (only === undefined) return text;
  return cell.length === 1 ? only.text : `[${cell.map(entry => entry.text).join(',')}]`;
}

function moveColumn(by: number): Action {
  return viewChange('matrix', (view, state) =>
    moveCell(view, {row: view.row, column: view.column + by}, state),
  );
}

/** Go to the next difference or entry that has a problem, wrapping around. */
function nextNotable(by: number): Action {
  return actionForView('matrix', (state, view) => {
    const moved = moveToNotable(view, by, state);
    const none = countDifferences(view) === 0 ? 'no difference' : 'no entry has a problem';
    return moved === undefined
      ? noEffects(showNotice(state, none, 'good'))
      : noEffects(withView(state, moved));
  });
}

const matrixKey = keysIn('matrix');
const ofCell = {needs: needsCell};

/** Keys of matrices; up and down are among the movement keys. */
export const matrixKeys: readonly KeyBinding[] = [
  matrixKey('enter d', 'explain the cell: its entry and command', describeAtCursor, {
    ...ofCell,
    hint: 'explain',
  }),
  matrixKey('h left', 'previous column', moveColumn(-1)),
  matrixKey('l right', 'next column', moveColumn(1)),
  matrixKey(
    'n',
    'next entry with a problem (! in the titles), or next difference',
    nextNotable(1),
    ofCell,
  ),
  matrixKey('N', 'previous entry with a problem, or previous difference', nextNotable(-1), ofCell),
  matrixKey(
    '/',
    'filter: words narrow the rows, col:word the columns; a|b, !not',
    actionForView('matrix', openFilter),
    {hint: hintUnlessFailed('filter'), always: true},
  ),
  ...stagingKeys,
  ...differenceKeys,
  matrixKey(
    'y',
    'raw JSON of the cell, or of the whole response in an empty cell',
    showRawAtCursor,
    {
      ...ofCell,
      hint: 'raw',
    },
  ),
];

/** The scope and condition of the key that copies an id in a matrix. */
export const copyCell = {scopes: ['matrix'], needs: needsCell};
