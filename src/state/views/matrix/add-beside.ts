import {type KeyBinding, key} from '../../keys/binding.ts';
import {changeOf, openTab} from '../../model/locations.ts';
import {valueInRow} from '../../model/row-value.ts';
import {slice} from '../../model/slice.ts';
import {currentLocation, currentView, viewOf} from '../../model/state.ts';
import {type Act, type Reaction, stay} from '../../model/step.ts';
import {rowAtCursor} from '../list/list-update.ts';
import {settleCell} from './matrix-move.ts';
import {openColumnPick} from './pick-matrix-column.ts';

/** The row of the matrix that somebody is added to as soon as it is read. */
const wanted = slice<{readonly place: number; readonly row: string} | undefined>(
  'add-beside',
  undefined,
);

/** From a list to the matrix of the tab beside it, to add a column there. */
const addBeside =
  (pointer: string): Act =>
  state => {
    const {tabs, key: place} = currentLocation(state);
    const tab = tabs.findIndex(({spec}) => spec.kind === 'matrix');
    const list = viewOf(state, 'list');
    const row = list && rowAtCursor(list);
    if (tab === -1) return stay(state);
    const found = row === undefined ? undefined : valueInRow(row, [pointer]);
    return openTab(wanted.with(state, {place, row: String(found ?? '')}), tab);
  };

/**
 * The key that adds a column to the matrix beside a list, for whose row under the cursor it is.
 *
 * @param menu its words in the menu of actions
 * @param pointer what of the list's row is the id of the matrix's
 */
export function addBesideKey(scope: string, menu: string, pointer: string): KeyBinding {
  const label = 'add somebody, picked by name, in the matrix beside it';
  return key('a', label, addBeside(pointer), {scopes: [scope], hint: 'add', menu});
}

/** The pick opens when the matrix was read, with the cursor in the row that is meant. */
export const addBesideFollows: Reaction = (_, step, __, parts) => {
  const want = wanted.of(step.state);
  if (want === undefined) return step;
  const {state} = step;
  const view = currentView(state);
  const isThere = currentLocation(state).key === want.place && view.kind === 'matrix';
  const without = wanted.with(state, undefined);
  if (!isThere || view.load.status === 'failed') return {...step, state: without};
  if (view.text === '') return step;
  const placed = changeOf(without, 'matrix', view.key, one =>
    settleCell({...one, filter: '', rowId: want.row}, state),
  );
  const opened = openColumnPick(placed, parts);
  return {state: opened.state, effects: [...step.effects, ...opened.effects]};
};
