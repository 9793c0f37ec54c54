import type {Service} from '../../api/operation.ts';
import type {OperationRef, ValueSource} from '../../api/operation-ref.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {Params} from './params.ts';
import type {Row} from './row.ts';

/**
 * An action on an object, as data: the menu (x), the form, the preview, the confirmation, the queue
 * and the journal derive from it and from the operation's record. In `inputs` and `body`,
 * `{row/pointer}` is a value of the row and `{name}` a parameter of the location. Body fields are
 * inputs as on the command line: `releaseDate`, `body.scope.type`. With several rows in a request,
 * an input has a value for each; in the body, `{row/pointer}` is an array of their values.
 */
export interface Verb extends Pick<OperationRef, 'service' | 'operation' | 'body'> {
  readonly inputs?: OperationRef['inputs'];
  /** Inputs computed from the row, where a pointer is not enough. */
  readonly made?: Readonly<Record<string, (row: JsonValue) => string>>;
  readonly id: string;
  /** Its label, without the object; `…` if it opens a form: `Change lead…`. */
  readonly words: string;
  /**
   * Heading of its form, its preview and its notice; `{object}` is replaced by the object. @default
   * `words {object}`
   */
  readonly title?: string;
  /**
   * Its letter, in the menu and on the list; it must not have another meaning there (docs/keys.md).
   */
  readonly key?: string;
  /**
   * What it acts on: one row; the selected rows or else the one under the cursor; all rows whose
   * time at `pointer` is within a number of days that the form asks for; no row.
   */
  readonly rows: 'one' | 'many' | 'none' | {readonly withinDays: number; readonly pointer: string};
  /** Conditions a row must meet; the first one not met gives the reason. */
  readonly when?: readonly Condition[];
  /**
   * Fields that its form shows first, in this order, with their initial values: a text, as in
   * `inputs`, or ''. Required fields follow, the others are collapsed. Updates start with the
   * current values. Absent: no form, the preview opens directly.
   */
  readonly asks?: Readonly<Record<string, string>>;
  /**
   * In a list, the user moves the rows to their new position, without a form: `after` is the
   * value of the preceding row that gives the position; at the top, `position` is First.
   */
  readonly reorders?: {readonly after: string};
  /**
   * Fields whose text the service validates while it is typed: field → an operation that returns a
   * valid text, the same one if it is valid; `{text}` is the text.
   */
  readonly validates?: Readonly<Record<string, OperationRef>>;
  /**
   * Suggestions for empty fields: field → a text made from another field, which differs from the
   * values of that member in the listed rows. It is sent once the user has seen it in the field.
   */
  readonly suggests?: Readonly<
    Record<
      string,
      {readonly from: string; readonly make: (text: string, taken: ReadonlySet<string>) => string}
    >
  >;
  /**
   * Counts it changes, read for its preview and again afterwards: the operation that reads them,
   * with `{thing}` as its first input, and for each count the input that receives it; without one,
   * the count is cleared, which must be allowed.
   */
  readonly counts?: {
    readonly of: OperationRef;
    readonly values: readonly {
      readonly label: string;
      readonly pointer: string;
      readonly into?: string;
    }[];
    /** Counts without a new place stay instead of being cleared. */
    readonly stays?: true;
  };
  /**
   * Its further effects, read when its preview opens: a read filled like `inputs`, and the
   * sentences that its response gives.
   */
  readonly consequences?: {
    readonly by: OperationRef;
    readonly says: (answer: JsonValue, row: ValueSource) => readonly string[];
  };
  /** Its change, if the inputs do not show it: a field with its value before and after. */
  readonly changes?: {readonly field: string; readonly before?: string; readonly after: string};
  /** A fact about the row to show in its form, as a sentence. */
  readonly rowFact?: (row: JsonValue) => string | undefined;
  /** Rows in one request; more are split. @default 1 */
  readonly rowsPerRequest?: number;
  /** Raises the risk derived from the record. */
  readonly atLeast?: Risk;
  /** A sentence about undo, if the record does not determine it. */
  readonly undo?: string;
  readonly notes?: readonly string[];
  /** List the objects again afterwards and compare them. */
  readonly check?: {
    readonly list: OperationRef;
    readonly identity: string;
    readonly value: string;
    readonly word: string;
  };
}

/** A condition on a row, with the reason shown if it is not met: `is archived already`. */
export interface Condition {
  readonly pointer: string;
  /** The value as text is one of these; a missing value is ''. */
  readonly is?: readonly string[];
  /** The value as text is none of these; a missing value is ''. */
  readonly isNot?: readonly string[];
  readonly reason: string;
}

/**
 * Constructors for the verbs of a service: what it acts on, id, label, operation, inputs, options.
 * Edit, delete and create have the same label and key everywhere by default.
 */
const verbsOf = (service: Service) => {
  const of =
    (rows: Verb['rows']) =>
    (
      id: string,
      words: string,
      operation: string,
      inputs: Verb['inputs'] = {},
      more: Partial<Verb> = {},
    ): Verb => ({service, id, words, rows, operation, inputs, ...more});
  const [one, many, none] = [of('one'), of('many'), of('none')];
  return {
    /** Acts on one row. */
    one,
    /** Acts on the selected rows, or else the one under the cursor. */
    many,
    /** Acts on no row. */
    none,
    /** Edit one row (e): the fields of its form, as `asks`. */
    edit: (
      operation: string,
      inputs: Verb['inputs'],
      asks: Verb['asks'] = {},
      more: Partial<Verb> = {},
    ) => one('edit', 'Edit…', operation, inputs, {key: 'e', asks, ...more}),
    /** Delete rows (D). */
    delete: (operation: string, inputs: Verb['inputs'], more: Partial<Verb> = {}) =>
      many('delete', 'Delete', operation, inputs, {key: 'D', ...more}),
    /** Create an object (a). */
    create: (
      words: string,
      operation: string,
      inputs: Verb['inputs'],
      asks: Verb['asks'] = {},
      more: Partial<Verb> = {},
    ) => none('create', words, operation, inputs, {key: 'a', asks, ...more}),
  };
};

export const trackerVerb = verbsOf('tracker');
export const contentVerb = verbsOf('content');

/** The objects of verbs, with pointers to their identity and name. */
export interface VerbSource {
  readonly noun: string;
  /** JSON pointers to the identity, and to the name; the first with a value is used. */
  readonly identity: readonly string[];
  readonly name: readonly string[];
  /** JSON pointer to a text that identifies an object whose name is an id. */
  readonly identifyingText?: string;
  readonly verbs?: readonly Verb[];
}

/** A verb with the objects it acts on. */
export interface VerbUse {
  readonly verb: Verb;
  /** The noun of the rows. */
  readonly noun: string;
  /** A text that identifies a row beside its name. */
  readonly identifyingText?: string;
  readonly rows: readonly Row[];
  /** The selected rows are the complete list. @default false */
  readonly isWholeList?: boolean;
  /** Selected rows that do not meet its conditions, and why, as a sentence. */
  readonly leftOut?: string;
  /** The parameters of the location. */
  readonly params: Params;
}

/**
 * The confirmation a write needs: 0 none, 1 enter in its preview, 2 a dialog with the focus on
 * Cancel, 3 typing the object's name.
 */
export type Risk = 0 | 1 | 2 | 3;
