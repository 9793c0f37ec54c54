import type {Service} from '../../api/operation.ts';

/** Values by name that a screen was opened with, such as the project key of a version list. */
export type Params = Readonly<Record<string, string>>;

/** A request a view made, with the one-shot command that makes the same. */
export interface SentRequest {
  readonly service: Service;
  readonly command: string;
}

/** What enter opens from a row: a screen, with parameters read from the row by pointer. */
export interface OpensView {
  readonly screen: string;
  /** Only rows with that value there; the others are described. @default every row */
  readonly only?: {readonly pointer: string; readonly equals: string};
  readonly params: Readonly<Record<string, readonly string[]>>;
}
