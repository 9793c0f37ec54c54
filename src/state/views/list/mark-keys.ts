import {type KeyBinding, key} from '../../keys/binding.ts';
import {mark} from './mark-actions.ts';
import {needsRow} from './needs.ts';
import {nextProblemRow} from './problem-rows.ts';

const ofRow = {scopes: ['list'], needs: needsRow};

/** Keys that mark rows of a list. */
export const markKeys: readonly KeyBinding[] = [
  key('space', 'mark the row, or take its mark away, and go on', mark('row'), ofRow),
  key('v', 'begin a range of marks; again, mark up to here', mark('range'), ofRow),
  key('shift+down', 'mark this row and the next', mark('down'), ofRow),
  key('shift+up', 'mark this row and the one before', mark('up'), ofRow),
  key('*', 'mark all rows shown; when they all are, unmark them', mark('all'), ofRow),
  key(
    'n',
    'next row that needs a look: failed, expiring, overdue, changed',
    nextProblemRow(1),
    ofRow,
  ),
  key('N', 'previous row that needs a look', nextProblemRow(-1), ofRow),
];
