import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {folded, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Status, StatusCategory} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, isAdmin} from './access.ts';
import {statusBean} from './issue-beans.ts';
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
export const statusesWriteHandlers: Handlers<World> = {
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
      const before = readStatus(request, world, id);
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
      const {name} = readStatus(request, world, id);
      for (const workflow of world.tracker.workflows.values()) {
        if (!workflow.statusIds.includes(id)) continue;
        throw trackerError(400, `The status “${name}” is used by the workflow “${workflow.name}”.`);
      }
    }
    for (const id of ids) world.tracker.statuses.delete(id);
    return {status: 204};
  },
};

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
function readStatus(request: SandboxRequest, world: World, id: string): Status {
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
