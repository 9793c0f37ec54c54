import type {JsonValue} from '../../../base/json-value.ts';
import type {Tone} from '../../../base/tone.ts';
import type {Call, Params} from '../../model/call.ts';
import type {ViewBase} from '../../model/row.ts';

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

/** Writes the one-shot command of a call of the matrix; `body` as JSON text. */
export type MakeCommand = (call: Call, params: Params, body?: string) => string;

/** What a matrix is made from: how its answer is read, and how one of its cells is explained. */
export interface MatrixKind {
  read(answer: JsonValue): Matrix;
  /** As members of an object to be described: what meets there, by which entry, and the commands. */
  explain(
    at: {readonly row: MatrixRow; readonly column: MatrixColumn; readonly cell: MatrixCell},
    command: MakeCommand,
  ): Readonly<Record<string, unknown>>;
}

/** Rows against columns, such as permission × holder; drawn from one answer. */
export interface MatrixView extends ViewBase {
  readonly kind: 'matrix';
  readonly matrix: MatrixKind;
  readonly call: Call;
  readonly params: Params;
  /** JSON text of the answer. */
  readonly text: string;
  readonly filter: string;
  /** The cell cursor: positions among the rows and columns shown, and the ids they follow. */
  readonly row: number;
  readonly rowId: string | undefined;
  readonly column: number;
  readonly columnId: string | undefined;
  /** First line and first column on the screen. */
  readonly top: number;
  readonly left: number;
}
