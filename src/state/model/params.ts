import type {Service} from '../../api/operation.ts';

/** The parameters of a screen by name, such as the project key of a version list. */
export type Params = Readonly<Record<string, string>>;

/** A request that a view made, with the equivalent one-shot command. */
export interface RequestCommand {
  readonly service: Service;
  readonly command: string;
}

/** The screen that enter opens from a row, with parameters read from the row by pointer. */
export interface OpensView {
  readonly screen: string;
  /** Applies only to rows with that value; others are described. @default all rows */
  readonly only?: {readonly pointer: string; readonly equals: string};
  readonly params: Readonly<Record<string, readonly string[]>>;
}
