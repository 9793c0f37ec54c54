/** A kind of thing a value can name; one of each is a list of some operation. */
export type EntityKind =
  | 'application role'
  | 'avatar'
  | 'blog post'
  | 'classification level'
  | 'content property'
  | 'custom content'
  | 'event'
  | 'field'
  | 'field scheme'
  | 'group'
  | 'issue'
  | 'issue security scheme'
  | 'issue type'
  | 'issue type scheme'
  | 'issue type screen scheme'
  | 'label'
  | 'notification'
  | 'notification scheme'
  | 'page'
  | 'permission'
  | 'permission grant'
  | 'permission scheme'
  | 'priority'
  | 'project'
  | 'project category'
  | 'project feature'
  | 'project property'
  | 'project role'
  | 'project type'
  | 'related work'
  | 'resolution'
  | 'space'
  | 'status'
  | 'task'
  | 'UI modification'
  | 'user'
  | 'user property'
  | 'version'
  | 'webhook'
  | 'whiteboard'
  | 'workflow scheme';

/** A rule between inputs; checked before anything is sent unless `soft`, which is only help. */
export type InputRule = {readonly inputs: readonly string[]; readonly soft?: true} & (
  | {readonly kind: 'exactlyOne' | 'atLeastOne' | 'notTogether'}
  /** With `input` every one of `inputs` must be given (`needs`), or at least one of them. */
  | {readonly kind: 'needs' | 'needsOne'; readonly input: string}
);

/** The entity kind that a value refers to, and by which property. */
export interface Naming {
  readonly names?: EntityKind;
  /**
   * What of the thing stands in the value; `address`: its self URL.
   *
   * @default 'id'
   */
  readonly by?: 'id' | 'key' | 'idOrKey' | 'name' | 'address';
}

/** Text. */
export interface TextShape extends Naming {
  readonly type: 'text';
  /** Of several lines: a form gives it room, and an editor. */
  readonly multiline?: true;
  /** Characters. */
  readonly maxLength?: number;
  /** Bytes in UTF-8. */
  readonly maxBytes?: number;
  /** Regular expression of the whole text, and its description. */
  readonly pattern?: {readonly source: string; readonly says: string};
  /** Known values, most usual first. Not enforced unless `closed`. */
  readonly values?: readonly string[];
  /** Values outside `values` are refused. */
  readonly closed?: true;
  /** The documents list every value: forms refuse any other, the shell sends it with a note. */
  readonly complete?: true;
  /**
   * Path that its id follows in a self URL, which the client makes where an id is given
   * (services W4.11).
   */
  readonly address?: string;
  /** Documented values that the public service refuses → why; sent, but never offered first. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** A whole number. Longer than 2^53 is no problem: it stays text until it is on the wire. */
export interface IntegerShape extends Naming {
  readonly type: 'integer';
  readonly min?: number;
  readonly max?: number;
  /** An update must send the current number plus one: the number of the new version. */
  readonly increments?: true;
}

/** A list of values of one shape. */
export interface ListShape {
  readonly type: 'list';
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object of known members. */
export interface ObjectShape {
  readonly type: 'object';
  readonly fields: readonly Field[];
  /** Members the service answers with and ignores when they are sent: no mistake, and no field. */
  readonly ignored?: readonly string[];
  /** An update sends all of it: a member left out is missing, and does not stay as it is. */
  readonly whole?: true;
  /** Rules between its members, by name. */
  readonly rules?: readonly InputRule[];
}

/** An object used as a map: any names, values of one shape. */
export interface MapShape {
  readonly type: 'map';
  /**
   * How the read of the same path answers with what is there now: a list, in whose items one pointer
   * leads to the name and the first of some to the value.
   */
  readonly readFrom?: {
    readonly list: string;
    readonly name: string;
    readonly values: readonly string[];
  };
  readonly values: Shape;
}

/** The shape of a body value. */
export type Shape =
  | TextShape
  /** Storage XML, the markup of the content service. */
  | {readonly type: 'storage'}
  | IntegerShape
  | {readonly type: 'boolean'}
  /** A day: YYYY-MM-DD. */
  | {readonly type: 'date'}
  /** A point in time: ISO 8601, such as 2026-12-01T09:00:00Z. */
  | {readonly type: 'time'}
  | ListShape
  | ObjectShape
  | MapShape
  /** Any JSON value. `opaque`: the service wants a certain one, of which no public shape is known. */
  | {
      readonly type: 'json';
      readonly opaque?: true;
      /** What it is taken for where a form or a flag leads into it; nothing is checked against that. */
      readonly as?: Shape;
      /** Where the read of the same path answers with what is there now: JSON pointer. */
      readonly readAt?: string;
    };

/** Facts about a member, in addition to its shape. */
export interface FieldFacts {
  /** Its name on the wire. */
  readonly name: string;
  /** One line for help and forms: a sentence fragment. */
  readonly help?: string;
  readonly required?: true;
  /** The empty text is a value of it, though it is required. */
  readonly emptyToo?: true;
  /** Name of a deprecated member beside it that does as well: where that is given, it need not be. */
  readonly unless?: string;
  /** null is a valid value; the text says what it means. Elsewhere null means "not given". */
  readonly nullable?: string;
  /** Default of the service, as text; shown, never sent. */
  readonly default?: string;
  /** It has no effect any more, or another does better: why, as a sentence fragment. */
  readonly deprecated?: string;
  /** The service takes it no longer: it is sent, with a warning (services W4.11). */
  readonly gone?: true;
  /** A literal value as it would be typed after its flag; one that works on the sandbox. */
  readonly example?: string;
}

/** One member of a body: a name and what its value is. */
export type Field = FieldFacts & Shape;
