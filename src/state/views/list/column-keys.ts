import {type KeyBinding, key} from '../../keys/binding.ts';
import {pickColumn, scrollColumns, toggleWide} from './pick-column.ts';

const list = {scopes: ['list']};

/** Keys for the columns of a list. */
export const columnKeys: readonly KeyBinding[] = [
  key('h left', 'scroll the columns back', scrollColumns(-1), list),
  key('l right', 'scroll the columns on; the first stays', scrollColumns(1), list),
  key('shift+right', 'pick the next column, for s', pickColumn(1), list),
  key('shift+left', 'pick the previous column, for s', pickColumn(-1), list),
  key('w', 'wide: every column as wide as it needs to be, or what fits', toggleWide, list),
];
