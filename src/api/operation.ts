import type {InputRule, Naming, Shape} from './field.ts';
import type {OperationRef} from './operation-ref.ts';

/** The two services: the issue tracker (command `jr`) and the content service (command `cf`). */
export type Service = OperationRef['service'];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The base of a path; `content-v1` is the older label API beside v2 (services L). */
export type ApiRoot = 'tracker' | 'content' | 'content-v1';

/**
 * The effect of an operation on the data. `replaceAll`: the request replaces everything. `trash`:
 * the object moves to the trash.
 */
export type OperationEffect = 'read' | 'create' | 'update' | 'replaceAll' | 'delete' | 'trash';

/** The form of the response: JSON, empty, or 303 with a task to follow (services W5.7). */
export type Answer = 'body' | 'none' | 'task';

/** A kind of caller; operations without any are for every authenticated caller. */
export type Caller =
  | 'platform app'
  | 'add-on app'
  | 'OAuth app'
  | 'organization admin'
  | 'site admin';

/**
 * The members of all inputs. `name` is the flag's name and, unless `wireName` is set, the name in
 * the request.
 */
interface InputBase extends Naming {
  readonly name: string;
  readonly wireName?: string;
  /** One sentence fragment for help and forms. */
  readonly help?: string;
  readonly required?: true;
  /** Required by the cloud service although documented as optional; never refused here. */
  readonly requiredByService?: true;
  /** No longer available according to the API documentation: refused with this reason. */
  readonly unavailable?: string;
  /** Known values. Not enforced unless `enforced`: servers accept more values than documented. */
  readonly values?: readonly string[];
  /** The words for the values, where a value is not a plain word: value → words. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Documented values that the cloud service refuses → why; sent, but never suggested. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Values outside `values` are refused (contract 2.4: three inputs only). */
  readonly enforced?: true;
  /**
   * The API documentation lists all values: others are refused where the user gives them.
   */
  readonly complete?: true;
  /** The server's default, as text; shown, never sent. */
  readonly default?: string;
  /** The client's own default, as text; sent when the input is absent. */
  readonly sends?: string;
  /** Not documented, but supported by the cloud service. */
  readonly added?: true;
  /** A literal value as typed, valid on the sandbox. */
  readonly example?: string;
}

/** Types of a single value. Content ids are `id`: opaque digit strings that may exceed 2^53. */
export type ScalarType = 'string' | 'integer' | 'boolean' | 'id';

/** A single value in the path, always required, percent-encoded as one segment. */
export interface PathInput extends InputBase {
  readonly place: 'path';
  readonly type: ScalarType;
  readonly required: true;
}

/** A single value in the query. */
export interface QueryInput extends InputBase {
  readonly place: 'query';
  readonly type: ScalarType;
  readonly min?: number;
  readonly max?: number;
  /** A count or an offset: never below 0, although the API documentation states no minimum. */
  readonly counts?: true;
  /**
   * A point in time, in milliseconds since the UNIX epoch or as ISO 8601. Words such as 24h (before
   * now) or yesterday are converted before they are sent.
   */
  readonly time?: 'ms' | 'ISO';
  /** Characters. */
  readonly maxLength?: number;
  /**
   * A character not allowed in a value, because it would be read as a separator; the reason is a
   * sentence fragment.
   */
  readonly never?: {readonly character: string; readonly why: string};
}

/** Several values in the query, repeated (`id=1&id=2`) or as one comma-separated value. */
export interface ListInput extends InputBase {
  readonly place: 'query';
  readonly type: 'list';
  readonly items: 'string' | 'integer' | 'id';
  readonly style: 'repeat' | 'comma';
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Maximum length of each value. */
  readonly maxLength?: number;
  /** Sent by the read before a write, to find its object in any of these states. */
  readonly statesOfWrites?: readonly string[];
}

/** The whole request body: JSON text, or the bytes of an image. For its shape see `bodyOf`. */
export interface BodyInput extends InputBase {
  readonly name: 'body';
  readonly place: 'body';
  readonly type: 'json' | 'image';
  /** For an image: the inputs with the square to crop, in pixels; 0 if absent. */
  readonly crop?: {readonly size: string; readonly left: string; readonly top: string};
}

/**
 * A member of the JSON body as a separate input. Inputs for top-level members are derived from the
 * body's shape (`inputsOf`); a record declares one only to change its name or form, such as the
 * content service's storage XML. `pointer` is its position: `/body/value`; `/-/name` is one list
 * element per value.
 */
