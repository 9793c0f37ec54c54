/** A kind of entity that a value can refer to, and that some operation lists. */
export type EntityKind =
  | 'application role'
  | 'avatar'
  | 'blog post'
  | 'classification level'
  | 'component'
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
  | 'priority scheme'
  | 'project'
  | 'project category'
  | 'project feature'
  | 'project property'
  | 'project role'
  | 'project type'
  | 'related work'
  | 'resolution'
  | 'space'
  | 'space role'
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
  /** With `input`, all of `inputs` are required (`needs`), or at least one of them. */
  | {readonly kind: 'needs' | 'needsOne'; readonly input: string}
);

/** The entity kind that a value refers to, and by which property. */
export interface Naming {
  readonly names?: EntityKind;
  /**
   * The property of the entity that is the value; `address`: its self URL.
   *
   * @default 'id'
   */
  readonly by?: 'id' | 'key' | 'idOrKey' | 'name' | 'address';
  /** What a value identifies depends on another field of the same object: its value → the kind. */
  readonly namesBy?: {readonly field: string; readonly kinds: Readonly<Record<string, EntityKind>>};
}

/** Text. */
export interface TextShape extends Naming {
  readonly type: 'text';
  /** Text of several lines: a form shows several lines, and offers an editor. */
  readonly multiline?: true;
  /** Characters. */
  readonly maxLength?: number;
  /** Bytes in UTF-8. */
  readonly maxBytes?: number;
  /** Regular expression of the whole text, and its description. */
  readonly pattern?: {readonly source: string; readonly description: string};
  /** Known values, most common first. Not enforced unless `closed`. */
  readonly values?: readonly string[];
  /** The words for the values, where a value is not a plain word: value → words. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Other values are refused. */
  readonly closed?: true;
  /**
   * The API documentation lists all values: others are refused where the user gives them.
   */
  readonly complete?: true;
  /** Prefix of the id in a self URL, which the client builds from an id (services W4.11). */
  readonly address?: string;
  /** Documented values that the public service refuses → why; sent, but not suggested. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** An integer. It may exceed 2^53, since it remains text until it is sent. */
export interface IntegerShape extends Naming {
  readonly type: 'integer';
  readonly min?: number;
  readonly max?: number;
  /** An update must send the current number plus one, the number of the new version. */
  readonly increments?: true;
}

/** A list of values of one shape. */
export interface ListShape {
  readonly type: 'list';
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object with known members. */
export interface ObjectShape {
  readonly type: 'object';
  readonly fields: readonly Field[];
  /** Members that responses include and requests may repeat; the service ignores them. */
  readonly ignored?: readonly string[];
  /** An update sends the whole object: an omitted member is missing, not unchanged. */
  readonly whole?: true;
  /** Rules between its members, by name. */
  readonly rules?: readonly InputRule[];
}

/** An object used as a map: arbitrary names, values of one shape. */
export interface MapShape {
  readonly type: 'map';
  /**
   * The location of the current value in the response of the read at the same path: a list whose
   * items contain the name at one pointer, and the value at the first matching one of several.
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
  /** Any JSON value. `opaque`: the service expects a certain shape, which is not public. */
  | {
      readonly type: 'json';
      readonly opaque?: true;
      /** The assumed shape for forms and flags; values are not checked against it. */
      readonly as?: Shape;
      /**
       * The location of the current value in the response of the read at the same path: JSON
       * pointer.
       */
      readonly readAt?: string;
    };

/** Members of a field besides its shape. */
export interface FieldMembers {
  /** Its name on the wire. */
  readonly name: string;
  /** One line for help and forms: a sentence fragment. */
  readonly help?: string;
  readonly required?: true;
  /** The empty text is a valid value, although the field is required. */
  readonly emptyToo?: true;
  /** Name of a deprecated alternative; if that is present, this field is not required. */
  readonly unless?: string;
  /** null is a valid value; the text is its meaning. Otherwise null means absent. */
  readonly nullable?: string;
  /** Default of the service, as text; shown, never sent. */
  readonly default?: string;
  /** The reason why the field is deprecated, as a sentence fragment. */
  readonly deprecated?: string;
  /** The service no longer supports it: it is sent with a warning (services W4.11). */
  readonly gone?: true;
  /** The service does not accept the previous value again: an undo does not change the field. */
  readonly oneWay?: true;
  /** A literal value as typed after its flag, valid on the sandbox. */
  readonly example?: string;
}

/** A member of a body: a name and a shape. */
export type Field = FieldMembers & Shape;
