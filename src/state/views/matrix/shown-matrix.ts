import {counted} from '../../../base/counted.ts';
import {parseJsonValue} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {cellAt, changesOf} from './matrix.ts';
import type {Matrix, MatrixColumn, MatrixRow, MatrixView, Staged} from './state.ts';

/** The rows and columns of a matrix view that pass its filter. */
export interface FilteredMatrix {
  /** Including the rows and columns of staged changes. */
  readonly matrix: Matrix;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
}

const lastRead = memoizeLast<Matrix>();
const lastShown = memoizeLast<FilteredMatrix>();

/**
 * The visible part of a matrix view; undefined before its response arrives. The last result is
 * cached, since each frame needs it.
 */
export function shownMatrix(view: MatrixView): FilteredMatrix | undefined {
  if (view.text === '') return undefined;
  return lastShown([view.key, view.text, view.filter, view.staged], () => {
    const matrix = withStaged(readMatrix(view), view.staged);
    return {matrix, ...filterMatrix(matrix, view.filter)};
  });
}

/** The row, the column and the entries under the cell cursor; undefined if nothing is visible. */
export function cellAtCursor(view: MatrixView) {
  const shown = shownMatrix(view);
  const row = shown?.rows[view.row];
  const column = shown?.columns[view.column];
  if (shown === undefined || row === undefined || column === undefined) return undefined;
  return {row, column, cell: cellAt(shown.matrix, row.id, column.id), shown};
}

/** The matrix of a view's response, without staged changes. */
export function readMatrix({key, text, matrix, params}: MatrixView): Matrix {
  return lastRead([key, text], () => matrix.read(parseJsonValue(text), params));
}

/** Add the rows and columns that only staged changes have. */
function withStaged(matrix: Matrix, staged: Staged): Matrix {
  const changes = changesOf(staged);
  const columns = missingItems(matrix.columns, [...staged.columns, ...changes.map(c => c.column)]);
  const rows = missingItems(
    matrix.rows,
    changes.map(c => c.row),
  );
  if (rows.length === 0 && columns.length === 0) return matrix;
  return {...matrix, rows: [...matrix.rows, ...rows], columns: [...matrix.columns, ...columns]};
}

/** The items that are not known yet, without duplicates by id. */
export function missingItems<T extends {readonly id: string}>(
  known: readonly T[],
  more: readonly T[],
): T[] {
  const ids = new Set(known.map(one => one.id));
  return more.filter(one => !ids.has(one.id) && ids.add(one.id) !== undefined);
}

/**
 * The number of rows and columns of a matrix, and of those visible; '' before its response arrives.
 */
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

/** The number of differences among the visible cells; undefined in other matrices. */
export function countDifferences(view: MatrixView): number | undefined {
  const shown = shownMatrix(view);
  const differences = shown?.matrix.differences;
  if (shown === undefined || differences === undefined) return undefined;
  return shown.rows.reduce((sum, {id}) => {
    const ofRow = differences.cells.get(id);
    return sum + (ofRow ? shown.columns.filter(one => ofRow.has(one.id)).length : 0);
  }, 0);
}

/** The word of the filter that hides rows and columns without a difference. */
export const onlyDifferent = 'is:different';

/**
 * Filter rows and columns: words match rows by name, key and heading; `col:word` matches columns by
 * name. `a|b` is either, `!word` is not; all words must match. Case is ignored. `is:different`
 * keeps the differences of a comparison.
 */
function filterMatrix(
  matrix: Matrix,
  filter: string,
): {readonly rows: readonly MatrixRow[]; readonly columns: readonly MatrixColumn[]} {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const cells = words.includes(onlyDifferent) ? matrix.differences?.cells : undefined;
  const others = cells === undefined ? words : words.filter(word => word !== onlyDifferent);
  const ofColumns = others.filter(word => columnWord.test(word));
  const ofRows = others.filter(word => !columnWord.test(word));
  const rows = matrix.rows
    .filter(({id}) => cells === undefined || cells.has(id))
    .filter(row => passes(`${row.name} ${row.id} ${row.group}`.toLowerCase(), ofRows));
  const isDifferent = ({id}: MatrixColumn): boolean =>
    cells === undefined || rows.some(row => cells.get(row.id)?.has(id));
  return {
    rows,
    columns: matrix.columns.filter(isDifferent).filter(column =>
      passes(
        `${column.label} ${column.text}`.toLowerCase(),
        ofColumns.map(word => word.replace(columnWord, '$1')),
      ),
    ),
  };
}

/** `col:x` and `!col:x`; captures the negation. */
const columnWord = /^(!?)col:/;

function passes(text: string, words: readonly string[]): boolean {
  return words.every(word => {
    const not = word.startsWith('!');
    const choices = (not ? word.slice(1) : word).split('|').filter(Boolean);
    // An incomplete term hides nothing.
    if (choices.length === 0) return true;
    return choices.some(choice => text.includes(choice)) !== not;
  });
}
