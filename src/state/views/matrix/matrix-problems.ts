import type {AppState} from '../../model/state.ts';
import {cellAt, problemAt} from './matrix.ts';
import {moveCell} from './matrix-move.ts';
import {type ShownMatrix, shownMatrix} from './matrix-of.ts';
import type {MatrixView} from './state.ts';

interface At {
  readonly row: number;
  readonly column: number;
}

/**
 * Put the cell cursor on the next cell worth a look, by rows: an entry whose holder has a problem.
 * After the last it is the first again.
 *
 * @param by 1 for the next, -1 for the one before
 * @returns undefined when there is none
 */
export function moveToProblem(
  view: MatrixView,
  by: number,
  screen: Pick<AppState, 'columns' | 'rows'>,
): MatrixView | undefined {
  const shown = shownMatrix(view);
  const found = shown === undefined ? [] : problems(shown);
  const place = ({row, column}: At): number => row * (shown?.columns.length ?? 0) + column;
  const here = place(view);
  const next = by > 0 ? found.find(at => place(at) > here) : found.findLast(at => place(at) < here);
  const to = next ?? (by > 0 ? found[0] : found.at(-1));
  return to && moveCell(view, to, screen);
}

function problems({matrix, rows, columns}: ShownMatrix): At[] {
  return rows.flatMap(({id}, row) =>
    columns.flatMap((one, column) => {
      const isOdd = problemAt(one, id) !== undefined && cellAt(matrix, id, one.id).length > 0;
      return isOdd ? [{row, column}] : [];
    }),
  );
}
