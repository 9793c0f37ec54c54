import {parseJsonValue} from '../../../base/json-value.ts';
import {keptLast} from '../../../base/kept-last.ts';
import {counted} from '../../show/count-text.ts';
import type {Matrix, MatrixColumn, MatrixRow, MatrixView} from './state.ts';

/** The matrix of a view with the rows and columns that pass its filter. */
export interface ShownMatrix {
  readonly matrix: Matrix;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
}

const lastRead = keptLast<Matrix>();
const lastShown = keptLast<ShownMatrix>();

/** What a matrix view shows; undefined before its answer is there. The last result is kept, since each frame asks. */
export function shownMatrix(view: MatrixView): ShownMatrix | undefined {
  if (view.text === '') return undefined;
  return lastShown([view.key, view.text, view.filter], () => {
    const matrix = lastRead([view.key, view.text], () =>
      view.matrix.read(parseJsonValue(view.text)),
    );
    return {matrix, ...filterMatrix(matrix, view.filter)};
  });
}

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

/**
 * The rows and columns that pass a filter: words narrow the rows by name, key and heading, and
 * `col:word` narrows the columns by what they are called. `a|b` is either, `!word` is not; several
 * words all count. Case does not matter.
 */
export function filterMatrix(
  matrix: Matrix,
  filter: string,
): {readonly rows: readonly MatrixRow[]; readonly columns: readonly MatrixColumn[]} {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const ofColumns = words.filter(word => columnWord.test(word));
  const ofRows = words.filter(word => !columnWord.test(word));
  return {
    rows: matrix.rows.filter(row =>
      passes(`${row.name} ${row.id} ${row.group}`.toLowerCase(), ofRows),
    ),
    columns: matrix.columns.filter(column =>
      passes(
        `${column.label} ${column.text}`.toLowerCase(),
        ofColumns.map(word => word.replace(columnWord, '$1')),
      ),
    ),
  };
}

/** `col:x` and `!col:x`; what is kept is the mark of "not". */
const columnWord = /^(!?)col:/;

function passes(text: string, words: readonly string[]): boolean {
  return words.every(word => {
    const not = word.startsWith('!');
    const choices = (not ? word.slice(1) : word).split('|').filter(Boolean);
    // A word that is still being typed hides nothing.
    if (choices.length === 0) return true;
    return choices.some(choice => text.includes(choice)) !== not;
  });
}
