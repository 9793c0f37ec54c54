import {fieldError, trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {expandOf, findText, folded, readBoolean, readTexts} from '../query.ts';
import type {Call, Handlers, JsonObject} from '../route.ts';
import type {Priority, PriorityScheme, Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {type OrderedKind, orderedHandlers} from './ordered-records.ts';

/** Schemes shown of a priority (services T8). */
const schemesAtMost = 15;

type PriorityMembers = Readonly<
  Record<'name' | 'description' | 'statusColor' | 'avatarId' | 'iconUrl', string>
>;

const resolutions: OrderedKind<Resolution, object> = {
  kind: 'resolution',
  plural: 'resolutions',
  records: world => world.tracker.resolutions,
  defaultKey: 'resolutionId',
  bean: (call, {id, name, description}) => {
    return {self: selfUrl(call, `resolution/${id}`), id, description, name};
  },
  rest: () => ({}),
};

export const orderedKindsHandlers: Handlers = {
  ...orderedHandlers<Priority, PriorityMembers>({
    kind: 'priority',
    plural: 'priorities',
    records: world => world.tracker.priorities,
    defaultKey: 'priorityId',
    bean: priorityBean,
    removed: leaveSchemes,
    /** A new one needs a color and an avatar, a change at least one member (services T4.12). */
    rest: ({iconUrl, statusColor, avatarId, name, description}, before) => {
      // Removed since 16 March 2025 (services T9.4, W4.11).
      if (iconUrl) throw fieldError({iconUrl: 'It is no longer available: give an avatarId.'});
      const color = statusColor ?? before?.statusColor;
      const avatar = avatarId ?? before?.avatarId;
      if ((name ?? description ?? statusColor ?? avatarId ?? undefined) === undefined) {
        throw trackerError(400, 'At least one member must be given.');
      }
      if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color ?? '')) {
        throw fieldError({statusColor: `The color “${color}” must look like #fff or #0747a6.`});
      }
      if (!/^[1-9]\d{0,14}$/.test(String(avatar))) {
        throw fieldError({avatarId: `There is no avatar ${avatar}.`});
      }
      return {statusColor: color ?? '', avatarId: Number(avatar)};
    },
  }),
  /** Invalid priority and project IDs are ignored (services T4.12). */
  'tracker/priority/search': call => {
    const {priorities, defaults} = call.tracker;
    const ids = readTexts(call, 'id');
    const wanted = new Set(ids.filter(id => priorities.has(id)));
    const ofProjects = prioritiesOfProjects(call, readTexts(call, 'projectId'));
    const name = folded(findText(call, 'priorityName') ?? '');
    const onlyDefault = readBoolean(call, 'onlyDefault');
    const withSchemes = expandOf(call).has('schemes');
    const found = [...priorities.values()].filter(
      priority =>
        (ids.length === 0 || wanted.has(priority.id)) &&
        (ofProjects === undefined || ofProjects.has(priority.id)) &&
        (name === '' || folded(priority.name).includes(name)) &&
        (!onlyDefault || priority.id === defaults.priorityId),
    );
    return offsetPage(call, found, {
      sizeDefault: 50,
      present: priority => ({
        ...priorityBean(call, priority),
        schemes: withSchemes ? schemesOf(call, priority) : undefined,
      }),
    });
  },
  ...orderedHandlers(resolutions),
  /** With the default asked for, an empty page when no ID is the default. */
  'tracker/resolution/search': call => {
    const ids = new Set(readTexts(call, 'id'));
    const onlyDefault = readBoolean(call, 'onlyDefault');
    const {resolutionId} = call.tracker.defaults;
    const found = [...call.tracker.resolutions.values()].filter(
      ({id}) => (ids.size === 0 || ids.has(id)) && (!onlyDefault || id === resolutionId),
    );
    return offsetPage(call, found, {
      sizeDefault: 50,
      present: one => ({
        ...(resolutions.bean(call, one) as object),
        default: one.id === resolutionId,
      }),
    });
  },
};

/** Take a priority out of the schemes that offer it. */
function leaveSchemes(world: World, id: string): void {
  const {prioritySchemes} = world.tracker;
  for (const scheme of prioritySchemes.values()) {
    if (!scheme.priorityIds.includes(id)) continue;
    const priorityIds = scheme.priorityIds.filter(one => one !== id);
    prioritySchemes.set(scheme.id, {...scheme, priorityIds});
  }
}

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

function schemesOf(call: Call, priority: Priority): unknown {
  const all = [...call.tracker.prioritySchemes.values()].filter(scheme =>
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
      self: selfUrl(call, `priorityscheme/${id}`),
    })),
  };
}

function priorityBean(call: Call, priority: Priority): JsonObject {
  const {id, name, description, statusColor, avatarId} = priority;
  return {
    self: selfUrl(call, `priority/${id}`),
    statusColor,
    description,
    iconUrl: `${call.origin}/rest/api/3/universal_avatar/view/type/priority/avatar/${avatarId}`,
    avatarId,
    name,
    id,
    isDefault: id === call.tracker.defaults.priorityId,
  };
}
