import {clamp} from '../../../base/clamp.ts';
import type {AppState} from '../../model/state.ts';
import {cellAt, differenceAt, problemAt} from './matrix.ts';
import {columnsThatFit, linesOfMatrix, matrixLineCount} from './matrix-lines.ts';
import {type FilteredMatrix, shownMatrix} from './shown-matrix.ts';
import type {MatrixColumn, MatrixView} from './state.ts';

/** A cell by its position among the visible rows and columns. */
interface At {
  readonly row: number;
  readonly column: number;
}

type Screen = Pick<AppState, 'columns' | 'rows'>;

/** Move the cell cursor to a visible row and column; the screen follows. */
export function moveCell(view: MatrixView, to: At, screen: Screen): MatrixView {
  const shown = shownMatrix(view);
  if (shown === undefined) return view;
  const row = clamp(to.row, 0, shown.rows.length - 1);
  const column = clamp(to.column, 0, shown.columns.length - 1);
  const next = {
    ...view,
    row,
    rowId: shown.rows[row]?.id,
    column,
    columnId: shown.columns[column]?.id,
  };
  return {...next, top: topFor(next, shown, screen), left: leftFor(next, shown, screen)};
}

/** After the response, the filter or the screen changed: keep the cursor on its row and column. */
export function clampCell(view: MatrixView, screen: Screen): MatrixView {
  const shown = shownMatrix(view);
  if (shown === undefined) return view;
  const row = shown.rows.findIndex(r => r.id === view.rowId);
  const column = shown.columns.findIndex(c => c.id === view.columnId);
  return moveCell(
    view,
    {row: row === -1 ? view.row : row, column: column === -1 ? view.column : column},
    screen,
  );
}

/** The first visible line, such that the cursor's row and its heading are visible. */
function topFor(view: MatrixView, shown: FilteredMatrix, screen: Screen): number {
  const lines = linesOfMatrix(shown);
  const at = lines.findIndex(line => line.kind === 'row' && line.index === view.row);
  const first = lines[at - 1]?.kind === 'heading' ? at - 1 : at;
  const count = matrixLineCount(screen);
  const lowest = Math.max(0, Math.min(view.top, first, lines.length - count));
  return Math.max(lowest, at - count + 1);
}

/** The first visible column, such that the cursor's column is visible. */
function leftFor(view: MatrixView, shown: FilteredMatrix, screen: Screen): number {
  let left = Math.min(view.left, view.column);
  while (left < view.column && left + columnsThatFit(shown, left, screen.columns) <= view.column) {
    left += 1;
  }
  // Use the full width after the screen grew or the filter changed.
  while (left > 0) {
    const fits = columnsThatFit(shown, left - 1, screen.columns);
    if (left - 1 + fits < shown.columns.length) break;
    left -= 1;
  }
  return left;
}

/**
 * Move the cell cursor to the next entry whose holder has a problem or, in a comparison, to the
 * next difference: row by row, wrapping around.
 *
 * @param by 1 for the next, -1 for the previous
 * @returns undefined if there is none
 */
export function moveToNotable(
  view: MatrixView,
  by: number,
  screen: Screen,
): MatrixView | undefined {
  const shown = shownMatrix(view);
  if (shown === undefined) return undefined;
  const found = notableCells(shown);
  const place = ({row, column}: At): number => row * shown.columns.length + column;
  const here = place(view);
  const next = by > 0 ? found.find(at => place(at) > here) : found.findLast(at => place(at) < here);
  const to = next ?? (by > 0 ? found[0] : found.at(-1));
  return to && moveCell(view, to, screen);
}

function notableCells({matrix, rows, columns}: FilteredMatrix): At[] {
  const isNotable = (row: string, column: MatrixColumn): boolean =>
    matrix.differences === undefined
      ? problemAt(column, row) !== undefined && cellAt(matrix, row, column.id).length > 0
      : differenceAt(matrix, row, column.id) !== undefined;
  return rows.flatMap(({id}, row) =>
    columns.flatMap((one, column) => (isNotable(id, one) ? [{row, column}] : [])),
  );
}
