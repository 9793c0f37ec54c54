import {trackerError} from '../errors.ts';
import {inOrder, type Orders, offsetPage, ordered} from '../paging.ts';
import {
  expandOf,
  findText,
  folded,
  readBoolean,
  readChoice,
  readInteger,
  readTexts,
} from '../query.ts';
import {type Call, type Handlers, noContent, ok} from '../route.ts';
import type {Project} from '../world/projects.ts';
import {projectCategories} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, holds} from './access.ts';
import {noProject, readAnyProject, readProjectAsAdmin} from './lookup.ts';
import {listedProject, wholeProject} from './project-bean.ts';
import {findDeleting, startTask} from './tasks.ts';
import {matchesProperty, parsePropertyQuery} from './users-by-query.ts';

/** Recently seen projects that can be asked for (services T8). */
const recentAtMost = 20;

export const projectsHandlers: Handlers = {
  /** `project get`; what is looked at counts as recently accessed. */
  'tracker/project/get': call => {
    const project = readAnyProject(call);
    remember(call, project);
    return ok(wholeProject(call, project, expandOf(call), readTexts(call, 'properties')));
  },
  'tracker/project/get-all': call => {
    const recent = readRecent(call);
    return ok(presentAll(call, recent === undefined ? liveProjects(call) : recentOf(call, recent)));
  },
  'tracker/project/get-recent': call => ok(presentAll(call, recentOf(call, recentAtMost))),
  'tracker/project/search': call => {
    const keep = projectFilter(call);
    const found = [...call.tracker.projects.values()].filter(keep);
    const expand = expandOf(call);
    const properties = readTexts(call, 'properties');
    const named = {what: 'Projects', byDefault: 'key'};
    return offsetPage(call, ordered(call, found, projectOrders(call), named), {
      sizeDefault: 50,
      sizeMax: 100,
      present: project => listedProject(call, project, expand, properties),
    });
  },
  'tracker/project/archive': call => {
    const project = readProjectAsAdmin(call);
    if (project.deleted !== undefined) throw noProject(project.key);
    if (project.archived !== undefined) {
      throw trackerError(400, `The project ${project.key} is archived already.`);
    }
    const archived = {at: call.now, byId: call.caller.accountId ?? ''};
    call.tracker.projects.set(project.id, {...project, archived});
    return noContent;
  },
  /** Of an archived project or one in the recycle bin (services W4.1). */
  'tracker/project/restore': call => {
    const project = readProjectAsAdmin(call);
    if (project.archived === undefined && project.deleted === undefined) {
      throw trackerError(400, `The project ${project.key} is neither archived nor deleted.`);
    }
    // Out of the recycle bin it is what it was before; a second restore ends the archiving.
    const archived = project.deleted && project.archived;
    const restored: Project = {...project, archived, deleted: undefined};
    call.tracker.projects.set(project.id, restored);
    return ok(wholeProject(call, restored, new Set()));
  },
  /** Into the recycle bin unless enableUndo is false (services W4.2). */
  'tracker/project/delete': call => {
    const project = readProjectAsAdmin(call);
    const enableUndo = readBoolean(call, 'enableUndo', true);
    requireDeletable(call, project);
    if (!enableUndo) {
      removeProject(call, project.id);
    } else {
      if (project.deleted !== undefined) throw noProject(project.key);
      const deleted = {at: call.now, byId: call.caller.accountId ?? ''};
      call.tracker.projects.set(project.id, {...project, deleted});
    }
    return noContent;
  },
  /** 303 with a task at whose end the project is gone. */
  'tracker/project/delete-asynchronously': call => {
    const project = readProjectAsAdmin(call);
    requireDeletable(call, project);
    return startTask(call, {
      description: `Delete project ${project.key}`,
      deletes: `project ${project.id}`,
      finish: () => removeProject(call, project.id),
    });
  },
};

function presentAll(call: Call, projects: readonly Project[]): readonly unknown[] {
  const expand = expandOf(call);
  const properties = readTexts(call, 'properties');
  return projects.map(project => listedProject(call, project, expand, properties));
}

function isLive(project: Project): boolean {
  return stateOf(project) === 'live';
}

