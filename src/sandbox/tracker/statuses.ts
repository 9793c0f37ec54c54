import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage, tokenPage} from '../paging.ts';
import {findText, folded, readChoice, readTexts} from '../query.ts';
import {type Call, type Handlers, noContent, ok} from '../route.ts';
import type {Status, StatusCategory} from '../world/issue-setup.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, requireAdmin} from './access.ts';
import {findProject, noProject, presentProjects} from './lookup.ts';
import {statusBean} from './project-bean.ts';
import {nextNumber} from './records.ts';

interface GivenStatus extends Readonly<Record<'id' | 'name', string>> {
  readonly statusCategory: StatusCategory;
  readonly description?: string | null;
}

interface GivenScope {
  readonly type: string;
  readonly project?: {readonly id: string} | null;
}

interface StatusesMembers {
  readonly scope: GivenScope;
  readonly statuses: readonly GivenStatus[];
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
    const text = folded(findText(call, 'searchString') ?? '');
    const projectId = findText(call, 'projectId');
    const found = [...call.tracker.statuses.values()].filter(
      status =>
        (category === undefined || status.category === category) &&
        (text === '' || folded(status.name).includes(text)) &&
        (projectId === undefined || status.projectId === projectId),
    );
    return offsetPage(call, found, {sizeDefault: 200, sizeMax: 200, present: statusBean});
  },
  'tracker/statuses/get-project-issue-type-usages-for': call => {
    const status = readStatus(call);
    const projectId = call.params.projectId ?? '';
    const project = findProject(call, projectId);
    if (project === undefined || project.deleted !== undefined) throw noProject(projectId);
    const ids = project.issueTypeIds.filter(id => usesStatus(call, project, id, status));
    const issueTypes = tokenPage(call, ids, id => ({id}));
    return ok({statusId: status.id, projectId: project.id, issueTypes});
  },
  'tracker/statuses/get-project-usages-for': call => {
    const status = readStatus(call);
    const using = presentProjects(call).filter(project =>
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
  /** In global or project scope; all of them or none. */
  'tracker/statuses/create': call => {
    const {scope, statuses} = readBody<StatusesMembers>(call);
    const projectId = readScope(call, scope);
    requireRight(call, projectId);
    const made = (statuses ?? []).map(({name, statusCategory: category, description}) => ({
      id: String(nextNumber(call)),
      name: name.trim(),
      category,
      description: description ?? '',
      projectId,
    }));
    storeAll(call, made);
    return ok(made.map(statusBean));
  },
  /** Each needs id, name and category; all of them or none. */
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
  /** 1 to 50 statuses no workflow uses; all of them or none. */
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

function readStatus(call: Call): Status {
  const id = call.params.statusId ?? '';
  const status = call.tracker.statuses.get(id);
  if (status === undefined) throw trackerError(404, `The status ${id} does not exist.`);
  return status;
}

/** @returns the project's id; undefined for the global scope */
function readScope(world: World, scope: GivenScope | null | undefined): string | undefined {
  if (scope?.type === 'GLOBAL') return undefined;
  const id = scope?.project?.id;
  const project = world.tracker.projects.get(id ?? '');
  if (project === undefined || project.deleted !== undefined) {
    throw fieldError({scope: `There is no project ${id}.`});
  }
  return project.id;
}

/**
 * Administer for global statuses, the administration of the project for its own: the documents name no
 * permission, this one is ours.
 */
function requireRight(call: Call, projectId: string | undefined): void {
  const project = call.tracker.projects.get(projectId ?? '');
  if (project === undefined) {
    requireAdmin(call);
    return;
  }
  if (!canSee(call, project)) throw fieldError({scope: `There is no project ${projectId}.`});
  if (canAdminister(call, project)) return;
  throw trackerError(403, 'The administration of the project is needed for this.');
}

/** The operations document no 404: an unknown ID makes the request invalid (services W4.25). */
function readWritableStatus(call: Call, id: string): Status {
  const status = call.tracker.statuses.get(id);
  if (status === undefined) throw fieldError({id: `The status ${id} does not exist.`});
  requireRight(call, status.projectId);
  return status;
}

/** Names are unique in their scope, also among the statuses of one request. */
function storeAll(world: World, changed: readonly Status[]): void {
  const {statuses} = world.tracker;
  const after = new Map(statuses);
  for (const status of changed) after.set(status.id, status);
  for (const {id, name, projectId} of changed) {
    if (name === '') throw fieldError({name: 'The name must be given.'});
    for (const other of after.values()) {
      const isSame = folded(other.name) === folded(name) && other.projectId === projectId;
      if (!isSame || other.id === id) continue;
      throw fieldError({name: `A status with the name “${name}” is there already.`});
    }
  }
  for (const status of changed) statuses.set(status.id, status);
}
