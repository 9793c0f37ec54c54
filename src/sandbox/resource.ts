import {type BodyValues, readBody} from './body.ts';
import {trackerError} from './errors.ts';
import {offsetPage, type PageSizes} from './paging.ts';
import {type Handler, type Handlers, ok, type SandboxCall, type SandboxReply} from './route.ts';

interface Identified {
  readonly id: string | number;
}

/** Members common to most records and to the bodies that write them. */
export interface Described extends Identified {
  readonly name: string;
  readonly description: string;
}

/** The records that a call can access. */
export interface Records<Item> {
  all(): readonly Item[];
  find(id: string): Item | undefined;
  /** Add a record, or replace the one with the same id in place. */
  put(item: Item): void;
  remove(item: Item): void;
}

/** The kind of access a call needs. */
export type Access = 'read' | 'write';

/** The arguments for computing the members of a record that is written. */
export interface WriteContext<Item, Body> {
  readonly call: SandboxCall;
  readonly body: BodyValues<Body>;
  /** The record before an update; undefined for a new one. */
  readonly before: Item | undefined;
  readonly records: Records<Item>;
}

/** Filtering, sorting and paging of a list. */
interface PageRules<Item> extends PageSizes {
  readonly where?: (call: SandboxCall) => (item: Item) => boolean;
  readonly order?: (items: readonly Item[]) => readonly Item[];
  /** Add members that a list shows but a single record does not. */
  readonly more?: (call: SandboxCall) => (item: Item) => object;
}

/** The operations that need no handler of their own. */
type StandardOperation = 'list' | 'search' | 'get' | 'create' | 'update' | 'delete';

/** A kind of record, and the operations on it. */
export interface SandboxResource<Item extends Identified, Body = object> {
  /** Its name in messages, such as `permission scheme`. */
  readonly kind: string;
  /**
   * Return the records a call can access.
   *
   * @throws SandboxError for callers who may not read or write them
   */
  readonly open: (call: SandboxCall, access: Access) => Records<Item>;
  /** Check whether the caller can see a record. @default always true */
  readonly isVisible?: (call: SandboxCall) => (item: Item) => boolean;
  /** Create the error for an unknown id. @default 404 of the tracker */
  readonly missing?: (call: SandboxCall, id: string, access: Access) => Error;
  /** Convert a record for the response. */
  readonly present: (call: SandboxCall, item: Item) => unknown;
  /** Convert a newly created record for the response. @default `present` */
  readonly presentNew?: (call: SandboxCall, item: Item) => unknown;
  /** Put the list of all records into an envelope. */
  readonly wrap?: (shown: readonly unknown[]) => unknown;
  /** Paging of a search. */
  readonly pages?: PageRules<Item>;
  /**
   * Computes the record to write: as a whole, or by member, in the order in which they are checked
   * and ids are allocated. Other members are unchanged.
   */
  readonly members?:
    | ((reading: WriteContext<Item, Body>) => Item)
    | {readonly [Name in keyof Item]?: (reading: WriteContext<Item, Body>) => Item[Name]};
  /** Member of an update's body that contains the id. @default the last placeholder of the path */
  readonly idIn?: keyof Body;
  /**
   * Update the records that refer to one before it is deleted.
   *
   * @throws SandboxError when deletion is refused
   */
  readonly beforeDelete?: (call: SandboxCall, item: Item) => void;
  /** Kind of operation → id of the operation. */
  readonly operations: Readonly<Partial<Record<StandardOperation, string>>>;
}

