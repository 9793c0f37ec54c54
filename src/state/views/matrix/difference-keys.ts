import {type KeyBinding, keysIn, type Need, needIn} from '../../keys/binding.ts';
import {actionForView, viewChange} from '../../model/actions.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {noEffects} from '../../model/transition.ts';
import {changesOf, differenceAt} from './matrix.ts';
import {clampCell} from './matrix-move.ts';
import {onlyDifferent, readMatrix, shownMatrix} from './shown-matrix.ts';
import {addStep, type StagingContext, stagedOf, withStaged} from './staged.ts';
import {whyNotStaged} from './staging.ts';
import type {MatrixView, Staged, StagedChange} from './state.ts';

/** The changes of some differences, and the names of those that cannot be applied, with reasons. */
export interface DifferencesToStage {
  readonly changes: readonly StagedChange[];
  readonly leftOut: readonly string[];
}

const countChanges = (staged: Staged): number => changesOf(staged).length;

/** Stage the changes that make the second of two objects like the first. */
export function stageDifferences(
  state: AppState,
  stage: StagingContext,
  {changes, leftOut}: DifferencesToStage,
): AppState {
  const before = stagedOf(state, stage);
  const staged = {...addStep(before, changes), ...(leftOut.length > 0 && {leftOut})};
  const known = changes.length - (countChanges(staged) - countChanges(before));
  const text = [
    `${changes.length - known} staged`,
    ...(known === 0 ? [] : [`${known} staged before`]),
    ...(leftOut.length === 0 ? [] : [`${leftOut.length} left out: ${leftOut.join(', ')}`]),
  ].join(', ');
  const tone = leftOut.length === 0 ? 'good' : 'warn';
  return showNotice(withStaged(state, stage, staged), `${text} · ctrl+s shows the requests`, tone);
}

/** Return why differences cannot be staged; undefined if one can. */
export function whyNothingToStage(
  state: AppState,
  stage: StagingContext | undefined,
  {changes, leftOut}: DifferencesToStage,
): string | undefined {
  if (changes.length > 0) return stage && whyNotStaged(state, stage, changes);
  if (leftOut.length > 0) return `no difference can be applied here: ${leftOut.join(', ')}`;
  return 'no difference to stage';
}

/** The differences among the visible cells. */
function differencesShown(view: MatrixView): DifferencesToStage {
  const shown = shownMatrix(view);
  if (shown === undefined) return {changes: [], leftOut: []};
  const {matrix, rows, columns} = shown;
  const cells = rows.flatMap(row => columns.map(column => ({row, column})));
  const found = cells.flatMap(at => {
    const difference = differenceAt(matrix, at.row.id, at.column.id);
    return difference === undefined ? [] : [{...at, ...difference}];
  });
  return {
    changes: found.flatMap(({changes}) => changes),
    leftOut: found.flatMap(({row, column, leftOut}) =>
      leftOut === undefined ? [] : [`${row.name} × ${column.label} (${leftOut})`],
    ),
  };
}

const stageShown = actionForView('matrix', (state, view) =>
  noEffects(stageDifferences(state, view, differencesShown(view))),
);

/** Hide or show the rows and columns without a difference, by a word of the filter. */
const toggleEqual = viewChange('matrix', (view, state) => {
  const words = view.filter.split(/\s+/).filter(Boolean);
  const others = words.filter(word => word !== onlyDifferent);
  const next = others.length < words.length ? others : [...words, onlyDifferent];
  return clampCell({...view, filter: next.join(' ')}, state);
});

/** Whether the matrix on the screen compares two objects. */
const isCompared = (state: AppState): boolean => {
  const view = viewOf(state, 'matrix');
  return view !== undefined && view.text !== '' && readMatrix(view).differences !== undefined;
};

const needsShown: Need = needIn('matrix', (view, state) =>
  whyNothingToStage(state, view, differencesShown(view)),
);

const matrixKey = keysIn('matrix');

/** Keys of a matrix that compares two objects. */
export const differenceKeys: readonly KeyBinding[] = [
  matrixKey(
    '>',
    'stage the visible differences: the changes that make the second match the first',
    stageShown,
    {
      only: isCompared,
      needs: needsShown,
      hint: 'make equal',
      menu: 'Make the second match the first…',
      always: true,
    },
  ),
  matrixKey('=', 'only differences: hide equal rows and columns, or show them', toggleEqual, {
    only: isCompared,
    hint: 'only differences',
    always: true,
  }),
];
