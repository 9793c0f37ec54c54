import {type Given, readBody} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee} from './access.ts';
import {
  findProject,
  readVersion,
  readWritableVersion,
  refused,
  requireNotArchived,
} from './lookup.ts';
import {type GivenPosition, requireOnePosition} from './records.ts';
import {versionBean} from './version-bean.ts';
import {moveUnfixedIssues} from './version-counts.ts';
import {readVersionFields, type VersionMembers} from './version-fields.ts';

/** Handlers by operation id. */
export const versionsWriteHandlers: Handlers<World> = {
  /** Needs a name and a project; it comes last in the project's order. */
  'tracker/version/create': (request, world) => {
    const body = readBody<VersionMembers>(request);
    const project = readProjectOf(request, world, body);
    const {versions, next, projects} = world.tracker;
    const blank = {name: '', description: '', archived: false, released: false};
    const fields = readVersionFields(world, project, body, blank);
    const version: Version = {
      ...fields,
      id: String(next.version),
      projectId: project.id,
      approvers: [],
      fixed: {toDo: 0, inProgress: 0, done: 0, unmapped: 0},
      affected: 0,
      customFields: {},
      relatedWork: [],
    };
    next.version += 1;
    versions.set(version.id, version);
    projects.set(project.id, {...project, versionIds: [...project.versionIds, version.id]});
    return {status: 201, json: versionBean(request, version, written(version))};
  },
  /** What the body leaves out stays; a release can move what is not done. */
  'tracker/version/update': (request, world) => {
    const found = readWritableVersion(request, world, request.params.id ?? '');
    const {version, project} = found;
    const body = readBody<VersionMembers>(request);
    const {id, projectId, approvers, fixed, affected, customFields, relatedWork} = version;
    const kept = {id, projectId, approvers, fixed, affected, customFields, relatedWork};
    const after: Version = {...kept, ...readVersionFields(world, project, body, version)};
    const target = readMoveTarget(request, world, body, after);
    world.tracker.versions.set(id, after);
    if (target !== undefined) moveUnfixedIssues(world, after, target);
    const stored = world.tracker.versions.get(id) ?? after;
    return {status: 200, json: versionBean(request, stored, written(stored))};
  },
  /** To a place in the project's order, or behind another version. */
  'tracker/version/move': (request, world) => {
    const {version, project} = readVersion(request, world, request.params.id ?? '');
    requireNotArchived(project);
    const {after, position} = readBody<GivenPosition>(request);
    requireOnePosition(after, position);
    const index = after
      ? placeAfter(request, project, version, after)
      : placeOf(project, version, position ?? '');
    const versionIds = project.versionIds.filter(id => id !== version.id);
    versionIds.splice(index, 0, version.id);
    world.tracker.projects.set(project.id, {...project, versionIds});
    return {status: 200, json: versionBean(request, version)};
  },
};

/** The driver is answered when there is one: it was written, so it can be read back. */
function written(version: Version): ReadonlySet<string> {
  return new Set(version.driverId === undefined ? [] : ['driver']);
}

function readProjectOf(
  request: SandboxRequest,
  world: World,
  body: Given<VersionMembers>,
): Project {
  // `project` is the deprecated way to name it, by key.
  const idOrKey = body.projectId ?? body.project ?? '';
  const project = findProject(world, idOrKey);
  if (project === undefined || project.deleted || !canSee(world, request.caller, project)) {
    throw refused(request, 404, `No project could be found with identifier '${idOrKey}'.`);
  }
  if (!canAdminister(world, request.caller, project)) {
    throw refused(request, 404, 'You cannot create versions in this project.');
  }
  requireNotArchived(project);
  return project;
}

function readMoveTarget(
  request: SandboxRequest,
  world: World,
  {moveUnfixedIssuesTo: url}: Given<VersionMembers>,
  version: Version,
): Version | undefined {
  if (url === undefined || url === null) return undefined;
  const target = world.tracker.versions.get(idOfSelf(request, url) ?? '');
  if (target?.projectId !== version.projectId || target.id === version.id || !version.released) {
    throw fieldError({
      moveUnfixedIssuesTo:
        'Must be the self URL of another version of the project, with a version that is released.',
    });
  }
  return target;
}

/** The id in a version's self URL; a URL of another host is no version of this one. */
function idOfSelf(request: SandboxRequest, url: string): string | undefined {
  const base = `${request.origin}/rest/api/3/version/`;
  return url.startsWith(base) ? url.slice(base.length) : undefined;
}

function placeOf(project: Project, version: Version, position: string): number {
  const last = project.versionIds.length - 1;
  const index = project.versionIds.indexOf(version.id);
  const places: Readonly<Record<string, number>> = {
    First: 0,
    Earlier: Math.max(0, index - 1),
    Later: Math.min(last, index + 1),
  };
  return places[position] ?? last;
}

function placeAfter(
  request: SandboxRequest,
  project: Project,
  version: Version,
  url: string,
): number {
  const others = project.versionIds.filter(id => id !== version.id);
  const index = others.indexOf(idOfSelf(request, url) ?? '');
  if (index === -1) {
    throw fieldError({after: 'Must be the self URL of another version of the project.'});
  }
  return index + 1;
}