/** Create the handlers for the operations on a resource. */
export function makeHandlers<Item extends Identified, Body>(
  resource: SandboxResource<Item, Body>,
): Handlers {
  const handlers: Readonly<Record<StandardOperation, Handler>> = {
    list: call => {
      const all = resource.open(call, 'read').all();
      const presented = all.map(item => resource.present(call, item));
      return ok(resource.wrap?.(presented) ?? presented);
    },
    search: call => search(resource, call),
    get: call => {
      const item = findRecord(resource, call);
      if (resource.isVisible?.(call)(item) !== false) return ok(resource.present(call, item));
      throw trackerError(404, `The ${resource.kind} ${item.id} was not found.`);
    },
    create: call => {
      const records = resource.open(call, 'write');
      const item = write(resource, {call, body: readBody<Body>(call), before: undefined, records});
      return replyTo(call, () => (resource.presentNew ?? resource.present)(call, item));
    },
    update: call => {
      const records = resource.open(call, 'write');
      const id =
        resource.idIn === undefined ? undefined : String(readBody<Body>(call)[resource.idIn] ?? '');
      const before = findRecord(resource, call, id, 'write');
      const item = write(resource, {call, body: readBody<Body>(call), before, records});
      return replyTo(call, () => resource.present(call, item));
    },
    delete: call => {
      const item = findRecord(resource, call, undefined, 'write');
      resource.beforeDelete?.(call, item);
      resource.open(call, 'write').remove(item);
      return replyTo(call, () => undefined);
    },
  };
  const entries = Object.entries(resource.operations) as [StandardOperation, string][];
  return Object.fromEntries(entries.map(([kind, id]) => [id, handlers[kind]]));
}

function search<Item extends Identified, Body>(
  {open, isVisible: sees, present, pages = {}}: SandboxResource<Item, Body>,
  call: SandboxCall,
): SandboxReply {
  const {where, order, more, ...sizes} = pages;
  const tests = [where?.(call), sees?.(call)];
  const all = open(call, 'read').all();
  const matching = all.filter(item => tests.every(test => test?.(item) ?? true));
  const add = more?.(call);
  const show = (item: Item) => ({...(present(call, item) as object), ...add?.(item)});
  return offsetPage(call, order?.(matching) ?? matching, show, sizes);
}

/** Respond with the status of the operation's record, and a body if the record defines one. */
function replyTo({operation}: SandboxCall, show: () => unknown): SandboxReply {
  const [status = 200] = operation.success;
  return operation.answer === 'none' ? {status} : {status, json: show()};
}

function write<Item, Body>(
  {members}: Pick<SandboxResource<Item & Identified, Body>, 'members'>,
  reading: WriteContext<Item & Identified, Body>,
): Item {
  const item =
    typeof members === 'function' ? members(reading) : computeMembers({...members}, reading);
  reading.records.put(item);
  return item;
}

function computeMembers<Item, Body>(
  readers: Readonly<Record<string, (from: WriteContext<Item, Body>) => unknown>>,
  reading: WriteContext<Item, Body>,
): Item {
  const read = Object.entries(readers).map(([name, readMember]) => [name, readMember(reading)]);
  return {...reading.before, ...Object.fromEntries(read)};
}

/**
 * Find a record by its id.
 *
 * @param id by default the last placeholder of the path
 * @throws SandboxError when it does not exist, or the caller may not read or write it
 */
export function findRecord<Item extends Identified, Body>(
  {kind, missing, open}: Pick<SandboxResource<Item, Body>, 'kind' | 'missing' | 'open'>,
  call: SandboxCall,
  id = Object.values(call.params).at(-1) ?? '',
  access: Access = 'read',
): Item {
  const item = open(call, access).find(id);
  if (item !== undefined) return item;
  const message = `The ${kind} with the ID '${id}' was not found.`;
  throw missing?.(call, id, access) ?? trackerError(404, message);
}

/**
 * Provide access to the records of a map.
 *
 * @param isOpen checks whether the call can access a record
 */
export function recordsOf<Item extends Identified>(
  map: Map<Item['id'], Item>,
  isOpen: (item: Item) => boolean = () => true,
): Records<Item> {
  const byText = map as Map<string | number, Item>;
  return {
    all: () => [...map.values()].filter(isOpen),
    find: id => {
      const found = byText.get(id) ?? (/^\d+$/.test(id) ? byText.get(Number(id)) : undefined);
      return found !== undefined && isOpen(found) ? found : undefined;
    },
    put: item => map.set(item.id, item),
    remove: item => map.delete(item.id),
  };
}

/**
 * Provide access to the records of a list that belongs to another record.
 *
 * @param store replaces the list
 */
export function partsOf<Item extends Identified>(
  parts: readonly Item[],
  store: (parts: readonly Item[]) => void,
): Records<Item> {
  return {
    all: () => parts,
    find: id => parts.find(one => String(one.id) === id),
    put: item => {
      const isMissing = parts.every(one => one.id !== item.id);
      store(isMissing ? [...parts, item] : parts.map(one => (one.id === item.id ? item : one)));
    },
    remove: item => store(parts.filter(one => one.id !== item.id)),
  };
}
