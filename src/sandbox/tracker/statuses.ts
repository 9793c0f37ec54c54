import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage, tokenPage} from '../paging.ts';
import {findText, normalizeCase, readChoice, readTexts} from '../query.ts';
import {type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import type {Status, StatusCategory} from '../world/issue-setup.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, requireAdmin} from './access.ts';
import {findProject, projectNotFound, undeletedProjects} from './lookup.ts';
import {statusBean} from './project-bean.ts';
import {nextNumber} from './records.ts';

interface StatusInput extends Readonly<Record<'id' | 'name', string>> {
  readonly statusCategory: StatusCategory;
  readonly description?: string | null;
}

interface ScopeInput {
  readonly type: string;
  readonly project?: {readonly id: string} | null;
}

interface StatusesMembers {
  readonly scope: ScopeInput;
  readonly statuses: readonly StatusInput[];
}

export const statusesHandlers: Handlers = {
  'tracker/statuses/get-by-id': call =>
    ok(
      readTexts(call, 'id').flatMap(id => {
        const status = call.tracker.statuses.get(id);
        return status === undefined ? [] : [statusBean(status)];
      }),
    ),
  'tracker/statuses/get-by-name': call => {
    const names = new Set(readTexts(call, 'name'));
    const projectId = findText(call, 'projectId');
    return ok(
      [...call.tracker.statuses.values()]
        .filter(status => names.has(status.name) && status.projectId === projectId)
        .map(statusBean),
    );
  },
  'tracker/statuses/search': call => {
    const category = readChoice(call, 'statusCategory', ['TODO', 'IN_PROGRESS', 'DONE'] as const);
    const text = normalizeCase(findText(call, 'searchString') ?? '');
    const projectId = findText(call, 'projectId');
    const found = [...call.tracker.statuses.values()].filter(
      status =>
        (category === undefined || status.category === category) &&
        (text === '' || normalizeCase(status.name).includes(text)) &&
        (projectId === undefined || status.projectId === projectId),
    );
    return offsetPage(call, found, statusBean, {sizeDefault: 200, sizeMax: 200});
  },
  'tracker/statuses/get-project-issue-type-usages-for': call => {
    const status = readStatus(call);
    const projectId = call.params.projectId ?? '';
    const project = findProject(call, projectId);
    if (project === undefined || project.deleted !== undefined) throw projectNotFound(projectId);
    const ids = project.issueTypeIds.filter(id => usesStatus(call, project, id, status));
    const issueTypes = tokenPage(call, ids, id => ({id}));
    return ok({statusId: status.id, projectId: project.id, issueTypes});
  },
  'tracker/statuses/get-project-usages-for': call => {
    const status = readStatus(call);
    const using = undeletedProjects(call).filter(project =>
      project.issueTypeIds.some(id => usesStatus(call, project, id, status)),
    );
    const projects = tokenPage(call, using, project => ({id: project.id}));
    return ok({statusId: status.id, projects});
  },
  'tracker/statuses/get-workflow-usages-for': call => {
    const status = readStatus(call);
    const using = [...call.tracker.workflows.values()].filter(workflow =>
      workflow.statusIds.includes(status.id),
    );
    const workflows = tokenPage(call, using, workflow => ({id: workflow.id}));
    return ok({statusId: status.id, workflows});
  },
  /** Creates all statuses or none, in global or project scope. */
  'tracker/statuses/create': call => {
    const {scope, statuses} = readBody<StatusesMembers>(call);
    const projectId = readScope(call, scope);
    requireStatusAdmin(call, projectId);
    const newStatuses = (statuses ?? []).map(({name, statusCategory: category, description}) => ({
      id: String(nextNumber(call)),
      name: name.trim(),
      category,
      description: description ?? '',
      projectId,
    }));
    storeAll(call, newStatuses);
    return ok(newStatuses.map(statusBean));
  },
  /** Updates all statuses or none; each needs id, name and category. */
  'tracker/statuses/update': call => {
    const ids = new Set<string>();
    const {statuses} = readBody<StatusesMembers>(call);
    const changed = (statuses ?? []).map(({id, name, statusCategory: category, description}) => {
      if (ids.has(id)) throw fieldError({id: `The status ${id} is given twice.`});
      ids.add(id);
      const before = readWritableStatus(call, id);
      const fields = {name: name.trim(), category, description: description ?? before.description};
      return {...before, ...fields};
    });
    storeAll(call, changed);
    return noContent;
  },
  /** Deletes all of 1 to 50 statuses or none; none may be used by a workflow. */
  'tracker/statuses/delete-by-id': call => {
    const ids = readTexts(call, 'id');
    for (const id of ids) {
      const {name} = readWritableStatus(call, id);
      for (const workflow of call.tracker.workflows.values()) {
        if (!workflow.statusIds.includes(id)) continue;
        throw trackerError(400, `The status “${name}” is used by the workflow “${workflow.name}”.`);
      }
    }
    for (const id of ids) call.tracker.statuses.delete(id);
    return noContent;
  },
};

function usesStatus(world: World, project: Project, typeId: string, status: Status): boolean {
  const workflow = world.tracker.workflows.get(project.workflowIds[typeId] ?? '');
  return workflow?.statusIds.includes(status.id) ?? false;
}

function readStatus(call: SandboxCall): Status {
  const id = call.params.statusId ?? '';
  const status = call.tracker.statuses.get(id);
  if (status === undefined) throw trackerError(404, `The status ${id} does not exist.`);
  return status;
}

/** Read the scope of statuses. @returns the project's id; undefined for the global scope */
function readScope(world: World, scope: ScopeInput | null | undefined): string | undefined {
  if (scope?.type === 'GLOBAL') return undefined;
  const id = scope?.project?.id;
  const project = world.tracker.projects.get(id ?? '');
  if (project === undefined || project.deleted !== undefined) {
    throw fieldError({scope: `There is no project ${id}.`});
  }
  return project.id;
}

/**
 * Require Administer for global statuses, and project administration for a project's statuses. The
 * API documentation states no permission; this is the sandbox's choice.
 */
function requireStatusAdmin(call: SandboxCall, projectId: string | undefined): void {
  const project = call.tracker.projects.get(projectId ?? '');
  if (project === undefined) {
    requireAdmin(call);
    return;
  }
  if (!canSee(call, project)) throw fieldError({scope: `There is no project ${projectId}.`});
  if (canAdminister(call, project)) return;
  throw trackerError(403, 'The administration of the project is needed for this.');
}

/**
 * Find a status to change. The operations document no 404, so an unknown ID is an invalid request
 * (services W4.25).
 */
function readWritableStatus(call: SandboxCall, id: string): Status {
  const status = call.tracker.statuses.get(id);
  if (status === undefined) throw fieldError({id: `The status ${id} does not exist.`});
  requireStatusAdmin(call, status.projectId);
  return status;
}

/**
 * Store changed statuses. Names must be unique in their scope, also among the statuses of one
 * request.
 */
function storeAll(world: World, updates: readonly Status[]): void {
  const {statuses} = world.tracker;
  const after = new Map(statuses);
  for (const status of updates) after.set(status.id, status);
  for (const {id, name, projectId} of updates) {
    if (name === '') throw fieldError({name: 'The name must be given.'});
    for (const other of after.values()) {
      const isSame =
        normalizeCase(other.name) === normalizeCase(name) && other.projectId === projectId;
      if (!isSame || other.id === id) continue;
      throw fieldError({name: `A status with the name “${name}” is there already.`});
    }
  }
  for (const status of updates) statuses.set(status.id, status);
}
