import {accountOf} from '../../../api/account.ts';
import {withView} from '../../model/locations.ts';
import type {Params} from '../../model/params.ts';
import {type AppState, currentLocation, viewOf} from '../../model/state.ts';
import {afterAny} from '../../model/transition.ts';
import {cellAt, changesOf, stagedAt} from './matrix.ts';
import {settleCell} from './matrix-move.ts';
import {readMatrix} from './shown-matrix.ts';
import {
  type Matrix,
  type MatrixKind,
  noStagedChanges,
  type Staged,
  type StagedChange,
} from './state.ts';

/** A matrix whose changes are staged, with the parameters of its object. */
export interface Stage {
  readonly matrix: MatrixKind;
  readonly params: Params;
}

/**
 * The name that changes are stored under: the site, the account and the object. It is the same when
 * the user switches to another profile and back. Undefined while nothing is connected.
 */
function nameOf(
  {matrix, params}: Stage,
  {connection, session}: Pick<AppState, 'connection' | 'session'>,
): string | undefined {
  if (connection.status !== 'ready') return undefined;
  const {object, param} = matrix.edits;
  const accounts = Object.values(connection.identities).map(accountOf);
  return JSON.stringify([session.profile, accounts, object, params[param] ?? '']);
}

/** The matrix whose changes can be staged here: the one on the screen, or of another tab beside it. */
export function stageHere(state: AppState): Stage | undefined {
  const {tabs, tab} = currentLocation(state);
  const specs = [tabs[tab], ...tabs].flatMap(one =>
    one?.spec.kind === 'matrix' ? [one.spec] : [],
  );
  return specs[0];
}

/** What is staged for an object. */
export function stagedOf(state: AppState, stage: Stage): Staged {
  const name = nameOf(stage, state);
  return (name === undefined ? undefined : state.staged?.[name]) ?? noStagedChanges;
}

/** The state with something else staged for an object. */
export function withStaged(state: AppState, stage: Stage, staged: Staged): AppState {
  const name = nameOf(stage, state);
  if (name === undefined) return state;
  const {[name]: _, ...others} = state.staged ?? {};
  const {steps, undone, columns} = staged;
  const isEmpty = steps.length + undone.length + columns.length === 0;
  return {...state, staged: isEmpty ? others : {...others, [name]: staged}};
}

/** How many changes are staged on all objects. */
export function countStaged(state: AppState): number {
  return Object.values(state.staged ?? {}).reduce((sum, one) => sum + changesOf(one).length, 0);
}

/** With changes staged as one step; those that are staged already are left out. */
export function addStep(staged: Staged, changes: readonly StagedChange[]): Staged {
  const fresh = changes.filter(
    one => !stagedAt(staged, one.row.id, one.column.id).some(known => isSame(known, one)),
  );
  if (fresh.length === 0) return staged;
  return {...staged, steps: [...staged.steps, fresh], undone: []};
}

function isSame(one: StagedChange, other: StagedChange): boolean {
  if (one.row.id !== other.row.id || one.column.id !== other.column.id) return false;
  return one.kind === 'add' ? other.kind === 'add' : 'entry' in other && one.entry === other.entry;
}

/** Without the changes that do not pass; steps of which nothing is left go. */
function keepChanges(staged: Staged, passes: (change: StagedChange) => boolean): Staged {
  const inSteps = (steps: Staged['steps']): Staged['steps'] =>
    steps.map(step => step.filter(passes)).filter(step => step.length > 0);
  return {...staged, steps: inSteps(staged.steps), undone: inSteps(staged.undone)};
}

/** Stage what a cell lacks or has: an entry where there is none, or that those there go; once more, neither. */
export function toggleCell(
  staged: Staged,
  matrix: Matrix,
  {row, column}: Pick<StagedChange, 'row' | 'column'>,
): Staged {
  if (stagedAt(staged, row.id, column.id).length > 0) {
    return keepChanges(staged, one => one.row.id !== row.id || one.column.id !== column.id);
  }
  const entries = cellAt(matrix, row.id, column.id);
  if (entries.length === 0) return addStep(staged, [{kind: 'add', row, column}]);
  return addStep(
    staged,
    entries.map(({id}) => ({kind: 'remove', row, column, entry: id})),
  );
}

/** Take the last step back. */
export function unstageStep({steps, undone, ...staged}: Staged): Staged {
  const last = steps.at(-1);
  return {...staged, steps: steps.slice(0, -1), undone: last ? [...undone, last] : undone};
}

/** Stage the step that was taken back last. */
export function restageStep({steps, undone, ...staged}: Staged): Staged {
  const last = undone.at(-1);
  return {...staged, steps: last ? [...steps, last] : steps, undone: undone.slice(0, -1)};
}

/**
 * What of it still changes something: not what was made or taken away since, by these changes or by
 * others. A holder is known by its id, and one that was given by its name alone by what it is called.
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

/** Without what was carried out by requests of the report on the screen. */
function withoutSent({write}: AppState, staged: Staged): Staged {
  if (write?.stage !== 'report' || staged.sending === undefined) return staged;
  const done = write.plan.requests.filter((_, i) => write.outcomes[i]?.state === 'done');
  const calls = new Set(done.map(({call}) => call));
  const gone = staged.sending.filter(({call}) => calls.has(call)).flatMap(({changes}) => changes);
  return gone.length === 0 ? staged : keepChanges(staged, one => !gone.some(x => isSame(x, one)));
}

/**
 * What was sent is staged no longer, nor what was found to be needless when the matrix was read; the
 * matrix on the screen shows what is staged.
 */
export const syncStaged = afterAny((_, step, event) => {
  const isFinished = event.kind === 'write' && event.event.kind === 'finished';
  const sent = isFinished ? withoutAllSent(step.state) : step.state;
  const view = viewOf(sent, 'matrix');
  if (view === undefined) return {...step, state: sent};
  const known = stagedOf(sent, view);
  const isRead = event.kind === 'answer' && event.view === view.key && known !== noStagedChanges;
  const state = isRead ? withStaged(sent, view, stillToDo(known, readMatrix(view))) : sent;
  const staged = stagedOf(state, view);
  if (staged === view.staged) return {...step, state};
  return {...step, state: withView(state, settleCell({...view, staged}, state))};
});

function withoutAllSent(state: AppState): AppState {
  const all = Object.entries(state.staged ?? {});
  const left = all.map(([name, staged]) => [name, withoutSent(state, staged)] as const);
  return {...state, staged: Object.fromEntries(left)};
}
