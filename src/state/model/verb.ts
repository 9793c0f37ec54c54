import type {Service} from '../../api/operation.ts';
import type {Call} from './call.ts';

/**
 * Something that can be done with rows of a list, as data: the menu (x), the preview, the
 * confirmation, the queue and the journal follow from it and from the operation's record.
 *
 * In `inputs` and `body`, `{/pointer}` stands for what it leads to in the row and `{name}` for a
 * parameter of the list. With several rows in a request `{/pointer}` in the body is their JSON
 * values joined by commas, and in an input one value for each.
 */
export interface RowAction {
  readonly id: string;
  /** In the menu, without what it is done to: `refresh`. */
  readonly label: string;
  /**
   * What it is done to: the marked rows or else the one under the cursor, or every row whose time
   * at `pointer` comes within so many days, which are asked for.
   */
  readonly rows: 'chosen' | {readonly withinDays: number; readonly pointer: string};
  readonly service: Service;
  /** `group name`, as in the catalogue. */
  readonly operation: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Rows in one request; more are split. @default 1 */
  readonly rowsPerRequest?: number;
  /** What rows are called where they are counted in the preview. @default the resource's noun */
  readonly unit?: string;
  /** Raises the risk that follows from the record. */
  readonly atLeast?: Risk;
  /** A sentence on undoing it, where the record cannot say. */
  readonly undo?: string;
  readonly notes?: readonly string[];
  /** List the objects again afterwards and compare. */
  readonly check?: {
    readonly list: Call;
    readonly identity: string;
    readonly value: string;
    readonly word: string;
  };
}

/**
 * How much a write asks before it is sent: 0 nothing, 1 enter in its preview, 2 a dialog with the
 * focus on Cancel, 3 the object's name typed.
 */
export type Risk = 0 | 1 | 2 | 3;
