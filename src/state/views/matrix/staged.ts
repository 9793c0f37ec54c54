import {accountOf} from '../../../api/account.ts';
import {withView} from '../../model/locations.ts';
import type {Params} from '../../model/params.ts';
import {type AppState, currentLocation, viewOf} from '../../model/state.ts';
import {afterEveryEvent} from '../../model/transition.ts';
import {cellAt, changesOf, stagedChangesOf} from './matrix.ts';
import {clampCell} from './matrix-move.ts';
import {readMatrix} from './shown-matrix.ts';
import {
  type Matrix,
  type MatrixKind,
  noStagedChanges,
  type Staged,
  type StagedChange,
} from './state.ts';

/** A matrix with staged changes, and the parameters of its object. */
export interface StagingContext {
  readonly matrix: MatrixKind;
  readonly params: Params;
}

/**
 * The name under which changes are stored: the site, the account and the object; it survives
 * switching profiles. Undefined while not connected.
 */
function nameOf(
  {matrix, params}: StagingContext,
  {connection, session}: Pick<AppState, 'connection' | 'session'>,
): string | undefined {
  if (connection.status !== 'ready') return undefined;
  const {object, param} = matrix.edits;
  const accounts = Object.values(connection.identities).map(accountOf);
  return JSON.stringify([session.profile, accounts, object, params[param] ?? '']);
}

/** The matrix whose changes can be staged here: the one on the screen, or one in another tab. */
export function stagingContextOf(state: AppState): StagingContext | undefined {
  const {tabs, tab} = currentLocation(state);
  const specs = [tabs[tab], ...tabs].flatMap(one =>
    one?.spec.kind === 'matrix' ? [one.spec] : [],
  );
  return specs[0];
}

/** The staged changes of an object. */
export function stagedOf(state: AppState, stage: StagingContext): Staged {
  const name = nameOf(stage, state);
  return (name === undefined ? undefined : state.staged?.[name]) ?? noStagedChanges;
}

/** Set the staged changes of an object. */
export function withStaged(state: AppState, stage: StagingContext, staged: Staged): AppState {
  const name = nameOf(stage, state);
  if (name === undefined) return state;
  const {[name]: _, ...others} = state.staged ?? {};
  const {steps, undone, columns} = staged;
  const isEmpty = steps.length + undone.length + columns.length === 0;
  return {...state, staged: isEmpty ? others : {...others, [name]: staged}};
}

/** Number of staged changes on all objects. */
export function countStaged(state: AppState): number {
  return Object.values(state.staged ?? {}).reduce((sum, one) => sum + changesOf(one).length, 0);
}

/** Add changes as one step; those already staged are skipped. */
export function addStep(staged: Staged, changes: readonly StagedChange[]): Staged {
  const fresh = changes.filter(
    one => !stagedChangesOf(staged, one.row.id, one.column.id).some(known => isSame(known, one)),
  );
  if (fresh.length === 0) return staged;
  return {...staged, steps: [...staged.steps, fresh], undone: []};
}

function isSame(one: StagedChange, other: StagedChange): boolean {
  if (one.row.id !== other.row.id || one.column.id !== other.column.id) return false;
  return one.kind === 'add' ? other.kind === 'add' : 'entry' in other && one.entry === other.entry;
}

/** Remove the changes that do not pass, and empty steps. */
function keepChanges(staged: Staged, passes: (change: StagedChange) => boolean): Staged {
  const inSteps = (steps: Staged['steps']): Staged['steps'] =>
    steps.map(step => step.filter(passes)).filter(step => step.length > 0);
  return {...staged, steps: inSteps(staged.steps), undone: inSteps(staged.undone)};
}

/** Toggle a cell: stage an addition if it is empty, a removal if it is not; again, unstage it. */
export function toggleCell(
  staged: Staged,
  matrix: Matrix,
  {row, column}: Pick<StagedChange, 'row' | 'column'>,
): Staged {
  if (stagedChangesOf(staged, row.id, column.id).length > 0) {
    return keepChanges(staged, one => one.row.id !== row.id || one.column.id !== column.id);
  }
  const entries = cellAt(matrix, row.id, column.id);
  if (entries.length === 0) return addStep(staged, [{kind: 'add', row, column}]);
  return addStep(
    staged,
    entries.map(({id}) => ({kind: 'remove', row, column, entry: id})),
  );
}

/** Undo the last step. */
export function unstageStep({steps, undone, ...staged}: Staged): Staged {
  const last = steps.at(-1);
  return {...staged, steps: steps.slice(0, -1), undone: last ? [...undone, last] : undone};
}

/** Redo the last undone step. */
export function restageStep({steps, undone, ...staged}: Staged): Staged {
  const last = undone.at(-1);
  return {...staged, steps: last ? [...steps, last] : steps, undone: undone.slice(0, -1)};
}

/**
 * Remove staged changes that already hold. A holder is matched by id or, if given only by name, by
 * name.
 */
function stillToDo(staged: Staged, matrix: Matrix): Staged {
  const isThere = ({row, column}: StagedChange): boolean =>
    matrix.columns
      .filter(({id, label}) => id === column.id || label === column.label)
      .some(({id}) => cellAt(matrix, row.id, id).length > 0);
  const entries = new Set(
    [...matrix.cells.values()].flatMap(columns =>
      [...columns.values()].flatMap(cell => cell.map(({id}) => id)),
    ),
  );
  const kept = keepChanges(staged, one =>
    one.kind === 'add' ? !isThere(one) : entries.has(one.entry),
  );
  const known = new Set(matrix.columns.flatMap(({id, label}) => [id, label]));
  const columns = kept.columns.filter(({id, label}) => !known.has(id) && !known.has(label));
  return {...kept, columns};
}

/** Remove the changes that were sent successfully in the report on the screen. */
function withoutSent({write}: AppState, staged: Staged): Staged {
  if (write?.stage !== 'report' || staged.sending === undefined) return staged;
  const done = write.plan.requests.filter((_, i) => write.outcomes[i]?.state === 'done');
  const calls = new Set(done.map(({call}) => call));
  const gone = staged.sending.filter(({call}) => calls.has(call)).flatMap(({changes}) => changes);
  return gone.length === 0 ? staged : keepChanges(staged, one => !gone.some(x => isSame(x, one)));
}

/**
 * Unstage changes that were sent or that already hold when the matrix is read; show the staged
 * changes in the matrix.
 */
export const syncStaged = afterEveryEvent((_, step, event) => {
  const isFinished = event.kind === 'write' && event.event.kind === 'finished';
  const sent = isFinished ? withoutAllSent(step.state) : step.state;
  const view = viewOf(sent, 'matrix');
  if (view === undefined) return {...step, state: sent};
  const known = stagedOf(sent, view);
  const isRead = event.kind === 'response' && event.view === view.key && known !== noStagedChanges;
  const state = isRead ? withStaged(sent, view, stillToDo(known, readMatrix(view))) : sent;
  const staged = stagedOf(state, view);
  if (staged === view.staged) return {...step, state};
  return {...step, state: withView(state, clampCell({...view, staged}, state))};
});

function withoutAllSent(state: AppState): AppState {
  const all = Object.entries(state.staged ?? {});
  const left = all.map(([name, staged]) => [name, withoutSent(state, staged)] as const);
  return {...state, staged: Object.fromEntries(left)};
}
