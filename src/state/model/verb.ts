import type {Service} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {JsonValue} from '../../base/json-value.ts';
import type {Params} from './params.ts';
import type {Row} from './row.ts';

/**
 * What can be done to an object, as data: the menu (x), the form, the preview, the confirmation, the
 * queue and the journal follow from it and from the operation's record. `{row/pointer}` in `inputs` and
 * `body` is a value of the row and `{name}` a parameter of the place. Fields of the body are inputs as
 * on the command line: `releaseDate`, `body.scope.type`. With several rows in a request, an input has
 * a value for each; in the body, `{row/pointer}` is an array of their values.
 */
export interface Verb extends Pick<OperationRef, 'service' | 'operation' | 'body'> {
  readonly inputs?: OperationRef['inputs'];
  /** Inputs whose text is made from the row, where a pointer cannot say it. */
  readonly made?: Readonly<Record<string, (row: JsonValue) => string>>;
  readonly id: string;
  /** In a person's language, without what it is done to; `…` where it asks: `Change lead…`. */
  readonly words: string;
  /** Heading of its form and its preview; `{object}` stands for what it is done to. @default `words {object}` */
  readonly title?: string;
  /** Its letter, in the menu and without it; none that has another meaning on a list (docs/keys.md). */
  readonly key?: string;
  /**
   * What it is done to: one row; the marked rows or else the one under the cursor; every row whose
   * time at `pointer` comes within so many days, which are asked for; nothing but the place.
   */
  readonly rows: 'one' | 'many' | 'none' | {readonly withinDays: number; readonly pointer: string};
  /** Only rows for which all of this holds; the first that does not gives its reason. */
  readonly when?: readonly Condition[];
  /**
   * Fields its form asks first, in this order, each with what is in it from the start: a text, as in
   * `inputs`, or nothing (''). Required ones follow, the others are folded. Of an update what is there is
   * read. Absent: no form, the preview comes at once.
   */
  readonly asks?: Readonly<Record<string, string>>;
  /**
   * In a list its rows are lifted and carried to their place, without a form: what of the row before
   * them says where they go, given as `after`; at the top that is `position` First.
   */
  readonly carries?: {readonly after: string};
  /**
   * Fields whose text the service is asked about while it is typed: field → an operation that answers
   * with a text that would do, the same where that one does; `{text}` is the text.
   */
  readonly validates?: Readonly<Record<string, OperationRef>>;
  /**
   * Numbers it changes, read for its preview and again afterwards: the read of them, with `{thing}`
   * as its first input, and of each number the input that says what it goes to; without one, the
   * number is cleared, which has to be allowed.
   */
  readonly counts?: {
    readonly of: OperationRef;
    readonly values: readonly {
      readonly label: string;
      readonly pointer: string;
      readonly into?: string;
    }[];
    /** What goes nowhere stays where it is, and is not cleared. */
    readonly stays?: true;
  };
  /** What of the one row it is done to is worth knowing while its form is filled in, as a sentence. */
  readonly tells?: (row: JsonValue) => string | undefined;
  /** Rows in one request; more are split. @default 1 */
  readonly rowsPerRequest?: number;
  /** What rows are called where they are counted in the preview. @default the resource's noun */
  readonly unit?: string;
  /** Raises the risk that follows from the record. */
  readonly atLeast?: Risk;
  /** A sentence on undoing it, where the record cannot say. */
  readonly undo?: string;
  readonly notes?: readonly string[];
  /** List the objects again afterwards and compare. */
  readonly check?: {
    readonly list: OperationRef;
    readonly identity: string;
    readonly value: string;
    readonly word: string;
  };
}

/** What must hold for a row, with what is said where it does not: `is archived already`. */
export interface Condition {
  readonly pointer: string;
  /** The value as text, one of these; nothing there is ''. */
  readonly is?: readonly string[];
  /** The value as text is none of these; nothing there is ''. */
  readonly isNot?: readonly string[];
  readonly reason: string;
}

/**
 * Makers of the verbs of a service, each in a line: what it is done to, its id, its words, the
 * operation with its inputs, what else is special. What nearly every thing has — it is edited,
 * deleted, a new one made — is called the same and has the same key everywhere, unless it says otherwise.
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
    /** Of one row. */
    one,
    /** Of the marked rows, or else the one under the cursor. */
    many,
    /** Of nothing but the place. */
    none,
    /** Changes one row (e): the fields its form asks, as `asks`. */
    edit: (
      operation: string,
      inputs: Verb['inputs'],
      asks: Verb['asks'] = {},
      more: Partial<Verb> = {},
    ) => one('edit', 'Edit…', operation, inputs, {key: 'e', asks, ...more}),
    /** Deletes rows (D). */
    delete: (operation: string, inputs: Verb['inputs'], more: Partial<Verb> = {}) =>
      many('delete', 'Delete', operation, inputs, {key: 'D', ...more}),
    /** Makes a new one (a). */
    create: (
      words: string,
      operation: string,
      inputs: Verb['inputs'],
      asks: Verb['asks'] = {},
      more: Partial<Verb> = {},
    ) => none('create', words, operation, inputs, {key: 'a', asks, ...more}),
  };
};

/** Makes verbs of the tracker. */
export const trackerVerb = verbsOf('tracker');
/** Makes verbs of the content service. */
export const contentVerb = verbsOf('content');

/** What verbs are about, and how one of them is told from others and called. */
export interface VerbSource {
  readonly noun: string;
  /** JSON pointers: what tells one from all others; its name, the first that is there. */
  readonly identity: readonly string[];
  readonly name: readonly string[];
  /** JSON pointer: what says which one it is where its name is an id. */
  readonly tells?: string;
  readonly verbs?: readonly Verb[];
}

/** A verb with what it is done to. */
export interface VerbUse {
  readonly verb: Verb;
  /** What its rows are called. */
  readonly noun: string;
  /** What of a row says which one it is, beside its name. */
  readonly tells?: string;
  readonly rows: readonly Row[];
  /** The selected rows are the whole list. @default false */
  readonly isWholeList?: boolean;
  /** Marked rows it cannot be done to, and why, as a sentence. */
  readonly leftOut?: string;
  /** Those the place was opened with. */
  readonly params: Params;
}

/**
 * How much a write asks before it is sent: 0 nothing, 1 enter in its preview, 2 a dialog with the
 * focus on Cancel, 3 the object's name typed.
 */
export type Risk = 0 | 1 | 2 | 3;
