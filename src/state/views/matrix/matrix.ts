import type {Tone} from '../../../base/tone.ts';

/** A column: who holds, or who is told. */
export interface MatrixColumn {
  readonly id: string;
  /** With the glyph of its type: `G:devs`. */
  readonly label: string;
  /** As part of a sentence: `group devs (id)`. */
  readonly text: string;
  /** Something is wrong with it. */
  readonly tone?: Tone;
  /** What is wrong with it. */
  readonly problem?: string;
  /** Rows in which that is wrong. @default all */
  readonly oddRows?: ReadonlySet<string>;
}

/** A row: what is held, or what happened. */
export interface MatrixRow {
  readonly id: string;
  readonly name: string;
  /** Heading it stands under. */
  readonly group: string;
  /** Said when the row has no entry. */
  readonly nobody: string;
}

/** Entries where a row and a column meet, as JSON texts: grants or notifications. */
export type MatrixCell = readonly {readonly id: string; readonly text: string}[];

/** A table of who against what. */
export interface Matrix {
  /** What a row and a column are called, for counts. */
  readonly nouns: {readonly row: string; readonly column: string; readonly entry: string};
  /** Said when it has no columns. */
  readonly empty: string;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  /** Row id → column id → entries. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, MatrixCell>>;
}

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
