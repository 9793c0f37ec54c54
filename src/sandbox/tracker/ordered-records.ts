import {type BodyValues, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {findText} from '../query.ts';
import {findRecord, type SandboxResource} from '../resource.ts';
import {type Handlers, noContent, type SandboxCall} from '../route.ts';
import type {Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {type PositionInput, requireOnePosition} from './records.ts';
import {findDeletionTask, startTask} from './tasks.ts';

/**
 * Create the handlers of records with an order and a default other than the standard operations:
 * deleting in a task, moving, and setting the default (services W4.11, W5.7).
 *
 * @param removed called after a record is removed
 */
export function orderedHandlers<Item extends Resolution>(
  resource: Pick<SandboxResource<Item>, 'kind' | 'open'>,
  defaultKey: 'priorityId' | 'resolutionId',
  map: (world: World) => Map<string, Item>,
  onRemoved?: (world: World, id: string) => void,
): Handlers {
  const {kind} = resource;
  const find = (call: SandboxCall, id?: string) => findRecord(resource, call, id);
  const remove = (world: World, id: string, replaceWith: string | undefined): void => {
    const {defaults} = world.tracker;
    map(world).delete(id);
    // The replacement may have been deleted in the meantime.
    const exists = map(world).has(replaceWith ?? '');
    if (defaults[defaultKey] === id) defaults[defaultKey] = exists ? replaceWith : undefined;
    onRemoved?.(world, id);
  };
  return {
    [`tracker/${kind}/delete`]: call => {
      requireAdmin(call);
      const {id, name} = find(call);
      const replaceWith = findText(call, 'replaceWith');
      if (replaceWith === id) throw fieldError({replaceWith: 'It cannot be replaced with itself.'});
      if (replaceWith !== undefined) find(call, replaceWith);
      const deletes = `${kind} ${id}`;
      const task = findDeletionTask(call, deletes);
      if (task !== undefined) throw trackerError(409, `Task ${task} is deleting it already.`);
      const finish = (): void => remove(call, id, replaceWith);
      return startTask(call, {description: `Delete ${kind} ${name}`, deletes, finish});
    },
    [`tracker/${kind}/move`]: call => {
      requireAdmin(call);
      move(map(call), readBody(call), id => find(call, id));
      return noContent;
    },
    [`tracker/${kind}/set-default`]: call => {
      requireAdmin(call);
      const {id} = readBody<{id: string}>(call);
      // null clears the default.
      if (typeof id === 'string') find(call, id);
      call.tracker.defaults[defaultKey] = id ?? undefined;
      return noContent;
    },
  };
}

/** Move the ids of a body after another record or to an end, in their order; reorders the map. */
function move<Item extends Resolution>(
  records: Map<string, Item>,
  {ids, after, position}: BodyValues<PositionInput & {readonly ids: readonly string[]}>,
  find: (id: string) => Item,
): void {
  const moved = ids ?? [];
  if (moved.length === 0) throw fieldError({ids: 'At least one ID must be given.'});
  if (new Set(moved).size < moved.length) throw fieldError({ids: 'Each ID can be given once.'});
  const movedRecords = moved.map(find);
  const others = [...records.values()].filter(one => !moved.includes(one.id));
  requireOnePosition(after, position);
  const ends: Readonly<Record<string, number>> = {First: 0, Last: others.length};
  const index = after ? others.findIndex(one => one.id === after) + 1 : ends[position ?? ''];
  if (after) find(after);
  if (after && index === 0) throw fieldError({after: 'Must not be one of the moved IDs.'});
  if (index === undefined) throw fieldError({position: `“${position}” is not First or Last.`});
  records.clear();
  for (const one of others.toSpliced(index, 0, ...movedRecords)) records.set(one.id, one);
}
