import {waiting} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {cellOf} from './cells.ts';
import {countText} from './count-text.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

const cellColumns = 200;

/** How many rows there are, and the one under the cursor in full. */
export function spokenList(view: ListView, state: AppState): readonly string[] {
  const {rows} = visibleRows(view);
  const row = rows[view.cursor];
  if (row === undefined) {
    return [view.load.status === 'loading' ? waiting(view.load) : `none. ${view.resource.empty}`];
  }
  const cells = view.resource.columns.flatMap(column => {
    const text = cellOf(column, row, state.nowMs, cellColumns, true).text.trim();
    return text === '' ? [] : [`${column.title.toLowerCase()} ${text}`];
  });
  const marked = view.marked.has(row.id) ? ', marked' : '';
  return [countText(view), `${view.cursor + 1} of ${rows.length}${marked}: ${cells.join(', ')}`];
}
