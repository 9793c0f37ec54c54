import {changeViewOfKind, openTab} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, currentLocation, currentView, slice} from '../../model/state.ts';
import {afterEveryEvent, andThen, noEffects, type Transition} from '../../model/transition.ts';
import {clampCell} from './matrix-move.ts';
import {openColumnPick} from './pick-matrix-column.ts';
import {addsColumn} from './staging.ts';

/** The row of the matrix to add a column for, once it has loaded. */
const wanted = slice<{readonly place: number; readonly row: string} | undefined>(
  'add-beside',
  undefined,
);

/** Switch to the matrix in another tab to add a column there, with the cursor in a row. */
export function addInOtherTab(state: AppState, row: string): Transition {
  const {tabs, key: place} = currentLocation(state);
  const tab = tabs.findIndex(({spec}) => spec.kind === 'matrix');
  return tab === -1 ? noEffects(state) : openTab(wanted.with(state, {place, row}), tab);
}

/** Open the prompt when the matrix has loaded, with the cursor in that row. */
export const openAddBeside = afterEveryEvent((_, step, __, registry) => {
  const want = wanted.of(step.state);
  if (want === undefined) return step;
  const {state} = step;
  const view = currentView(state);
  const isThere = currentLocation(state).key === want.place && view.kind === 'matrix';
  const without = wanted.with(state, undefined);
  if (!isThere || view.load.status === 'failed') return {...step, state: without};
  if (view.text === '') return step;
  const placed = changeViewOfKind(without, 'matrix', view.key, one =>
    clampCell({...one, filter: '', rowId: want.row}, state),
  );
  const reason = addsColumn(placed);
  if (reason !== undefined) return {...step, state: showNotice(placed, reason, 'warn')};
  return andThen({...step, state: placed}, there => openColumnPick(there, registry));
});
