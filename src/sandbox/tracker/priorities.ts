import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {Priority, PriorityScheme} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {expandOf, findText, folded, readBoolean, repeatedTexts} from './query.ts';

/** Schemes shown of a priority (services T8). */
const schemesAtMost = 15;

/** `priority get-priorities`: all of them in their order. */
export const getPriorities: Handler<World> = (request, world) => {
  const json = [...world.tracker.priorities.values()].map(one => priorityBean(request, world, one));
  return {status: 200, json};
};

/** `priority get-priority`. */
export const getPriority: Handler<World> = (request, world) => {
  const id = request.params.id ?? '';
  const priority = world.tracker.priorities.get(id);
  if (priority === undefined) {
    throw trackerError(404, `The priority with the ID '${id}' does not exist.`);
  }
  return {status: 200, json: priorityBean(request, world, priority)};
};

/** `priority search`: invalid priority and project IDs are ignored (services T4.12). */
export const searchPriorities: Handler<World> = (request, world) => {
  const {priorities, defaults} = world.tracker;
  const ids = repeatedTexts(request, 'id');
  const wanted = new Set(ids.filter(id => priorities.has(id)));
  const ofProjects = prioritiesOfProjects(world, repeatedTexts(request, 'projectId'));
  const name = folded(findText(request, 'priorityName') ?? '');
  const onlyDefault = readBoolean(request, 'onlyDefault', false);
  const withSchemes = expandOf(request).has('schemes');
  const found = [...priorities.values()].filter(
    priority =>
      (ids.length === 0 || wanted.has(priority.id)) &&
      (ofProjects === undefined || ofProjects.has(priority.id)) &&
      (name === '' || folded(priority.name).includes(name)) &&
      (!onlyDefault || priority.id === defaults.priorityId),
  );
  return offsetPage(request, found, {
    sizeDefault: 50,
    present: priority => ({
      ...priorityBean(request, world, priority),
      ...(withSchemes ? {schemes: schemesOf(request, world, priority)} : {}),
    }),
  });
};

/** Priorities the projects offer; undefined when no valid project is named. */
function prioritiesOfProjects(
  world: World,
  projectIds: readonly string[],
): ReadonlySet<string> | undefined {
  const {projects, prioritySchemes} = world.tracker;
  const valid = projectIds.filter(id => projects.has(id));
  if (valid.length === 0) return undefined;
  const schemes = [...prioritySchemes.values()];
  const usual = schemes.find(scheme => scheme.isDefault);
  const schemeOf = (id: string): PriorityScheme | undefined =>
    schemes.find(scheme => scheme.projectIds?.includes(id)) ?? usual;
  return new Set(valid.flatMap(id => schemeOf(id)?.priorityIds ?? []));
}

function schemesOf(request: SandboxRequest, world: World, priority: Priority): unknown {
  const all = [...world.tracker.prioritySchemes.values()].filter(scheme =>
    scheme.priorityIds.includes(priority.id),
  );
  return {
    startAt: 0,
    maxResults: schemesAtMost,
    total: all.length,
    values: all.slice(0, schemesAtMost).map(({id, name, description, isDefault}) => ({
      id,
      name,
      description,
      isDefault,
      self: selfUrl(request, `priorityscheme/${id}`),
    })),
  };
}

function priorityBean(
  request: SandboxRequest,
  world: World,
  priority: Priority,
): Readonly<Record<string, unknown>> {
  const {id, name, description, statusColor, avatarId} = priority;
  return {
    self: selfUrl(request, `priority/${id}`),
    statusColor,
    description,
    iconUrl: `${request.origin}/rest/api/3/universal_avatar/view/type/priority/avatar/${avatarId}`,
    avatarId,
    name,
    id,
    isDefault: id === world.tracker.defaults.priorityId,
  };
}
