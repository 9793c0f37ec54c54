import {needIn} from '../../keys/binding.ts';
import {visibleRows} from './rows.ts';

/** Why a key that works on a row does nothing: there is none. */
export const needsRow = needIn('list', view =>
  visibleRows(view).rows.length === 0 ? 'nothing is selected' : undefined,
);
