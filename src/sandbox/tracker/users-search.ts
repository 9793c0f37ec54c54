import {trackerError} from '../errors.ts';
import {windowPage} from '../paging.ts';
import {findText, readTexts} from '../query.ts';
import type {Handler, Handlers, SandboxRequest} from '../route.ts';
import type {Project} from '../world/projects.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {
  accountHolds,
  accountHoldsGlobal,
  canAdminister,
  canSee,
  holds,
  holdsGlobal,
  isAdmin,
} from './access.ts';
import {findIssue, findProject, noProject, refused} from './lookup.ts';
import {findPermission} from './permissions.ts';
import {matchesProperty, parsePropertyQuery} from './property-query.ts';
import {userBean} from './user-bean.ts';
import {requireSearch, userFilter} from './user-matching.ts';

/** Handlers by operation id. */
export const usersSearchHandlers: Handlers<World> = {
  /** Active users; nobody for who may not browse users (services T7.3). */
  'tracker/user/find': (request, world) => {
    requireSearch(request, ['accountId', 'query', 'property']);
    const property = parsePropertyQuery(findText(request, 'property'));
    if (!holdsGlobal(world, request.caller, 'USER_PICKER')) return {status: 200, json: []};
    const matches = userFilter(request);
    const {userProperties} = world.tracker;
    return searchWindow(
      request,
      world,
      user =>
        matches(user) &&
        (property === undefined ||
          matchesProperty(userProperties.get(user.accountId) ?? new Map(), property)),
    );
  },
  /** Who can be given an issue of the project (services T4.4). */
  'tracker/user/find-assignable': (request, world) => {
    const project = readPlace(request, world, 'project');
    if (project === undefined) {
      throw trackerError(400, 'One of issueId, issueKey and project must be given.');
    }
    requireSearch(request, ['accountId', 'query']);
    if (
      !holdsGlobal(world, request.caller, 'USER_PICKER') &&
      !holds(world, request.caller, project, 'ASSIGN_ISSUES')
    ) {
      throw trackerError(401, 'Browse users and groups or Assign issues is needed for this.');
    }
    const types = new Set(readTexts(request, 'accountType'));
    const matches = userFilter(request);
    return searchWindow(
      request,
      world,
      user =>
        matches(user) &&
        (types.size === 0 || types.has(user.accountType)) &&
        accountHolds(world, user.accountId, project, 'ASSIGNABLE_USER'),
    );
  },
  /** Who can be given issues of all the projects. */
  'tracker/user/find-bulk-assignable': (request, world) => {
    const keys = readTexts(request, 'projectKeys');
    if (keys.length === 0) throw trackerError(400, 'projectKeys must be given.');
    const projects = keys.map(key => readProjectByKey(request, world, key));
    requireSearch(request, ['accountId', 'query']);
    const matches = userFilter(request);
    return searchWindow(
      request,
      world,
      user =>
        matches(user) &&
        projects.every(project => accountHolds(world, user.accountId, project, 'ASSIGNABLE_USER')),
    );
  },
  /**
   * Without a search text all holders. The documents also say that
   * accountId is needed then; the public service does not insist.
   */
  'tracker/user/find-with-all-permissions': (request, world) => {
    const keys = readTexts(request, 'permissions');
    if (keys.length === 0) throw trackerError(400, 'permissions must be given.');
    const permissions = keys.map(findPermission);
    const project = readPlace(request, world, 'projectKey');
    const may = project
      ? canAdminister(world, request.caller, project)
      : isAdmin(world, request.caller);
    if (!may) throw refused(request, 403, 'Administer or Administer Projects is needed for this.');
    const places = project ? [project] : liveProjects(world);
    const matches = userFilter(request);
    const holdsAll = ({accountId}: WorldUser): boolean =>
      permissions.every(({key, type}) =>
        type === 'GLOBAL'
          ? accountHoldsGlobal(world, accountId, key)
          : places.some(place => accountHolds(world, accountId, place, key)),
      );
    return searchWindow(request, world, user => matches(user) && holdsAll(user));
  },
};

function searchWindow(
  request: SandboxRequest,
  world: World,
  matches: (user: WorldUser) => boolean,
): ReturnType<Handler<World>> {
  return windowPage(request, [...world.users.values()], matches, user => userBean(request, user));
}

function liveProjects(world: World): readonly Project[] {
  return [...world.tracker.projects.values()].filter(project => !project.deleted);
}

/** The project that is named, or that of the issue; undefined when neither is. */
function readPlace(
  request: SandboxRequest,
  world: World,
  projectInput: 'project' | 'projectKey',
): Project | undefined {
  const issueText = findText(request, 'issueKey') ?? findText(request, 'issueId');
  if (issueText !== undefined) {
    const issue = findIssue(world, issueText);
    if (issue === undefined || !canSee(world, request.caller, issue.project)) {
      throw trackerError(404, `No issue could be found with '${issueText}'.`);
    }
    return issue.project;
  }
  const text = findText(request, projectInput);
  return text === undefined ? undefined : readProjectByKey(request, world, text);
}

function readProjectByKey(request: SandboxRequest, world: World, key: string): Project {
  const project = findProject(world, key);
  if (project === undefined || project.deleted || !canSee(world, request.caller, project)) {
    throw noProject(key);
  }
  return project;
}
