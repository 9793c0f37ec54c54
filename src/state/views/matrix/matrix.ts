import type {Matrix, MatrixCell, MatrixColumn} from './state.ts';

/** What is wrong with an entry of a column in a row; undefined where nothing is. */
export function problemAt({problem, oddRows}: MatrixColumn, row: string): string | undefined {
  return oddRows === undefined || oddRows.has(row) ? problem : undefined;
}

/** The entries where a row and a column meet; none where they do not. */
export function cellAt(matrix: Matrix, row: string, column: string): MatrixCell {
  return matrix.cells.get(row)?.get(column) ?? [];
}

/** Collects the entries of a matrix. */
export class CellMap {
  readonly cells = new Map<string, Map<string, {id: string; text: string}[]>>();

  /** Put an entry where a row and a column meet. */
  add(row: string, column: string, entry: {id: string; text: string}): void {
    const columns = this.cells.get(row) ?? new Map<string, {id: string; text: string}[]>();
    this.cells.set(row, columns);
    const entries = columns.get(column) ?? [];
    columns.set(column, entries);
    entries.push(entry);
  }
}
