import type {Operation} from '../api/operation.ts';
import type {ItemColumn} from '../base/item-column.ts';
import type {GlobalValues} from './flags.ts';

/** The flags that say how an answer is written. */
export type FormatFlags = Pick<
  GlobalValues,
  'output' | 'columns' | 'pretty' | 'raw-output' | 'jq' | 'preset'
>;

/** What is known of the items that are written. */
export interface FormattedItems {
  /** Whose answer they are; absent for what the program makes itself. */
  readonly operation?: Operation | undefined;
  /** Values given to --expand. */
  readonly expanded?: readonly string[];
  /** Columns of what the program makes itself. */
  readonly columns?: readonly ItemColumn[];
  /** Where the item is in what is written: `/item` of an event. @default '' */
  readonly prefix?: string;
}

/** Whether an answer is written as something other than JSON. */
export function isFormatted({output = 'json'}: Pick<FormatFlags, 'output'>): boolean {
  return output !== 'json';
}
