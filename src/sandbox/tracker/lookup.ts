import {trackerError} from '../errors.ts';
import {findText} from '../query.ts';
import {type Handler, noContent, ok, type SandboxCall, type SandboxReply} from '../route.ts';
import {findIssueOf, type Issue} from '../world/issues.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, requireAdmin} from './access.ts';

/** Find a project by id, key or former key. Keys are case sensitive (services T2.4). */
export function findProject(world: World, idOrKey: string): Project | undefined {
  const {projects, projectIdByKey} = world.tracker;
  return projects.get(idOrKey) ?? projects.get(projectIdByKey.get(idOrKey) ?? '');
}

/** List the projects outside the trash, in order of creation. */
export function undeletedProjects(world: World): readonly Project[] {
  return [...world.tracker.projects.values()].filter(project => project.deleted === undefined);
}

/**
 * Find a project by id or key, by default that of the path's first placeholder; for administrators
 * also in the trash.
 *
 * @throws SandboxError 404 when it does not exist or the caller may not see it
 */
export function readAnyProject(
  call: SandboxCall,
  text = Object.values(call.params)[0] ?? '',
): Project {
  const project = findProject(call, text);
  if (project === undefined || !canSee(call, project)) throw projectNotFound(text);
  return project;
}

/** Find a project as `readAnyProject` does, outside the trash. @throws SandboxError 404 */
export function readProject(
  call: SandboxCall,
  text = Object.values(call.params)[0] ?? '',
): Project {
  const project = readAnyProject(call, text);
  if (project.deleted !== undefined) throw projectNotFound(text);
  return project;
}

/** Create the 404 for a project that does not exist or is not visible. */
export function projectNotFound(idOrKey: string): Error {
  const kind = /^\d+$/.test(idOrKey) ? 'id' : 'key';
  return trackerError(404, `No project could be found with ${kind} '${idOrKey}'.`);
}

/**
 * Find the project of the path, for administrators of the project or the site.
 *
 * @param refusal status for callers who may see but not administer the project; anonymous callers
 * get 401
 * @throws SandboxError 404, 401, or the refusal
 */
export function readAdministeredProject(call: SandboxCall, refusal: 403 | 404 = 403): Project {
  const project = readProject(call);
  if (canAdminister(call, project)) return project;
  throw permissionError(call, refusal, 'You cannot edit the configuration of this project.');
}

/** The refusal and the response of a project change. */
interface ProjectChange {
  /** Status for callers who may see but not administer the project. @default 403 */
  readonly refusal?: 403 | 404;
  /** @default 204 */
  readonly reply?: (call: SandboxCall, after: Project) => SandboxReply;
}

/**
 * Create a handler that changes the project of the path. It refuses other callers than
 * administrators, and archived projects.
 */
export function changeProject(
  change: (call: SandboxCall, project: Project) => Partial<Project>,
  {refusal, reply = () => noContent}: ProjectChange = {},
): Handler {
  return call => {
    const project = readAdministeredProject(call, refusal);
    requireNotArchived(project);
    const after = {...project, ...change(call, project)};
    call.tracker.projects.set(project.id, after);
    return reply(call, after);
  };
}

/** Create a handler that returns data of the project of the path. */
export function showProject(show: (call: SandboxCall, project: Project) => unknown): Handler {
  return call => ok(show(call, readProject(call)));
}

/**
 * Find the project of the path, also in the trash, for administrators of the site.
 *
 * @throws SandboxError 404 when it does not exist, 403 for callers who may see it but do not
 * administer the site
 */
export function readProjectAsAdmin(call: SandboxCall): Project {
  const project = readAnyProject(call);
  requireAdmin(call);
  return project;
}

/**
 * Create the error for a caller without permission: 401 for anonymous callers, otherwise the
 * status.
 */
export function permissionError(call: SandboxCall, status: 403 | 404, message: string): Error {
  return trackerError(call.caller.accountId === undefined ? 401 : status, message);
}

/** Refuse changes to an archived project. @throws SandboxError 400 */
export function requireNotArchived(project: Project): void {
  if (project.archived !== undefined) {
    throw trackerError(400, `The project ${project.key} is archived and cannot be changed.`);
  }
}

export interface VersionInProject {
  readonly version: Version;
  readonly project: Project;
}

/**
 * Find a version by id, by default that of the path, in a project the caller may see.
 *
 * @throws SandboxError 404
 */
export function readVersion(call: SandboxCall, id = call.params.id ?? ''): VersionInProject {
  const version = call.tracker.versions.get(id);
  const project = call.tracker.projects.get(version?.projectId ?? '');
  const isVisible = project !== undefined && !project.deleted && canSee(call, project);
  if (version === undefined || project === undefined || !isVisible) {
    throw trackerError(404, `Could not find version for id '${id}'`);
  }
  return {version, project};
}

/**
 * Find a version by id, for callers who may write versions of its project (services T4.7).
 *
 * @throws SandboxError 404 when it does not exist or may not be written, 401 for anonymous callers,
 * 400 for an archived project
 */
export function readWritableVersion(
  call: SandboxCall,
  id = call.params.id ?? '',
): VersionInProject {
  const found = readVersion(call, id);
  if (!canAdminister(call, found.project)) {
    throw permissionError(call, 404, `Could not find version for id '${id}'`);
  }
  requireNotArchived(found.project);
  return found;
}

/** Find an issue by id or key; undefined when it does not exist. */
export function findIssue(world: World, idOrKey: string): Issue | undefined {
  const key = /^(.+)-(\d+)$/.exec(idOrKey);
  if (key !== null) {
    const project = findProject(world, key[1] ?? '');
    return project && findIssueOf(project, Number(key[2]));
  }
  const id = Number(idOrKey);
  if (!Number.isInteger(id)) return undefined;
  for (const project of world.tracker.projects.values()) {
    const issue = findIssueOf(project, id - project.issueBase);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

/**
 * Find the issue that the query names by key or id; undefined when it names none.
 *
 * @throws SandboxError 404 when it does not exist or the caller may not see it
 */
export function readIssue(call: SandboxCall): Issue | undefined {
  const text = findText(call, 'issueKey') ?? findText(call, 'issueId');
  const issue = findIssue(call, text ?? '');
  if (text === undefined || (issue !== undefined && canSee(call, issue.project))) return issue;
  throw trackerError(404, `No issue could be found with '${text}'.`);
}
