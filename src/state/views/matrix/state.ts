import type {Call, Params} from '../../model/call.ts';
import type {ViewBase} from '../../model/row.ts';

/** What a matrix is made from; each has its own reading of the answer. */
export type MatrixKind = 'permissions' | 'notifications';

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
