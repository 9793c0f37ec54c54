import type {Operation, Service} from '../../api/operation.ts';
import type {InputValues} from '../../api/request-plan.ts';

/** Values by name that a screen was opened with, such as the project key of a version list. */
export type Params = Readonly<Record<string, string>>;

/**
 * One operation with its inputs, as data. `{name}` in an input stands for a parameter, and
 * `{hoursAgo:N}` for the time N hours ago in epoch milliseconds.
 */
export interface Call {
  readonly service: Service;
  /** `group name`, as in the catalogue. */
  readonly operation: string;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
  /** Asked beside it; each answer is put into this one's object as a member of that name. */
  readonly also?: Readonly<Record<string, Call>>;
  /**
   * Asked when its answer is there, each by what that names: `{/pointer}` in an input stands for what
   * it leads to in the answer, of an array for each element, inside a text its first. One whose pointers lead nowhere is not
   * asked. Each answer is put in as a member of that name.
   */
  readonly after?: Readonly<Record<string, Call>>;
  /**
   * Of one asked after another: it is asked for each element of the list at `list`, whose value at
   * `value` is `{each}` in its inputs; its answers are an array. Of more than 50 the first 50.
   */
  readonly each?: {readonly list: string; readonly value: string};
  /** JSON text taken for the answer where the service says that there is none (404). */
  readonly orElse?: string;
  /** Where it is asked beside another call, that one fails with it. @default why it failed is told in its place */
  readonly required?: true;
}

type MoreOfCall = Omit<Call, 'service' | 'operation' | 'inputs'>;

const callOf =
  (service: Service) =>
  <More extends object = MoreOfCall>(
    operation: string,
    inputs: Call['inputs'] = {},
    more?: More,
  ): Call & More =>
    ({service, operation, inputs, ...more}) as Call & More;

/** A call of the tracker in one line: the operation, its inputs, what else is special. */
export const trackerCall = callOf('tracker');
/** A call of the content service. */
export const contentCall = callOf('content');

/** A call made concrete: the record and what is given to it. */
export interface ResolvedCall {
  readonly operation: Operation;
  readonly given: InputValues;
}

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
