import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage, tokenPage} from '../paging.ts';
import {findText, folded, readChoice, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Status, StatusCategory} from '../world/issue-setup.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, isAdmin} from './access.ts';
import {statusBean} from './issue-beans.ts';
import {findProject, noProject} from './lookup.ts';
import {nextRecord} from './records.ts';

interface GivenStatus {
  readonly id: string;
  readonly name: string;
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

/** Handlers by operation id. */
export const statusesHandlers: Handlers<World> = {
  /** Unknown ones are left out. */
  'tracker/statuses/get-by-id': (request, world) => {
    const json = readTexts(request, 'id').flatMap(id => {
      const status = world.tracker.statuses.get(id);
      return status === undefined ? [] : [statusBean(status)];
    });
    return {status: 200, json};
  },
  /** Of a project, or global without one. */
  'tracker/statuses/get-by-name': (request, world) => {
    const names = new Set(readTexts(request, 'name'));
    const projectId = findText(request, 'projectId');
    const json = [...world.tracker.statuses.values()]
      .filter(status => names.has(status.name) && status.projectId === projectId)
      .map(statusBean);
    return {status: 200, json};
  },
  'tracker/statuses/search': (request, world) => {
    const category = readChoice(request, 'statusCategory', [
      'TODO',
      'IN_PROGRESS',
      'DONE',
    ] as const);
    const text = folded(findText(request, 'searchString') ?? '');
    const projectId = findText(request, 'projectId');
    const found = [...world.tracker.statuses.values()].filter(
      status =>
        (category === undefined || status.category === category) &&
        (text === '' || folded(status.name).includes(text)) &&
        (projectId === undefined || status.projectId === projectId),
    );
    return offsetPage(request, found, {sizeDefault: 200, sizeMax: 200, present: statusBean});
  },
  'tracker/statuses/get-project-issue-type-usages-for': (request, world) => {
    const status = readStatus(request, world);
    const projectId = request.params.projectId ?? '';
    const project = findProject(world, projectId);
    if (project === undefined || project.deleted !== undefined) throw noProject(projectId);
    const ids = project.issueTypeIds.filter(id => usesStatus(world, project, id, status));
    const issueTypes = tokenPage(request, ids, id => ({id}));
    return {status: 200, json: {statusId: status.id, projectId: project.id, issueTypes}};
  },
  'tracker/statuses/get-project-usages-for': (request, world) => {
    const status = readStatus(request, world);
    const using = [...world.tracker.projects.values()].filter(
      project =>
        project.deleted === undefined &&
        project.issueTypeIds.some(id => usesStatus(world, project, id, status)),
    );
    const projects = tokenPage(request, using, project => ({id: project.id}));
    return {status: 200, json: {statusId: status.id, projects}};
  },
  'tracker/statuses/get-workflow-usages-for': (request, world) => {
    const status = readStatus(request, world);
    const using = [...world.tracker.workflows.values()].filter(workflow =>
      workflow.statusIds.includes(status.id),
    );
    const workflows = tokenPage(request, using, workflow => ({id: workflow.id}));
    return {status: 200, json: {statusId: status.id, workflows}};
  },
  /** In global or project scope; all of them or none. */
  'tracker/statuses/create': (request, world) => {
    const {scope, statuses} = readBody<StatusesMembers>(request);
    const projectId = readScope(world, scope);
    requireRight(request, world, projectId);
    const made = (statuses ?? []).map(({name, statusCategory: category, description}) => ({
      id: String(nextRecord(world)),
      name: name.trim(),
      category,
      description: description ?? '',
      ...(projectId === undefined ? {} : {projectId}),
    }));
    storeAll(world, made);
    return {status: 200, json: made.map(statusBean)};
  },
  /** Each needs id, name and category; all of them or none. */
  'tracker/statuses/update': (request, world) => {
    const ids = new Set<string>();
    const {statuses} = readBody<StatusesMembers>(request);
    const changed = (statuses ?? []).map(({id, name, statusCategory: category, description}) => {
      if (ids.has(id)) throw fieldError({id: `The status ${id} is given twice.`});
      ids.add(id);
      const before = readWritableStatus(request, world, id);
      const fields = {name: name.trim(), category, description: description ?? before.description};
      return {...before, ...fields};
    });
    storeAll(world, changed);
    return {status: 204};
  },
  /** 1 to 50 statuses no workflow uses; all of them or none. */
  'tracker/statuses/delete-by-id': (request, world) => {
    const ids = readTexts(request, 'id');
    for (const id of ids) {
      const {name} = readWritableStatus(request, world, id);
      for (const workflow of world.tracker.workflows.values()) {
        if (!workflow.statusIds.includes(id)) continue;
        throw trackerError(400, `The status “${name}” is used by the workflow “${workflow.name}”.`);
      }
    }
    for (const id of ids) world.tracker.statuses.delete(id);
    return {status: 204};
  },
};

function usesStatus(world: World, project: Project, typeId: string, status: Status): boolean {
  const workflow = world.tracker.workflows.get(project.workflowIds[typeId] ?? '');
  return workflow?.statusIds.includes(status.id) ?? false;
}

function readStatus(request: SandboxRequest, world: World): Status {
  const id = request.params.statusId ?? '';
  const status = world.tracker.statuses.get(id);
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
function requireRight(request: SandboxRequest, world: World, projectId: string | undefined): void {
  const {caller} = request;
  const project = world.tracker.projects.get(projectId ?? '');
  if (project === undefined) {
    if (isAdmin(world, caller)) return;
    throw trackerError(403, 'The Administer global permission is needed for this.');
  }
  if (!canSee(world, caller, project))
    throw fieldError({scope: `There is no project ${projectId}.`});
  if (canAdminister(world, caller, project)) return;
  throw trackerError(403, 'The administration of the project is needed for this.');
}

/** The operations document no 404: an unknown ID makes the request invalid (services W4.25). */
function readWritableStatus(request: SandboxRequest, world: World, id: string): Status {
  const status = world.tracker.statuses.get(id);
  if (status === undefined) throw fieldError({id: `The status ${id} does not exist.`});
  requireRight(request, world, status.projectId);
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
