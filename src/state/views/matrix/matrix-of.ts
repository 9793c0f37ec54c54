import {parseJsonValue} from '../../../base/json-value.ts';
import {filterMatrix} from './matrix-filter.ts';
import type {Matrix, MatrixColumn, MatrixRow, MatrixView} from './state.ts';

/** The matrix of a view with the rows and columns that pass its filter. */
export interface ShownMatrix {
  readonly matrix: Matrix;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
}

interface Memo {
  readonly text: string;
  readonly filter: string;
  readonly shown: ShownMatrix;
}

const memos = new Map<number, Memo>();

/** What a matrix view shows; undefined before its answer is there. The last result is kept, since each frame asks. */
export function shownMatrix(view: MatrixView): ShownMatrix | undefined {
  if (view.text === '') return undefined;
  const memo = memos.get(view.key);
  if (memo?.text === view.text && memo.filter === view.filter) return memo.shown;
  const matrix =
    memo?.text === view.text ? memo.shown.matrix : view.matrix.read(parseJsonValue(view.text));
  const shown = {matrix, ...filterMatrix(matrix, view.filter)};
  memos.clear();
  memos.set(view.key, {text: view.text, filter: view.filter, shown});
  return shown;
}
