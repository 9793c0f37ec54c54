import type {Operation} from '../api/operation.ts';
import type {Column} from '../base/column.ts';
import type {JqFilter} from '../output/select.ts';
import type {CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';

/** Facts about the items of the output. */
export interface FormattedItems {
  /** The operation of the response; absent for output of the program itself. */
  readonly operation?: Operation | undefined;
  /** The request is `raw`: every member of an item becomes a column. @default false */
  readonly isRaw?: boolean;
  /** Values given to --expand. */
  readonly expanded?: readonly string[];
  /** Columns of output of the program itself. */
  readonly columns?: readonly Column[];
  /** Pointer to the item in the output: `/item` for an event. @default '' */
  readonly prefix?: string;
}

/** How a JSON text is filtered and formatted, according to the flags. */
export interface EmitOptions extends GlobalValues {
  readonly filter?: JqFilter;
  /** Facts about the items, for --output. */
  readonly items?: FormattedItems;
  /** Written before the output (--include). */
  readonly head?: string;
}

/** The part of the host needed for writing a response. */
export type EmitHost = Pick<CommandHost, 'stdout' | 'reporter' | 'env' | 'clock'>;

/** Whether a response is written in a format other than JSON. */
export function isFormatted({output = 'json'}: GlobalValues): boolean {
  return output !== 'json';
}
