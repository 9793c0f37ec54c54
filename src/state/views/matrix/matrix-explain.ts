import {commandFor} from '../../ask/command-line.ts';
import {resolveCall} from '../../ask/resolve-call.ts';
import type {AppState} from '../../model/state.ts';
import {cellAt, problemAt} from './matrix.ts';
import {type ShownMatrix, shownMatrix} from './shown-matrix.ts';
import type {MakeCommand, MatrixCell, MatrixColumn, MatrixRow, MatrixView} from './state.ts';

/** The row, the column and the entries under the cell cursor; undefined where nothing is shown. */
export function cellAtCursor(view: MatrixView):
  | {
      readonly row: MatrixRow;
      readonly column: MatrixColumn;
      readonly cell: MatrixCell;
      readonly shown: ShownMatrix;
    }
  | undefined {
  const shown = shownMatrix(view);
  const row = shown?.rows[view.row];
  const column = shown?.columns[view.column];
  if (shown === undefined || row === undefined || column === undefined) return undefined;
  return {row, column, cell: cellAt(shown.matrix, row.id, column.id), shown};
}

/** The cell under the cursor as JSON to be described: what meets there, by which entry, and the commands. */
export function explainCell(view: MatrixView, state: Pick<AppState, 'session' | 'nowMs'>): string {
  const at = cellAtCursor(view);
  if (at === undefined) return '{}';
  const {row, column, cell} = at;
  const problem = problemAt(column, row.id);
  const command: MakeCommand = (call, params, body) => {
    const resolved = resolveCall(call, {...view.params, ...params}, state.nowMs);
    const given = body === undefined ? resolved.given : {...resolved.given, body};
    return commandFor({...resolved, given}, state.session.flags[call.service]);
  };
  return JSON.stringify({
    ...view.matrix.explain({row, column, cell}, command),
    ...(cell.length === 0 || problem === undefined ? {} : {problem}),
  });
}

/** The entries under the cursor as JSON; the whole answer where there are none. */
export function rawCell(view: MatrixView): string {
  const cell = cellAtCursor(view)?.cell ?? [];
  const [only] = cell;
  if (only === undefined) return view.text;
  return cell.length === 1 ? only.text : `[${cell.map(entry => entry.text).join(',')}]`;
}
