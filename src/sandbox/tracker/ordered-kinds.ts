import {fieldError, trackerError} from '../errors.ts';
import {expandOf, findText, folded, readBoolean, readTexts} from '../query.ts';
import {handlersOf, type Resource} from '../resource.ts';
import type {Call, Handlers} from '../route.ts';
import type {Priority, PriorityScheme, Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {orderedHandlers} from './ordered-records.ts';
import {description, forAdmins, nextNumber, uniqueName} from './records.ts';

/** Schemes shown of a priority (services T8). */
const schemesAtMost = 15;

type PriorityMembers = Readonly<
  Record<'name' | 'description' | 'statusColor' | 'avatarId' | 'iconUrl', string>
>;

const priorities: Resource<Priority, PriorityMembers> = {
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
    /** Invalid priority and project IDs are ignored (services T4.12). */
    where: call => {
      const ids = readTexts(call, 'id');
      const ofProjects = prioritiesOfProjects(call, readTexts(call, 'projectId'));
      const name = folded(findText(call, 'priorityName') ?? '');
      const onlyDefault = readBoolean(call, 'onlyDefault');
      return priority =>
        (ids.length === 0 || ids.includes(priority.id)) &&
        (ofProjects?.has(priority.id) ?? true) &&
        folded(priority.name).includes(name) &&
        (!onlyDefault || priority.id === call.tracker.defaults.priorityId);
    },
    more: call => priority => ({
      schemes: expandOf(call).has('schemes') ? schemesOf(call, priority) : undefined,
    }),
  },
  /** A new one needs a color and an avatar, a change at least one member (services T4.12). */
  members: {
    statusColor: ({body: {iconUrl, name, description: text, ...body}, before}) => {
      // Removed since 16 March 2025 (services T9.4, W4.11).
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

const resolutions: Resource<Resolution, Resolution> = {
  kind: 'resolution',
  open: forAdmins(world => world.tracker.resolutions),
  present: (call, {id, name, description: text}) => {
    return {self: selfUrl(call, `resolution/${id}`), id, description: text, name};
  },
  presentNew: (_, {id}) => ({id}),
  pages: {
    /** With the default asked for, an empty page when no ID is the default. */
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
  ...handlersOf(priorities),
  ...orderedHandlers(priorities, 'priorityId', world => world.tracker.priorities, leaveSchemes),
  ...handlersOf(resolutions),
  ...orderedHandlers(resolutions, 'resolutionId', world => world.tracker.resolutions),
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