/** By name. */
function liveProjects(call: Call): readonly Project[] {
  const projects = [...call.tracker.projects.values()].filter(
    project => isLive(project) && canSee(call, project),
  );
  return inOrder(projects, ({name}) => name);
}

function readRecent(call: Call): number | undefined {
  const recent = readInteger(call, 'recent');
  if (recent === undefined) return undefined;
  if (recent > recentAtMost) throw trackerError(400, `recent is at most ${recentAtMost}.`);
  return recent;
}

/** Anonymous callers have a memory in common: the sandbox keeps no sessions. */
function memoryOf(call: Call): string {
  return call.caller.accountId ?? 'anonymous';
}

function remember(call: Call, project: Project): void {
  const {recentProjects} = call.tracker;
  const memory = memoryOf(call);
  const before = recentProjects.get(memory) ?? [];
  if (before[0] === project.id) return;
  const others = before.filter(id => id !== project.id);
  recentProjects.set(memory, [project.id, ...others].slice(0, recentAtMost));
}

function recentOf(call: Call, count: number): readonly Project[] {
  const ids = call.tracker.recentProjects.get(memoryOf(call)) ?? [];
  return ids
    .flatMap(id => call.tracker.projects.get(id) ?? [])
    .filter(project => isLive(project) && canSee(call, project))
    .slice(0, count);
}

function projectFilter(call: Call): (project: Project) => boolean {
  const ids = new Set(readTexts(call, 'id'));
  const keys = new Set(readTexts(call, 'keys'));
  const types = new Set(readTexts(call, 'typeKey'));
  const query = folded(findText(call, 'query') ?? '');
  const category = readInteger(call, 'categoryId');
  const states = new Set(readTexts(call, 'status'));
  const may = actionOf(call);
  const propertyQuery = parsePropertyQuery(findText(call, 'propertyQuery'));
  return project =>
    (states.size === 0 ? isLive(project) : states.has(stateOf(project))) &&
    (ids.size === 0 || ids.has(project.id)) &&
    (keys.size === 0 || keys.has(project.key)) &&
    (types.size === 0 || types.has(project.typeKey)) &&
    (category === undefined || project.categoryId === String(category)) &&
    (query === '' || folded(project.name).includes(query) || folded(project.key).includes(query)) &&
    (propertyQuery === undefined || matchesProperty(project.properties, propertyQuery)) &&
    canSee(call, project) &&
    may(project);
}

function stateOf(project: Project): 'live' | 'archived' | 'deleted' {
  if (project.deleted !== undefined) return 'deleted';
  return project.archived === undefined ? 'live' : 'archived';
}

function actionOf(call: Call): (project: Project) => boolean {
  const action = readChoice(call, 'action', ['view', 'browse', 'edit', 'create'] as const);
  switch (action) {
    case undefined:
    case 'view':
      return () => true;
    case 'browse':
      return project => holds(call, project, 'BROWSE_PROJECTS');
    case 'edit':
      return project => canAdminister(call, project);
    case 'create':
      return project => holds(call, project, 'CREATE_ISSUES');
  }
}

function projectOrders(world: World): Orders<Project> {
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

/** Archived projects cannot be deleted (services T3, T7.4), nor those a task is deleting. */
function requireDeletable(world: World, project: Project): void {
  if (project.archived !== undefined && project.deleted === undefined) {
    throw trackerError(
      400,
      `The project ${project.key} is archived: restore it first, then delete it.`,
    );
  }
  if (findDeleting(world, `project ${project.id}`) !== undefined) {
    throw trackerError(400, `The project ${project.key} is being deleted.`);
  }
}

/** Remove a project for good, with its versions, statuses and keys. */
function removeProject(world: World, projectId: string): void {
  const {projects, projectIdByKey, versions, statuses, recentProjects} = world.tracker;
  const project = projects.get(projectId);
  if (project === undefined) return;
  projects.delete(projectId);
  for (const id of project.versionIds) versions.delete(id);
  for (const [key, id] of projectIdByKey) if (id === projectId) projectIdByKey.delete(key);
  for (const status of statuses.values()) {
    if (status.projectId === projectId) statuses.delete(status.id);
  }
  for (const [account, ids] of recentProjects) {
    recentProjects.set(
      account,
      ids.filter(id => id !== projectId),
    );
  }
}
