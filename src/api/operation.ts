import type {InputRule, Naming, Shape} from './field.ts';

/** The two services: the issue tracker (command `jr`) and the content service (command `cf`). */
export type Service = 'tracker' | 'content';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Which base a path is joined to; `content-v1` is the older label API beside v2 (services L). */
export type ApiRoot = 'tracker' | 'content' | 'content-v1';

/**
 * What an operation does to the data.
 * `replaceAll`: what is sent replaces all that was there. `trash`: can be found in the trash afterwards.
 */
export type Effect = 'read' | 'create' | 'update' | 'replaceAll' | 'delete' | 'trash';

/** How the answer comes: JSON, nothing, or 303 with a task to follow (services W5.7). */
export type Answer = 'body' | 'none' | 'task';

/** A kind of caller; operations that name none are for every authenticated caller. */
export type Caller =
  | 'platform app'
  | 'add-on app'
  | 'OAuth app'
  | 'organization admin'
  | 'site admin';

/** What every input has. `name` is the flag's name and, unless `wireName` says else, the name on the wire. */
interface InputBase extends Naming {
  readonly name: string;
  readonly wireName?: string;
  /** One sentence fragment for help and forms. */
  readonly help?: string;
  readonly required?: true;
  /** Required by the cloud service although documented as optional; never refused here. */
  readonly requiredByService?: true;
  /** The documents call it no longer available: refused with this reason. */
  readonly unavailable?: string;
  /** Allowed values. Not enforced unless `enforced`: servers know more values than the documents. */
  readonly values?: readonly string[];
  /** Documented values that the cloud service refuses → why; sent, but never suggested. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Values outside `values` are refused (contract 2.4: three inputs only). */
  readonly enforced?: true;
  /** The documents list every value: forms refuse any other, the shell sends it with a note. */
  readonly complete?: true;
  /** The server's default, as text; shown, never sent. */
  readonly default?: string;
  /** The client's own default, as text; sent when the input is absent. */
  readonly sends?: string;
  /** Not documented, but supported by the cloud service. */
  readonly added?: true;
  /** A literal value as it would be typed; one that works on the sandbox. */
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
  /** It counts things, or says how many come before: never below 0, though the documents say no least. */
  readonly counts?: true;
  /** Characters. */
  readonly maxLength?: number;
  /** A character that no value holds, because it would be taken for several; why, as a sentence fragment. */
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
  /** Characters of each value. */
  readonly maxLength?: number;
}

/** The whole request body: JSON text, or the bytes of an image. Its shape: `bodyOf`. */
export interface BodyInput extends InputBase {
  readonly name: 'body';
  readonly place: 'body';
  readonly type: 'json' | 'image';
  /** Of an image: the inputs that say which square of it is taken, in pixels; 0 where they are absent. */
  readonly crop?: {readonly size: string; readonly left: string; readonly top: string};
}

/**
 * A member of the JSON body as an input of its own. Those of the top level follow from the body's
 * shape (`inputsOf`); a record declares one only to give it another name or another form, as the
 * content service's storage XML. `pointer` says where it goes: `/body/value`; `/-/name` is one list
 * element per value.
 */
export interface FieldInput extends InputBase {
  readonly place: 'field';
  /** `storage` and `json` also take @file and -. */
  readonly type: 'string' | 'integer' | 'boolean' | 'date' | 'time' | 'storage' | 'list' | 'json';
  readonly pointer: string;
  /** Further members set wherever this one is and they are not given: pointer → text. */
  readonly implies?: Readonly<Record<string, string>>;
  /** What its value is; absent in records. */
  readonly shape?: Shape;
  /** Has no effect any more, or another does better: why. */
  readonly deprecated?: string;
}

export type Input = PathInput | QueryInput | ListInput | BodyInput | FieldInput;

/** How a list comes in pages (services W5). `items` is a JSON pointer; '' is the answer itself. */
export type Paging =
  | {
      /** Object envelope; advance by the number of items received. */
      readonly kind: 'offset';
      readonly items: string;
      readonly size: 'maxResults' | 'maxResult';
      readonly sizeDefault: number;
    }
  | {
      /** Bare array; advance by the size asked for. */
      readonly kind: 'window';
      readonly items: '';
      readonly size: 'maxResults';
      readonly sizeDefault: number;
      /** The largest size the service takes; the whole window where it is as long. */
      readonly sizeMax?: number;
      /**
       * Where it ends: at an index, at the number of values given to these inputs, or with a page
       * that is empty.
       */
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
      /** One page, cut at the size asked for: no input asks for the rest. */
      readonly kind: 'cut';
      readonly items: string;
      readonly size: 'maxResults' | 'limit';
      readonly sizeDefault: number;
      readonly sizeMax?: number;
    };

