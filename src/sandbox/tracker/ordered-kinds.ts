import {type BodyValues, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {expandOf, findText, normalizeCase, readBoolean, readTexts} from '../query.ts';
import {findRecord, makeHandlers, type SandboxResource} from '../resource.ts';
import {type Handlers, noContent, type SandboxCall} from '../route.ts';
import type {Priority, PriorityScheme, Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {
  adminWrites,
  description,
  nextNumber,
  type PositionInput,
  requireOnePosition,
  uniqueName,
} from './records.ts';
import {findDeletionTask, startTask} from './tasks.ts';

/** Number of schemes returned with a priority (services T8). */
const maxSchemes = 15;

type PriorityMembers = Readonly<
  Record<'name' | 'description' | 'statusColor' | 'avatarId' | 'iconUrl', string>
>;

const priorities: SandboxResource<Priority, PriorityMembers> = {
  kind: 'priority',
  open: adminWrites(world => world.tracker.priorities),
  present: (call, {id, name, description: text, statusColor, avatarId}) => ({
    self: selfUrl(call, `priority/${id}`),
    statusColor,
    description: text,
    iconUrl: `${call.origin}/rest/api/3/universal_avatar/view/type/priority/avatar/${avatarId}`,
    avatarId,
    name,
    id,
    isDefault: id === call.tracker.defaults.priorityId,
  }),
  presentNew: (_, {id}) => ({id}),
  pages: {
    /** Ignores invalid priority and project IDs (services T4.12). */
    where: call => {
      const ids = readTexts(call, 'id');
      const projectPriorities = prioritiesOfProjects(call, readTexts(call, 'projectId'));
      const name = normalizeCase(findText(call, 'priorityName') ?? '');
      const onlyDefault = readBoolean(call, 'onlyDefault');
      return priority =>
        (ids.length === 0 || ids.includes(priority.id)) &&
        (projectPriorities?.has(priority.id) ?? true) &&
        normalizeCase(priority.name).includes(name) &&
        (!onlyDefault || priority.id === call.tracker.defaults.priorityId);
    },
    more: call => priority => ({
      schemes: expandOf(call).has('schemes') ? schemesOf(call, priority) : undefined,
    }),
  },
  /** Creation requires a color and an avatar, an update at least one member (services T4.12). */
  members: {
    statusColor: ({body: {iconUrl, name, description: text, ...body}, before}) => {
      // Not supported since 16 March 2025 (services T9.4, W4.11).
      if (iconUrl) throw fieldError({iconUrl: 'It is no longer available: give an avatarId.'});
      const color = body.statusColor ?? before?.statusColor;
      if ((name ?? text ?? body.statusColor ?? body.avatarId ?? undefined) === undefined) {
        throw trackerError(400, 'At least one member must be given.');
      }
      if (color && /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) return color;
      throw fieldError({statusColor: `The color “${color}” must look like #fff or #0747a6.`});
    },
    avatarId: ({body, before}) => {
      const avatar = body.avatarId ?? before?.avatarId;
      if (/^[1-9]\d{0,14}$/.test(String(avatar))) return Number(avatar);
      throw fieldError({avatarId: `There is no avatar ${avatar}.`});
    },
    name: uniqueName,
    description,
    id: ({before, call}) => before?.id ?? String(nextNumber(call)),
  },
  operations: {
    list: 'tracker/priority/get-priorities',
    search: 'tracker/priority/search',
    get: 'tracker/priority/get-priority',
    create: 'tracker/priority/create',
    update: 'tracker/priority/update',
  },
};

const resolutions: SandboxResource<Resolution, Resolution> = {
  kind: 'resolution',
  open: adminWrites(world => world.tracker.resolutions),
  present: (call, {id, name, description: text}) => {
    return {self: selfUrl(call, `resolution/${id}`), id, description: text, name};
  },
  presentNew: (_, {id}) => ({id}),
  pages: {
    /** With onlyDefault, the page is empty if none of the ids is the default. */
    where: call => {
      const ids = readTexts(call, 'id');
      const onlyDefault = readBoolean(call, 'onlyDefault');
      return ({id}) =>
        (ids.length === 0 || ids.includes(id)) &&
        (!onlyDefault || id === call.tracker.defaults.resolutionId);
    },
    more:
      call =>
      ({id}) => ({default: id === call.tracker.defaults.resolutionId}),
  },
  members: {
    name: uniqueName,
    description,
    id: ({before, call}) => before?.id ?? String(nextNumber(call)),
  },
  operations: {
    list: 'tracker/resolution/get-resolutions',
    search: 'tracker/resolution/search',
    get: 'tracker/resolution/get-resolution',
    create: 'tracker/resolution/create',
    update: 'tracker/resolution/update',
  },
};

export const orderedKindsHandlers: Handlers = {
  ...makeHandlers(priorities),
  ...orderedHandlers(
    priorities,
    'priorityId',
    world => world.tracker.priorities,
    removeFromSchemes,
  ),
  ...makeHandlers(resolutions),
  ...orderedHandlers(resolutions, 'resolutionId', world => world.tracker.resolutions),
};

/** Remove a priority from the schemes that offer it. */
function removeFromSchemes(world: World, id: string): void {
  const {prioritySchemes} = world.tracker;
  for (const scheme of prioritySchemes.values()) {
    if (!scheme.priorityIds.includes(id)) continue;
    const priorityIds = scheme.priorityIds.filter(one => one !== id);
    prioritySchemes.set(scheme.id, {...scheme, priorityIds});
  }
}

/** Find the priorities available in the projects; undefined without a valid project. */
function prioritiesOfProjects(
  world: World,
  projectIds: readonly string[],
): ReadonlySet<string> | undefined {
  const {projects, prioritySchemes} = world.tracker;
  const valid = projectIds.filter(id => projects.has(id));
  if (valid.length === 0) return undefined;
  const schemes = [...prioritySchemes.values()];
  const defaultScheme = schemes.find(scheme => scheme.isDefault);
  const schemeOf = (id: string): PriorityScheme | undefined =>
    schemes.find(scheme => scheme.projectIds?.includes(id)) ?? defaultScheme;
  return new Set(valid.flatMap(id => schemeOf(id)?.priorityIds ?? []));
}

function schemesOf(call: SandboxCall, priority: Priority): unknown {
  const all = [...call.tracker.prioritySchemes.values()].filter(scheme =>
    scheme.priorityIds.includes(priority.id),
  );
  return {
    startAt: 0,
    maxResults: maxSchemes,
    total: all.length,
    values: all.slice(0, maxSchemes).map(({id, name, description, isDefault}) => ({
      id,
      name,
      description,
      isDefault,
      self: selfUrl(call, `priorityscheme/${id}`),
    })),
  };
}

/**
 * Create the handlers of records with an order and a default other than the standard operations:
 * deleting in a task, moving, and setting the default (services W4.11, W5.7).
 *
 * @param removed called after a record is removed
 */
function orderedHandlers<Item extends Resolution>(
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
