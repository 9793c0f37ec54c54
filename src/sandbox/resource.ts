import {type Given, readBody} from './body.ts';
import {trackerError} from './errors.ts';
import {type OffsetPageOptions, offsetPage} from './paging.ts';
import {type Call, type Handler, type Handlers, ok, type SandboxReply} from './route.ts';

interface Identified {
  readonly id: string | number;
}

/** What most records have, and the bodies that write them too. */
export interface Described extends Identified {
  readonly name: string;
  readonly description: string;
}

/** The records one call may work on. */
export interface Records<Item> {
  all(): readonly Item[];
  find(id: string): Item | undefined;
  /** Add a record, or replace the one of the same id where it is. */
  put(item: Item): void;
  remove(item: Item): void;
}

/** What a call does with records. */
export type Access = 'read' | 'write';

/** What a write reads the members of a record from. */
export interface Reading<Item, Body> {
  readonly call: Call;
  readonly body: Given<Body>;
  /** The record before an update; a new one has none. */
  readonly before: Item | undefined;
  readonly records: Records<Item>;
}

/** How a list is narrowed, ordered and paged. */
interface PagesOf<Item> extends Partial<Omit<OffsetPageOptions<Item>, 'present'>> {
  readonly where?: (call: Call) => (item: Item) => boolean;
  readonly order?: (items: readonly Item[]) => readonly Item[];
  /** What a list shows beside the members of a single record. */
  readonly more?: (call: Call) => (item: Item) => object;
}

/** What the engine does by itself. */
type PlainOperation = 'list' | 'search' | 'get' | 'create' | 'update' | 'delete';

/** A kind of record, and the operations that serve it. */
export interface Resource<Item extends Identified, Body = object> {
  /** Its name in messages: `permission scheme`. */
  readonly kind: string;
  /** Give the records of a call. @throws SandboxError for callers who may not read or write them */
  readonly open: (call: Call, access: Access) => Records<Item>;
  /** Tell which of them the caller sees. @default all */
  readonly sees?: (call: Call) => (item: Item) => boolean;
  /** The error for an id without a record. @default 404 of the tracker */
  readonly missing?: (call: Call, id: string, access: Access) => Error;
  /** The record as a response shows it. */
  readonly present: (call: Call, item: Item) => unknown;
  /** What creating one answers. @default the record */
  readonly presentNew?: (call: Call, item: Item) => unknown;
  /** What the list of all records stands in. */
  readonly wrap?: (shown: readonly unknown[]) => unknown;
  /** How a search goes about its pages. */
  readonly pages?: PagesOf<Item>;
  /**
   * How a write gets the record: as a whole, or each member, in the order in which they are checked and
   * ids are taken. Members left out stay.
   */
  readonly members?:
    | ((reading: Reading<Item, Body>) => Item)
    | {readonly [Name in keyof Item]?: (reading: Reading<Item, Body>) => Item[Name]};
  /** Member of an update's body that names the record. @default the last placeholder of the path */
  readonly idIn?: keyof Body;
  /** What a deletion does to what refers to the record. @throws SandboxError when it is refused */
  readonly beforeDelete?: (call: Call, item: Item) => void;
  /** What is done → id of the operation that does it. */
  readonly operations: Readonly<Partial<Record<PlainOperation, string>>>;
}

/** The handlers of the operations that serve a resource. */
export function handlersOf<Item extends Identified, Body>(of: Resource<Item, Body>): Handlers {
  const handlers: Readonly<Record<PlainOperation, Handler>> = {
    list: call => {
      const all = of.open(call, 'read').all();
      const shown = all.map(item => of.present(call, item));
      return ok(of.wrap?.(shown) ?? shown);
    },
    search: call => search(of, call),
    get: call => {
      const item = findRecord(of, call);
      if (of.sees?.(call)(item) !== false) return ok(of.present(call, item));
      throw trackerError(404, `The ${of.kind} ${item.id} was not found.`);
    },
    create: call => {
      const records = of.open(call, 'write');
      const item = write(of, {call, body: readBody<Body>(call), before: undefined, records});
      return replyTo(call, () => (of.presentNew ?? of.present)(call, item));
    },
    update: call => {
      const records = of.open(call, 'write');
      const id = of.idIn === undefined ? undefined : String(readBody<Body>(call)[of.idIn] ?? '');
      const before = findRecord(of, call, id, 'write');
      const item = write(of, {call, body: readBody<Body>(call), before, records});
      return replyTo(call, () => of.present(call, item));
    },
    delete: call => {
      const item = findRecord(of, call, undefined, 'write');
      of.beforeDelete?.(call, item);
      of.open(call, 'write').remove(item);
      return replyTo(call, () => undefined);
    },
  };
  const served = Object.entries(of.operations) as [PlainOperation, string][];
  return Object.fromEntries(served.map(([plain, id]) => [id, handlers[plain]]));
}

function search<Item extends Identified, Body>(
  {open, sees, present, pages = {}}: Resource<Item, Body>,
  call: Call,
): SandboxReply {
  const {where, order, more, ...page} = pages;
  const tests = [where?.(call), sees?.(call)];
  const all = open(call, 'read').all();
  const found = all.filter(item => tests.every(test => test?.(item) ?? true));
  const add = more?.(call);
  const show = (item: Item) => ({...(present(call, item) as object), ...add?.(item)});
  return offsetPage(call, order?.(found) ?? found, {sizeDefault: 50, ...page, present: show});
}

/** The status is that of the operation's record, and so is whether there is a body. */
function replyTo({operation}: Call, show: () => unknown): SandboxReply {
  const [status = 200] = operation.success;
  return operation.answer === 'none' ? {status} : {status, json: show()};
}

function write<Item, Body>(
  {members}: Pick<Resource<Item & Identified, Body>, 'members'>,
  reading: Reading<Item & Identified, Body>,
): Item {
  const item =
    typeof members === 'function' ? members(reading) : readMembers({...members}, reading);
  reading.records.put(item);
  return item;
}

function readMembers<Item, Body>(
  readers: Readonly<Record<string, (from: Reading<Item, Body>) => unknown>>,
  reading: Reading<Item, Body>,
): Item {
  const read = Object.entries(readers).map(([name, readMember]) => [name, readMember(reading)]);
  return {...reading.before, ...Object.fromEntries(read)};
}

/**
 * The record of an id.
 *
 * @param id default the last placeholder of the path
 * @throws SandboxError when there is none, or the caller may not read or write it
 */
export function findRecord<Item extends Identified, Body>(
  {kind, missing, open}: Pick<Resource<Item, Body>, 'kind' | 'missing' | 'open'>,
  call: Call,
  id = Object.values(call.params).at(-1) ?? '',
  access: Access = 'read',
): Item {
  const item = open(call, access).find(id);
  if (item !== undefined) return item;
  const message = `The ${kind} with the ID '${id}' was not found.`;
  throw missing?.(call, id, access) ?? trackerError(404, message);
}

/** The records of a map. @param isOpen tells which of them the call may work on */
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

/** The records of a list that belongs to another record. @param store puts a new list in its place */
export function partsOf<Item extends Identified>(
  parts: readonly Item[],
  store: (parts: readonly Item[]) => void,
): Records<Item> {
  return {
    all: () => parts,
    find: id => parts.find(one => String(one.id) === id),
    put: item => {
      const isNew = parts.every(one => one.id !== item.id);
      store(isNew ? [...parts, item] : parts.map(one => (one.id === item.id ? item : one)));
    },
    remove: item => store(parts.filter(one => one.id !== item.id)),
  };
}
