import {type Given, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {findText} from '../query.ts';
import {type Call, created, type Handler, type Handlers, noContent, ok} from '../route.ts';
import type {Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {
  findRecord,
  type GivenPosition,
  nextNumber,
  readName,
  requireOnePosition,
} from './records.ts';
import {findDeleting, startTask} from './tasks.ts';

/** What tells one kind of them from another. */
export interface OrderedKind<Item extends Resolution, Members> {
  readonly kind: 'priority' | 'resolution';
  readonly plural: string;
  readonly records: (world: World) => Map<string, Item>;
  readonly defaultKey: 'priorityId' | 'resolutionId';
  readonly bean: (call: Call, item: Item) => unknown;
  /** What a body says of it beside its name and description. @throws SandboxError 400 */
  readonly rest: (body: Given<Members>, before: Item | undefined) => Omit<Item, keyof Resolution>;
  /** What goes with one that is taken away. */
  readonly removed?: (world: World, id: string) => void;
}

type NamedMembers = Readonly<Record<'name' | 'description', string>>;

/**
 * The handlers of a kind of records with an order and a default, all but the search: reading, creating
 * (a new one comes last), changing (what is left out stays), deleting by a task, moving, and choosing
 * the default (services W4.11, W5.7).
 */
export function orderedHandlers<Item extends Resolution, Members>(
  of: OrderedKind<Item, Members>,
): Handlers {
  const {kind, plural, records, defaultKey, bean} = of;
  const find = (call: Call) => findRecord(kind, records(call), call.params.id ?? '');
  const write =
    (handler: Handler): Handler =>
    call => {
      requireAdmin(call);
      return handler(call);
    };
  const store = (call: Call, before: Item | undefined): string => {
    const body = readBody<Members & NamedMembers>(call);
    const rest = of.rest(body, before);
    const name = readName(body.name ?? before?.name ?? '', records(call), before?.id);
    const description = body.description ?? before?.description ?? '';
    const id = before?.id ?? String(nextNumber(call));
    records(call).set(id, {id, name, description, ...rest} as Item);
    return id;
  };
  const remove = (world: World, id: string, replaceWith: string | undefined): void => {
    const {defaults} = world.tracker;
    records(world).delete(id);
    // The replacement may have been deleted in the meantime.
    const isThere = records(world).has(replaceWith ?? '');
    if (defaults[defaultKey] === id) defaults[defaultKey] = isThere ? replaceWith : undefined;
    of.removed?.(world, id);
  };
  return {
    [`tracker/${kind}/get-${plural}`]: call =>
      ok([...records(call).values()].map(one => bean(call, one))),
    [`tracker/${kind}/get-${kind}`]: call => ok(bean(call, find(call))),
    [`tracker/${kind}/create`]: write(call => created({id: store(call, undefined)})),
    [`tracker/${kind}/update`]: write(call => {
      store(call, find(call));
      return noContent;
    }),
    [`tracker/${kind}/delete`]: write(call => {
      const {id, name} = find(call);
      const replaceWith = findText(call, 'replaceWith');
      if (replaceWith === id) throw fieldError({replaceWith: 'It cannot be replaced with itself.'});
      if (replaceWith !== undefined) findRecord(kind, records(call), replaceWith);
      const deletes = `${kind} ${id}`;
      const task = findDeleting(call, deletes);
      if (task !== undefined) throw trackerError(409, `Task ${task} is deleting it already.`);
      const finish = (): void => remove(call, id, replaceWith);
      return startTask(call, {description: `Delete ${kind} ${name}`, deletes, finish});
    }),
    [`tracker/${kind}/move`]: write(call => {
      move(kind, records(call), readBody(call));
      return noContent;
    }),
    [`tracker/${kind}/set-default`]: write(call => {
      const {id} = readBody<{id: string}>(call);
      // null clears it.
      if (typeof id === 'string') findRecord(kind, records(call), id);
      call.tracker.defaults[defaultKey] = id ?? undefined;
      return noContent;
    }),
  };
}

/** Put the ids of a body behind another one or at an end, in their order; the map is put in the new order. */
function move<Item>(
  kind: string,
  records: Map<string, Item>,
  {ids, after, position}: Given<GivenPosition & {readonly ids: readonly string[]}>,
): void {
  const moved = ids ?? [];
  if (moved.length === 0) throw fieldError({ids: 'At least one ID must be given.'});
  if (new Set(moved).size < moved.length) throw fieldError({ids: 'Each ID can be given once.'});
  for (const id of moved) findRecord(kind, records, id);
  const others = [...records.keys()].filter(id => !moved.includes(id));
  requireOnePosition(after, position);
  const places: Readonly<Record<string, number>> = {First: 0, Last: others.length};
  const place = after ? others.indexOf(after) + 1 : places[position ?? ''];
  if (after) findRecord(kind, records, after);
  if (after && place === 0) throw fieldError({after: 'Must not be one of the moved IDs.'});
  if (place === undefined) throw fieldError({position: `“${position}” is not First or Last.`});
  const before = new Map(records);
  records.clear();
  for (const id of others.toSpliced(place, 0, ...moved)) {
    records.set(id, findRecord(kind, before, id));
  }
}
