import type {
  CellDifference,
  Matrix,
  MatrixCell,
  MatrixColumn,
  Staged,
  StagedChange,
} from './state.ts';

/** The problem of a column's entry in a row; undefined if there is none. */
export function problemAt({problem, oddRows}: MatrixColumn, row: string): string | undefined {
  return oddRows === undefined || oddRows.has(row) ? problem : undefined;
}

/** The entries of a cell; empty if there are none. */
export function cellAt(matrix: Matrix, row: string, column: string): MatrixCell {
  return matrix.cells.get(row)?.get(column) ?? [];
}

/** The difference of a cell in a comparison; undefined if both matrices have it, or neither. */
export function differenceAt(
  {differences}: Pick<Matrix, 'differences'>,
  row: string,
  column: string,
): CellDifference | undefined {
  return differences?.cells.get(row)?.get(column);
}

/** The signs of differences: an entry only of the first matrix, or only of the second. */
export const differenceSigns = {left: '+', right: '−'} as const;

/** The signs of staged changes. */
export const changeSigns = {add: '+', remove: '−'} as const;

/** All staged changes, in order. */
export function changesOf({steps}: Staged): readonly StagedChange[] {
  return steps.flat();
}

/** The staged changes of a cell. */
export function stagedChangesOf(
  staged: Staged,
  row: string,
  column: string,
): readonly StagedChange[] {
  return changesOf(staged).filter(one => one.row.id === row && one.column.id === column);
}

/** The number of entries of a row after some changes. */
export function countAfterChanges(
  matrix: Matrix,
  row: string,
  changes: readonly StagedChange[],
): number {
  const own = changes.filter(one => one.row.id === row);
  const current = matrix.columns.reduce((sum, {id}) => sum + cellAt(matrix, row, id).length, 0);
  return own.reduce((sum, {kind}) => sum + (kind === 'add' ? 1 : -1), current);
}

/** Collects the entries of a matrix. */
export class CellMap {
  readonly cells = new Map<string, Map<string, {id: string; text: string}[]>>();

  add(row: string, column: string, entry: {id: string; text: string}): void {
    const columns = this.cells.get(row) ?? new Map<string, {id: string; text: string}[]>();
    this.cells.set(row, columns);
    const entries = columns.get(column) ?? [];
    columns.set(column, entries);
    entries.push(entry);
  }
}