export interface FieldInput extends InputBase {
  readonly place: 'field';
  /** `storage` and `json` also take @file and -. */
  readonly type: 'string' | 'integer' | 'boolean' | 'date' | 'time' | 'storage' | 'list' | 'json';
  readonly pointer: string;
  /** Other members set together with this one unless they have a value: pointer → text. */
  readonly implies?: Readonly<Record<string, string>>;
  /** The shape of its value; absent in records. */
  readonly shape?: Shape;
  /** The reason why it is deprecated. */
  readonly deprecated?: string;
}

export type Input = PathInput | QueryInput | ListInput | BodyInput | FieldInput;

/** The paging of a list (services W5). `items` is a JSON pointer; '' is the response itself. */
export type Paging =
  | {
      /** Object envelope; advance by the number of items received. */
      readonly kind: 'offset';
      readonly items: string;
      /** The input with the index of the first item. @default 'startAt' */
      readonly start?: 'offset';
      readonly size: 'maxResults' | 'maxResult' | 'limit';
      readonly sizeDefault: number;
    }
  | {
      /** Bare array; advance by the requested size. */
      readonly kind: 'window';
      readonly items: '';
      readonly size: 'maxResults';
      readonly sizeDefault: number;
      /** The largest size the service accepts; the whole window if it is as long. */
      readonly sizeMax?: number;
      /** The end: an index, the number of values of these inputs, or an empty page. */
      readonly end: number | readonly string[] | 'empty page';
      /** Inputs that match one user at most: with one of them there is no further page. */
      readonly single?: readonly string[];
    }
  | {
      /** `nextPageToken` beside the nested list. */
      readonly kind: 'token';
      readonly items: string;
      readonly next: string;
      readonly size: 'maxResults';
      readonly sizeDefault: number;
      readonly sizeMax: number;
    }
  | {
      /** Failed webhooks: `after` is the failure time of the last record (services W5.4). */
      readonly kind: 'after';
      readonly items: string;
      readonly size: 'maxResults';
    }
  | {
      /** Cursor in `_links.next` or the Link header; only its cursor value is used. */
      readonly kind: 'cursor';
      readonly items: string;
      readonly size: 'limit';
      readonly sizeDefault?: number;
      readonly sizeMax: number;
    }
  | {
      /** One page, truncated at the requested size: the rest cannot be requested. */
      readonly kind: 'cut';
      readonly items: string;
      readonly size: 'maxResults' | 'limit';
      readonly sizeDefault: number;
      readonly sizeMax?: number;
    };

/** The read before an update (contract 2.6): the only exception to one request per operation. */
export interface ReadBeforeUpdate {
  /** Reads the item; `{name}` is an input of the update. */
  readonly reads: OperationRef;
  /**
   * Body members copied from the item unless set: body pointer → pointers in the item, of which the
   * first with a value is used. If a member with an input is not found, the update is refused;
   * others are omitted.
   */
  readonly fills: Readonly<Record<string, readonly string[]>>;
  /** Members with constant values: body pointer → text. */
  readonly sets: Readonly<Record<string, string>>;
  /** Body pointer of the version number; the item's number at the same pointer plus one is sent. */
  readonly increments: string;
  /** Values of an item whose number is sent unchanged: pointer in the item → text. */
  readonly keepsNumberOf?: Readonly<Record<string, string>>;
  /** Number of times to read again and retry after a conflict (409). */
  readonly conflictRetries: number;
}

/**
 * An operation that undoes a write. `{name}` is an input of the write; further sources are
 * `before`, what was read before it, `after`, the same read after it, and its response,
 * `answer`. Without a value for a placeholder, this is not how the write is undone.
 */
export interface Undo extends OperationRef {
  /** The read for `before`. @default the read of the object that the write changes */
  readonly reads?: OperationRef;
  /** Only if these templates have these texts; no value is ''. */
  readonly when?: Readonly<Record<string, string>>;
  /** A template: values of `each` to leave out. */
  readonly except?: string;
  /**
   * The entry of a list in the response of `reads` with an id, a template: the sources `item`,
   * `previous`, the entry before it, and `owner`, what contains the list. `/-` is each item. `by`
   * is the pointer to the id of an item; default `/id`.
   */
  readonly finds?: {readonly in: string; readonly id: string; readonly by?: string};
}

/** An input and its value that make a deletion permanent: `purge`, `true`. */
export interface PermanentWhen {
  readonly input: string;
  readonly value: string;
}

/**
 * The location of failures of single items in a 2xx response: in the items that `items` of the
 * record points to.
 */
