import type {OperationRef} from '../../../api/operation-ref.ts';
import type {Card} from '../../model/card.ts';
import type {Reader} from '../../model/line.ts';
import type {ViewBase} from '../../model/load.ts';
import type {OpensView, Params} from '../../model/params.ts';

/** Lines of text: the readable or the raw form of one object. */
export interface TextView extends ViewBase {
  readonly kind: 'text';
  /** `raw` is JSON as it came; `fields` a line for each value with its path. */
  readonly form: 'describe' | 'raw' | 'yaml' | 'fields';
  /** The call whose answer is shown; absent when the text came with the row. */
  readonly call: OperationRef | undefined;
  readonly params: Params;
  /** Pointer to the text in storage format that is read, when the object is a document. */
  readonly document: string | undefined;
  /** What enter opens, with parameters read from the answer. */
  readonly opens?: OpensView | undefined;
  /** JSON text. */
  readonly text: string;
  readonly top: number;
  readonly search: string;
  /** Line of the match one is at. */
  readonly match?: number | undefined;
  /** Long lines are broken rather than cut. @default false */
  readonly wrap?: boolean;
  /** Columns that are scrolled out on the left. @default 0 */
  readonly left?: number;
  /** What a jq filter made of the text; shown in its place. */
  readonly selected?: {readonly filter: string; readonly outputs: readonly string[]} | undefined;
  /** Reads the text; absent: it is described. */
  readonly reader?: Reader | undefined;
  /** What is told first, over everything. */
  readonly card?: Card | undefined;
  /** Everything is shown below the card; absent: it is folded. */
  readonly unfolded?: boolean | undefined;
}
