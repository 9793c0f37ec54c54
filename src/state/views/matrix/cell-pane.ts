import {capitalize} from '../../../base/capital.ts';
import {counted} from '../../../base/counted.ts';
import {safeText} from '../../../base/safe-text.ts';
import {cutText} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {describeLines} from '../../show/describe.ts';
import {explainCell} from './explain-cell.ts';
import {cellAt, differenceAt, differenceSigns, problemAt} from './matrix.ts';
import {cellAtCursor} from './shown-matrix.ts';
import type {Matrix, MatrixColumn, MatrixView} from './state.ts';

/**
 * The pane beside a matrix: the cell under the cursor explained, all columns with an entry in its
 * row, and how many rows its column has entries in.
 *
 * @param columns width of the pane
 */
export function cellPaneLines(
  view: MatrixView,
  state: Pick<AppState, 'session' | 'nowMs'>,
  columns: number,
): readonly Line[] {
  const at = cellAtCursor(view);
  if (at === undefined) return [];
  const {row, column, shown} = at;
  const {matrix} = shown;
  const has = (one: MatrixColumn): boolean =>
    cellAt(matrix, row.id, one.id).length > 0 || differenceAt(matrix, row.id, one.id) !== undefined;
  const holders = matrix.columns.filter(has);
  const rows = matrix.rows.filter(({id}) => cellAt(matrix, id, column.id).length > 0).length;
  return [
    [{text: cutText(safeText(row.name), columns), tone: 'title'}],
    [{text: cutText(safeText(column.text), columns), tone: column.tone ?? 'accent'}],
    [{text: `${rows} of ${counted(matrix.rows.length, matrix.nouns.row)}`, tone: 'dim'}],
    [],
    ...describeLines(explainCell(view, at, state), columns, state.nowMs),
    [],
    ...holderLines(holders, matrix, {row: row.id, column: column.id}, columns),
  ];
}

function holderLines(
  holders: readonly MatrixColumn[],
  matrix: Matrix,
  here: {readonly row: string; readonly column: string},
  columns: number,
): readonly Line[] {
  const title = `${capitalize(matrix.nouns.column)}s  ${holders.length}`;
  return [
    [{text: title, tone: holders.length === 0 ? 'warn' : 'accent'}],
    ...holders.map((one): Line => {
      const problem = problemAt(one, here.row);
      const difference = differenceAt(matrix, here.row, one.id);
      const sign = difference === undefined ? '' : `${differenceSigns[difference.where]} `;
      const text = `${sign}${one.text}${problem === undefined ? '' : ` · ${problem}`}`;
      const tone = problem === undefined ? 'plain' : (one.tone ?? 'warn');
      return [
        {text: one.id === here.column ? '> ' : '  ', tone: 'accent'},
        {text: cutText(safeText(text), columns - 2), tone},
      ];
    }),
  ];
}
