import type {KeyBinding} from '../../keys/binding.ts';
import {needsRow} from '../../keys/needs.ts';

/** Keys that mark rows of a list. */
export const markKeys: readonly KeyBinding[] = [
  {
    keys: ['space'],
    scopes: ['list'],
    label: 'mark the row, or take its mark away, and go on',
    command: {kind: 'mark', what: 'row'},
    disabled: needsRow,
  },
  {
    keys: ['v'],
    scopes: ['list'],
    label: 'begin a range of marks; again, mark up to here',
    command: {kind: 'mark', what: 'range'},
    disabled: needsRow,
  },
  {
    keys: ['shift+down'],
    scopes: ['list'],
    label: 'mark this row and the next',
    command: {kind: 'mark', what: 'down'},
    disabled: needsRow,
  },
  {
    keys: ['shift+up'],
    scopes: ['list'],
    label: 'mark this row and the one before',
    command: {kind: 'mark', what: 'up'},
    disabled: needsRow,
  },
  {
    keys: ['*'],
    scopes: ['list'],
    label: 'mark all rows shown; when they all are, unmark them',
    command: {kind: 'mark', what: 'all'},
    disabled: needsRow,
  },
  {
    keys: ['n'],
    scopes: ['list'],
    label: 'next row that needs a look: failed, expiring, overdue, changed',
    command: {kind: 'nextProblem', by: 1},
    disabled: needsRow,
  },
  {
    keys: ['N'],
    scopes: ['list'],
    label: 'previous row that needs a look',
    command: {kind: 'nextProblem', by: -1},
    disabled: needsRow,
  },
];