/**
 * An update that must first read the item (contract 2.6): the one exception to one
 * operation, one request.
 */
export interface ReadFirst {
  /** Name of the reading operation in the same group; called with the same path inputs. */
  readonly operation: string;
  /** Query sent with the reading request: name → value. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * Body members filled from the item when not given: body pointer → pointers in the item, first
   * found wins. One that an input could have given must be found, else the update is refused; the
   * others are left out when the item lacks them.
   */
  readonly fills: Readonly<Record<string, readonly string[]>>;
  /** Members that are always the same: body pointer → text. */
  readonly sets: Readonly<Record<string, string>>;
  /** Body pointer of the version number; the item's number at the same pointer plus one is sent. */
  readonly increments: string;
  /** How often a conflict (409) reads again and tries once more. */
  readonly conflictRetries: number;
}

/** An input and its value that make a deletion permanent: `purge`, `true`. */
export interface PermanentWhen {
  readonly input: string;
  readonly value: string;
}

/** Where a 2xx response reports that single items failed: in the items that `items` of the record points to. */
export interface ItemErrors {
  /** JSON pointer in an item to its errors; absent or empty for an item that succeeded. */
  readonly pointer: string;
  /** Member of the request body with what the items answer, in the same order. */
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
  /** Operation name as the documents give it. */
  readonly name: string;
  /** The effect in one sentence, without a full stop. */
  readonly summary: string;
  readonly method: Method;
  /** Path below its root, with `{placeholders}`: `/rest/api/3/version/{id}`, `/blogposts/{id}`. */
  readonly path: string;
  readonly root: ApiRoot;
  /** Where the rule comes from: `services T4.7`. */
  readonly section: string;
  /** Who may call it, as documented. */
  readonly permission: string;
  /** May be called without credentials. */
  readonly anonymous?: true;
  /** Only these kinds of callers. */
  readonly callers?: readonly Caller[];
  /** Not for this kind of caller. */
  readonly notFor?: readonly Caller[];
  readonly inputs: readonly Input[];
  readonly rules?: readonly InputRule[];
  /** Operations that do the same for other kinds of content: `group name` of the same service. */
  readonly otherKinds?: readonly string[];
  /** Rules and limits worth reading before calling, one sentence each. */
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
  /** How its list goes on; without it a list comes whole (services W5.6). */
  readonly paging?: Paging;
  /** JSON pointer of the list in the answer, when it is a list; '' is the answer itself. */
  readonly items?: string;
  /** Where a 2xx response carries failures of single items (contract 15.2). */
  readonly itemErrors?: ItemErrors;
  readonly effect: Effect;
  /** Of `replaceAll`: the member of the body that replaces all, where it is given. @default all of the body does */
  readonly replaces?: string;
  /** No documented operation restores the previous state. */
  readonly irreversible?: true;
  /** Of a deletion: inputs that name what is removed, where that is not the object of the path. */
  readonly removes?: readonly string[];
  /** Values of inputs that make a deletion permanent; with any other value the object moves to the trash. */
  readonly permanentWhen?: readonly PermanentWhen[];
  readonly answer: Answer;
  /** Success statuses of the cloud service, most common first. */
  readonly success: readonly number[];
  /** Headers always sent with it: name → value. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly readFirst?: ReadFirst;
  /** Size limits of the body's parts, for help and the sandbox: what → how many. */
  readonly limits?: Readonly<Record<string, number>>;
  /** A related operation the documents call "not shown". */
  readonly extra?: true;
}

/** The command of a service, which is also the name of its directories. */
export function programOf(service: Service): 'jr' | 'cf' {
  return service === 'tracker' ? 'jr' : 'cf';
}

/** Names of a path's `{placeholders}`, in order. */
export function placeholders(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

/** Identifier of an operation in text: `tracker/version/get`. */
export function operationId(operation: Pick<Operation, 'service' | 'group' | 'name'>): string {
  return `${operation.service}/${operation.group}/${operation.name}`;
}