export interface ItemErrors {
  /** JSON pointer in an item to its errors; absent or empty for an item that succeeded. */
  readonly pointer: string;
  /** Member of the request body with the items, in the same order. */
  readonly of: string;
}

/**
 * One operation, as data. A record has no functions; whatever concerns the operation (parsing,
 * checks, help, completion, dry run, paging, forms, the sandbox's routes, docs) reads it.
 */
export interface Operation {
  readonly service: Service;
  /** First path segment, spelled as in the path. */
  readonly group: string;
  /** Operation name in the API documentation. */
  readonly name: string;
  /** The effect in one sentence, without a full stop. */
  readonly summary: string;
  readonly method: Method;
  /** Path below its root, with `{placeholders}`: `/rest/api/3/version/{id}`, `/blogposts/{id}`. */
  readonly path: string;
  readonly root: ApiRoot;
  /** Source of the rule: `services T4.7`. */
  readonly section: string;
  /** Who may call it, as documented. */
  readonly permission: string;
  /**
   * Keys of the tracker's permissions, one of which the caller needs; a project permission is that
   * of the project that is changed. Absent if other conditions apply, or none are known.
   */
  readonly permissionKeys?: readonly string[];
  /** May be called without credentials. */
  readonly anonymous?: true;
  /** Only these kinds of callers. */
  readonly callers?: readonly Caller[];
  /** Excluded kinds of callers. */
  readonly notFor?: readonly Caller[];
  readonly inputs: readonly Input[];
  readonly rules?: readonly InputRule[];
  /** Equivalent operations for other kinds of content: `group name` of the same service. */
  readonly otherKinds?: readonly string[];
  /** Rules and limits to know before calling, one sentence each. */
  readonly notes?: readonly string[];
  /** How the request and its response work, for callers of the API: in help, never in a preview. */
  readonly apiNotes?: readonly string[];
  readonly deprecated?: {
    readonly note: string;
    /** Name of the operation to use instead, in the same service: `group name`. */
    readonly successor?: string;
  };
  /** The cloud service marks it as experimental. */
  readonly experimental?: true;
  /** Paging of its list; without it a list is returned completely (services W5.6). */
  readonly paging?: Paging;
  /** JSON pointer of the list in the response, if any; '' is the response itself. */
  readonly items?: string;
  /** Location of failures of single items in a 2xx response (contract 15.2). */
  readonly itemErrors?: ItemErrors;
  readonly effect: OperationEffect;
  /**
   * For `replaceAll`: the member of the body that replaces everything, if present.
   *
   * @default the whole body
   */
  readonly replaces?: string;
  /** No documented operation restores the previous state. */
  readonly irreversible?: true;
  /**
   * For a deletion: inputs that identify the removed object, if it is not the object of the path.
   */
  readonly removes?: readonly string[];
  /**
   * How it is undone, the likely way first. By default an update restores the previous values, and
   * a creation is undone by the deletion below the same path.
   */
  readonly undo?: readonly Undo[];
  /**
   * Values of inputs that make a deletion permanent; with any other value the object moves to the
   * trash.
   */
  readonly permanentWhen?: readonly PermanentWhen[];
  readonly answer: Answer;
  /** Success statuses of the cloud service, most common first. */
  readonly success: readonly number[];
  /** Headers always sent with it: name → value. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly readFirst?: ReadBeforeUpdate;
  readonly expiring?: Expiring;
  /** Size limits of the body's parts, for help and the sandbox: part → limit. */
  readonly limits?: Readonly<Record<string, number>>;
  /** A related operation that the API documentation calls "not shown". */
  readonly extra?: true;
}

/** A flag that chooses the objects of a request by the time when they expire. */
export interface Expiring {
  /** Name of the flag; its value is a time such as 7d. */
  readonly flag: string;
  readonly help: string;
  /** Operation that lists the objects, `group name` of the same service. */
  readonly list: string;
  /** JSON pointer of the expiry of a listed object. */
  readonly time: string;
  /** Member of the body with the ids, and the most of them in one request. */
  readonly ids: string;
  readonly atOnce: number;
}

/** Return the command of a service, which is also the name of its directories. */
export function programOf(service: Service): 'jr' | 'cf' {
  return service === 'tracker' ? 'jr' : 'cf';
}

/** List the names of a path's `{placeholders}`, in order. */
export function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

/** Return the identifier of an operation: `tracker/version/get`. */
export function operationId(operation: Pick<Operation, 'service' | 'group' | 'name'>): string {
  return `${operation.service}/${operation.group}/${operation.name}`;
}
