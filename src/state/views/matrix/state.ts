import type {EntityKind} from '../../../api/field.ts';
import type {EntityEntry} from '../../../api/naming/name-listing.ts';
import type {Service} from '../../../api/operation.ts';
import type {OperationRef} from '../../../api/operation-ref.ts';
import type {ResolvedCall} from '../../../api/request-plan.ts';
import type {JsonValue} from '../../../base/json-value.ts';
import type {Tone} from '../../../base/tone.ts';
import type {ViewBase} from '../../model/load.ts';
import type {Params} from '../../model/params.ts';

/** A column: a holder or a recipient. */
export interface MatrixColumn {
  readonly id: string;
  /** Including the glyph of its type: `G:devs`. */
  readonly label: string;
  /** As part of a sentence: `group devs (id)`. */
  readonly text: string;
  /** JSON text that identifies it in a request. */
  readonly sends: string;
  readonly tone?: Tone;
  readonly problem?: string;
  /** Rows in which the problem applies. @default all */
  readonly oddRows?: ReadonlySet<string>;
}

/** A row: a permission or an event. */
export interface MatrixRow {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Shown if the row has no entry. */
  readonly nobody: string;
}

/** The entries of a cell as JSON texts: grants or notifications. */
export type MatrixCell = readonly {readonly id: string; readonly text: string}[];

/** An entry that only one of two compared matrices has. */
export interface CellDifference {
  /** `left` is the first matrix, `right` the second, which can be changed. */
  readonly where: 'left' | 'right';
  /** Changes that make the second match the first; none if it cannot be applied. */
  readonly changes: readonly StagedChange[];
  /** Why it cannot be applied. */
  readonly leftOut?: string;
}

/** The differences of two compared matrices. */
export interface MatrixDifferences {
  /** Names of the two. */
  readonly names: {readonly left: string; readonly right: string};
  /** Row id → column id → difference. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, CellDifference>>;
}

/** A table of holders or recipients against permissions or events. */
export interface Matrix {
  /** Nouns for the counts. */
  readonly nouns: {readonly row: string; readonly column: string; readonly entry: string};
  /** Shown if it has no columns. */
  readonly empty: string;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  /** Row id → column id → entries. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, MatrixCell>>;
  /** Its differences from another matrix, if it is compared with one. */
  readonly differences?: MatrixDifferences;
}

/** How the matrix is read from a response, and how one of its cells is described. */
export interface MatrixKind {
  read(answer: JsonValue, params: Params): Matrix;
  /** The description of a cell as members of an object: row and column, entry, and commands. */
  explain(
    at: {readonly row: MatrixRow; readonly column: MatrixColumn; readonly cell: MatrixCell},
    command: (ref: OperationRef) => string,
  ): Readonly<Record<string, unknown>>;
  readonly edits: MatrixEdits;
}

/** An entry to be added or removed; nothing has been sent. */
export type StagedChange =
  | {readonly kind: 'add'; readonly row: MatrixRow; readonly column: MatrixColumn}
  | {
      readonly kind: 'remove';
      readonly row: MatrixRow;
      readonly column: MatrixColumn;
      readonly entry: string;
    };

/** The staged changes of one object. */
export interface Staged {
  /** Steps, each undone as a whole; the latest last. */
  readonly steps: readonly (readonly StagedChange[])[];
  /** Undone steps, the latest last. */
  readonly undone: readonly (readonly StagedChange[])[];
  /** Columns that were added to be filled. */
  readonly columns: readonly MatrixColumn[];
  /** Differences that the last comparison could not stage, each with the reason. */
  readonly leftOut?: readonly string[];
  /** The requests of the last preview, whose changes are unstaged once sent. */
  readonly sending?: readonly StagedRequest[];
}

/** A request for staged changes. */
export interface StagedRequest {
  readonly label: string;
  /** All changes in words, if the label has only the first ones. */
  readonly names?: readonly string[];
  readonly call: ResolvedCall;
  /** The changes it carries out. */
  readonly changes: readonly StagedChange[];
}

/** The requests for staged changes, with their titles and warnings. */
export interface StagedPlan {
  readonly title: string;
  readonly requests: readonly StagedRequest[];
  /** The object's name, typed to confirm the highest risk. */
  readonly name: string;
}

/** A source of columns to add. */
export type ColumnSource =
  /** The entities of a kind, by name. */
  | {
      readonly service: Service;
      readonly named: EntityKind;
      readonly column: (thing: EntityEntry) => MatrixColumn;
    }
  /** Those mentioned in a response. */
  | {readonly call: OperationRef; readonly columns: (answer: JsonValue) => readonly MatrixColumn[]};

/** How a matrix is changed. */
export interface MatrixEdits {
  /** The kind of object; staged changes are stored for it and the value of that parameter. */
  readonly object: string;
  readonly param: string;
  /** Plan as few requests as possible, none of which affects entries that were not staged. */
  plan(changes: readonly StagedChange[], params: Params): StagedPlan;
  /** Warnings about the changes, as sentences. */
  warns(changes: readonly StagedChange[], matrix: Matrix | undefined): readonly string[];
  /** Columns that need no lookup. */
  readonly columns: readonly MatrixColumn[];
  readonly sources: readonly ColumnSource[];
  /** The column for a typed name that no source has. */
  readonly typed?: (name: string) => MatrixColumn;
}

/** Rows against columns, such as permission × holder, from one response. */
export interface MatrixView extends ViewBase {
  readonly kind: 'matrix';
  readonly matrix: MatrixKind;
  readonly call: OperationRef;
  readonly params: Params;
  /** JSON text of the response. */
  readonly text: string;
  readonly filter: string;
  /** The cell cursor: its position among the visible rows and columns, and the ids it follows. */
  readonly row: number;
  readonly rowId: string | undefined;
  readonly column: number;
  readonly columnId: string | undefined;
  /** First visible line and column. */
  readonly top: number;
  readonly left: number;
  /** A copy of the slice, updated after each event, so that rendering needs only the view. */
  readonly staged: Staged;
  /** Columns found while the prompt for a new one is open. */
  readonly found?: readonly MatrixColumn[];
}

export const noStagedChanges: Staged = {steps: [], undone: [], columns: []};
