import {type KeyBinding, key} from '../../keys/binding.ts';
import {fold} from './fold.ts';
import {needsRow} from './needs.ts';

/** Keys of lists that are trees; elsewhere h and l pick a column. */
export const treeKeys: readonly KeyBinding[] = [
  key('h left', 'fold; of what is folded, go to what it stands below', fold('fold'), {
    scopes: ['tree'],
    hint: 'fold',
    needs: needsRow,
  }),
  key('l right', 'unfold; of what is open, go to the first below it', fold('unfold'), {
    scopes: ['tree'],
    hint: 'unfold',
    needs: needsRow,
  }),
];
