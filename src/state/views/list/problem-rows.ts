import type {Column} from '../../../base/column.ts';
import type {Tone} from '../../../base/tone.ts';
import {columnKindOf} from '../../../output/column-kind.ts';
import {actionForView} from '../../model/actions.ts';
import {withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {type Action, noEffects} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {cellOf} from './cells.ts';
import {moveCursor, stopFollowing} from './list-update.ts';
import {visibleRows} from './rows.ts';

const troubled: ReadonlySet<Tone> = new Set(['warn', 'bad']);

/**
 * Go to the next row that needs attention: failed, expiring, overdue, or changed by the last
 * refresh.
 */
export const goToProblemRow = (by: 1 | -1): Action =>
  actionForView('list', (state, view) => {
    const {rows} = visibleRows(view);
    const columns = view.resource.columns.filter(mayShowProblem);
    const isProblem = (row: Row) =>
      view.changed.has(row.id) || view.fresh.has(row.id) || hasProblem(columns, row, state.nowMs);
    const at = findFrom(rows, view.cursor, by, isProblem);
    if (at === undefined) return noEffects(showNotice(state, 'no row needs attention', 'good'));
    const moved = moveCursor(stopFollowing(view), at, bodyLines(state));
    const next = withView(state, {...moved, toEnd: false});
    if ((at - view.cursor) * by > 0) return noEffects(next);
    return noEffects(
      showNotice(next, by > 0 ? 'continued from the top' : 'continued from the end', 'dim'),
    );
  });

/** The next matching row, wrapping around; undefined if only the row under the cursor matches. */
function findFrom(
  rows: readonly Row[],
  from: number,
  by: number,
  fits: (row: Row) => boolean,
): number | undefined {
  for (let step = 1; step < rows.length; step++) {
    const at = (from + step * by + rows.length * step) % rows.length;
    const row = rows[at];
    if (row !== undefined && fits(row)) return at;
  }
  return undefined;
}

/** Check only columns that can indicate a problem. */
function mayShowProblem(column: Column): boolean {
  const {tone, tones} = column;
  const all = [tone, ...Object.values(tones ?? {})];
  return columnKindOf(column).tone !== undefined || all.some(one => one && troubled.has(one));
}

function hasProblem(columns: readonly Column[], row: Row, nowMs: number): boolean {
  return columns.some(column => {
    const {text, tone} = cellOf(column, row, nowMs, 20);
    return text !== '' && troubled.has(tone);
  });
}
