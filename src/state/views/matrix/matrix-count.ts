import {counted} from '../../show/count-text.ts';
import {shownMatrix} from './matrix-of.ts';
import type {MatrixView} from './state.ts';

/** How many rows and columns a matrix has, or shows of them; empty before its answer is there. */
export function matrixCountText(view: MatrixView): string {
  const shown = shownMatrix(view);
  if (shown === undefined) return '';
  const {matrix, rows, columns} = shown;
  const part = (have: number, all: number, noun: string): string =>
    have === all ? counted(all, noun) : `${have} of ${counted(all, noun)}`;
  const {nouns} = matrix;
  return [
    part(rows.length, matrix.rows.length, nouns.row),
    part(columns.length, matrix.columns.length, nouns.column),
  ].join(' × ');
}
