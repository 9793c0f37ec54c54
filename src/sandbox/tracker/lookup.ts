import {trackerError} from '../errors.ts';
import {findText} from '../query.ts';
import {type Call, type Handler, noContent, ok, type SandboxReply} from '../route.ts';
import {findIssueOf, type Issue} from '../world/issues.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee, requireAdmin} from './access.ts';

/** The project of an id or a key, also a former one. Keys are case sensitive (services T2.4). */
export function findProject(world: World, idOrKey: string): Project | undefined {
  const {projects, projectIdByKey} = world.tracker;
  return projects.get(idOrKey) ?? projects.get(projectIdByKey.get(idOrKey) ?? '');
}

/** The projects that are not in the recycle bin, in the order of their creation. */
export function presentProjects(world: World): readonly Project[] {
  return [...world.tracker.projects.values()].filter(project => project.deleted === undefined);
}

/**
 * The project of an id or key, of the path's first placeholder unless told otherwise; for administrators
 * also one in the recycle bin.
 *
 * @throws SandboxError 404 when there is none or it may not be seen
 */
export function readAnyProject(call: Call, text = Object.values(call.params)[0] ?? ''): Project {
  const project = findProject(call, text);
  if (project === undefined || !canSee(call, project)) throw noProject(text);
  return project;
}

/** The same where a project in the recycle bin is none. */
export function readProject(call: Call, text = Object.values(call.params)[0] ?? ''): Project {
  const project = readAnyProject(call, text);
  if (project.deleted !== undefined) throw noProject(text);
  return project;
}

/** The 404 of a project that is not there or not to be seen. */
export function noProject(idOrKey: string): Error {
  const kind = /^\d+$/.test(idOrKey) ? 'id' : 'key';
  return trackerError(404, `No project could be found with ${kind} '${idOrKey}'.`);
}

/**
 * The project of the path, for those who administer it or the site.
 *
 * @param refusal status for who sees the project and does not administer it; anonymous callers get 401
 * @throws SandboxError 404, 401, or the refusal
 */
export function readAdministeredProject(call: Call, refusal: 403 | 404 = 403): Project {
  const project = readProject(call);
  if (canAdminister(call, project)) return project;
  throw refused(call, refusal, 'You cannot edit the configuration of this project.');
}

/** How a change of a project is refused and answered. */
interface ProjectChange {
  /** Status for callers who see the project and do not administer it. @default 403 */
  readonly refusal?: 403 | 404;
  /** @default 204 */
  readonly reply?: (call: Call, after: Project) => SandboxReply;
}

/** Change the project of the path: administrators only, and not while it is archived. */
export function changeProject(
  change: (call: Call, project: Project) => Partial<Project>,
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

/** Show something of the project of the path. */
export function showProject(show: (call: Call, project: Project) => unknown): Handler {
  return call => ok(show(call, readProject(call)));
}

/**
 * The project of the path, for administrators of the site, also one in the recycle bin.
 *
 * @throws SandboxError 404 when there is none, 403 for who sees it and does not administer the site
 */
export function readProjectAsAdmin(call: Call): Project {
  const project = readAnyProject(call);
  requireAdmin(call);
  return project;
}

/** The refusal of a caller who may not do it: 401 without credentials, else the status given. */
export function refused(call: Call, status: 403 | 404, message: string): Error {
  return trackerError(call.caller.accountId === undefined ? 401 : status, message);
}

/** Refuse changes to what is archived. @throws SandboxError 400 when the project is archived */
export function requireNotArchived(project: Project): void {
  if (project.archived !== undefined) {
    throw trackerError(400, `The project ${project.key} is archived and cannot be changed.`);
  }
}

export interface Located {
  readonly version: Version;
  readonly project: Project;
}

/**
 * The version of an id, of the path's unless told otherwise, as far as the caller may see its project.
 *
 * @throws SandboxError 404
 */
export function readVersion(call: Call, id = call.params.id ?? ''): Located {
  const version = call.tracker.versions.get(id);
  const project = call.tracker.projects.get(version?.projectId ?? '');
  const seen = project !== undefined && !project.deleted && canSee(call, project);
  if (version === undefined || project === undefined || !seen) {
    throw trackerError(404, `Could not find version for id '${id}'`);
  }
  return {version, project};
}

/**
 * The version of an id, for those who may write versions of its project (services T4.7).
 *
 * @throws SandboxError 404 when it is not there or not to be written, 401 for anonymous callers, 400
 *   when the project is archived
 */
export function readWritableVersion(call: Call, id = call.params.id ?? ''): Located {
  const found = readVersion(call, id);
  if (!canAdminister(call, found.project)) {
    throw refused(call, 404, `Could not find version for id '${id}'`);
  }
  requireNotArchived(found.project);
  return found;
}

/** The issue of an id or key; undefined when there is none. */
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
 * The issue that the query names by key or id; undefined when it names none.
 *
 * @throws SandboxError 404 when it is not there or not to be seen
 */
export function readIssue(call: Call): Issue | undefined {
  const text = findText(call, 'issueKey') ?? findText(call, 'issueId');
  const issue = findIssue(call, text ?? '');
  if (text === undefined || (issue !== undefined && canSee(call, issue.project))) return issue;
  throw trackerError(404, `No issue could be found with '${text}'.`);
}
