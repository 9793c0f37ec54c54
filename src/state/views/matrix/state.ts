import type {EntityKind} from '../../../api/field.ts';
import type {NamedEntity} from '../../../api/naming/name-listing.ts';
import type {Service} from '../../../api/operation.ts';
import type {OperationRef} from '../../../api/operation-ref.ts';
import type {ResolvedCall} from '../../../api/request-plan.ts';
import type {JsonValue} from '../../../base/json-value.ts';
import type {Tone} from '../../../base/tone.ts';
import type {ViewBase} from '../../model/load.ts';
import type {Params} from '../../model/params.ts';

/** A column: who holds, or who is told. */
export interface MatrixColumn {
  readonly id: string;
  /** With the glyph of its type: `G:devs`. */
  readonly label: string;
  /** As part of a sentence: `group devs (id)`. */
  readonly text: string;
  /** JSON text by which a request names it. */
  readonly sends: string;
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

/** What a matrix is made from: how its answer is read, and how one of its cells is explained. */
export interface MatrixKind {
  read(answer: JsonValue): Matrix;
  /** As members of an object to be described: what meets there, by which entry, and the commands. */
  explain(
    at: {readonly row: MatrixRow; readonly column: MatrixColumn; readonly cell: MatrixCell},
    command: (ref: OperationRef) => string,
  ): Readonly<Record<string, unknown>>;
  readonly edits: MatrixEdits;
}

/** An entry to be made, or one to be taken away; nothing of it was sent. */
export type StagedChange =
  | {readonly kind: 'add'; readonly row: MatrixRow; readonly column: MatrixColumn}
  | {
      readonly kind: 'remove';
      readonly row: MatrixRow;
      readonly column: MatrixColumn;
      /** Id of the entry. */
      readonly entry: string;
    };

/** What is staged for one object. */
export interface Staged {
  /** What was staged together is taken back together; the latest last. */
  readonly steps: readonly (readonly StagedChange[])[];
  /** Steps that were taken back, the latest last. */
  readonly undone: readonly (readonly StagedChange[])[];
  /** Columns that were added to be filled. */
  readonly columns: readonly MatrixColumn[];
  /** Differences that could not be staged with the last comparison, each with the reason. */
  readonly leftOut?: readonly string[];
  /** The requests of the last preview: what they carry out is staged no longer. */
  readonly sending?: readonly StagedRequest[];
}

/** A request of staged changes. */
export interface StagedRequest {
  readonly label: string;
  /** Every change in words, where the label has only the first. */
  readonly names?: readonly string[];
  readonly call: ResolvedCall;
  /** Those it carries out. */
  readonly changes: readonly StagedChange[];
}

/** The requests of staged changes, and what is said of them. */
export interface StagedPlan {
  readonly title: string;
  readonly requests: readonly StagedRequest[];
  /** What is typed to confirm what is most risky: the object's name. */
  readonly name: string;
}

/** Where columns to be added are found. */
export type ColumnSource =
  /** The things of a kind, by name. */
  | {
      readonly service: Service;
      readonly named: EntityKind;
      readonly column: (thing: NamedEntity) => MatrixColumn;
    }
  /** Those that an answer speaks of. */
  | {readonly call: OperationRef; readonly columns: (answer: JsonValue) => readonly MatrixColumn[]};

/** How a matrix is changed. */
export interface MatrixEdits {
  /** What is staged is kept for the kind of object and the value of that parameter. */
  readonly object: string;
  readonly param: string;
  /** The requests: as few as there can be, none of which replaces what was not staged. */
  plan(changes: readonly StagedChange[], params: Params): StagedPlan;
  /** What is worth a warning when the changes are made, in sentences. */
  warns(changes: readonly StagedChange[], matrix: Matrix | undefined): readonly string[];
  /** Columns that need no looking up. */
  readonly columns: readonly MatrixColumn[];
  readonly sources: readonly ColumnSource[];
  /** The column that a name means which nothing found has. */
  readonly typed?: (name: string) => MatrixColumn;
}

/** Rows against columns, such as permission × holder; drawn from one answer. */
export interface MatrixView extends ViewBase {
  readonly kind: 'matrix';
  readonly matrix: MatrixKind;
  readonly call: OperationRef;
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
  /** As the slice has it: put there after each event, so that what draws needs the view alone. */
  readonly staged: Staged;
  /** Columns found to choose from, while one is chosen. */
  readonly found?: readonly MatrixColumn[];
}

/** Nothing was staged. */
export const noStagedChanges: Staged = {steps: [], undone: [], columns: []};
