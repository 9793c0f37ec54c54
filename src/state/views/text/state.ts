import type {OperationRef} from '../../../api/operation-ref.ts';
import type {Card} from '../../model/card.ts';
import type {TextReader} from '../../model/line.ts';
import type {ViewBase} from '../../model/load.ts';
import type {OpensView, Params} from '../../model/params.ts';

/** The described or raw form of one object. */
export interface TextView extends ViewBase {
  readonly kind: 'text';
  /** `raw` is JSON as received; `fields` has a line for each value with its path. */
  readonly form: 'describe' | 'raw' | 'yaml' | 'fields';
  /** The call whose response is shown; absent if the text came with the row. */
  readonly call: OperationRef | undefined;
  readonly params: Params;
  /** Pointer to the main text in storage format, if the object is a document. */
  readonly document: string | undefined;
  /** What enter opens, with parameters from the response. */
  readonly opens?: OpensView | undefined;
  /** JSON text. */
  readonly text: string;
  readonly top: number;
  readonly search: string;
  /** Line of the current match. */
  readonly match?: number | undefined;
  /** Wrap long lines instead of cutting them. @default false */
  readonly wrap?: boolean;
  /** Columns scrolled out on the left. @default 0 */
  readonly left?: number;
  /** The output of a jq filter, shown in place of the text. */
  readonly selected?: {readonly filter: string; readonly outputs: readonly string[]} | undefined;
  /** Renders the text; absent: it is described. */
  readonly reader?: TextReader | undefined;
  /** The facts shown first. */
  readonly card?: Card | undefined;
  /** The full response is expanded below the card; absent: where it fits in columns. */
  readonly expanded?: boolean | undefined;
}
