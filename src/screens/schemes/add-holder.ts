import {type KeyBinding, key} from '../../state/keys/binding.ts';
import {inView} from '../../state/model/acts.ts';
import {valueInRow} from '../../state/model/row-value.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {addBeside} from '../../state/views/matrix/add-beside.ts';

/** Adds somebody, in the matrix beside a list; `pointer` leads from the list's row to the id of the matrix's. */
const addHolder = (scope: string, menu: string, pointer: string): KeyBinding =>
  key(
    'a',
    'add somebody, picked by name, in the matrix beside it',
    inView('list', (state, view) => {
      const row = rowAtCursor(view);
      return addBeside(state, String((row && valueInRow(row, [pointer])) ?? ''));
    }),
    {scopes: [scope], hint: 'add', menu},
  );

/** Keys of the grants of a scheme and of its events. */
export const holderKeys: readonly KeyBinding[] = [
  addHolder('grants', 'Grant…', '/permission'),
  addHolder('told', 'Tell somebody…', '/event/id'),
];
