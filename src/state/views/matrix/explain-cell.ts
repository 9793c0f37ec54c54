import type {OperationRef} from '../../../api/operation-ref.ts';
import type {JsonValue} from '../../../base/json-value.ts';
import {commandOfRef} from '../../ask/command-line.ts';
import type {AppState} from '../../model/state.ts';
import {differenceAt, problemAt} from './matrix.ts';
import type {cellAtCursor} from './shown-matrix.ts';
import type {Matrix, MatrixView} from './state.ts';

/** The cell under the cursor. */
export type CellAt = NonNullable<ReturnType<typeof cellAtCursor>>;

/** Describe a cell as an object: row and column, entry, and commands. */
export function explainCell(
  view: MatrixView,
  {row, column, cell, shown}: CellAt,
  state: Pick<AppState, 'session' | 'nowMs'>,
): JsonValue {
  const problem = problemAt(column, row.id);
  const difference = differenceText(shown.matrix, {row, column, cell});
  const command = (ref: OperationRef) => commandOfRef(ref, view.params, state);
  return {
    ...(difference && {difference}),
    ...view.matrix.explain({row, column, cell}, command),
    ...(cell.length === 0 || problem === undefined ? {} : {problem}),
  };
}

/** The result of a comparison for a cell; undefined in other matrices. */
export function differenceText(
  matrix: Matrix,
  {row, column, cell}: Pick<CellAt, 'row' | 'column' | 'cell'>,
): string | undefined {
  if (matrix.differences === undefined) return undefined;
  const difference = differenceAt(matrix, row.id, column.id);
  if (difference === undefined) return cell.length === 0 ? 'in neither' : 'in both';
  const {where, leftOut} = difference;
  const only = `only in ${matrix.differences.names[where]}`;
  return leftOut === undefined ? only : `${only}; ${leftOut}`;
}
