import type {KeyBinding} from '../../keys/binding.ts';
import {needsCell} from '../../keys/needs.ts';

/** Keys of matrices; those that move up and down are with the others that move. */
export const matrixKeys: readonly KeyBinding[] = [
  {
    keys: ['enter', 'd'],
    scopes: ['matrix'],
    label: 'explain the cell: by which entry, and the command for it',
    hint: 'explain',
    command: {kind: 'describe'},
    disabled: needsCell,
  },
  {
    keys: ['h', 'left'],
    scopes: ['matrix'],
    label: 'previous column',
    command: {kind: 'moveColumn', by: -1},
  },
  {
    keys: ['l', 'right'],
    scopes: ['matrix'],
    label: 'next column',
    command: {kind: 'moveColumn', by: 1},
  },
  {
    keys: ['n'],
    scopes: ['matrix'],
    label: 'next entry with a problem: marked with ! in the titles',
    command: {kind: 'nextProblem', by: 1},
    disabled: needsCell,
  },
  {
    keys: ['N'],
    scopes: ['matrix'],
    label: 'previous entry with a problem',
    command: {kind: 'nextProblem', by: -1},
    disabled: needsCell,
  },
  {
    keys: ['/'],
    scopes: ['matrix'],
    label: 'filter: words narrow the rows, col:word the columns; a|b, !not',
    hint: 'filter',
    command: {kind: 'prompt', prompt: 'filter'},
  },
  {
    keys: ['y'],
    scopes: ['matrix'],
    label: 'raw JSON of the cell; of the whole answer where nothing stands',
    hint: 'raw',
    command: {kind: 'raw'},
    disabled: needsCell,
  },
  {
    keys: ['c'],
    scopes: ['matrix'],
    label: 'copy the id of what stands in the cell',
    command: {kind: 'copyId'},
    disabled: needsCell,
  },
];
