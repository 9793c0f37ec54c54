import type {Operation} from '../api/operation.ts';
import type {Column} from '../base/column.ts';
import type {JqFilter} from '../output/select.ts';
import type {CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';

/** What is known of the items that are written. */
export interface FormattedItems {
  /** Whose answer they are; absent for what the program makes itself. */
  readonly operation?: Operation | undefined;
  /** The request is `raw`: every member of an item is a column. @default false */
  readonly isRaw?: boolean;
  /** Values given to --expand. */
  readonly expanded?: readonly string[];
  /** Columns of what the program makes itself. */
  readonly columns?: readonly Column[];
  /** Where the item is in what is written: `/item` of an event. @default '' */
  readonly prefix?: string;
}

/** How a JSON text is selected from and written out: as the flags say. */
export interface EmitOptions extends GlobalValues {
  readonly filter?: JqFilter;
  /** What is known of the items, for --output. */
  readonly items?: FormattedItems;
  /** Written before what remains (--include). */
  readonly head?: string;
}

/** What of the machine an answer is written to. */
export type EmitHost = Pick<CommandHost, 'stdout' | 'reporter' | 'env' | 'clock'>;

/** Whether an answer is written as something other than JSON. */
export function isFormatted({output = 'json'}: GlobalValues): boolean {
  return output !== 'json';
}
