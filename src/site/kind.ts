import type {OperationRef} from '../api/operation-ref.ts';
import type {SitePage} from '../api/site-page.ts';
import type {JsonObject, JsonValue} from '../base/json-value.ts';
import type {KindId} from './model.ts';
import type {NameKind, PartKind} from './parts.ts';

/** A member of a file and of the object on the site. */
export interface SiteField {
  /** Its name in files and, without `wire`, in request bodies. */
  readonly name: string;
  readonly wire?: string;
  /** JSON pointer in the service's response. @default `/` and its name in bodies */
  readonly at?: string;
  /**
   * `person`: an alias of people.yaml; `name`: the name of an object of `of`, whose id is sent;
   * `day`: YYYY-MM-DD; `list`: texts, or maps of `items`, in no order; `url`: with references to
   * variables, such as `${HOOK_TOKEN}`, in place of secrets. @default `text`
   */
  readonly type?: 'boolean' | 'day' | 'person' | 'name' | 'list' | 'url';
  readonly of?: NameKind;
  /** The members of each item of a list. @default the items are texts */
  readonly items?: readonly SiteField[];
  /** Left out of files. */
  readonly default?: JsonValue;
  readonly values?: readonly string[];
  readonly help: string;
  /** Sent when the object is created, and never changed. */
  readonly isFixed?: true;
  /**
   * `read`: the service sets it, and it is never sent; `write`: the service does not return it, so
   * that it is not compared, and an export keeps it.
   */
  readonly only?: 'read' | 'write';
  /** Sent as a number. */
  readonly isNumber?: true;
  /** Sent to remove the value. @default null */
  readonly none?: JsonValue;
}

/** A kind of configuration: how it is listed and written, and where its objects are in files. */
export interface SiteKind {
  readonly id: KindId;
  /** One of them, for messages. */
  readonly noun: string;
  /**
   * `folder`: a file each; `file`: a list in one file; `project`: projects/KEY/project.yaml;
   * `of project`: a list in a file of the project.
   */
  readonly layout: 'folder' | 'file' | 'project' | 'of project';
  /** The member with the name of an object. */
  readonly key: 'name' | 'key' | 'url';
  /** For objects without a name, which also cannot change: the members that identify one. */
  readonly nameOf?: (values: JsonObject) => string;
  /** JSON pointer of the id. @default `/id` */
  readonly idAt?: string;
  /** Belongs to the app whose credentials are used; left out for other accounts. */
  readonly isOfApp?: true;
  readonly list: OperationRef;
  /** Reads one object again, by `{id}`; without it, the object is found in the list. */
  readonly get?: OperationRef;
  /** JSON pointer of the object in the response of `get`. @default the whole response */
  readonly getAt?: string;
  /** Whether an item of the list belongs to the configuration. @default all do */
  readonly only?: (item: JsonValue) => boolean;
  readonly fields: readonly SiteField[];
  readonly parts?: PartKind;
  /** The page of the site for changes that steward cannot make. */
  readonly page?: SitePage;
  /** The member of the body that names the project of a new object: its key or its id. */
  readonly projectMember?: 'project' | 'projectId';
  /** Moves objects to the order of the file; the service has an order. */
  readonly move?: string;
  readonly create: WriteCall;
  /** Absent if objects cannot change. */
  readonly update?: WriteCall;
  /**
   * Deletes an object; absent if a person has to decide what replaces it. `{id}` in the body is a
   * number.
   */
  readonly remove?: OperationRef;
}

/** An operation that writes an object. */
export interface WriteCall {
  readonly ref: OperationRef;
  /** Makes the body of the members to write. @default the members */
  readonly wrap?: (members: JsonObject, id: JsonValue) => JsonObject;
  /** All members are sent, also unchanged ones; the service would empty missing ones. */
  readonly isWhole?: true;
  /** JSON pointer of the new id in the response. @default `/id` */
  readonly idAt?: string;
}
