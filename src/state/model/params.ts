import type {Service} from '../../api/operation.ts';
import type {Row} from './row.ts';

/** The parameters of a screen by name, such as the project key of a version list. */
export type Params = Readonly<Record<string, string>>;

/** A request that a view made, with the equivalent one-shot command. */
export interface RequestCommand {
  readonly service: Service;
  readonly command: string;
}

/**
 * Parameters taken from a row: pointers, of which the first with a value is used, or a function
 * that derives the value; '' is none.
 */
export type RowParams = Readonly<
  Record<string, readonly string[] | ((row: Pick<Row, 'value' | 'filled'>) => string)>
>;

/** The screen that enter opens from a row, with parameters read from the row by pointer. */
export interface OpensView {
  readonly screen: string;
  /** Applies only to rows with that value; others are described. @default all rows */
  readonly only?: {readonly pointer: string; readonly equals: string};
  readonly params: Readonly<Record<string, readonly string[]>>;
}
