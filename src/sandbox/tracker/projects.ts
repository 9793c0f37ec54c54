import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Orders, offsetPage, sortBy, sortByParameter} from '../paging.ts';
import {
  expandOf,
  findText,
  normalizeCase,
  readBoolean,
  readChoice,
  readInteger,
  readTexts,
} from '../query.ts';
import {created, type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import {type Project, typeSetups} from '../world/projects.ts';
import {makeRandom} from '../world/random.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, hasPermission, requireAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {changeProject, projectNotFound, readAnyProject, readProjectAsAdmin} from './lookup.ts';
import {listedProject, projectDetails} from './project-bean.ts';
import {
  checkProjectKey,
  checkProjectName,
  type ProjectMembers,
  projectErrors,
  readCommonFields,
  readProjectType,
} from './project-fields.ts';
import {nextNumber} from './records.ts';
import {findDeletionTask, startTask} from './tasks.ts';
import {matchesProperty, parsePropertyQuery} from './users-by-query.ts';

/** Maximum number of recently viewed projects (services T8). */
const maxRecent = 20;

export const projectsHandlers: Handlers = {
  /** Handles `project get`, which adds the project to the recent ones. */
  'tracker/project/get': call => {
    const project = readAnyProject(call);
    addToRecent(call, project);
    return ok(projectDetails(call, project, expandOf(call), readTexts(call, 'properties')));
  },
  'tracker/project/get-all': call => {
    const recent = readRecent(call);
    return ok(presentAll(call, recent === undefined ? liveProjects(call) : recentOf(call, recent)));
  },
  'tracker/project/get-recent': call => ok(presentAll(call, recentOf(call, maxRecent))),
  'tracker/project/search': call => {
    const isSelected = projectFilter(call);
    const found = [...call.tracker.projects.values()].filter(isSelected);
    const expand = expandOf(call);
    const properties = readTexts(call, 'properties');
    const named = {what: 'Projects', byDefault: 'key'};
    return offsetPage(
      call,
      sortByParameter(call, found, projectOrders(call), named),
      project => listedProject(call, project, expand, properties),
      {sizeMax: 100},
    );
  },
  'tracker/project/archive': call => {
    const project = readProjectAsAdmin(call);
    if (project.deleted !== undefined) throw projectNotFound(project.key);
    if (project.archived !== undefined) {
      throw trackerError(400, `The project ${project.key} is archived already.`);
    }
    const archived = {at: call.now, byId: call.caller.accountId ?? ''};
    call.tracker.projects.set(project.id, {...project, archived});
    return noContent;
  },
  /** Restores an archived or a deleted project (services W4.1). */
  'tracker/project/restore': call => {
    const project = readProjectAsAdmin(call);
    if (project.archived === undefined && project.deleted === undefined) {
      throw trackerError(400, `The project ${project.key} is neither archived nor deleted.`);
    }
    // Restoring from the trash restores the previous state; a second restore unarchives.
    const archived = project.deleted && project.archived;
    const restored: Project = {...project, archived, deleted: undefined};
    call.tracker.projects.set(project.id, restored);
    return ok(projectDetails(call, restored, new Set()));
  },
  /** Moves to the trash unless enableUndo is false (services W4.2). */
  'tracker/project/delete': call => {
    const project = readProjectAsAdmin(call);
    const enableUndo = readBoolean(call, 'enableUndo', true);
    requireDeletable(call, project);
    if (!enableUndo) {
      removeProject(call, project.id);
    } else {
      if (project.deleted !== undefined) throw projectNotFound(project.key);
      const deleted = {at: call.now, byId: call.caller.accountId ?? ''};
      call.tracker.projects.set(project.id, {...project, deleted});
    }
    return noContent;
  },
  /** Returns 303 with a task that deletes the project. */
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

function presentAll(call: SandboxCall, projects: readonly Project[]): readonly unknown[] {
  const expand = expandOf(call);
  const properties = readTexts(call, 'properties');
  return projects.map(project => listedProject(call, project, expand, properties));
}

function isLive(project: Project): boolean {
  return stateOf(project) === 'live';
}

/** List the projects that are neither archived nor deleted, by name. */
function liveProjects(call: SandboxCall): readonly Project[] {
  const projects = [...call.tracker.projects.values()].filter(
    project => isLive(project) && canSee(call, project),
  );
  return sortBy(projects, ({name}) => name);
}

function readRecent(call: SandboxCall): number | undefined {
  const recent = readInteger(call, 'recent');
  if (recent === undefined) return undefined;
  if (recent > maxRecent) throw trackerError(400, `recent is at most ${maxRecent}.`);
  return recent;
}

/**
 * Return the key of the caller's recent projects. Anonymous callers share one, since the sandbox
 * has no sessions.
 */
function recentKey(call: SandboxCall): string {
  return call.caller.accountId ?? 'anonymous';
}

function addToRecent(call: SandboxCall, project: Project): void {
  const {recentProjects} = call.tracker;
  const key = recentKey(call);
  const before = recentProjects.get(key) ?? [];
  if (before[0] === project.id) return;
  const others = before.filter(id => id !== project.id);
  recentProjects.set(key, [project.id, ...others].slice(0, maxRecent));
}

function recentOf(call: SandboxCall, count: number): readonly Project[] {
  const ids = call.tracker.recentProjects.get(recentKey(call)) ?? [];
  return ids
    .flatMap(id => call.tracker.projects.get(id) ?? [])
    .filter(project => isLive(project) && canSee(call, project))
    .slice(0, count);
}

function projectFilter(call: SandboxCall): (project: Project) => boolean {
  const ids = new Set(readTexts(call, 'id'));
  const keys = new Set(readTexts(call, 'keys'));
  const types = new Set(readTexts(call, 'typeKey'));
  const query = normalizeCase(findText(call, 'query') ?? '');
  const category = readInteger(call, 'categoryId');
  const states = new Set(readTexts(call, 'status'));
  const allowsAction = actionFilter(call);
  const propertyQuery = parsePropertyQuery(findText(call, 'propertyQuery'));
  return project =>
    (states.size === 0 ? isLive(project) : states.has(stateOf(project))) &&
    (ids.size === 0 || ids.has(project.id)) &&
    (keys.size === 0 || keys.has(project.key)) &&
    (types.size === 0 || types.has(project.typeKey)) &&
    (category === undefined || project.categoryId === String(category)) &&
    (query === '' ||
      normalizeCase(project.name).includes(query) ||
      normalizeCase(project.key).includes(query)) &&
    (propertyQuery === undefined || matchesProperty(project.properties, propertyQuery)) &&
    canSee(call, project) &&
    allowsAction(project);
}

function stateOf(project: Project): 'live' | 'archived' | 'deleted' {
  if (project.deleted !== undefined) return 'deleted';
  return project.archived === undefined ? 'live' : 'archived';
}

function actionFilter(call: SandboxCall): (project: Project) => boolean {
  const action = readChoice(call, 'action', ['view', 'browse', 'edit', 'create'] as const);
  switch (action) {
    case undefined:
    case 'view':
      return () => true;
    case 'browse':
      return project => hasPermission(call, project, 'BROWSE_PROJECTS');
    case 'edit':
      return project => canAdminister(call, project);
    case 'create':
      return project => hasPermission(call, project, 'CREATE_ISSUES');
  }
}

function projectOrders(world: World): Orders<Project> {
  return {
    key: project => project.key,
    name: project => project.name,
    category: project => world.tracker.categories.get(project.categoryId ?? '')?.name ?? '',
    owner: project => world.users.get(project.leadId)?.displayName ?? '',
    issueCount: project => project.issueCount,
    lastIssueUpdatedDate: project => project.lastIssueAt,
    archivedDate: project => project.archived?.at ?? 0,
    deletedDate: project => project.deleted?.at ?? 0,
  };
}

/** Refuse to delete archived projects (services T3, T7.4), and those that a task is deleting. */
function requireDeletable(world: World, project: Project): void {
  if (project.archived !== undefined && project.deleted === undefined) {
    throw trackerError(
      400,
      `The project ${project.key} is archived: restore it first, then delete it.`,
    );
  }
  if (findDeletionTask(world, `project ${project.id}`) !== undefined) {
    throw trackerError(400, `The project ${project.key} is being deleted.`);
  }
}

/** Delete a project permanently, with its versions, statuses and keys. */
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

export const projectsWriteHandlers: Handlers = {
  /** Creates a project with the default schemes unless others are set. */
  'tracker/project/create': call => {
    requireAdmin(call);
    const body = readBody<ProjectMembers>(call, projectErrors);
    const key = body.key ?? '';
    const name = body.name ?? '';
    throwProblems({
      projectKey: checkProjectKey(call, key),
      projectName: checkProjectName(call, name),
    });
    const {typeKey, style} = readProjectType(body);
    const common = readCommonFields(call, body);
    const {leadId} = common;
    if (leadId === undefined) throw fieldError({projectLead: 'You must specify a project lead.'});
    const {tracker} = call;
    const id = String(nextNumber(call, 'project'));
    const setup = typeSetups[typeKey];
    const project: Project = {
      id,
      uuid: makeRandom(tracker.seed, `project ${id}`).uuid(),
      key,
      formerKeys: [],
      name,
      description: '',
      url: '',
      typeKey,
      style,
      assigneeType: 'UNASSIGNED',
      isPrivate: false,
      createdAt: call.now,
      issueTypeIds: setup.issueTypeIds,
      workflowIds: Object.fromEntries(setup.issueTypeIds.map(type => [type, setup.workflowId])),
      issueCount: 0,
      issueBase: 0,
      lastIssueAt: call.now,
      components: [],
      versionIds: [],
      actors: initialActors(call, leadId),
      permissionSchemeId: tracker.defaults.permissionSchemeId,
      notificationSchemeId: tracker.defaults.notificationSchemeId,
      avatarId: '10400',
      customAvatarIds: [],
      features: {},
      properties: new Map(),
      ...common,
      leadId,
      categoryId: common.categoryId || undefined,
    };
    tracker.projects.set(id, project);
    tracker.projectIdByKey.set(key, id);
    return created({self: selfUrl(call, `project/${id}`), id: Number(id), key});
  },
  /** Members not in the body are unchanged; a former key still resolves to the project. */
  'tracker/project/update': changeProject(
    (call, project) => {
      const body = readBody<ProjectMembers>(call, projectErrors);
      const key = body.key ?? project.key;
      const name = body.name ?? project.name;
      throwProblems({
        projectKey: key === project.key ? undefined : checkProjectKey(call, key, project.id),
        projectName: name === project.name ? undefined : checkProjectName(call, name, project.id),
      });
      const released = new Set(body.releasedProjectKeys);
      const formerKeys = [project.key, ...project.formerKeys].filter(
        former => former !== key && !released.has(former),
      );
      const common = readCommonFields(call, body);
      const {projectIdByKey} = call.tracker;
      for (const old of released) {
        if (old !== key && projectIdByKey.get(old) === project.id) projectIdByKey.delete(old);
      }
      projectIdByKey.set(key, project.id);
      return {
        ...common,
        key,
        name,
        categoryId: (common.categoryId ?? project.categoryId) || undefined,
        formerKeys: key === project.key && released.size === 0 ? project.formerKeys : formerKeys,
      };
    },
    {reply: (call, after) => ok(projectDetails(call, after, expandOf(call)))},
  ),
};

function throwProblems(problems: Readonly<Record<string, string | undefined>>): void {
  const found = Object.entries(problems).flatMap(([field, problem]) =>
    problem === undefined ? [] : [[field, problem] as const],
  );
  if (found.length > 0) throw fieldError(Object.fromEntries(found));
}

function initialActors(world: World, leadId: string): Project['actors'] {
  const lead = {id: nextNumber(world, 'actor'), kind: 'user', holder: leadId} as const;
  return Object.fromEntries(
    [...world.tracker.roles.values()].map(({id, admin, actors = []}) => {
      const others = actors.map(actor => ({...actor, id: nextNumber(world, 'actor')}));
      return [id, admin ? [lead, ...others.filter(({holder}) => holder !== leadId)] : others];
    }),
  );
}
