import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {
  compareTexts,
  expandOf,
  findText,
  folded,
  readChoice,
  readInteger,
  readTexts,
} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Project} from '../world/projects.ts';
import {projectCategories} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, holds} from './access.ts';
import {readAnyProject} from './lookup.ts';
import {listedProject, wholeProject} from './project-bean.ts';
import {matchesProperty, parsePropertyQuery} from './property-query.ts';

/** Recently seen projects that can be asked for (services T8). */
const recentAtMost = 20;

/** Handlers by operation id. */
export const projectsListHandlers: Handlers<World> = {
  /** `project get`; what is looked at counts as recently accessed. */
  'tracker/project/get': (request, world) => {
    const project = readAnyProject(request, world, 'projectIdOrKey');
    remember(request, world, project);
    const properties = readTexts(request, 'properties');
    const json = wholeProject(request, world, project, expandOf(request), properties);
    return {status: 200, json};
  },
  /** Live projects by name, or the recently accessed ones, newest first. */
  'tracker/project/get-all': (request, world) => {
    const recent = readRecent(request);
    const projects =
      recent === undefined
        ? byName(liveProjects(request, world))
        : recentOf(request, world, recent);
    return {status: 200, json: presentAll(request, world, projects)};
  },
  /** Up to twenty of the recently accessed. */
  'tracker/project/get-recent': (request, world) => {
    const projects = recentOf(request, world, recentAtMost);
    return {status: 200, json: presentAll(request, world, projects)};
  },
  /** Filtered, sorted and in pages. */
  'tracker/project/search': (request, world) => {
    const keep = projectFilter(request, world);
    const found = [...world.tracker.projects.values()].filter(keep);
    const expand = expandOf(request);
    const properties = readTexts(request, 'properties');
    return offsetPage(request, sortProjects(request, world, found), {
      sizeDefault: 50,
      sizeMax: 100,
      present: project => listedProject(request, world, project, expand, properties),
    });
  },
};

function presentAll(
  request: SandboxRequest,
  world: World,
  projects: readonly Project[],
): readonly unknown[] {
  const expand = expandOf(request);
  const properties = readTexts(request, 'properties');
  return projects.map(project => listedProject(request, world, project, expand, properties));
}

function isLive(project: Project): boolean {
  return project.archived === undefined && project.deleted === undefined;
}

function liveProjects(request: SandboxRequest, world: World): readonly Project[] {
  return [...world.tracker.projects.values()].filter(
    project => isLive(project) && canSee(world, request.caller, project),
  );
}

function byName(projects: readonly Project[]): readonly Project[] {
  return [...projects].sort((one, other) => compareTexts(one.name, other.name));
}

function readRecent(request: SandboxRequest): number | undefined {
  const recent = readInteger(request, 'recent');
  if (recent === undefined) return undefined;
  if (recent > recentAtMost) throw trackerError(400, `recent is at most ${recentAtMost}.`);
  return recent;
}

/** Anonymous callers have a memory in common: the sandbox keeps no sessions. */
function memoryOf(request: SandboxRequest): string {
  return request.caller.accountId ?? 'anonymous';
}

function remember(request: SandboxRequest, world: World, project: Project): void {
  const {recentProjects} = world.tracker;
  const memory = memoryOf(request);
  const before = recentProjects.get(memory) ?? [];
  if (before[0] === project.id) return;
  const others = before.filter(id => id !== project.id);
  recentProjects.set(memory, [project.id, ...others].slice(0, recentAtMost));
}

function recentOf(request: SandboxRequest, world: World, count: number): readonly Project[] {
  const ids = world.tracker.recentProjects.get(memoryOf(request)) ?? [];
  return ids
    .flatMap(id => world.tracker.projects.get(id) ?? [])
    .filter(project => isLive(project) && canSee(world, request.caller, project))
    .slice(0, count);
}

function projectFilter(request: SandboxRequest, world: World): (project: Project) => boolean {
  const ids = new Set(readTexts(request, 'id'));
  const keys = new Set(readTexts(request, 'keys'));
  const types = new Set(readTexts(request, 'typeKey'));
  const query = folded(findText(request, 'query') ?? '');
  const category = readInteger(request, 'categoryId');
  const states = new Set(readTexts(request, 'status'));
  const may = actionOf(request, world);
  const propertyQuery = parsePropertyQuery(findText(request, 'propertyQuery'));
  return project =>
    (states.size === 0 ? isLive(project) : states.has(stateOf(project))) &&
    (ids.size === 0 || ids.has(project.id)) &&
    (keys.size === 0 || keys.has(project.key)) &&
    (types.size === 0 || types.has(project.typeKey)) &&
    (category === undefined || project.categoryId === String(category)) &&
    (query === '' || folded(project.name).includes(query) || folded(project.key).includes(query)) &&
    (propertyQuery === undefined || matchesProperty(project.properties, propertyQuery)) &&
    canSee(world, request.caller, project) &&
    may(project);
}

function stateOf(project: Project): 'live' | 'archived' | 'deleted' {
  if (project.deleted !== undefined) return 'deleted';
  return project.archived === undefined ? 'live' : 'archived';
}

function actionOf(request: SandboxRequest, world: World): (project: Project) => boolean {
  const action = readChoice(request, 'action', ['view', 'browse', 'edit', 'create'] as const);
  switch (action) {
    case undefined:
    case 'view':
      return () => true;
    case 'browse':
      return project => holds(world, request.caller, project, 'BROWSE_PROJECTS');
    case 'edit':
      return project => canAdminister(world, request.caller, project);
    case 'create':
      return project => holds(world, request.caller, project, 'CREATE_ISSUES');
  }
}

type SortValue = string | number;

function sortProjects(
  request: SandboxRequest,
  world: World,
  projects: readonly Project[],
): readonly Project[] {
  const text = findText(request, 'orderBy') ?? 'key';
  // A plus sign that was not percent-encoded arrives as a space.
  const [, sign, field] = /^([-+ ]?)(\w+)$/.exec(text) ?? [];
  const sortValueOf = sortValues(world)[field ?? ''];
  if (sortValueOf === undefined)
    throw trackerError(400, `Projects cannot be ordered by “${text}”.`);
  const direction = sign === '-' ? -1 : 1;
  return [...projects].sort((one, other) => {
    const left = sortValueOf(one);
    const right = sortValueOf(other);
    return left === right ? 0 : left < right ? -direction : direction;
  });
}

function sortValues(world: World): Readonly<Record<string, (project: Project) => SortValue>> {
  return {
    key: project => project.key,
    name: project => project.name,
    category: project =>
      projectCategories.find(category => category.id === project.categoryId)?.name ?? '',
    owner: project => world.users.get(project.leadId)?.displayName ?? '',
    issueCount: project => project.issueCount,
    lastIssueUpdatedDate: project => project.lastIssueAt,
    archivedDate: project => project.archived?.at ?? 0,
    deletedDate: project => project.deleted?.at ?? 0,
  };
}
