import {fieldError, trackerError} from '../errors.ts';
import {expandOf, findText, normalizeCase, readBoolean, readTexts} from '../query.ts';
import {makeHandlers, type SandboxResource} from '../resource.ts';
import type {Handlers, SandboxCall} from '../route.ts';
import type {Priority, PriorityScheme, Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {orderedHandlers} from './ordered-records.ts';
import {description, forAdmins, nextNumber, uniqueName} from './records.ts';

/** Number of schemes returned with a priority (services T8). */
const maxSchemes = 15;

type PriorityMembers = Readonly<
  Record<'name' | 'description' | 'statusColor' | 'avatarId' | 'iconUrl', string>
>;

const priorities: SandboxResource<Priority, PriorityMembers> = {
  kind: 'priority',
  open: forAdmins(world => world.tracker.priorities),
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
  open: forAdmins(world => world.tracker.resolutions),
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
