import type {KeyBinding} from '../../keys/binding.ts';
import {needsRow} from '../../keys/needs.ts';

/** Keys of lists that are trees; elsewhere h and l pick a column. */
export const treeKeys: readonly KeyBinding[] = [
  {
    keys: ['h', 'left'],
    scopes: ['tree'],
    label: 'fold; of what is folded, go to what it stands below',
    hint: 'fold',
    command: {kind: 'fold', by: 'fold'},
    disabled: needsRow,
  },
  {
    keys: ['l', 'right'],
    scopes: ['tree'],
    label: 'unfold; of what is open, go to the first below it',
    hint: 'unfold',
    command: {kind: 'fold', by: 'unfold'},
    disabled: needsRow,
  },
];
