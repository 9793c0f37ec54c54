import {type Given, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {findText} from '../query.ts';
import {findRecord, type Resource} from '../resource.ts';
import {type Call, type Handlers, noContent} from '../route.ts';
import type {Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {type GivenPosition, requireOnePosition} from './records.ts';
import {findDeleting, startTask} from './tasks.ts';

/**
 * What records with an order and a default have beyond the plain operations: deleting by a task, moving,
 * and choosing the default (services W4.11, W5.7).
 *
 * @param removed what goes with one that is taken away
 */
export function orderedHandlers<Item extends Resolution>(
  of: Pick<Resource<Item>, 'kind' | 'open'>,
  defaultKey: 'priorityId' | 'resolutionId',
  map: (world: World) => Map<string, Item>,
  removed?: (world: World, id: string) => void,
): Handlers {
  const {kind} = of;
  const find = (call: Call, id?: string) => findRecord(of, call, id);
  const remove = (world: World, id: string, replaceWith: string | undefined): void => {
    const {defaults} = world.tracker;
    map(world).delete(id);
    // The replacement may have been deleted in the meantime.
    const isThere = map(world).has(replaceWith ?? '');
    if (defaults[defaultKey] === id) defaults[defaultKey] = isThere ? replaceWith : undefined;
    removed?.(world, id);
  };
  return {
    [`tracker/${kind}/delete`]: call => {
      requireAdmin(call);
      const {id, name} = find(call);
      const replaceWith = findText(call, 'replaceWith');
      if (replaceWith === id) throw fieldError({replaceWith: 'It cannot be replaced with itself.'});
      if (replaceWith !== undefined) find(call, replaceWith);
      const deletes = `${kind} ${id}`;
      const task = findDeleting(call, deletes);
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
      // null clears it.
      if (typeof id === 'string') find(call, id);
      call.tracker.defaults[defaultKey] = id ?? undefined;
      return noContent;
    },
  };
}

/** Put the ids of a body behind another one or at an end, in their order; the map is put in the new order. */
function move<Item extends Resolution>(
  records: Map<string, Item>,
  {ids, after, position}: Given<GivenPosition & {readonly ids: readonly string[]}>,
  find: (id: string) => Item,
): void {
  const moved = ids ?? [];
  if (moved.length === 0) throw fieldError({ids: 'At least one ID must be given.'});
  if (new Set(moved).size < moved.length) throw fieldError({ids: 'Each ID can be given once.'});
  const first = moved.map(find);
  const others = [...records.values()].filter(one => !moved.includes(one.id));
  requireOnePosition(after, position);
  const places: Readonly<Record<string, number>> = {First: 0, Last: others.length};
  const place = after ? others.findIndex(one => one.id === after) + 1 : places[position ?? ''];
  if (after) find(after);
  if (after && place === 0) throw fieldError({after: 'Must not be one of the moved IDs.'});
  if (place === undefined) throw fieldError({position: `“${position}” is not First or Last.`});
  records.clear();
  for (const one of others.toSpliced(place, 0, ...first)) records.set(one.id, one);
}
