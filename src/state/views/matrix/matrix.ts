import type {Matrix, MatrixCell, MatrixColumn, Staged, StagedChange} from './state.ts';

/** What is wrong with an entry of a column in a row; undefined where nothing is. */
export function problemAt({problem, oddRows}: MatrixColumn, row: string): string | undefined {
  return oddRows === undefined || oddRows.has(row) ? problem : undefined;
}

/** The entries where a row and a column meet; none where they do not. */
export function cellAt(matrix: Matrix, row: string, column: string): MatrixCell {
  return matrix.cells.get(row)?.get(column) ?? [];
}

/** How a staged change is shown. */
export const changeSigns = {add: '+', remove: '−'} as const;

/** Every staged change, in the order they were staged. */
export function changesOf({steps}: Staged): readonly StagedChange[] {
  return steps.flat();
}

/** What is staged where a row and a column meet. */
export function stagedAt(staged: Staged, row: string, column: string): readonly StagedChange[] {
  return changesOf(staged).filter(one => one.row.id === row && one.column.id === column);
}

/** How many entries a row has when some changes are made. */
export function countAfterChanges(
  matrix: Matrix,
  row: string,
  changes: readonly StagedChange[],
): number {
  const own = changes.filter(one => one.row.id === row);
  const held = matrix.columns.reduce((sum, {id}) => sum + cellAt(matrix, row, id).length, 0);
  return own.reduce((sum, {kind}) => sum + (kind === 'add' ? 1 : -1), held);
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
