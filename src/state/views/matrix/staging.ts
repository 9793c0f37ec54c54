import {type KeyBinding, key, keysIn, type Need, needIn, needsLoaded} from '../../keys/binding.ts';
import {actionForView} from '../../model/actions.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {makePlan} from '../../write/make-plan.ts';
import {whyNotCallable} from '../../write/permissions.ts';
import {startWrite} from '../../write/start-write.ts';
import {changesOf, differenceAt} from './matrix.ts';
import {openColumnPick} from './pick-matrix-column.ts';
import {cellAtCursor, readMatrix} from './shown-matrix.ts';
import {
  restageStep,
  type StagingContext,
  stagedOf,
  stagingContextOf,
  toggleCell,
  unstageStep,
  withStaged,
} from './staged.ts';
import {stagedChangeRow} from './staged-words.ts';
import type {Staged, StagedChange} from './state.ts';

/**
 * Make an action on the staged changes of this screen, for the matrix and its neighbouring tabs.
 */
function onStage(
  act: (state: AppState, stage: StagingContext, staged: Staged) => Transition,
): Action {
  return state => {
    const stage = stagingContextOf(state);
    return stage === undefined ? noEffects(state) : act(state, stage, stagedOf(state, stage));
  };
}

const stageCell = actionForView('matrix', (state, view) => {
  const at = cellAtCursor(view);
  if (at === undefined) return noEffects(state);
  return noEffects(withStaged(state, view, toggleCell(view.staged, readMatrix(view), at)));
});

/** Return why the session cannot make the requests of some changes, before they are staged. */
export function whyNotStaged(
  state: AppState,
  {matrix, params}: StagingContext,
  changes: readonly StagedChange[],
): string | undefined {
  const requests = changes.length === 0 ? [] : matrix.edits.plan(changes, params).requests;
  const reasons = requests.map(({call}) => whyNotCallable(state, call.operation));
  return reasons.find(reason => reason !== undefined);
}

const stagesCell: Need = needIn('matrix', (view, state) => {
  const at = cellAtCursor(view);
  if (at === undefined) return 'there is no cell';
  const leftOut = differenceAt(at.shown.matrix, at.row.id, at.column.id)?.leftOut;
  if (leftOut !== undefined) return leftOut;
  const known = new Set(changesOf(view.staged));
  const next = changesOf(toggleCell(view.staged, readMatrix(view), at));
  return whyNotStaged(
    state,
    view,
    next.filter(one => !known.has(one)),
  );
});

/** Return why no column can be added to the matrix on the screen. */
export const addsColumn: Need = needIn('matrix', (view, state) => {
  const at = cellAtCursor(view);
  return at && whyNotStaged(state, view, [{kind: 'add', row: at.row, column: at.column}]);
});

const unstage = onStage((state, stage, staged) =>
  noEffects(withStaged(state, stage, unstageStep(staged))),
);

const restage = onStage((state, stage, staged) =>
  noEffects(withStaged(state, stage, restageStep(staged))),
);

/**
 * Preview the requests of the staged changes; additions come first, so that nobody loses access in
 * between.
 */
export const previewStaged = onStage((state, stage, staged) => {
  const changes = changesOf(staged);
  if (changes.length === 0) return noEffects(showNotice(state, nothing, 'warn'));
  const {title, name, requests} = stage.matrix.edits.plan(changes, stage.params);
  const isMixed = new Set(changes.map(({kind}) => kind)).size > 1;
  const known = withStaged(state, stage, {...staged, sending: requests});
  const plan = makePlan(
    {
      title,
      object: name,
      requests: requests.map(({changes: some, ...one}) => ({
        ...one,
        changes: some.map(stagedChangeRow),
      })),
      notes: stage.matrix.edits.warns(changes, matrixHere(state)),
      ...(staged.leftOut && {leftOut: `Left out: ${staged.leftOut.join(', ')}.`}),
      ...(isMixed && {inOrder: true as const}),
    },
    state,
  );
  return startWrite(known, plan);
});

function matrixHere(state: AppState) {
  const place = state.locations.at(-1);
  const views = Object.values(place?.views ?? {});
  const view = views.find(one => one.kind === 'matrix');
  return view?.kind === 'matrix' && view.text !== '' ? readMatrix(view) : undefined;
}

const nothing = 'no staged changes: space stages the current cell';

const staged = (state: AppState): Staged | undefined => {
  const stage = stagingContextOf(state);
  return stage && stagedOf(state, stage);
};

const needsStaged: Need = state => ((staged(state)?.steps.length ?? 0) > 0 ? undefined : nothing);

const needsUndone: Need = state =>
  (staged(state)?.undone.length ?? 0) > 0 ? undefined : 'no staged change to restore';

/** Number of changes staged here. */
export function currentStagedCount(state: AppState): number {
  const here = staged(state);
  return here === undefined ? 0 : changesOf(here).length;
}

/** Keys for staged changes, in a matrix and, with other scopes, in its neighbouring tabs. */
export const stagedKeys = (scopes: readonly string[]): readonly KeyBinding[] => [
  key('ctrl+s', 'preview the staged changes', previewStaged, {
    scopes,
    needs: needsStaged,
    hint: state => `preview ${currentStagedCount(state)} staged`,
    always: true,
  }),
  key('u', 'undo the last staged change', unstage, {
    scopes,
    needs: needsStaged,
    hint: 'unstage',
  }),
  key('U', 'redo the staged change', restage, {scopes, needs: needsUndone}),
];

/** Return the reason if there is no cell for a key to act on. */
export const needsCell = needIn('matrix', view =>
  cellAtCursor(view) === undefined ? 'no cell selected' : undefined,
);

const matrixKey = keysIn('matrix');

/** The menu label for adding a column: a holder, a recipient. */
function addWords(state: AppState): string | undefined {
  const view = viewOf(state, 'matrix');
  if (view === undefined || view.text === '') return undefined;
  return `Add a ${readMatrix(view).nouns.column}…`;
}

/** Keys that change a matrix; nothing is sent before the staged changes are previewed. */
export const stagingKeys: readonly KeyBinding[] = [
  matrixKey('space', 'stage the cell: adds a missing entry, removes an existing one', stageCell, {
    needs: stagesCell,
    hint: 'stage',
    always: true,
    menu: 'Stage or unstage this cell',
  }),
  matrixKey('a', 'add a column, picked by name', openColumnPick, {
    needs: state => needsLoaded(state) ?? addsColumn(state),
    hint: 'add',
    menu: addWords,
  }),
  ...stagedKeys(['matrix']),
];
