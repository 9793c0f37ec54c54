import type {OperationRef} from '../../../api/operation-ref.ts';
import type {JsonValue} from '../../../base/json-value.ts';
import {commandOfRef} from '../../ask/command-line.ts';
import type {AppState} from '../../model/state.ts';
import {problemAt} from './matrix.ts';
import type {cellAtCursor} from './shown-matrix.ts';
import type {MatrixView} from './state.ts';

/** The cell under the cursor. */
export type CellAt = NonNullable<ReturnType<typeof cellAtCursor>>;

/** Describe a cell as an object: row and column, entry, and commands. */
export function explainCell(
  view: MatrixView,
  {row, column, cell}: CellAt,
  state: Pick<AppState, 'session' | 'nowMs'>,
): JsonValue {
  const problem = problemAt(column, row.id);
  const command = (ref: OperationRef) => commandOfRef(ref, view.params, state);
  return {
    ...view.matrix.explain({row, column, cell}, command),
    ...(cell.length === 0 || problem === undefined ? {} : {problem}),
  };
}
