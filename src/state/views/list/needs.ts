import type {Need} from '../../keys/binding.ts';
import {currentView} from '../../model/state.ts';
import {visibleRows} from './rows.ts';

/** Why a key that works on a row does nothing: there is none. */
export const needsRow: Need = state => {
  const view = currentView(state);
  if (view.kind !== 'list') return undefined;
  return visibleRows(view).rows.length === 0 ? 'nothing is selected' : undefined;
};
